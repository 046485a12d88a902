/** Which lines of the committed text a span of the present text comes from. Pure; a few edits in a file, not a general diff. */
import type { LineSpan } from '../../core/model/file.js';

/** Line spans of the committed text, ascending; empty where all of the span is new. */
export function committedLines(before: readonly string[], after: readonly string[], span: LineSpan): LineSpan[] {
  const shorter = Math.min(before.length, after.length);
  let prefix = 0;
  while (prefix < shorter && before[prefix] === after[prefix]) prefix++;
  let suffix = 0;
  while (suffix < shorter - prefix && before[before.length - 1 - suffix] === after[after.length - 1 - suffix]) suffix++;
  const places = placesOf(before, prefix, before.length - suffix);
  const found: number[] = [];
  for (let line = span.start; line < Math.min(span.end, after.length); line++) {
    if (line < prefix) found.push(line);
    else if (line >= after.length - suffix) found.push(line + before.length - after.length);
    else {
      const place = places.get(after[line] as string);
      if (place !== undefined && place >= 0) found.push(place);
    }
  }
  return spansOf([...new Set(found)].sort((a, b) => a - b));
}

/** Line text to its line number where it occurs once; -1 where it occurs more often and identifies nothing. */
function placesOf(lines: readonly string[], start: number, end: number): Map<string, number> {
  const places = new Map<string, number>();
  for (let line = start; line < end; line++) {
    const text = lines[line] as string;
    if (text.trim() !== '') places.set(text, places.has(text) ? -1 : line);
  }
  return places;
}

function spansOf(lines: readonly number[]): LineSpan[] {
  const spans: { start: number; end: number }[] = [];
  for (const line of lines) {
    const last = spans.at(-1);
    if (last && last.end === line) last.end++;
    else spans.push({ start: line, end: line + 1 });
  }
  return spans;
}

/** Lines without their line breaks; whether a file has one at its end does not matter. */
export const linesOf = (text: string): string[] => text.replace(/\n$/, '').split(/\r?\n/);
