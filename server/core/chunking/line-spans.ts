/**
 * Spans of text as whole lines. A chunk's `lines` and the text of a result shown whole both follow from its span here,
 * so that they always agree. Pure.
 */

import type { LineIndex } from '../../util/text.js';
import type { LineSpan } from '../model/file.js';
import type { TextSpan } from '../model/symbol.js';

const isBreak = (code: number): boolean => code === 10 || code === 13;
const isBlank = (code: number): boolean => code === 32 || code === 9 || code === 12 || isBreak(code);

/** Number of lines of a text, at least 1. A final line break does not begin another line. */
export const countedLines = (index: LineIndex): number =>
  index.lines > 1 && index.starts[index.lines - 1] === index.length ? index.lines - 1 : index.lines;

/** A span without white space at its end and without blank lines at its start; one of white space alone stays as it is. */
export function withoutBlankEnds(text: string, span: TextSpan): TextSpan {
  let { start, end } = span;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
  if (end === start) return span;
  for (let at = start; at < end && isBlank(text.charCodeAt(at)); at++) if (isBreak(text.charCodeAt(at))) start = at + 1;
  return { start, end };
}

/** The lines that a span touches. */
export const linesOf = (span: TextSpan, index: LineIndex): LineSpan => ({
  start: index.lineAt(span.start),
  end: index.lineAt(Math.max(span.start, span.end - 1)) + 1,
});

/** A span extended to the whole lines that it touches, the last one's line break included. */
export function wholeLines(text: string, span: TextSpan): TextSpan {
  let start = span.start;
  while (start > 0 && !isBreak(text.charCodeAt(start - 1))) start--;
  let end = Math.max(span.start, span.end - 1);
  while (end < text.length && !isBreak(text.charCodeAt(end))) end++;
  if (text.charCodeAt(end) === 13 && text.charCodeAt(end + 1) === 10) end++;
  return { start, end: Math.min(text.length, end + 1) };
}
