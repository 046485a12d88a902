/** Real git repositories with a history, for tests of what is read from one. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { RepositoryHistory } from '../../server/io/history/repository-history.js';
import { findGit, gitNames, gitOutput } from '../../server/io/workspace/git.js';
import { silent } from '../../server/util/log.js';
import type { Workspace } from '../support/real-engine.js';
import { workspace } from '../support/real-engine.js';

const program = findGit([]);
export const gitMissing: string | false = program ? false : 'no git';

export const dayMs = 24 * 3600 * 1000;
/** When the newest commit of a test was made. */
export const newest = Date.UTC(2024, 5, 1);

export interface Repository extends Workspace {
  git(...args: string[]): string;
  /** Writes the files and commits everything, so many days before `newest`. */
  commit(subject: string, daysAgo: number, files?: Readonly<Record<string, string>>): string;
  text(path: string): string;
}

export function repository(t: TestContext): Repository {
  const place = workspace(t);
  return { ...place, ...repositoryIn(place) };
}

export function repositoryIn(place: Pick<Workspace, 'folder' | 'file' | 'write'>): Pick<Repository, 'git' | 'commit' | 'text'> {
  const run = (args: readonly string[], date = newest) => {
    const at = `${Math.floor(date / 1000)} +0000`;
    const env = { ...process.env, GIT_AUTHOR_DATE: at, GIT_COMMITTER_DATE: at, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
    return execFileSync(program as string, args, { cwd: place.folder, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
  };
  run(['init', '-q', '-b', 'main']);
  run(['config', 'user.name', 'Ada Ö']);
  run(['config', 'user.email', 'ada@example.org']);
  return {
    git: (...args) => run(args),
    commit(subject, daysAgo, files = {}) {
      for (const [path, text] of Object.entries(files)) place.write(path, text);
      run(['add', '-A']);
      run(['commit', '-q', '--allow-empty', '-m', subject], newest - daysAgo * dayMs);
      return run(['rev-parse', 'HEAD']);
    },
    text: (path) => readFileSync(place.file(path), 'utf8'),
  };
}

export interface HistoryChoices {
  readonly roots?: readonly { readonly name: string; readonly folder: string }[];
  readonly onRun?: (args: readonly string[]) => void;
}

/** A history on a workspace; it has not read anything yet. */
export function historyOn(t: TestContext, { folder, cacheDir }: Workspace, { roots, onRun }: HistoryChoices = {}): RepositoryHistory {
  const git = program as string;
  const history = new RepositoryHistory({
    forgotten: () => [],
    git: {
      names: (args, inFolder, signal) => {
        onRun?.(args);
        return gitNames(git, args, inFolder, signal);
      },
      output: (args, inFolder, signal) => {
        onRun?.(args);
        return gitOutput(git, args, inFolder, { signal });
      },
    },
    roots: roots ?? [{ name: 'workspace', folder }],
    file: `${cacheDir}.history.json`,
    log: silent,
  });
  t.after(() => history.close());
  return history;
}
