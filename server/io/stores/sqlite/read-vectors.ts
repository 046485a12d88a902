/** Reads stored vectors in slices, and the chunks of vectors. */
import type { Scored } from '../../../core/retrieval/ports.js';
import { Damage } from './damage.js';
import { bestFirst, type RecordsInOrder } from './order-places.js';
import type { StoreDatabase } from './store-database.js';
import type { VectorSlice } from './vector-codes.js';

/** What a vector search reads. Ids only ever grow and a vector never changes: `slice(lastSeen, n)` is all that is new. */
export interface VectorSource {
  /** Names this very database: ids of another mean nothing here. */
  readonly databaseId: string;
  readonly model: string;
  readonly dimensions: number;
  /** No stored vector has a greater id. */
  readonly lastId: number;
  /** Up to `limit` vectors with ids above `afterId`, ascending; null where there are none. */
  slice(afterId: number, limit: number): VectorSlice | null;
  /** Ids of all vectors that `slice` would give, ascending. */
  ids(): Float64Array;
  /** Makes everything committed so far durable, so that no id is given out twice even after a power cut. */
  makeDurable(): void;
}

interface VectorRow {
  readonly id: number;
  readonly scale: number;
  readonly codes: Buffer;
}

export function readVectorSlice(
  store: StoreDatabase,
  modelId: number,
  dimensions: number,
  afterId: number,
  limit: number,
): VectorSlice | null {
  const rows = store
    .sql<VectorRow>('SELECT id, scale, codes FROM vectors WHERE id > ? AND model = ? ORDER BY id LIMIT ?')
    .all(afterId, modelId, limit);
  if (rows.length === 0) return null;
  const ids = new Float64Array(rows.length);
  const scales = new Float32Array(rows.length);
  const codes = new Int8Array(rows.length * dimensions);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    if (row.codes.length !== dimensions) throw new Damage(`vector ${row.id} has ${row.codes.length} bytes instead of ${dimensions}`);
    ids[i] = row.id;
    scales[i] = row.scale;
    codes.set(new Int8Array(row.codes.buffer, row.codes.byteOffset, dimensions), i * dimensions);
  }
  return { ids, scales, codes };
}

export function readVectorIds(store: StoreDatabase, modelId: number): Float64Array {
  return Float64Array.from(store.sql<number>('SELECT id FROM vectors WHERE model = ? ORDER BY id').pluck().all(modelId));
}

/**
 * Chunks of vectors, best first, one row a chunk. Vectors that no chunk uses any more are omitted, and those with a
 * score of exactly 0: zero vectors, of texts in which the model knows nothing.
 */
export function chunksOfVectors(
  store: StoreDatabase,
  ids: ArrayLike<number>,
  scores: ArrayLike<number>,
  records: RecordsInOrder,
): Scored[] {
  const chunks = store
    .sql<[at: number, chunk: number]>('SELECT j.key, p.chunk FROM json_each(?) j CROSS JOIN parts p ON p.vector = j.value')
    .raw()
    .all(JSON.stringify(Array.from(ids)));
  const best = new Map<number, number>();
  for (const [at, chunk] of chunks) {
    const score = scores[at] as number;
    if (score !== 0 && score > (best.get(chunk) ?? Number.NEGATIVE_INFINITY)) best.set(chunk, score);
  }
  return bestFirst(
    store,
    [...best].map(([chunkId, score]) => ({ chunkId, score })),
    records,
  );
}
