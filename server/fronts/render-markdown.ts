/**
 * An answer as one Markdown document (R11): each result headed by path and symbol, its source in a fence, and at the
 * end what the code needs and what the answer may lack. Pure; every front that gives Markdown uses it.
 */

import { fenceOf, headingOf, neededHeading, neededLine } from '../core/model/answer-text.js';

/** What of a result is shown. */
export interface MarkdownResult {
  readonly path: string;
  readonly language: string;
  readonly qualifiedName: string;
  readonly symbolKind: string | null;
  readonly range: { readonly start: { readonly line: number }; readonly end: { readonly line: number } };
  readonly text: string;
  readonly signature: string;
  readonly shortening: string;
  readonly unsaved: boolean;
}

/** What of an answer is shown; the wire form of `context/retrieve` fits. */
export interface MarkdownAnswer {
  readonly query: string;
  readonly results: readonly MarkdownResult[];
  readonly needed: readonly { readonly signature: string; readonly path: string; readonly range: MarkdownResult['range'] }[];
  readonly isIncomplete: boolean;
  readonly problems: readonly { readonly message: string; readonly incomplete: boolean }[];
}

export function renderMarkdown(answer: MarkdownAnswer): string {
  const sections = answer.results.length > 0 ? answer.results.map(renderSection) : ['No results.'];
  const parts = [...sections, renderNeeded(answer), renderLack(answer)].filter((part) => part !== '');
  return `${parts.join('\n\n')}\n`;
}

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

/** One result: its heading, and its source in a fence. */
export function renderSection(result: MarkdownResult): string {
  const { start, end } = result.range;
  const head = headingOf(result, { start: start.line, end: end.line }, result.text);
  const shown = result.text === '' ? result.signature : result.text;
  if (shown === '') return head;
  const { above, below } = fenceOf(shown, result.language);
  return `${head}\n\n${above}\n${shown.endsWith('\n') ? shown : `${shown}\n`}${below}`;
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
