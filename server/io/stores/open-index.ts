/** Opens the index of a workspace: takes a slot, copies a neighbour's index where the own is new, joins the stores. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../../util/log.js';
import { VectorSearch } from './faiss/vector-search.js';
import { type Found, IndexStore } from './index-store.js';
import { NameSearch, type NameSource } from './minisearch/name-search.js';
import { maxSlots, slotFolder, takeSlot } from './slot-lock.js';
import { findPrefix, readNamed, readNamedChunks } from './sqlite/read-names.js';
import { readVectorIds, readVectorSlice, type VectorSource } from './sqlite/read-vectors.js';
import { seedDatabase } from './sqlite/seed.js';
import { StoreDatabase } from './sqlite/store-database.js';

export interface OpenIndexOptions {
  /** The workspace's index folder, see `indexFolder`. */
  readonly folder: string;
  readonly embedder: { readonly name: string; readonly dimensions: number };
  /** `exact`: no FAISS process. */
  readonly vectorSearch?: 'auto' | 'exact';
  /** Vectors from which on FAISS builds a graph. */
  readonly graphFrom?: number;
  /** The database never grows beyond this. */
  readonly maxBytes?: number;
  /** The database was found damaged while in use and is empty now: everything is to be indexed again. */
  readonly onRebuilt?: (reason: string) => void;
  readonly log: Log;
}

/** 50,000 x 256 floats take about 5 ms a search, exactly. */
const defaultGraphFrom = 50_000;
/** A workspace of a hundred million lines stays below this; a runaway does not fill the disk. */
const defaultMaxBytes = 64 * 2 ** 30;

export type OpenedIndex = IndexStore;

/** Throws ContextError('index') where the folder cannot be used or all slots are taken; damage is repaired, not thrown. */
export async function openIndex(options: OpenIndexOptions): Promise<OpenedIndex> {
  const { log, embedder } = options;
  const slot = takeSlot(options.folder);
  try {
    const file = join(slot.folder, 'index.sqlite');
    const copied = !existsSync(file) && (await seedFromNeighbour(options.folder, slot.number, file, log));
    const store = new StoreDatabase({ file, model: embedder, maxBytes: options.maxBytes ?? defaultMaxBytes, log });
    try {
      const vectors = new VectorSearch({
        source: vectorSource(store, embedder.name),
        folder: slot.folder,
        mode: options.vectorSearch ?? 'auto',
        graphFrom: options.graphFrom ?? defaultGraphFrom,
        log,
      });
      const names = new NameSearch(nameSource(store));
      const found: Found = store.madeNew !== null ? { kind: 'empty', reason: store.madeNew } : { kind: copied ? 'copied' : 'warm' };
      return new IndexStore({ store, vectors, names, slot, found, onRebuilt: options.onRebuilt ?? (() => {}), log });
    } catch (error) {
      store.close();
      throw error;
    }
  } catch (error) {
    slot.release();
    throw error;
  }
}

async function seedFromNeighbour(folder: string, own: number, file: string, log: Log): Promise<boolean> {
  for (let number = 0; number < maxSlots; number++) {
    if (number !== own && (await seedDatabase(join(slotFolder(folder, number), 'index.sqlite'), file, log))) return true;
  }
  return false;
}

const vectorSource = (store: StoreDatabase, model: string): VectorSource => ({
  get databaseId() {
    return store.state.databaseId;
  },
  model,
  dimensions: store.state.dimensions,
  get lastId() {
    return store.state.nextVector - 1;
  },
  slice: (afterId, limit) => store.guard('reading vectors', () => readVectorSlice(store, afterId, limit)),
  ids: () => store.guard('reading vector ids', () => readVectorIds(store)),
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
  exists: (chunkId) => store.sql('SELECT 1 FROM chunks WHERE id = ?').get(chunkId) !== undefined,
  prefix: (text, limit) => findPrefix(store, text, limit),
});
