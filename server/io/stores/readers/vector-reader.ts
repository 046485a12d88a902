/** Search by vectors: those of the embedded model, or of the model that serves. */
import { type ModelId, sameModel } from '../../../core/embedding/model-switch.js';
import { queryError } from '../../../core/model/problem.js';
import type { IndexReader, Scored } from '../../../core/retrieval/ports.js';
import { maxVectorsPerResult, vectorsFor } from '../faiss/thresholds.js';
import type { VectorSearch } from '../faiss/vector-search.js';
import type { RecordsInOrder } from '../sqlite/order-places.js';
import { cosinesOf } from '../sqlite/read-cosines.js';
import { chunksOfVectors } from '../sqlite/read-vectors.js';
import type { StoreAccess } from '../store-access.js';
import type { ModelVectors } from '../vectors/model-vectors.js';

type VectorReader = Pick<IndexReader, 'similar' | 'similarAhead' | 'cosines'>;

export function vectorReader(access: StoreAccess, vectors: VectorSearch, models: ModelVectors, records: RecordsInOrder): VectorReader {
  return {
    async similar(vector, limit, model = models.base) {
      checkVector(vector, model);
      if (limit <= 0 || isZero(vector)) return [];
      access.checkOpen();
      if (!sameModel(model, models.base)) return models.similar(model, vector, limit, () => !access.isClosed);
      return similarToBase(access, vectors, vector, limit, records);
    },
    similarAhead(vector, limit) {
      access.checkOpen();
      if (models.search === null && !isZero(vector)) vectors.searchAhead(vector, vectorsFor(limit));
    },
    cosines(vector, chunkIds, model = models.base) {
      access.checkOpen();
      if (!sameModel(model, models.base)) return models.cosines(model, vector, chunkIds);
      return access.read('similarity of chunks', (store) => cosinesOf(store, model, vector, chunkIds));
    },
  };
}

/** Several vectors may be parts of one chunk, and some belong to no chunk any more: asks for more until there are enough chunks. */
async function similarToBase(
  access: StoreAccess,
  vectors: VectorSearch,
  vector: Float32Array,
  limit: number,
  records: RecordsInOrder,
): Promise<readonly Scored[]> {
  for (let k = vectorsFor(limit); ; k *= 4) {
    access.checkOpen();
    const hits = await vectors.search(vector, k).catch((error: unknown) => {
      if (access.isClosed) return { ids: [], scores: [] };
      throw error;
    });
    if (access.isClosed) return [];
    const found = access.read('similar chunks', (store) => chunksOfVectors(store, hits.ids, hits.scores, records));
    if (found.length >= limit || hits.ids.length < k || k > maxVectorsPerResult * (limit + 16)) return found.slice(0, limit);
  }
}

/** Throws ContextError('query') for a vector of the wrong length or with values that are not finite. */
function checkVector(vector: Float32Array, { dimensions }: ModelId): void {
  if (vector.length !== dimensions) throw queryError(`the vector has ${vector.length} dimensions, the index has ${dimensions}`);
  if (!vector.every(Number.isFinite)) throw queryError('the vector holds values that are not finite');
}

const isZero = (vector: Float32Array): boolean => vector.every((value) => value === 0);
