/**
 * Read-through: the files that an answer names are compared with the disk before it is sent, since a file may have changed or gone
 * without any event having arrived. What differs is indexed first and the question asked again, within a bound of time.
 * Invariant: no answer names a file that was not on disk, or quotes a text that was not, when the question was asked.
 */
import type { FileEntry, WorkspacePath } from '../model/file.js';
import { limits } from '../model/limits.js';
import type { Problem } from '../model/problem.js';

/** The indexer's side. */
export interface DiskCheck {
  /** Those of the files that the disk holds otherwise than the index, or not at all (null). */
  stale(paths: readonly WorkspacePath[]): ReadonlyMap<WorkspacePath, FileEntry | null>;
  /** True where the index now holds what the disk holds. Never rejects. */
  catchUp(path: WorkspacePath, entry: FileEntry | null): Promise<boolean>;
}

export interface AnswerState {
  readonly problems: readonly Problem[];
  readonly isIncomplete: boolean;
}

export interface AnswerKind<Answer> {
  readonly ask: () => Answer | Promise<Answer>;
  /** Every file that the answer names or quotes. */
  readonly filesOf: (answer: Answer) => Iterable<WorkspacePath>;
  /** The answer less all that comes from these files. */
  readonly without: (answer: Answer, files: ReadonlySet<WorkspacePath>) => Answer;
}

export async function freshAnswer<Answer extends AnswerState>(
  disk: DiskCheck,
  { ask, filesOf, without }: AnswerKind<Answer>,
  signal?: AbortSignal,
): Promise<Answer> {
  const checked = new Set<WorkspacePath>();
  let deadline: number | null = null;
  for (;;) {
    const answer = await ask();
    signal?.throwIfAborted();
    const unchecked = [...new Set(filesOf(answer))].filter((path) => !checked.has(path));
    const stale = disk.stale(unchecked);
    if (stale.size === 0) return answer;
    for (const path of unchecked) if (!stale.has(path)) checked.add(path);
    deadline ??= performance.now() + limits.maxCatchUpMs;
    if (performance.now() >= deadline) return withoutStale(without(answer, new Set(stale.keys())), [...stale.keys()]);
    const work = [...stale].map(async ([path, entry]) => {
      if (await disk.catchUp(path, entry)) checked.add(path);
    });
    const isInTime = await within(Promise.all(work), deadline, signal);
    // What failed would fail again.
    if (isInTime && ![...stale.keys()].some((path) => checked.has(path))) deadline = 0;
  }
}

function withoutStale<Answer extends AnswerState>(answer: Answer, paths: readonly WorkspacePath[]): Answer {
  const shown = paths.slice(0, 5).join(', ');
  const message = `left out of this answer, since they changed on disk and are not indexed yet: ${shown}${paths.length > 5 ? ` and ${paths.length - 5} more` : ''}`;
  return { ...answer, problems: [...answer.problems, { code: 'stale', message, incomplete: true }], isIncomplete: true };
}

/** False where the deadline came first. Rejects when aborted. */
async function within(work: Promise<unknown>, deadline: number, signal?: AbortSignal): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), Math.max(0, deadline - performance.now()));
  });
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
    signal?.throwIfAborted();
  }
}
