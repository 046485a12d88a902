/** Lines that no person reads, such as a string of 30,000 characters. A file of such lines is minified code or data. Pure. */
import { limits } from '../model/limits.js';

/** Other lines that a text needs to be more than minified code below its licence. */
const MIN_OTHER_LINES = 50;
/** Characters of a long line that are kept: at its end a string or a list is closed. */
const KEPT_AT_START = 1_000;
const KEPT_AT_END = 200;

/** Characters of the longest line where the text has such lines and hardly any others; null for a text that is worth reading. */
export function longestOfData(text: string): number | null {
  let longest = 0;
  let others = 0;
  for (const { start, end } of linesOf(text)) {
    longest = Math.max(longest, end - start);
    if (end > start && end - start <= limits.maxLineChars) others++;
  }
  return longest > limits.maxLineChars && others < MIN_OTHER_LINES ? longest : null;
}

/** The text with the middles of such lines blanked: its length and all offsets stay. */
export function withoutLongMiddles(text: string): string {
  const parts: string[] = [];
  let done = 0;
  for (const { start, end } of linesOf(text)) {
    if (end - start <= limits.maxLineChars) continue;
    const [from, to] = [start + KEPT_AT_START, end - KEPT_AT_END];
    parts.push(text.slice(done, from), ' '.repeat(to - from));
    done = to;
  }
  return done === 0 ? text : parts.join('') + text.slice(done);
}

function* linesOf(text: string): Generator<{ readonly start: number; readonly end: number }> {
  for (let start = 0; start <= text.length; ) {
    const end = text.indexOf('\n', start);
    yield { start, end: end < 0 ? text.length : end };
    start = end < 0 ? text.length + 1 : end + 1;
  }
}
