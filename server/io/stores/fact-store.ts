/**
 * What language servers say of the files, as edge indexing keeps and reads it.
 * Invariant: facts go with their file in `IndexStore.commit` and `remove`; here they are only added and read.
 */

import type { DueFile, EdgeIndexCount, EdgeStore, FileEdges, KnownFacts, PlacedFile, StoredFile } from '../../core/code-graph/ports.js';
import type { WorkspacePath } from '../../core/model/file.js';
import { markStaleBelow, replaceEdges } from './sqlite/facts.js';
import { readDue, readEdgeCounts, readKnownFacts, readNeighbours, readPlacedFile, readStale, readStoredFile } from './sqlite/read-facts.js';
import { readFile } from './sqlite/read-files.js';
import type { StoreDatabase } from './sqlite/store-database.js';

export class FactStore implements EdgeStore {
  readonly #store: StoreDatabase;
  readonly #checkOpen: () => void;

  /** `checkOpen` throws where the index is closed. */
  constructor(store: StoreDatabase, checkOpen: () => void) {
    this.#store = store;
    this.#checkOpen = checkOpen;
  }

  file(path: WorkspacePath): ReturnType<EdgeStore['file']> {
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
  edgeCounts(): readonly EdgeIndexCount[] {
    return this.#read('withEdges files', () => readEdgeCounts(this.#store));
  }
  markStaleBelow(folder: WorkspacePath, languages: readonly string[]): void {
    this.#checkOpen();
    this.#store.write('stale facts', () => markStaleBelow(this.#store, folder, languages));
  }
  replaceEdges(withEdges: FileEdges): boolean {
    this.#checkOpen();
    return this.#store.write('edges', () => replaceEdges(this.#store, withEdges));
  }

  #read<T>(what: string, work: () => T): T {
    this.#checkOpen();
    return this.#store.guard(what, work);
  }
}
