/**
 * The lines of a source as an answer shows it, each with the line of the file that it is. The text itself stays clean; documents and
 * terminals print the numbers beside it, and tokens are counted for what is printed. Pure.
 */

export interface ShownLine {
  readonly text: string;
  /** 0-based line of the file; null for a note on omitted lines. */
  readonly line: number | null;
}

/** A run of lines of a text that follow each other in the file as well: `text` line `textLine + i` is line `line + i`, for i < `count`. */
export interface Segment {
  readonly textLine: number;
  readonly line: number;
  readonly count: number;
}

export const textOfLines = (lines: readonly ShownLine[]): string => lines.map(({ text }) => text).join('\n');

export function segmentsOf(lines: readonly ShownLine[]): Segment[] {
  const found: { textLine: number; line: number; count: number }[] = [];
  for (const [textLine, { line }] of lines.entries()) {
    if (line === null) continue;
    const last = found.at(-1);
    if (last && last.textLine + last.count === textLine && last.line + last.count === line) last.count++;
    else found.push({ textLine, line, count: 1 });
  }
  return found;
}

/** The text with its line numbers (from 1) in front; notes have none. */
export function numbered(text: string, segments: readonly Segment[]): string {
  if (!segments.length) return text;
  // A final line break ends the last line; it begins none.
  const lines = text.replace(/\n$/, '').split('\n');
  const numbers = new Array<string>(lines.length).fill('');
  for (const { textLine, line, count } of segments) for (let i = 0; i < count; i++) numbers[textLine + i] = String(line + i + 1);
  const width = Math.max(...numbers.map(({ length }) => length));
  return lines.map((line, i) => `${(numbers[i] ?? '').padStart(width)} ${line}`.trimEnd()).join('\n');
}
