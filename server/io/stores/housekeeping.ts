/** What an index does for itself while nobody asks: collects what nothing uses any more, merges, saves. */
import type { ModelId } from '../../core/embedding/model-switch.js';
import type { VectorSearch } from './faiss/vector-search.js';
import type { NameSearch } from './minisearch/name-search.js';
import type { ModelVectors } from './model-vectors.js';
import { collectNames, collectVectors, mergeLexical, tidyLog } from './sqlite/maintain.js';
import type { StoreDatabase } from './sqlite/store-database.js';

/** Looking for vectors that nothing uses reads every id: not for the few that an edit leaves. */
const minGarbage = 200;
const maxGarbageShare = 0.05;

export class Housekeeping {
  readonly #store: StoreDatabase;
  readonly #vectors: VectorSearch;
  readonly #models: ModelVectors;
  readonly #names: NameSearch;
  /** Chunks replaced since the last collection; what an earlier process has left is not known. */
  #garbage = Number.POSITIVE_INFINITY;
  #thoroughly = false;

  constructor(store: StoreDatabase, vectors: VectorSearch, models: ModelVectors, names: NameSearch) {
    this.#store = store;
    this.#vectors = vectors;
    this.#models = models;
    this.#names = names;
  }

  /** So many chunks have other rows now, or none. */
  replaced(chunks: number): void {
    this.#garbage += chunks;
  }

  /** What is collected next leaves no vector of a text that is gone. */
  forgetCollected(): void {
    this.#thoroughly = true;
    this.#garbage = Number.POSITIVE_INFINITY;
  }

  /** In small steps, as much as is due; may be ended at any time by the signal. `chunks`: how many the index has. */
  async maintain(signal: AbortSignal, inUse: readonly ModelId[], chunks: number): Promise<void> {
    // What an import brought belongs to nothing before a full pass has used it.
    if (!this.#models.awaitsPass && this.#garbage > Math.max(minGarbage, chunks * maxGarbageShare)) await this.#collect(signal, inUse);
    await mergeLexical(this.#store, signal);
    if (!signal.aborted) tidyLog(this.#store);
    if (!signal.aborted) await this.#names.vacuum();
    if (!signal.aborted) await this.#vectors.save();
    if (!signal.aborted) await this.#models.save();
  }

  async #collect(signal: AbortSignal, inUse: readonly ModelId[]): Promise<void> {
    this.#garbage = 0;
    await collectVectors(this.#store, signal, (ids) => this.#vectors.removed(ids));
    await collectNames(this.#store, signal);
    await this.#models.maintain(signal, inUse, this.#thoroughly);
    this.#thoroughly = signal.aborted && this.#thoroughly;
    // What was not finished is due the next time.
    if (signal.aborted) this.#garbage = Number.POSITIVE_INFINITY;
  }
}
