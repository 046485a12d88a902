/**
 * An answer as one Markdown document: each result headed by path and symbol, its source with line numbers in a fence, then what
 * belongs to the results, what the code needs and what the answer may lack. Without texts a list of places. Pure; every front that gives
 * Markdown uses it.
 */

import { fenceOf, headingOf, neededHeading, neededLine, placeLine } from '../core/model/answer-text.js';
import { numbered, type Segment } from '../core/model/shown-lines.js';

/** What of a result is shown. */
export interface MarkdownResult {
  readonly path: string;
  readonly language: string;
  readonly qualifiedName: string;
  readonly symbolKind: string | null;
  readonly range: { readonly start: { readonly line: number }; readonly end: { readonly line: number } };
  readonly selectionRange: { readonly start: { readonly line: number } };
  readonly text: string;
  readonly segments: readonly Segment[];
  readonly reason: string;
  readonly signature: string;
  readonly shortening: string;
  readonly unsaved: boolean;
}

/** What of an answer is shown; the wire form of `context/retrieve` fits. */
export interface MarkdownAnswer {
  readonly results: readonly MarkdownResult[];
  readonly related: readonly MarkdownResult[];
  readonly needed: readonly { readonly signature: string; readonly path: string; readonly range: MarkdownResult['range'] }[];
  readonly isIncomplete: boolean;
  readonly problems: readonly { readonly message: string; readonly incomplete: boolean }[];
}

export function renderMarkdown(answer: MarkdownAnswer): string {
  const parts = [...renderResults(answer), renderNeeded(answer), renderLack(answer)].filter((part) => part !== '');
  return `${parts.join('\n\n')}\n`;
}

function renderResults({ results, related }: MarkdownAnswer): string[] {
  if (results.length === 0) return ['No results.'];
  if (isPlaces(results)) return [renderPlaces(results)];
  return [...results.map((result) => renderSection(result)), ...related.map((result) => renderSection(result, result.reason))];
}

/** Only places were asked for. */
export const isPlaces = (results: readonly Pick<MarkdownResult, 'text'>[]): boolean => results.every(({ text }) => text === '');

/** One line a result. */
export const renderPlaces = (results: readonly Pick<MarkdownResult, 'path' | 'selectionRange' | 'qualifiedName'>[]): string =>
  results.map(({ path, selectionRange, qualifiedName }) => placeLine(path, selectionRange.start.line, qualifiedName)).join('\n');

/** What the shown code mentions and is not shown; '' where there is none. */
export function renderNeeded({ needed }: Pick<MarkdownAnswer, 'needed'>): string {
  if (needed.length === 0) return '';
  const lines = needed.map(({ signature, path, range }) => neededLine(signature, path, range.start.line));
  return `${neededHeading}\n\n${lines.join('\n')}`;
}

/** A note where the answer may be incomplete, else ''. */
export function renderLack({ isIncomplete, problems }: Pick<MarkdownAnswer, 'isIncomplete' | 'problems'>): string {
  if (!isIncomplete) return '';
  const why = problems.filter((problem) => problem.incomplete).map((problem) => problem.message);
  return `> This answer may be incomplete${why.length > 0 ? `: ${oneLine(why.join('; '))}` : '.'}`;
}

/** One result: its heading, and its source in a fence. @param belongs how it belongs to a result, where it does not answer itself */
export function renderSection(result: MarkdownResult, belongs?: string): string {
  const { start, end } = result.range;
  const head = headingOf({ ...result, belongs }, { start: start.line, end: end.line }, result.text);
  const shown = result.text === '' ? result.signature : result.text;
  if (shown === '') return head;
  const { above, below } = fenceOf(shown, result.language);
  const lines = numbered(shown, result.segments);
  return `${head}\n\n${above}\n${lines.endsWith('\n') ? lines : `${lines}\n`}${below}`;
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
