/** The part of an index that packs are made of, and that takes the facts of language servers from them. */
import type { WorkspacePath } from '../../core/model/file.js';
import type { PackedFacts } from '../../core/packs/pack-record.js';
import type { FactImport, PackStore, PlaceOf } from '../../core/packs/ports.js';
import { FactRows } from './sqlite/import-facts.js';
import { readContentHashes, readFacts, readFilesToPack, readFileToPack, readVectorsOf } from './sqlite/pack-rows.js';
import type { StoreAccess } from './store-access.js';

export class PackRows implements PackStore {
  readonly #access: StoreAccess;

  constructor(access: StoreAccess) {
    this.#access = access;
  }

  contentHashes(): ReadonlySet<string> {
    return this.#access.read('content hashes', readContentHashes);
  }
  filesToPack(): ReturnType<PackStore['filesToPack']> {
    return this.#access.read('files', readFilesToPack);
  }
  fileToPack(path: WorkspacePath, placeOf: PlaceOf): ReturnType<PackStore['fileToPack']> {
    return this.#access.read('a file', (store) => readFileToPack(store, path, placeOf));
  }
  facts(path: WorkspacePath, placeOf: PlaceOf): PackedFacts | null {
    return this.#access.read('facts', (store) => readFacts(store, path, placeOf));
  }
  vectors(hashes: readonly string[]): ReturnType<PackStore['vectors']> {
    return this.#access.read('vectors', (store) => readVectorsOf(store, hashes));
  }
  factImport(placeOf: PlaceOf): FactImport {
    return new FactRows(this.#access, placeOf);
  }
}
