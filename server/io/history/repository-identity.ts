/** The repository of a folder, wherever it is cloned, and its commit: recorded in exports. */
import { normalRemote, type RepositoryIdentity } from '../../core/embedding/archive-ports.js';
import type { Git } from './git-port.js';

export interface RepositoryState extends RepositoryIdentity {
  /** Null where it is not known, or files differ from it. */
  readonly commit: string | null;
}

const nothing: RepositoryState = { remote: null, rootCommit: null, commit: null };

/** Never throws for an error of git: outside of a repository everything is null. */
export async function repositoryState(git: Git | null, folder: string, signal?: AbortSignal): Promise<RepositoryState> {
  if (git === null) return nothing;
  const gitLine = (...args: string[]): Promise<string | null> =>
    git.output(args, folder, signal).then(
      (text) => text.trim(),
      () => null,
    );
  const head = await gitLine('rev-parse', 'HEAD');
  if (head === null) return nothing;
  const remotes = (await gitLine('remote'))?.split('\n').filter(Boolean) ?? [];
  const remote = remotes.includes('origin') ? 'origin' : remotes[0];
  const url = remote === undefined ? null : await gitLine('remote', 'get-url', remote);
  // The oldest commit of a shallow clone is not the repository's.
  const isWhole = (await gitLine('rev-parse', '--is-shallow-repository')) === 'false';
  const roots = isWhole ? ((await gitLine('rev-list', '--max-parents=0', 'HEAD'))?.split('\n') ?? []) : [];
  const isClean = (await gitLine('status', '--porcelain', '--untracked-files=no', '--', '.')) === '';
  return { remote: url && normalRemote(url), rootCommit: roots.sort()[0] || null, commit: isClean ? head : null };
}
