/**
 * The open index of one workspace: SQLite, FAISS and MiniSearch behind the ports of core. Joins the parts and owns their life:
 * what happens when the database is replaced or emptied, and closing.
 */
import type { EdgeStore } from '../../core/code-graph/ports.js';
import type { ModelStore } from '../../core/embedding/model-store.js';
import type { IndexMaintenance, IndexWriter, WorkspaceIndex } from '../../core/indexing/ports.js';
import type { RootFolder } from '../../core/model/root-name.js';
import type { PackStore } from '../../core/packs/ports.js';
import type { IndexReader } from '../../core/retrieval/ports.js';
import { messageOf } from '../../util/bug.js';
import type { Log } from '../../util/log.js';
import { FactStore } from './fact-store.js';
import type { VectorSearch } from './faiss/vector-search.js';
import { emptyFreeIndexCopies, type IndexCopy } from './folder/index-copies.js';
import { Housekeeping } from './housekeeping.js';
import type { NameSearch } from './minisearch/name-search.js';
import { PackRows } from './pack-store.js';
import { chunkReader, fileReader } from './readers/chunk-reader.js';
import { edgeReader } from './readers/edge-reader.js';
import { IndexCaches } from './readers/index-caches.js';
import { vectorReader } from './readers/vector-reader.js';
import { nameReader, wordReader } from './readers/word-reader.js';
import type { StoreDatabase } from './sqlite/store-database.js';
import { StoreAccess } from './store-access.js';
import { StoreWriter } from './store-writer.js';
import type { ModelVectors } from './vectors/model-vectors.js';

/** How the index was found: as it was left, copied from another server's, or empty, and why. */
export type IndexOrigin = { readonly kind: 'warm' | 'copied' } | { readonly kind: 'empty'; readonly reason: string };

export interface IndexStoreDependencies {
  readonly store: StoreDatabase;
  readonly roots: readonly RootFolder[];
  /** Search over the base's vectors; the other models' are in `models`. */
  readonly vectors: VectorSearch;
  readonly models: ModelVectors;
  readonly names: NameSearch;
  readonly copy: IndexCopy;
  readonly origin: IndexOrigin;
  /** The database was found damaged and is empty now: everything is to be indexed again. Never called from within a call. */
  readonly onRebuilt: (reason: string) => void;
  readonly log: Log;
}

export class IndexStore implements WorkspaceIndex {
  readonly origin: IndexOrigin;
  /** With the names that begin workspace paths. */
  readonly roots: readonly RootFolder[];
  readonly reader: IndexReader;
  readonly writer: IndexWriter;
  readonly models: ModelStore;
  readonly edges: EdgeStore;
  readonly packs: PackStore;
  readonly maintenance: IndexMaintenance;
  readonly #dependencies: IndexStoreDependencies;
  readonly #access: StoreAccess;
  readonly #caches: IndexCaches;
  readonly #ending = new AbortController();
  #closing: Promise<void> | null = null;

  constructor(dependencies: IndexStoreDependencies) {
    const { store, roots, vectors, models, names, copy, origin, onRebuilt, log } = dependencies;
    const access = new StoreAccess(store, this.#ending.signal);
    const caches = new IndexCaches(access);
    const housekeeping = new Housekeeping({ access, vectors, models, statistics: caches.statistics, copy, log });
    this.#dependencies = dependencies;
    this.#access = access;
    this.#caches = caches;
    this.origin = origin;
    this.roots = roots;
    this.models = models;
    this.edges = new FactStore(access);
    this.packs = new PackRows(access);
    this.maintenance = housekeeping;
    this.writer = new StoreWriter({ access, caches, vectors, models, names });
    this.reader = readerOf(access, caches, dependencies);
    if (origin.kind === 'warm' && store.state.completeModel === store.state.modelId) caches.warmSoon();
    models.onTagged((chunk) => caches.rows.changed([], [chunk]));
    store.onRebuilt((reason) => {
      this.#clearDerived();
      // The listener will want to write, and this is within the call that met the damage.
      setImmediate(() => {
        if (!this.#closing) onRebuilt(reason);
      });
    });
  }

  /** The folder of the index copy in use. */
  get folder(): string {
    return this.#dependencies.copy.folder;
  }
  /** Where data derived from the workspace is stored: beside the database, or in a temporary folder where the index is only read. */
  get derivedFolder(): string {
    return this.#dependencies.copy.derived;
  }
  get copyNumber(): number {
    return this.#dependencies.copy.number;
  }
  /** Process id of FAISS where it runs. */
  get faissPid(): number | undefined {
    return this.#dependencies.vectors.pid;
  }
  get completedAt(): number | null {
    return this.#dependencies.store.state.completedAt;
  }

  /** Resolves when `similar` answers by FAISS, or when it is clear that it will not. `grown`: and no graph is being built any more. */
  vectorsReady(state: 'settled' | 'grown' = 'settled'): Promise<void> {
    const search = this.#dependencies.models.search ?? this.#dependencies.vectors;
    return state === 'grown' ? search.grown() : search.settled();
  }
  /** Resolves when names are searched by MiniSearch. */
  namesBuilt(): Promise<void> {
    return this.#dependencies.names.built();
  }
  /** Writes the FAISS files, however little has changed. */
  flush(): Promise<void> {
    return this.#dependencies.vectors.save('always');
  }

  async forgetAll(): Promise<void> {
    this.#access.checkOpen();
    const { store, vectors, copy } = this.#dependencies;
    store.forget();
    this.#clearDerived();
    await vectors.discardSaved();
    emptyFreeIndexCopies(copy);
  }

  /** Saves what is worth it, ends the FAISS process, frees the index copy. Other calls throw from now on. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const { store, vectors, models, names, copy, log } = this.#dependencies;
    this.#ending.abort();
    if (!store.isReadOnly) await vectors.save();
    await vectors.close();
    await models.close();
    names.close();
    try {
      store.close();
    } catch (error) {
      log('warn', `closing the index: ${messageOf(error)}`);
    }
    copy.release();
  }

  /** Drops everything derived from the former rows: the database is another one, or empty. */
  #clearDerived(): void {
    const { names, vectors, models } = this.#dependencies;
    this.#caches.clear();
    names.clear();
    vectors.reset();
    models.reset();
  }
}

function readerOf(access: StoreAccess, caches: IndexCaches, { store, vectors, models, names }: IndexStoreDependencies): IndexReader {
  const chunks = chunkReader(access, caches);
  return {
    get generation() {
      return store.state.generation;
    },
    get writes() {
      return store.writes;
    },
    get vectorIndex() {
      return (models.search ?? vectors).description;
    },
    ...chunks,
    ...fileReader(access, caches),
    ...wordReader(access, caches),
    ...nameReader(access, caches, names),
    ...vectorReader(access, vectors, models, caches.recordsInOrder),
    ...edgeReader(access, chunks.chunks, caches),
  };
}
