/** Opens the index of a workspace: locks an index copy, seeds a new one from another index of its roots, joins the stores. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { nameRoots, type RootFolder } from '../../core/model/root-name.js';
import type { Log } from '../../util/log.js';
import { bytesFrom } from './faiss/thresholds.js';
import { VectorSearch } from './faiss/vector-search.js';
import { indexCopyToRead, takeIndexCopy } from './folder/index-copies.js';
import { databaseName, otherDatabases, relatedDatabases } from './folder/other-indexes.js';
import { type IndexOrigin, IndexStore } from './index-store.js';
import { NameSearch, type NameSource } from './minisearch/name-search.js';
import { noRecords, orderByPlace } from './sqlite/order-places.js';
import { findPrefix, readNamed, readNamedChunks } from './sqlite/read-names.js';
import { readDeleted, readVectorIds, readVectorSlice, type VectorSource } from './sqlite/read-vectors.js';
import { readRootNames } from './sqlite/roots.js';
import { type SeedContent, seedDatabase } from './sqlite/seed.js';
import { type Redaction, StoreDatabase } from './sqlite/store-database.js';
import { ModelVectors } from './vectors/model-vectors.js';

interface Embedder {
  readonly name: string;
  readonly dimensions: number;
}

export interface OpenIndexOptions {
  /** The workspace's index folder, see `indexFolder`. */
  readonly folder: string;
  /** Folders with links resolved. Their names are proposals: those of the index, or of `names`, win. */
  readonly roots?: readonly RootFolder[];
  /** `read`: nothing is written, and no index copy is taken. */
  readonly mode?: 'own' | 'read';
  /** Names that root folders have in this session. */
  readonly names?: ReadonlyMap<string, string>;
  readonly embedder: Embedder;
  /** `exact`: no FAISS process. */
  readonly vectorSearch?: 'auto' | 'exact';
  /** What is masked in the texts. An index of another redaction is deleted. Default `secrets`. */
  readonly redaction?: Redaction;
  /** Vectors from which on they are held as bytes instead of in FAISS. */
  readonly bytesFrom?: number;
  /** The database never grows beyond this. */
  readonly maxBytes?: number;
  /** The database was found damaged while in use and is empty now: everything is to be indexed again. */
  readonly onRebuilt?: (reason: string) => void;
  readonly log: Log;
}

/** A workspace of a hundred million lines stays below this; a runaway does not fill the disk. */
const defaultMaxBytes = 64 * 2 ** 30;

export type OpenedIndex = IndexStore;

/** Throws ContextError('index') where the folder cannot be used or all index copies are taken; damage is repaired, not thrown. */
export async function openIndex(options: OpenIndexOptions): Promise<OpenedIndex> {
  const { log, embedder, redaction = 'secrets' } = options;
  const isRead = options.mode === 'read';
  const copy = isRead ? indexCopyToRead(options.folder, databaseName) : takeIndexCopy(options.folder);
  try {
    const file = join(copy.folder, databaseName);
    const proposed = options.roots ?? [];
    const folders = new Set(proposed.map((root) => root.folder));
    const copied = !isRead && !existsSync(file) && (await seedFromOther(options.folder, file, { folders, redaction }, log));
    const store = new StoreDatabase({
      file,
      model: embedder,
      redaction,
      maxBytes: options.maxBytes ?? defaultMaxBytes,
      mode: options.mode,
      log,
    });
    try {
      const roots = nameRoots(
        proposed,
        options.names ?? new Map(),
        store.guard('roots', () => readRootNames(store.connection)),
      );
      if (options.roots && !isRead) store.setRoots(roots);
      const searchOver = (model: Embedder, folder: string, id?: number): VectorSearch =>
        new VectorSearch({
          source: vectorSource(store, model, id),
          folder,
          mode: options.vectorSearch ?? 'auto',
          bytesFrom: options.bytesFrom ?? bytesFrom,
          log,
        });
      const vectors = searchOver(embedder, copy.derived);
      const models = new ModelVectors({
        store,
        base: embedder,
        folder: join(copy.derived, 'models'),
        others: () => otherDatabases(options.folder, file),
        searchOf: (model, id, own) => searchOver(model, own, id),
        onBaseRemoved: (ids) => vectors.removed(ids),
      });
      const names = new NameSearch(nameSource(store));
      const origin: IndexOrigin = store.madeNew !== null ? { kind: 'empty', reason: store.madeNew } : { kind: copied ? 'copied' : 'warm' };
      // A complete index will be searched: FAISS loads its files while the workspace is compared with it.
      if (origin.kind === 'warm' && store.state.completeModel === store.state.modelId && models.search === null) vectors.startSoon();
      return new IndexStore({ store, roots, vectors, models, names, copy, origin, onRebuilt: options.onRebuilt ?? (() => {}), log });
    } catch (error) {
      store.close();
      throw error;
    }
  } catch (error) {
    copy.release();
    throw error;
  }
}

/** From the index of the same roots that another server uses, else from one that shares most of them, or of another working tree. */
async function seedFromOther(folder: string, file: string, wanted: SeedContent, log: Log): Promise<boolean> {
  for (const other of relatedDatabases(folder, file, wanted.folders)) if (await seedDatabase(other, file, wanted, log)) return true;
  return false;
}

/** Vectors of one model; without an id those of the base, whose id changes with the database. */
const vectorSource = (store: StoreDatabase, { name, dimensions }: Embedder, id?: number): VectorSource => ({
  get databaseId() {
    return store.state.databaseId;
  },
  model: name,
  dimensions,
  get lastId() {
    return store.state.nextVector - 1;
  },
  slice: (afterId, limit) =>
    store.guard('reading vectors', () => readVectorSlice(store, id ?? store.state.modelId, dimensions, afterId, limit)),
  ids: () => store.guard('reading vector ids', () => readVectorIds(store, id ?? store.state.modelId)),
  deleted: () => store.guard('deleted vectors', () => readDeleted(store)),
  makeDurable: () => store.guard('checkpoint', () => store.connection.pragma('wal_checkpoint(PASSIVE)')),
});

const nameSource = (store: StoreDatabase): NameSource => ({
  get databaseId() {
    return store.state.databaseId;
  },
  get lastId() {
    return store.state.nextChunk - 1;
  },
  slice: (afterId, limit) => store.guard('reading names', () => readNamedChunks(store, afterId, limit)),
  chunks: (ids) => store.guard('reading names', () => readNamed(store, ids)),
  inOrder: (ids) => orderByPlace(store, ids, noRecords),
  prefix: (text, limit) => findPrefix(store, text, limit),
});
