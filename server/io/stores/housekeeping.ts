/** What an index does for itself while nobody asks: collects what nothing uses any more, merges, saves. */
import type { ModelId } from '../../core/embedding/model-switch.js';
import type { VectorSearch } from './faiss/vector-search.js';
import type { NameSearch } from './minisearch/name-search.js';
import type { ModelVectors } from './model-vectors.js';
import { collectNames, collectVectors, emptyLog, mergeLexical, purgeDatabase, tidyLog } from './sqlite/maintain.js';
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

  /** Leaves nothing in any file of what is removed. */
  async purge(signal: AbortSignal, inUse: readonly ModelId[]): Promise<void> {
    await purgeDatabase(this.#store, signal, (ids) => this.#vectors.removed(ids));
    if (!signal.aborted) await this.#models.maintain(signal, inUse, 'all');
    if (!signal.aborted) await this.#names.vacuum();
    if (!signal.aborted) await this.#vectors.save('always');
    if (!signal.aborted) await this.#models.save();
    if (signal.aborted) return;
    this.#store.write('purged', () => this.#store.sql("DELETE FROM due WHERE what = 'purge'").run());
    emptyLog(this.#store);
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
    await this.#models.maintain(signal, inUse, 'most');
    // What was not finished is due the next time.
    if (signal.aborted) this.#garbage = Number.POSITIVE_INFINITY;
  }
}
