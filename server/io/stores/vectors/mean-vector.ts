/**
 * The mean of a model's vectors. With many transformers any two texts have a cosine of 0.6 or more: only the part above a question's
 * cosine with the mean is similarity. The embedded model has almost no such common part.
 */
import type { ModelId } from '../../../core/embedding/model-switch.js';
import type { StoreDatabase } from '../sqlite/store-database.js';
import { findModel } from '../sqlite/vectors-by-model.js';

/** The mean of so many is within a hundredth of the mean of all. */
const sample = 1_000;

interface SampledVector {
  readonly id: number;
  readonly scale: number;
  readonly codes: Buffer;
}

export class MeanVector {
  readonly #store: StoreDatabase;
  readonly #model: ModelId;
  #mean: Float32Array | null = null;
  /** The database and its number of commits when the sample was chosen. */
  #of = '';
  /** Ids of the sample. */
  #sampled = '';

  constructor(store: StoreDatabase, model: ModelId) {
    this.#store = store;
    this.#model = model;
  }

  /**
   * Subtracts the common part from a cosine: the question's cosine with the mean becomes 0, and 1 stays 1. One function for each question.
   * @param vector `dimensions` floats, unit length
   */
  scaleFor(vector: Float32Array): (cosine: number) => number {
    const mean = this.#current();
    let typical = 0;
    for (let d = 0; d < mean.length; d++) typical += (mean[d] as number) * (vector[d] as number);
    const floor = Math.min(0.95, Math.max(0, typical));
    return (cosine) => (cosine - floor) / (1 - floor);
  }

  #current(): Float32Array {
    const { databaseId, generation, nextVector } = this.#store.state;
    const of = `${databaseId} ${generation} ${nextVector}`;
    if (this.#mean && of === this.#of) return this.#mean;
    this.#mean = this.#store.guard('the mean of vectors', () => this.#measure());
    this.#of = of;
    return this.#mean;
  }

  /** The same content has the same mean: a sample by hash, of texts that are in the workspace now, added up in the order of hashes. */
  #measure(): Float32Array {
    const ids = this.#store
      .sql<number>(
        `SELECT w.id FROM vectors w WHERE w.model = ? AND EXISTS (SELECT 1 FROM vectors b JOIN parts p ON p.vector = b.id
         WHERE b.hash = w.hash AND b.model = ?) ORDER BY w.hash LIMIT ?`,
      )
      .pluck()
      .all(findModel(this.#store, this.#model) ?? -1, this.#store.state.modelId, sample);
    // Most edits leave the sample as it is.
    if (this.#mean && this.#sampled === ids.join()) return this.#mean;
    this.#sampled = ids.join();
    const { dimensions } = this.#model;
    const sum = new Float64Array(dimensions);
    const select = this.#store.sql<SampledVector>('SELECT id, scale, codes FROM vectors WHERE id = ?');
    for (const id of ids) {
      const { scale, codes } = select.get(id) as SampledVector;
      for (let d = 0; d < dimensions; d++) sum[d] = (sum[d] as number) + scale * codes.readInt8(d);
    }
    return Float32Array.from(sum, (value) => value / Math.max(1, ids.length));
  }
}
