/**
 * The source of a chunk as it is shown and embedded: clean text, the bodies of its children collapsed to
 * `signature { /* 38 lines collapsed *\/ }` in the language's own comment style (C1).
 */
import type { TextSpan } from '../model/symbol.js';
import { type CommentStyle, commentStyle } from './comment-style.js';
import { wholeLines } from './line-spans.js';

/** What rendering needs of a chunk; Chunk and ChunkRecord both have it. */
export interface Renderable {
  readonly span: TextSpan;
  readonly bodySpan: TextSpan | null;
}

/** Bodies of fewer lines are shown: a placeholder would not be shorter. */
const MIN_COLLAPSED_LINES = 3;

const countLines = (text: string, from: number, to: number): number => {
  let count = 1;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count++;
  return count;
};

/** Start of the line that holds `offset`, if only blanks stand before it; else the offset itself. */
export function lineStartIfBlank(text: string, offset: number): number {
  let at = offset;
  while (at > 0) {
    const c = text.charCodeAt(at - 1);
    if (c === 32 || c === 9) at--;
    else return c === 10 || c === 13 ? at : offset;
  }
  return at;
}

function placeholder(lines: number, style: CommentStyle): string {
  return `${style.open}${lines} line${lines === 1 ? '' : 's'} collapsed${style.close}`;
}

/** `text[from, to)` with each of `bodies` (sorted, disjoint) that has lines enough replaced by a placeholder. */
export function collapse(text: string, from: number, to: number, bodies: readonly TextSpan[], language: string): string {
  const style = commentStyle(language);
  let out = '';
  let at = from;
  for (const body of bodies) {
    if (body.start < at || body.end > to) continue;
    let end = body.end;
    while (end > body.start && /\s/.test(text[end - 1] as string)) end--;
    let start = body.start;
    while (start < end && /\s/.test(text[start] as string)) start++;
    const lines = countLines(text, start, end);
    if (lines < MIN_COLLAPSED_LINES) continue;
    const before = text.slice(at, body.start).trimEnd();
    out += `${before}${before ? ' ' : ''}${placeholder(lines, style)}`;
    at = end;
    // What closes the body moves up beside the placeholder, unless the comment would swallow it.
    const rest = text.slice(at, to);
    const closer = /^\s*([}\])>]+[;,)]*)/.exec(rest);
    if (style.toLineEnd) {
      if (closer || !/^[ \t]*\r?\n/.test(rest)) out += '\n';
      if (closer) at += rest.search(/\S/);
    } else if (closer) {
      out += ' ';
      at += rest.search(/\S/);
    }
  }
  return out + text.slice(at, to);
}

/** Bodies of the direct children of a chunk, in source order: what `collapse` folds. */
export const bodiesOf = (children: readonly Renderable[]): TextSpan[] =>
  children
    .map((child) => child.bodySpan)
    .filter((body): body is TextSpan => body !== null)
    .sort((a, b) => a.start - b.start);

/** A chunk's source as it stands in the file: exactly its whole lines, with their line breaks. */
export function wholeSource(text: string, { span }: Pick<Renderable, 'span'>): string {
  const { start, end } = wholeLines(text, span);
  return text.slice(start, end);
}

/** A chunk's lines with its children collapsed, common indentation kept, without blank lines at either end. */
export function renderChunk(text: string, chunk: Renderable, children: readonly Renderable[], language: string): string {
  const { start, end } = wholeLines(text, chunk.span);
  return collapse(text, start, end, bodiesOf(children), language).replace(/^(?:[ \t]*\r?\n)+|\s+$/g, '');
}
