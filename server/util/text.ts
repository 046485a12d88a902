/**
 * Owns every unit of position: UTF-16 offsets, 0-based lines, and columns in UTF-8, UTF-16 or UTF-32.
 * Lines end at \n, \r\n or \r, as LSP has them.
 */
export type PositionEncoding = 'utf-8' | 'utf-16' | 'utf-32';

/** The 0-based line of an offset, from the offsets at which lines start. */
export function lineAmong(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] as number) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Offsets at which lines start; `lineStarts[0]` is 0. */
export class LineIndex {
  readonly starts: readonly number[];
  readonly length: number;
  constructor(text: string) {
    this.length = text.length;
    const starts = [0];
    for (let i = text.indexOf('\n'), r = text.indexOf('\r'); i >= 0 || r >= 0; ) {
      if (r >= 0 && (i < 0 || r < i)) {
        if (r + 1 === i) {
          starts.push(i + 1);
          i = text.indexOf('\n', i + 1);
        } else starts.push(r + 1);
        r = text.indexOf('\r', r + 1);
      } else {
        starts.push(i + 1);
        i = text.indexOf('\n', i + 1);
      }
    }
    this.starts = starts;
  }
  /** Number of lines; a text that ends with a line break has an empty last line. */
  get lines(): number {
    return this.starts.length;
  }
  /** The 0-based line of an offset. */
  lineAt(offset: number): number {
    return lineAmong(this.starts, offset);
  }
  /** Offset of the start of a line; the text's length for lines beyond its end. */
  offsetOf(line: number): number {
    return line <= 0 ? 0 : line < this.starts.length ? (this.starts[line] as number) : this.length;
  }
}

/** Units of `text[from, to)` in an encoding. */
export function columnsOf(text: string, from: number, to: number, encoding: PositionEncoding): number {
  if (encoding === 'utf-16') return to - from;
  const part = text.slice(from, to);
  if (encoding === 'utf-8') return Buffer.byteLength(part, 'utf8');
  let count = 0;
  for (const _ of part) count++;
  return count;
}

/** Offset of a column counted from `lineStart`, not beyond `lineEnd`; a column inside a character is moved to its start. */
export function offsetOfColumn(text: string, lineStart: number, lineEnd: number, column: number, encoding: PositionEncoding): number {
  if (encoding === 'utf-16') return Math.min(lineStart + Math.max(0, column), lineEnd);
  let units = 0;
  let at = lineStart;
  while (at < lineEnd) {
    const code = text.codePointAt(at) as number;
    const size = encoding === 'utf-32' ? 1 : code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (units + size > column) break;
    units += size;
    at += code > 0xffff ? 2 : 1;
  }
  return at;
}

/** The text with U+FFFD for each half of a surrogate pair that stands alone; of the same length. */
export const wellFormedOf = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd');

/** The name on a line that a column is in, or at the end of; '' where there is none. */
export const wordAt = (line: string, column: number): string =>
  (/(?<![\p{L}\p{N}_$])[\p{L}\p{N}_$]+$/u.exec(line.slice(0, column))?.[0] ?? '') +
  (/^[\p{L}\p{N}_$]+/u.exec(line.slice(column))?.[0] ?? '');
