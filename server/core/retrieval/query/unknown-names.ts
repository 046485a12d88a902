/** Names in a question that the workspace has nowhere: neither a symbol nor any text that is indexed. */
import { wordsOf } from '../../chunking/words.js';
import type { IndexReader } from '../ports.js';
import { type AnalysedQuery, looksLikeCode } from './analyse-query.js';
import { MAX_PHRASE_CHARS } from './stated-names.js';

/**
 * Those of a short question that are written as code, such as `renderWrap` and `render_wrap`. Names of other forms may be plain words, and a
 * longer text is often pasted.
 */
export function unknownNames(reader: Pick<IndexReader, 'documentFrequency' | 'named'>, { text, identifiers }: AnalysedQuery): string[] {
  if (text.length > MAX_PHRASE_CHARS) return [];
  const names = identifiers.filter(looksLikeCode);
  // The last of a name's words is the whole name without case and separators.
  const wholeOf = (name: string) => wordsOf(name).split(' ').at(-1) ?? '';
  const frequency = reader.documentFrequency(names.map(wholeOf));
  return names.filter((name) => !frequency.get(wholeOf(name)) && !reader.named([name], 1).length);
}
