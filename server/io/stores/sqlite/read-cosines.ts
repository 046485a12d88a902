/** Similarity of a question with chunks that other means have found. Reading only. */
import type { ModelId } from '../../../core/embedding/model-switch.js';
import { Damage } from './damage.js';
import type { StoreDatabase } from './store-database.js';
import { findModel } from './vectors-by-model.js';

interface CodedChunk {
  readonly chunk: number;
  readonly scale: number;
  readonly codes: Buffer;
}

/** Inner products of `vector` with a model's vectors of these chunks, the greatest of each chunk; chunks without vectors are omitted. */
export function cosinesOf(store: StoreDatabase, model: ModelId, vector: Float32Array, chunkIds: readonly number[]): Map<number, number> {
  const id = findModel(store, model);
  const { modelId } = store.state;
  const best = new Map<number, number>();
  if (id === null || !chunkIds.length) return best;
  // Parts know the embedded model's vectors; another model has its own of the same text.
  const rows =
    id === modelId
      ? store
          .sql<CodedChunk>(
            'SELECT p.chunk, v.scale, v.codes FROM parts p JOIN vectors v ON v.id = p.vector WHERE p.chunk IN (SELECT value FROM json_each(?))',
          )
          .all(JSON.stringify(chunkIds))
      : store
          .sql<CodedChunk>(
            `SELECT p.chunk, v.scale, v.codes FROM parts p JOIN vectors b ON b.id = p.vector
             JOIN vectors v ON v.hash = b.hash AND v.model = ? WHERE p.chunk IN (SELECT value FROM json_each(?))`,
          )
          .all(id, JSON.stringify(chunkIds));
  for (const { chunk, scale, codes } of rows) {
    if (codes.length !== vector.length)
      throw new Damage(`a vector of chunk ${chunk} has ${codes.length} bytes instead of ${vector.length}`);
    const values = new Int8Array(codes.buffer, codes.byteOffset, codes.length);
    let sum = 0;
    for (let i = 0; i < vector.length; i++) sum += (vector[i] as number) * (values[i] as number);
    const score = sum * scale;
    if (score > (best.get(chunk) ?? Number.NEGATIVE_INFINITY)) best.set(chunk, score);
  }
  return best;
}
