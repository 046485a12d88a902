/**
 * The chunks nearest to a vector. FAISS and the exact search add floats in different orders, so scores are computed again from the stored
 * bytes: the same content has the same scores, whichever search found it.
 */
import type { ModelId } from '../../../core/embedding/model-switch.js';
import type { Scored } from '../../../core/retrieval/ports.js';
import { maxVectorsPerResult, vectorsFor } from '../faiss/thresholds.js';
import type { VectorSearch } from '../faiss/vector-search.js';
import { bestFirst, type RecordsInOrder } from '../sqlite/order-places.js';
import { cosinesOf } from '../sqlite/read-cosines.js';
import { chunksOfVectors } from '../sqlite/read-vectors.js';
import type { StoreDatabase } from '../sqlite/store-database.js';

/** Two searches agree on a score within this. */
const margin = 1e-5;

interface Searched {
  readonly store: StoreDatabase;
  readonly search: VectorSearch;
  readonly model: ModelId;
  readonly isOpen: () => boolean;
  readonly records: RecordsInOrder;
}

/** At most `limit` chunks, best first, one row a chunk. Zero vectors, of texts in which the model knows nothing, are omitted. */
export async function similarChunks(
  { store, search, model, isOpen, records }: Searched,
  vector: Float32Array,
  limit: number,
): Promise<Scored[]> {
  // Several vectors may be parts of one chunk, and some belong to no chunk any more: asks for more until there are enough chunks.
  for (let k = vectorsFor(limit); ; k *= 4) {
    const hits = await search.search(vector, k).catch((error: unknown) => {
      if (isOpen()) throw error;
      return { ids: [], scores: [] };
    });
    if (!isOpen()) return [];
    const found = store.guard('similar chunks', () => {
      const cosines = cosinesOf(store, model, vector, chunksOfVectors(store, model, hits.ids));
      return bestFirst(
        store,
        [...cosines].flatMap(([chunkId, score]) => (score === 0 ? [] : [{ chunkId, score }])),
        records,
      );
    });
    const isAll = hits.ids.length < k || k > maxVectorsPerResult * (limit + 16);
    const last = found[limit - 1];
    // A vector that was not found has at most the worst score: the last chunk must be better, so that no tie is cut.
    if (isAll || (last && last.score > (hits.scores.at(-1) ?? 0) + margin)) return found.slice(0, limit);
  }
}
