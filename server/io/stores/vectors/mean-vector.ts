/**
 * The mean of a model's vectors. With many transformers any two texts have a cosine of 0.6 or more: what a question has in common
 * with the mean says nothing, and only what is above it is similarity. The embedded model has next to no such common part.
 */
import type { ModelId } from '../../../core/embedding/model-switch.js';
import type { StoreDatabase } from '../sqlite/store-database.js';
import { findModel } from '../sqlite/vectors-by-model.js';

/** The mean of so many is within a hundredth of the mean of all. */
const sample = 1_000;

export class MeanVector {
  readonly #store: StoreDatabase;
  readonly #model: ModelId;
  #mean: Float32Array | null = null;
  /** Vectors that there were when the mean was taken. */
  #of = 0;

  constructor(store: StoreDatabase, model: ModelId) {
    this.#store = store;
    this.#model = model;
  }

  /**
   * Takes what every text has off a cosine: what is typical becomes 0, and 1 stays 1. One function for each question.
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
    const { nextVector } = this.#store.state;
    // Taken anew when there are half as many again.
    if (this.#mean && nextVector < 1.5 * this.#of + 100) return this.#mean;
    this.#of = nextVector;
    this.#mean = this.#store.guard('the mean of vectors', () => this.#measure());
    return this.#mean;
  }

  #measure(): Float32Array {
    const { dimensions } = this.#model;
    const mean = new Float32Array(dimensions);
    const id = findModel(this.#store, this.#model) ?? -1;
    // Spread over all ids, which follow the order of files.
    const every = Math.max(1, Math.floor(this.#store.state.nextVector / sample));
    const rows = this.#store
      .sql<{ scale: number; codes: Buffer }>('SELECT scale, codes FROM vectors WHERE model = ? AND id % ? = 0 LIMIT ?')
      .all(id, every, sample);
    for (const { scale, codes } of rows) {
      for (let d = 0; d < dimensions; d++) mean[d] = (mean[d] as number) + (scale * codes.readInt8(d)) / rows.length;
    }
    return mean;
  }
}
