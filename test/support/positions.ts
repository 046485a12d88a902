/** Positions of words in a text, in any encoding, and the words at positions. */
export type Encoding = 'utf-8' | 'utf-16' | 'utf-32';

export interface Place {
  readonly line: number;
  readonly character: number;
}
export interface Span {
  readonly start: Place;
  readonly end: Place;
}

const units = (text: string, encoding: Encoding): number =>
  encoding === 'utf-8' ? Buffer.byteLength(text) : encoding === 'utf-16' ? text.length : [...text].length;

export function placeOf(text: string, offset: number, encoding: Encoding): Place {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length - 1, character: units(before.slice(lineStart), encoding) };
}

/** The span of a word; the last of several, or the nth from 0. */
export function spanOf(text: string, word: string, encoding: Encoding, nth = -1): Span {
  const all = [...text.matchAll(new RegExp(`(?<![\\w])${word}(?![\\w])`, 'g'))].map(({ index }) => index);
  const offset = all.at(nth);
  if (offset === undefined) throw new Error(`no ${word} in the text`);
  return { start: placeOf(text, offset, encoding), end: placeOf(text, offset + word.length, encoding) };
}

export function offsetOf(text: string, { line, character }: Place, encoding: Encoding): number {
  const lines = text.split('\n');
  const start = lines.slice(0, line).reduce((sum, one) => sum + one.length + 1, 0);
  const here = lines[line] ?? '';
  for (let column = 0; column <= here.length; column++) {
    if (units(here.slice(0, column), encoding) === character) return start + column;
  }
  throw new Error(`${line}:${character} is no position of the text in ${encoding}: ${JSON.stringify(here)}`);
}

export const textAt = (text: string, { start, end }: Span, encoding: Encoding): string =>
  text.slice(offsetOf(text, start, encoding), offsetOf(text, end, encoding));

/** A text after edits that all refer to it as it was. */
export function withEdits(text: string, edits: readonly { range: Span; newText: string }[], encoding: Encoding): string {
  const placed = edits.map(({ range, newText }) => ({
    from: offsetOf(text, range.start, encoding),
    to: offsetOf(text, range.end, encoding),
    newText,
  }));
  placed.sort((a, b) => b.from - a.from);
  for (const { from, to, newText } of placed) text = text.slice(0, from) + newText + text.slice(to);
  return text;
}
