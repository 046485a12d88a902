/**
 * Orders hits with equal scores by their place: path, then position in the file. Ids follow the order of commits, which differs between an
 * index that was kept in step and one that was made anew.
 */
import type { ChunkRecord } from '../../../core/model/chunk.js';
import type { Scored } from '../../../core/retrieval/ports.js';
import type { StoreDatabase } from './store-database.js';

/** SQL: the order of chunks `c` of one file, as `compareInFile`. */
export const inFile = 'c.span_start, c.span_end DESC, c.name_start, c.key';
/** SQL: the order of chunks `c` of files `f`. */
export const byPlace = `f.path, ${inFile}`;

/** Reads the records of chunks in the order of their places; null where the index is too large to keep its records in memory. */
export type RecordsInOrder = () => ((ids: readonly number[]) => readonly ChunkRecord[]) | null;
/** For a store whose records are not kept. */
export const noRecords: RecordsInOrder = () => null;

/** By file id, its number in the order of paths. */
export const readFileOrder = (store: StoreDatabase): Map<number, number> =>
  new Map(
    store
      .sql<number>('SELECT id FROM files ORDER BY path')
      .pluck()
      .all()
      .map((id, order) => [id, order]),
  );

/** Chunk ids in the order of their places. */
export function orderByPlace(store: StoreDatabase, ids: readonly number[], records: RecordsInOrder): number[] {
  if (ids.length < 2) return [...ids];
  const inOrder = records();
  if (inOrder) return inOrder(ids).map(({ id }) => id);
  return store
    .sql<number>(
      `SELECT c.id FROM chunks c JOIN files f ON f.id = c.file WHERE c.id IN (SELECT value FROM json_each(?)) ORDER BY ${byPlace}`,
    )
    .pluck()
    .all(JSON.stringify(ids));
}

/** Best first, ties by place. */
export const bestFirst = <Hit extends Scored>(store: StoreDatabase, hits: readonly Hit[], records: RecordsInOrder): Hit[] =>
  bestInOrder(hits, (ids) => orderByPlace(store, ids, records));

/** The same for any store. @param inOrder chunk ids in the order of their places */
export function bestInOrder<Hit extends Scored>(hits: readonly Hit[], inOrder: (ids: readonly number[]) => readonly number[]): Hit[] {
  const sorted = [...hits].sort((a, b) => b.score - a.score);
  const tied = sorted.filter((hit, i) => hit.score === sorted[i - 1]?.score || hit.score === sorted[i + 1]?.score);
  if (tied.length === 0) return sorted;
  const places = new Map(inOrder(tied.map(({ chunkId }) => chunkId)).map((id, place) => [id, place]));
  const placeOf = ({ chunkId }: Hit): number => places.get(chunkId) ?? 0;
  return sorted.sort((a, b) => b.score - a.score || placeOf(a) - placeOf(b));
}
