import { lineAmong } from '../../util/text.js';
import type { Occurrence } from './facts.js';

/** A name at an offset, with its line. `lineStarts`: offsets at which lines start. */
export function occurrenceAt(name: string, start: number, lineStarts: readonly number[]): Occurrence {
  const line = lineAmong(lineStarts, start);
  return { name, start, line, character: start - (lineStarts[line] ?? 0) };
}
