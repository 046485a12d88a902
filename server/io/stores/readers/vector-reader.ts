/** Search by vectors: those of the embedded model, or of the model that serves. */
import { type ModelId, sameModel } from '../../../core/embedding/model-switch.js';
import { queryError } from '../../../core/model/problem.js';
import type { IndexReader } from '../../../core/retrieval/ports.js';
import { vectorsFor } from '../faiss/thresholds.js';
import type { VectorSearch } from '../faiss/vector-search.js';
import type { RecordsInOrder } from '../sqlite/order-places.js';
import { cosinesOf } from '../sqlite/read-cosines.js';
import type { StoreAccess } from '../store-access.js';
import type { ModelVectors } from '../vectors/model-vectors.js';
import { similarChunks } from '../vectors/similar-chunks.js';

type VectorReader = Pick<IndexReader, 'similar' | 'similarAhead' | 'cosines'>;

export function vectorReader(access: StoreAccess, vectors: VectorSearch, models: ModelVectors, records: RecordsInOrder): VectorReader {
  return {
    async similar(vector, limit, model = models.base) {
      checkVector(vector, model);
      if (limit <= 0 || isZero(vector)) return [];
      access.checkOpen();
      const isOpen = () => !access.isClosed;
      if (!sameModel(model, models.base)) return models.similar(model, vector, limit, isOpen);
      return similarChunks({ store: access.store, search: vectors, model, isOpen, records }, vector, limit);
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

/** Throws ContextError('query') for a vector of the wrong length or with values that are not finite. */
function checkVector(vector: Float32Array, { dimensions }: ModelId): void {
  if (vector.length !== dimensions) throw queryError(`the vector has ${vector.length} dimensions, the index has ${dimensions}`);
  if (!vector.every(Number.isFinite)) throw queryError('the vector holds values that are not finite');
}

const isZero = (vector: Float32Array): boolean => vector.every((value) => value === 0);
