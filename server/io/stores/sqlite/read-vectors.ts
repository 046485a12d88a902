/** Reads stored vectors in slices, and the chunks of vectors. */
import type { ModelId } from '../../../core/embedding/model-switch.js';
import { Damage } from './damage.js';
import type { StoreDatabase } from './store-database.js';
import type { VectorSlice } from './vector-codes.js';
import { findModel } from './vectors-by-model.js';

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
  /** Ids of all vectors that `slice` would give, ascending. Seconds for millions. */
  ids(): Float64Array;
  /** How many vectors were ever deleted from the database. While it stays the same, no id that was given is gone. */
  deleted(): number;
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

/** From the index, which has a seventh of the pages of the table: of two million vectors 6 s instead of 40 where they are not in memory. */
export const readVectorIds = (store: StoreDatabase, modelId: number): Float64Array =>
  Float64Array.from(store.sql<number>('SELECT id FROM vectors INDEXED BY vectors_by_hash WHERE model = ?').pluck().all(modelId)).sort();

export const readDeleted = (store: StoreDatabase): number => store.sql<number>('SELECT deleted_vectors FROM meta').pluck().get() ?? 0;

/** Chunks with a part whose vector of the model is one of `ids`. */
export function chunksOfVectors(store: StoreDatabase, model: ModelId, ids: readonly number[]): number[] {
  const isBase = findModel(store, model) === store.state.modelId;
  return isBase
    ? store
        .sql<number>('SELECT DISTINCT p.chunk FROM json_each(?) j CROSS JOIN parts p ON p.vector = j.value')
        .pluck()
        .all(JSON.stringify(ids))
    : store
        .sql<number>(
          `SELECT DISTINCT p.chunk FROM json_each(?) j CROSS JOIN vectors w ON w.id = j.value
             JOIN vectors b ON b.hash = w.hash AND b.model = ? JOIN parts p ON p.vector = b.id`,
        )
        .pluck()
        .all(JSON.stringify(ids), store.state.modelId);
}
