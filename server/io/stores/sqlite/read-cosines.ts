/** Similarity of a question with chunks that other means have found. Reading only. */
import type { ModelId } from '../../../core/embedding/model-switch.js';
import { Damage } from './damage.js';
import type { StoreDatabase } from './store-database.js';
import { type CodedChunk, greatestProducts } from './vector-codes.js';
import { findModel } from './vectors-by-model.js';

/** Inner products of `vector` with a model's vectors of these chunks, the greatest of each chunk; chunks without vectors are omitted. */
export function cosinesOf(store: StoreDatabase, model: ModelId, vector: Float32Array, chunkIds: readonly number[]): Map<number, number> {
  const id = findModel(store, model);
  const { modelId } = store.state;
  if (id === null || !chunkIds.length) return new Map();
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
  for (const { chunk, codes } of rows)
    if (codes.length !== vector.length)
      throw new Damage(`a vector of chunk ${chunk} has ${codes.length} bytes instead of ${vector.length}`);
  return greatestProducts(vector, rows);
}
