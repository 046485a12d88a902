/** The state of the index in every answer, and the wait for an index that is being built. */
import type { Engine } from '../../core/engine/engine-api.js';
import type { Status } from '../../core/model/answer.js';
import { clipped, isDenial } from '../../core/model/answer-text.js';
import type { Problem } from '../../core/model/problem.js';
import { counted, type Progress } from '../../core/model/progress.js';
import type { McpAnswerState } from '../../protocol/mcp-common.js';
import { waitForIndex } from '../wait-for-index.js';

export interface Waits {
  /** An answer from a partial index costs an agent more than this wait. Some 500,000 lines are indexed in that time. */
  readonly forIndexMs: number;
  /** An empty answer from a partial index is asked again so often, after so long. Together less than the minute after which clients give up. */
  readonly emptyRounds: number;
  readonly emptyMs: number;
}

const usualWaits: Waits = { forIndexMs: 10_000, emptyRounds: 7, emptyMs: 5_000 };

/** Characters of the reason why references are not confirmed; the first part of it says enough. */
const MAX_WHY = 90;

/** Already part of the line about the index. */
const IN_STATE: ReadonlySet<Problem['code']> = new Set(['indexing', 'verifying', 'nothingIndexed']);
/** Shown although the answer is complete. */
const TOLD: ReadonlySet<Problem['code']> = new Set([
  'budgetExceeded',
  'queryCut',
  'emptyQuery',
  'noMatch',
  'unknownName',
  'sameName',
  'indirect',
  'masked',
  'unmatchedPath',
  'translated',
  'corrected',
  'provider',
]);

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

/** The first line of an answer from a partial index: what follows may be far from the best. */
export const warningText = ({ index, isIncomplete }: McpAnswerState): string[] =>
  isIncomplete && !index.startsWith('index: ready') ? [`${index}\n`] : [];

/** The last lines of an answer as text. @param told notes that stand elsewhere */
export const stateText = ({ index, notes }: McpAnswerState, told: readonly string[] = []): string =>
  [...notes.filter((note) => !told.includes(note)).map(noteText), index].join('\n');

export const noteText = (note: string): string => `note: ${note}`;

/**
 * How far language servers have confirmed the references of languages, a line each; of the others names decide. Nothing for a language whose
 * files are all confirmed.
 */
export function unconfirmed(engine: Engine, languages: readonly string[]): string[] {
  const status = engine.status();
  return [...new Set(languages)].flatMap((language) => {
    const own = status.structure.find((one) => one.language === language);
    if (own && own.withEdges >= own.files) return [];
    const { server, why } = causeOf(status, language);
    const known = own?.withEdges
      ? `language servers confirmed the references of ${own.withEdges} of ${own.files} files; the others are resolved by name`
      : 'references are resolved by name only';
    return [`${language}: ${known}${why ? ` (${server}: ${why})` : ''}`];
  });
}

/** Why a language server has not confirmed all references: that it is away, or what it says of the workspace; '' where neither is known. */
export function causeOf(
  { structure, servers }: Pick<Status, 'structure' | 'servers'>,
  language: string,
): { readonly server: string; readonly why: string } {
  const server = servers.find((one) => one.languages.includes(language));
  const isAway = server?.state === 'missing' || server?.state === 'resting';
  const known = structure.find((one) => one.language === language);
  // What is wrong with the workspace is no reason while files are still waiting.
  const isAtWork = known?.state === 'running' || known?.state === 'waiting';
  const why = (isAway ? server?.reason : isAtWork ? 'still at work' : known && server?.remarks.join('; ')) || '';
  const [first = '', second = ''] = why.split(/[;:] /);
  return { server: server?.server ?? '', why: clipped(first === 'not started' ? `${first}: ${second}` : first, MAX_WHY) };
}

export const denialsOf = (problems: readonly Problem[]): string[] => problems.filter(isDenial).map(({ message }) => message);

/**
 * Asks when the index matches the disk, or after a time limit. While the index is being built an empty answer is not given before more
 * files were searched. Rejects when aborted.
 */
export async function askWhenIndexed<Asked extends { readonly output: McpAnswerState }>(
  engine: Pick<Engine, 'onProgress' | 'settled'>,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
  ask: () => Promise<Asked>,
  isEmpty: (answer: Asked) => boolean,
  waits: Waits = usualWaits,
): Promise<Asked> {
  await waitForIndex(engine, signal, onProgress, waits.forIndexMs);
  let answer = await ask();
  for (let round = 0; round < waits.emptyRounds && answer.output.isIncomplete && isEmpty(answer); round++) {
    await waitForIndex(engine, signal, onProgress, waits.emptyMs);
    answer = await ask();
  }
  return answer;
}
