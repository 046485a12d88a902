/** Maintenance of an idle index: removes unused rows, merges, saves. In small steps; ends at a signal. */
import type { ModelId } from '../../core/embedding/model-switch.js';
import type { IndexMaintenance } from '../../core/indexing/ports.js';
import type { Log } from '../../util/log.js';
import type { VectorSearch } from './faiss/vector-search.js';
import type { IndexCopy } from './folder/index-copies.js';
import { purgeOtherIndexes } from './folder/purge-other-indexes.js';
import {
  clearPurgeDue,
  collectNames,
  collectVectors,
  emptyLog,
  isPurgeDue,
  mergeLexical,
  purgeDatabase,
  tidyLog,
} from './sqlite/maintain.js';
import type { Statistics } from './sqlite/statistics.js';
import type { StoreAccess } from './store-access.js';
import type { ModelVectors } from './vectors/model-vectors.js';

/** Finding unused vectors reads every id: not worth it for the few that an edit leaves. Chunks, and a share of all chunks. */
const minReplaced = 200;
const minReplacedShare = 0.05;

interface HousekeepingDependencies {
  readonly access: StoreAccess;
  readonly vectors: VectorSearch;
  readonly models: ModelVectors;
  readonly statistics: Statistics;
  readonly copy: IndexCopy;
  readonly log: Log;
}

export class Housekeeping implements IndexMaintenance {
  readonly #dependencies: HousekeepingDependencies;
  readonly #access: StoreAccess;

  constructor(dependencies: HousekeepingDependencies) {
    this.#dependencies = dependencies;
    this.#access = dependencies.access;
  }

  async maintain(until: AbortSignal, inUse: readonly ModelId[] = []): Promise<void> {
    this.#access.checkOpen();
    const { store } = this.#access;
    if (store.isReadOnly) return;
    const { vectors, models, statistics } = this.#dependencies;
    const signal = this.#access.untilClosed(until);
    const { chunks } = this.#access.read('counts', () => statistics.counts());
    // Imported vectors belong to no chunk until a full pass has used them.
    const isDue = store.state.replaced > Math.max(minReplaced, chunks * minReplacedShare);
    if (isDue && !models.hasUnusedImport) await this.#collect(signal, inUse);
    else await models.dropUnused(signal, inUse);
    await mergeLexical(store, signal);
    if (!signal.aborted) tidyLog(store);
    if (!signal.aborted) await vectors.save();
    if (!signal.aborted) await models.save();
  }

  get isPurgeDue(): boolean {
    return this.#access.read('what is due', isPurgeDue);
  }

  async purge(until: AbortSignal, inUse: readonly ModelId[] = []): Promise<void> {
    this.#access.checkOpen();
    const { store } = this.#access;
    const { vectors, models } = this.#dependencies;
    const signal = this.#access.untilClosed(until);
    await purgeDatabase(store, signal, (ids) => vectors.removed(ids));
    if (!signal.aborted) await models.purge(signal, inUse);
    if (!signal.aborted) await vectors.purge();
    if (signal.aborted) return;
    clearPurgeDue(store);
    emptyLog(store);
  }

  async purgeOthers(paths: readonly string[], signal: AbortSignal): Promise<void> {
    const { copy, models, log } = this.#dependencies;
    await purgeOtherIndexes(copy, paths, { model: models.base, signal: this.#access.untilClosed(signal), log });
  }

  async #collect(signal: AbortSignal, inUse: readonly ModelId[]): Promise<void> {
    const { store } = this.#access;
    const { vectors, models } = this.#dependencies;
    const { databaseId, replaced } = store.state;
    await collectVectors(store, signal, (ids) => vectors.removed(ids));
    await collectNames(store, signal);
    await models.maintain(signal, inUse, 'most');
    // Where it was not finished it is due again, and so is what was replaced meanwhile.
    if (signal.aborted || store.state.databaseId !== databaseId) return;
    store.write('unused rows were deleted', (state) => {
      state.replaced = Math.max(0, state.replaced - replaced);
    });
  }
}
