/**
 * Facts of language servers about files, as edge indexing stores and reads them.
 * Invariant: facts are deleted with their file by `StoreWriter.commit` and `remove`; here they are only added and read.
 */

import type { DueFile, EdgeIndexCount, EdgeStore, FileEdges, KnownFacts, PlacedFile, StoredFile } from '../../core/code-graph/ports.js';
import type { WorkspacePath } from '../../core/model/file.js';
import { markStaleBelow, replaceEdges } from './sqlite/facts.js';
import {
  edgeCounter,
  readDeclaredNames,
  readDue,
  readKnownFacts,
  readNeighbours,
  readPlacedFile,
  readStale,
  readStoredFile,
  readUnsavedTexts,
} from './sqlite/read-facts.js';
import { readFile } from './sqlite/read-files.js';
import type { StoreAccess } from './store-access.js';

export class FactStore implements EdgeStore {
  readonly #access: StoreAccess;
  readonly #edgeCounts = edgeCounter();

  constructor(access: StoreAccess) {
    this.#access = access;
  }

  file(path: WorkspacePath): ReturnType<EdgeStore['file']> {
    return this.#access.read('file', (store) => readFile(store, path));
  }
  storedFile(path: WorkspacePath): StoredFile | null {
    return this.#access.read('stored file', (store) => readStoredFile(store, path));
  }
  placedFile(path: WorkspacePath): PlacedFile | null {
    return this.#access.read('places of chunks', (store) => readPlacedFile(store, path));
  }
  dueFiles(language: string): readonly DueFile[] {
    return this.#access.read('files without facts', (store) => readDue(store, language));
  }
  declaredNames(names: readonly string[]): ReadonlySet<string> {
    return this.#access.read('declared names', (store) => readDeclaredNames(store, names));
  }
  unsavedTexts(paths: readonly WorkspacePath[]): ReturnType<EdgeStore['unsavedTexts']> {
    return paths.length === 0 ? [] : this.#access.read('unsaved texts', (store) => readUnsavedTexts(store, paths));
  }
  staleFiles(limit: number): readonly { path: WorkspacePath; language: string }[] {
    return this.#access.read('stale facts', (store) => readStale(store, limit));
  }
  knownFacts(path: WorkspacePath): KnownFacts | null {
    return this.#access.read('facts', (store) => readKnownFacts(store, path));
  }
  neighbours(path: WorkspacePath, limit: number): readonly WorkspacePath[] {
    return this.#access.read('neighbours', (store) => readNeighbours(store, path, limit));
  }
  edgeCounts(): readonly EdgeIndexCount[] {
    return this.#access.read('files with edges', this.#edgeCounts);
  }
  markStaleBelow(folder: WorkspacePath, languages: readonly string[]): void {
    this.#access.write('stale facts', (store) => markStaleBelow(store, folder, languages));
  }
  replaceEdges(edges: FileEdges): boolean {
    return this.#access.write('edges', (store) => replaceEdges(store, edges));
  }
}
