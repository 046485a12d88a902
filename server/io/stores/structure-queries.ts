/** Questions about structure, answered from SQLite. */
import type { ChunkRecord } from '../../core/model/chunk.js';
import { findSymbols } from './sqlite/find-symbols.js';
import { readDependencies, readDependents, readTestsFor } from './sqlite/graph.js';
import { readChunks } from './sqlite/read-chunks.js';
import { findNamed } from './sqlite/read-names.js';
import type { StoreDatabase } from './sqlite/store-database.js';
import type { Reached, StructureReader, SymbolFilter } from './structure-reader.js';

/** Chunks of one name that a walk begins at. */
const maxNamesakes = 100;

export class StructureQueries implements StructureReader {
  readonly #store: StoreDatabase;
  readonly #open: () => void;

  /** `open` throws once the index is closed. */
  constructor(store: StoreDatabase, open: () => void) {
    this.#store = store;
    this.#open = open;
  }

  dependencies(chunkIds: readonly number[], depth: number): readonly Reached[] {
    return this.#read('dependencies', () => readDependencies(this.#store, chunkIds, depth));
  }
  dependents(of: readonly (number | string)[], depth: number): readonly Reached[] {
    return this.#read('dependents', () => {
      const names = of.filter((item) => typeof item === 'string');
      const ids = of.filter((item) => typeof item === 'number');
      return readDependents(this.#store, [...ids, ...findNamed(this.#store, names, maxNamesakes).map((hit) => hit.chunkId)], depth);
    });
  }
  testsFor(names: readonly string[], limit: number): readonly { chunkId: number; mentions: number }[] {
    return this.#read('tests', () => readTestsFor(this.#store, names, limit));
  }
  findSymbols(filter: SymbolFilter): readonly ChunkRecord[] {
    return this.#read('symbols', () => readChunks(this.#store, findSymbols(this.#store, filter)));
  }

  #read<T>(what: string, work: () => T): T {
    this.#open();
    return this.#store.guard(what, work);
  }
}
