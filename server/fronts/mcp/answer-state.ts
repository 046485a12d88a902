/** The state of the index in every answer, and the wait for an index that is being built. */
import type { Engine } from '../../core/engine/engine-api.js';
import type { Problem } from '../../core/model/problem.js';
import { counted, type Progress } from '../../core/model/progress.js';
import type { McpAnswerState } from '../../protocol/mcp-common.js';

/** An answer from a partial index costs an agent more than this wait. Some 500,000 lines are indexed in that time. */
const MAX_WAIT_MS = 10_000;

/** Already part of the line about the index. */
const IN_STATE: ReadonlySet<Problem['code']> = new Set(['indexing', 'verifying', 'nothingIndexed']);
/** Shown although the answer is complete. */
const TOLD: ReadonlySet<Problem['code']> = new Set(['budgetExceeded', 'queryCut', 'provider']);

/** @param problems of the answer */
export function answerState(engine: Engine, { problems }: { readonly problems: readonly Problem[] }): McpAnswerState {
  const { roots, files } = engine.status();
  const state = problems.find(({ code }) => IN_STATE.has(code));
  const notes = problems.filter(({ code, incomplete }) => !IN_STATE.has(code) && (incomplete || TOLD.has(code)));
  return {
    workspace: roots.map(({ folder }) => folder),
    index: state
      ? `index: ${state.message}${state.incomplete ? '; results may be missing' : ''}`
      : `index: ready, ${counted(files, 'files')}`,
    isIncomplete: problems.some(({ incomplete }) => incomplete),
    notes: notes.map(({ message }) => message),
  };
}

/** The last lines of an answer as text. */
export const stateText = ({ index, notes }: McpAnswerState): string => [...notes.map((note) => `note: ${note}`), index].join('\n');

/** Resolves when the index matches the disk, or after a time limit. Rejects when aborted. */
export async function waitForIndex(engine: Engine, signal: AbortSignal, onProgress: (progress: Progress) => void): Promise<void> {
  signal.throwIfAborted();
  const stop = engine.onProgress(onProgress);
  let timer: NodeJS.Timeout | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      timer = setTimeout(resolve, MAX_WAIT_MS);
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      engine.settled().then(resolve, reject);
    });
  } finally {
    clearTimeout(timer);
    stop();
  }
}
