/**
 * What language servers say of the files, as the harvest keeps and reads it.
 * Invariant: facts go with their file in `IndexStore.commit` and `remove`; here they are only added and read.
 */
import type { WorkspacePath } from '../../core/model/file.js';
import type {
  DueFile,
  HarvestCount,
  HarvestedFile,
  KnownFacts,
  PlacedFile,
  StoredFile,
  StructureStore,
} from '../../core/structure/ports.js';
import { replaceEdges, touchBelow } from './sqlite/facts.js';
import {
  readDue,
  readHarvestCounts,
  readKnownFacts,
  readNeighbours,
  readPlacedFile,
  readStale,
  readStoredFile,
} from './sqlite/read-facts.js';
import { readFile } from './sqlite/read-files.js';
import type { StoreDatabase } from './sqlite/store-database.js';

export class FactStore implements StructureStore {
  readonly #store: StoreDatabase;
  readonly #checkOpen: () => void;

  /** `checkOpen` throws where the index is closed. */
  constructor(store: StoreDatabase, checkOpen: () => void) {
    this.#store = store;
    this.#checkOpen = checkOpen;
  }

  file(path: WorkspacePath): ReturnType<StructureStore['file']> {
    return this.#read('file', () => readFile(this.#store, path));
  }
  storedFile(path: WorkspacePath): StoredFile | null {
    return this.#read('stored file', () => readStoredFile(this.#store, path));
  }
  placedFile(path: WorkspacePath): PlacedFile | null {
    return this.#read('places of chunks', () => readPlacedFile(this.#store, path));
  }
  dueFiles(language: string): readonly DueFile[] {
    return this.#read('files without facts', () => readDue(this.#store, language));
  }
  staleFiles(limit: number): readonly { path: WorkspacePath; language: string }[] {
    return this.#read('stale facts', () => readStale(this.#store, limit));
  }
  knownFacts(path: WorkspacePath): KnownFacts | null {
    return this.#read('facts', () => readKnownFacts(this.#store, path));
  }
  neighbours(path: WorkspacePath, limit: number): readonly WorkspacePath[] {
    return this.#read('neighbours', () => readNeighbours(this.#store, path, limit));
  }
  harvestCounts(): readonly HarvestCount[] {
    return this.#read('harvested files', () => readHarvestCounts(this.#store));
  }
  touchBelow(folder: WorkspacePath, languages: readonly string[]): void {
    this.#checkOpen();
    this.#store.write('stale facts', () => touchBelow(this.#store, folder, languages));
  }
  replaceEdges(harvested: HarvestedFile): boolean {
    this.#checkOpen();
    return this.#store.write('edges', () => replaceEdges(this.#store, harvested));
  }

  #read<T>(what: string, work: () => T): T {
    this.#checkOpen();
    return this.#store.guard(what, work);
  }
}
