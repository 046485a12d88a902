/** Symbols that are asked about by key, by name or by place. Reading only. */
import type { ChunkRecord } from '../../model/chunk.js';
import type { IndexReader } from '../ports.js';

/** Symbols of one name that are answered about at once. */
export const MAX_NAMESAKES = 20;

/** All that carry the key, the name or the qualified name; the same but for case and separators where none has the very name. */
export function symbolsNamed(reader: IndexReader, by: { readonly key: string } | { readonly symbol: string }): readonly ChunkRecord[] {
  if ('key' in by) return reader.chunksByKey(by.key);
  const segments = by.symbol.split(/\.|::|->|#/).filter(Boolean);
  const qualifiedName = segments.join('.');
  const records = carrying(reader, by.symbol);
  const found = records.length || segments.length < 2 ? records : carrying(reader, segments.at(-1) as string);
  // A qualified name names fewer.
  const qualified = found.filter((record) => record.qualifiedName === qualifiedName);
  const ending = qualified.length ? qualified : found.filter((record) => record.qualifiedName.endsWith(`.${qualifiedName}`));
  return ending.length ? ending : records;
}

function carrying(reader: IndexReader, name: string): readonly ChunkRecord[] {
  const hits = reader.named([name], MAX_NAMESAKES);
  const exact = hits.filter(({ match }) => match === 'exact');
  return reader.chunks((exact.length ? exact : hits).map(({ chunkId }) => chunkId)).filter(({ kind }) => kind === 'symbol');
}
