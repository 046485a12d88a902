/**
 * An answer as one Markdown document: what may be missing and other notes on the answer, each result headed by path and symbol, its source
 * with line numbers in a fence, then the signatures that the code needs and the related results. Without texts a list of places. Pure; used
 * by every front.
 */
import type { Answer, Result } from '../core/model/answer.js';
import {
  callerItem,
  callersHeading,
  fenceOf,
  headingOf,
  isListed,
  neededHeading,
  neededLine,
  notesOf,
  oneLine,
  placeLine,
  relatedHeading,
  summaryOf,
} from '../core/model/answer-text.js';

import type { Problem } from '../core/model/problem.js';
import { numbered } from '../core/model/shown-lines.js';

/** What is shown of an answer of the engine. */
export type ShownAnswer = Pick<Answer, 'results' | 'needed' | 'callers' | 'isIncomplete'> & {
  readonly related: readonly Result[];
  readonly problems: readonly (Pick<Problem, 'message' | 'incomplete'> & { readonly code: string })[];
};

export function renderMarkdown(answer: ShownAnswer): string {
  const parts = [
    [renderLack(answer), notesOf(answer.problems)].filter(Boolean).join('\n'),
    ...renderResults(answer),
    renderCallers(answer),
    renderNeeded(answer),
    ...renderRelated(answer),
  ].filter((part) => part !== '');
  return `${parts.join('\n\n')}\n`;
}

function renderResults({ results: all, callers }: ShownAnswer): string[] {
  if (all.length === 0) return ['No results.'];
  const results = all.filter((result) => !isListed(result, callers));
  if (isPlaces(results)) return [renderPlaces(results)];
  return results.map((result) => renderSection(result));
}

/** The related results below their own heading, the first with it; none beside places only. */
export function renderRelated({ results, related }: Pick<ShownAnswer, 'results' | 'related'>): string[] {
  if (isPlaces(results)) return [];
  const sections = related.map((result) => renderSection(result, result.reason));
  return sections.map((section, i) => (i === 0 ? `${relatedHeading}\n\n${section}` : section));
}

/** True where the question asked for places only. */
export const isPlaces = (results: readonly Pick<Result, 'text'>[]): boolean => results.every(({ text }) => text === '');

/** One line a result. */
export const renderPlaces = (results: readonly Result[]): string =>
  results.map(({ path, nameLine, qualifiedName }) => placeLine(path, nameLine, qualifiedName)).join('\n');

/** Lines that call or implement the first results; '' where there are none. */
function renderCallers({ callers, problems }: Pick<ShownAnswer, 'callers' | 'problems'>): string {
  if (callers.length === 0) return '';
  const isUnresolved = problems.some(
    ({ code, message }) => code === 'structureFromSyntax' || (code === 'languageServer' && /names only/.test(message)),
  );
  return [callersHeading, callers.map(callerItem).join('\n'), isUnresolved ? unresolvedNote : ''].filter(Boolean).join('\n\n');
}

const unresolvedNote = '> By names alone where no language server has resolved the file.';

/** Signatures that the shown code mentions and that are not shown; '' where there are none. */
export function renderNeeded({ needed }: Pick<ShownAnswer, 'needed'>): string {
  if (needed.length === 0) return '';
  const lines = needed.map(({ signature, path, line }) => neededLine(signature, path, line));
  return `${neededHeading}\n\n${lines.join('\n')}`;
}

/** A note where the answer may be incomplete, else ''. */
export function renderLack({ isIncomplete, problems }: Pick<ShownAnswer, 'isIncomplete' | 'problems'>): string {
  if (!isIncomplete) return '';
  const why = problems.filter((problem) => problem.incomplete).map((problem) => problem.message);
  return `> This answer may be incomplete${why.length > 0 ? `: ${oneLine(why.join('; '))}` : '.'}`;
}

/** One result: its heading, and its source in a fence. @param belongs the relation of a related result */
export function renderSection(result: Result, belongs?: string): string {
  const head = headingOf({ ...result, belongs }, result.lines, result.text);
  if (result.shortening === 'place') return `${head}\n\n${summaryOf(result)}`.trimEnd();
  const shown = result.text === '' ? result.signature : result.text;
  if (shown === '') return head;
  const { above, below } = fenceOf(shown, result.language);
  const lines = numbered(shown, result.segments);
  return `${head}\n\n${above}\n${lines.endsWith('\n') ? lines : `${lines}\n`}${below}`;
}
