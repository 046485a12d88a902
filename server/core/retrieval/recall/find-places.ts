/** Places that a question points to by itself: frames of a stack trace, then texts that stand in the source word for word. */
import type { ChunkRecord } from '../../model/chunk.js';
import type { LineSpan } from '../../model/file.js';
import type { IndexReader } from '../ports.js';
import type { AnalysedQuery } from '../query/analyse-query.js';
import { findFrames } from './find-frames.js';
import { findLiterals } from './find-literals.js';

export interface Place {
  readonly by: 'frame' | 'text';
  /** 0 for the place that is meant most. */
  readonly order: number;
  /** Lines of the file that are meant, 0-based; null for the whole chunk. */
  readonly lines: LineSpan | null;
}

export function findPlaces(
  reader: IndexReader,
  query: AnalysedQuery,
  accept: ((record: ChunkRecord) => boolean) | null,
): ReadonlyMap<number, Place> {
  const places = new Map<number, Place>();
  if (query.isName) return places;
  const put = (chunkId: number, by: Place['by'], lines: LineSpan | null) => {
    const known = places.get(chunkId);
    if (!known) places.set(chunkId, { by, order: places.size, lines });
    else if (!known.lines && lines) places.set(chunkId, { ...known, lines });
  };
  for (const id of findFrames(reader, query.text, accept)) put(id, 'frame', null);
  for (const { chunkId, lines } of findLiterals(reader, query.text, accept)) put(chunkId, 'text', lines);
  return places;
}
