/**
 * Read-through: the files that an answer names are compared with the disk before it is sent, since a file may have changed or gone
 * without a watcher event. Files that differ are indexed first and the question is asked again, within a time limit.
 * Invariant: no answer names a file that was not on disk, or quotes a text that was not, when the question was asked.
 */
import { within } from '../../util/within.js';
import type { FileEntry, WorkspacePath } from '../model/file.js';
import { limits } from '../model/limits.js';
import type { Problem } from '../model/problem.js';

/** The indexer's side. */
export interface DiskCheck {
  /** Those of the files that differ on disk from the index, or are gone (null). */
  stale(paths: readonly WorkspacePath[]): ReadonlyMap<WorkspacePath, FileEntry | null>;
  /** True where the index now agrees with the disk. Never rejects. */
  catchUp(path: WorkspacePath, entry: FileEntry | null): Promise<boolean>;
}

export interface AnswerKind<Found> {
  /** Adds its problems to the list. */
  readonly ask: (problems: Problem[]) => Found | Promise<Found>;
  /** Every file that the answer names or quotes. */
  readonly filesOf: (found: Found) => Iterable<WorkspacePath>;
  /** The answer without everything that comes from these files. */
  readonly without: (found: Found, files: ReadonlySet<WorkspacePath>) => Found;
}

/** What the last round of asking found, with its problems. */
export interface FreshAnswer<Found> {
  readonly found: Found;
  readonly problems: Problem[];
}

export async function freshAnswer<Found>(
  disk: DiskCheck,
  { ask, filesOf, without }: AnswerKind<Found>,
  signal?: AbortSignal,
): Promise<FreshAnswer<Found>> {
  const checked = new Set<WorkspacePath>();
  let deadline: number | null = null;
  for (;;) {
    const problems: Problem[] = [];
    const found = await ask(problems);
    signal?.throwIfAborted();
    const unchecked = [...new Set(filesOf(found))].filter((path) => !checked.has(path));
    const stale = disk.stale(unchecked);
    if (stale.size === 0) return { found, problems };
    for (const path of unchecked) if (!stale.has(path)) checked.add(path);
    deadline ??= performance.now() + limits.maxCatchUpMs;
    if (performance.now() >= deadline) {
      problems.push(staleProblem([...stale.keys()]));
      return { found: without(found, new Set(stale.keys())), problems };
    }
    const work = [...stale].map(async ([path, entry]) => {
      if (await disk.catchUp(path, entry)) checked.add(path);
    });
    const isInTime = await within(deadline - performance.now(), Promise.all(work), signal);
    // Where every file failed, another attempt would fail again.
    if (isInTime && ![...stale.keys()].some((path) => checked.has(path))) deadline = 0;
  }
}

function staleProblem(paths: readonly WorkspacePath[]): Problem {
  const shown = paths.slice(0, 5).join(', ');
  const more = paths.length > 5 ? ` and ${paths.length - 5} more` : '';
  return { code: 'stale', message: `left out: files that changed on disk and are not indexed yet: ${shown}${more}`, incomplete: true };
}
