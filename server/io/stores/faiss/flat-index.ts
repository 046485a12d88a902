/**
 * Floats in a flat FAISS index, searched exactly. FAISS labels are positions, so beside the index stands the table from position to
 * vector id. Everything passed to FAISS here has been checked: a C++ exception inside `add` ends the process.
 */
import type { Index } from 'faiss-node';
import { dequantise, type VectorSlice } from '../sqlite/vector-codes.js';
import type { VectorHits } from '../vectors/byte-vectors.js';
import { addRows } from './thresholds.js';

/** The few members of the package that are used. */
export interface Faiss {
  readonly Index: {
    read(file: string): Index;
    fromFactory(dimensions: number, description: string, metric: number): Index;
  };
}

const innerProduct = 0;

export class FlatIndex {
  readonly #faiss: Faiss;
  readonly #dimensions: number;
  #index: Index;
  #ids: number[] = [];

  constructor(faiss: Faiss, dimensions: number) {
    this.#faiss = faiss;
    this.#dimensions = dimensions;
    this.#index = faiss.Index.fromFactory(dimensions, 'Flat', innerProduct);
  }

  get rows(): number {
    return this.#ids.length;
  }
  ids(): Float64Array {
    return Float64Array.from(this.#ids);
  }

  add(slice: VectorSlice): void {
    const rows = slice.ids.length;
    for (let from = 0; from < rows; from += addRows) {
      const to = Math.min(rows, from + addRows);
      const values: number[] = [];
      for (let row = from; row < to; row++) dequantise(slice, row, this.#dimensions, values);
      this.#index.add(values);
      for (let row = from; row < to; row++) this.#ids.push(slice.ids[row] as number);
    }
  }

  /** As `ByteVectors.search`. */
  search(vector: Float32Array, k: number, removed: ReadonlySet<number>): VectorHits {
    // Enough for all that were removed lately; more are removed only until everything is read again.
    const count = Math.min(k + Math.min(removed.size, 4 * k + 64), this.#ids.length);
    if (count <= 0) return { ids: [], scores: [] };
    const { labels, distances } = this.#index.search(Array.from(vector), count);
    const found = labels
      .map((label, i) => ({ id: this.#ids[label] as number, score: distances[i] as number }))
      .filter(({ id }) => !removed.has(id))
      .sort((a, b) => b.score - a.score || a.id - b.id)
      .slice(0, k);
    return { ids: found.map(({ id }) => id), scores: found.map(({ score }) => score) };
  }

  write(file: string): void {
    this.#index.write(file);
  }

  /** Throws where file and ids do not fit. */
  read(file: string, ids: Float64Array): void {
    const index = this.#faiss.Index.read(file);
    if (index.getDimension() !== this.#dimensions || index.ntotal() !== ids.length) throw new Error('index and ids do not fit');
    this.#index = index;
    this.#ids = Array.from(ids);
  }
}
