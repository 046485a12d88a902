/** Whether an answer shows lines that the file has otherwise: secrets are masked in all that is stored. */
import type { Result } from '../../model/answer.js';
import type { Problem } from '../../model/problem.js';
import type { IndexReader } from '../ports.js';

/** Values are masked by as many of its characters as they have. */
const MASK = '****';
const MAX_LISTED = 4;

/** A problem that names the lines, or none: who copies such a line into an edit would change the file. */
export function maskedLines(
  reader: Pick<IndexReader, 'masked'>,
  results: readonly Pick<Result, 'path' | 'text' | 'segments'>[],
): Problem[] {
  const starred = results.filter(({ text }) => text.includes(MASK));
  if (!starred.length) return [];
  const places = reader
    .masked()
    .filter((place) =>
      starred.some(
        ({ path, segments }) => path === place.path && segments.some(({ line, count }) => line <= place.line && place.line < line + count),
      ),
    );
  if (!places.length) return [];
  const listed = places.slice(0, MAX_LISTED).map(({ path, line, kind }) => `${path}:${line + 1} (${kind})`);
  const more = places.length > MAX_LISTED ? ` and ${places.length - MAX_LISTED} more` : '';
  return [{ code: 'masked', message: `masked here, the file has another text: ${listed.join(', ')}${more}`, incomplete: false }];
}
