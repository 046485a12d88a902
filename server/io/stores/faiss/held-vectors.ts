/** The vectors of the process: in FAISS, or as bytes where they are many. Removal only marks an id. */
import type { VectorSlice } from '../sqlite/vector-codes.js';
import { ByteVectors, type VectorHits } from '../vectors/byte-vectors.js';
import { type Faiss, FlatIndex } from './flat-index.js';
import type { HeldAs, Stats } from './messages.js';

export class HeldVectors {
  readonly #dimensions: number;
  readonly #faiss: () => Faiss;
  #heldAs: HeldAs;
  #index: FlatIndex | ByteVectors;
  readonly #removed = new Set<number>();

  /** @param faiss Throws where FAISS cannot be loaded. */
  constructor(heldAs: HeldAs, dimensions: number, faiss: () => Faiss) {
    this.#dimensions = dimensions;
    this.#faiss = faiss;
    this.#heldAs = heldAs;
    this.#index = this.#empty();
  }

  get heldAs(): HeldAs {
    return this.#heldAs;
  }
  get index(): FlatIndex | ByteVectors {
    return this.#index;
  }
  get removed(): ReadonlySet<number> {
    return this.#removed;
  }
  get stats(): Stats {
    return { vectors: this.#index.rows, removed: this.#removed.size };
  }

  reset(heldAs: HeldAs): void {
    this.#heldAs = heldAs;
    this.#index = this.#empty();
    this.#removed.clear();
  }

  /** Throws for a slice that is not fit. Its ids are above all others. */
  add(slice: VectorSlice): void {
    const rows = slice.ids.length;
    if (slice.scales.length !== rows || slice.codes.length !== rows * this.#dimensions) throw new Error('slice lengths do not fit');
    if (!slice.scales.every(Number.isFinite)) throw new Error('slice holds a scale that is not finite');
    this.#index.add(slice);
  }

  remove(ids: Iterable<number>): void {
    for (const id of ids) this.#removed.add(id);
  }

  /** Ids and inner products of the `k` nearest, best first. */
  search(vector: Float32Array, k: number): VectorHits {
    if (vector.length !== this.#dimensions || !vector.every(Number.isFinite)) throw new Error('vector is not fit for a search');
    return this.#index.search(vector, k, this.#removed);
  }

  #empty(): FlatIndex | ByteVectors {
    return this.#heldAs === 'flat' ? new FlatIndex(this.#faiss(), this.#dimensions) : new ByteVectors(this.#dimensions);
  }
}
