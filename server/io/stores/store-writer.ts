/**
 * The write side of an index.
 * Invariant: one way in (`commit`), one way out (`remove`); SQLite is the truth and the other stores follow it.
 */
import type { FileState, IndexWriter } from '../../core/indexing/ports.js';
import type { AnalysedFile } from '../../core/model/chunk.js';
import type { FileEntry, WorkspacePath } from '../../core/model/file.js';
import type { VectorSearch } from './faiss/vector-search.js';
import type { Housekeeping } from './housekeeping.js';
import type { NameSearch } from './minisearch/name-search.js';
import type { IndexCaches } from './readers/index-caches.js';
import { type Changed, commitFiles, removeFiles, touchFiles } from './sqlite/commit.js';
import { markDependentsStale, removeFacts, signaturesOf } from './sqlite/facts.js';
import { measureImportance, writeImportance } from './sqlite/importance.js';
import { markPurgeDue } from './sqlite/maintain.js';
import { readFileState, readFileStates, readLastIndexedAt, readPartHashes } from './sqlite/read-files.js';
import type { StoreState } from './sqlite/store-database.js';
import type { StoreAccess } from './store-access.js';
import type { ModelVectors } from './vectors/model-vectors.js';

interface StoreWriterDependencies {
  readonly access: StoreAccess;
  readonly caches: IndexCaches;
  readonly vectors: VectorSearch;
  readonly models: ModelVectors;
  readonly names: NameSearch;
  readonly housekeeping: Housekeeping;
}

export class StoreWriter implements IndexWriter {
  readonly #access: StoreAccess;
  readonly #dependencies: StoreWriterDependencies;

  constructor(dependencies: StoreWriterDependencies) {
    this.#access = dependencies.access;
    this.#dependencies = dependencies;
  }

  commit(files: readonly AnalysedFile[]): void {
    const { store } = this.#access;
    this.#change(`committing ${files.length} files`, (state) => {
      const before = signaturesOf(store, files);
      const changed = commitFiles(store, state, files, Date.now());
      markDependentsStale(store, files, before);
      return changed;
    });
  }

  remove(paths: readonly WorkspacePath[], why?: 'forGood'): void {
    const { store } = this.#access;
    this.#change(`removing ${paths.length} files`, () => {
      if (why === 'forGood') markPurgeDue(store);
      removeFacts(store, paths);
      return removeFiles(store, paths);
    });
    this.#dependencies.caches.statistics.clear();
    // The user may want the text gone: it is collected at the next opportunity, however little it is.
    this.#dependencies.housekeeping.chunksReplaced(Number.POSITIVE_INFINITY);
  }

  touch(entries: readonly FileEntry[]): void {
    const saved = this.#access.write('touching files', (store) => touchFiles(store, entries));
    this.#dependencies.caches.rows.changed(saved.files, saved.chunks);
  }

  fileStates(): Map<WorkspacePath, FileState> {
    return this.#access.read('file states', readFileStates);
  }
  fileState(path: WorkspacePath): FileState | null {
    return this.#access.read('file state', (store) => readFileState(store, path));
  }
  partHashes(path: WorkspacePath): readonly string[] {
    return this.#access.read('part hashes', (store) => readPartHashes(store, path));
  }
  importedParts(path: WorkspacePath): readonly string[] {
    this.#access.checkOpen();
    return this.#dependencies.models.importedParts(path);
  }

  markComplete(): void {
    const { models, vectors } = this.#dependencies;
    this.#access.write('marking the index complete', (_, state) => {
      models.passEnded();
      state.completeModel = state.modelId;
      state.completedAt = Date.now();
    });
    if (models.search === null) vectors.startSoon();
    void vectors.save();
  }
  isComplete(): boolean {
    const { state } = this.#access.store;
    return state.completeModel === state.modelId;
  }

  async measure(signal: AbortSignal): Promise<void> {
    this.#access.checkOpen();
    const { store } = this.#access;
    const measured = await measureImportance(store, this.#access.untilClosed(signal));
    if (!measured || this.#access.isClosed) return;
    writeImportance(store, measured);
    this.#dependencies.caches.importance = measured;
  }
  isMeasured(): boolean {
    return this.#access.read('last commit', readLastIndexedAt) <= (this.#access.store.state.completedAt ?? -1);
  }

  #change(what: string, work: (state: StoreState) => Changed): void {
    const { housekeeping, caches, names, vectors } = this.#dependencies;
    const changed = this.#access.write(what, (_, state) => {
      state.generation++;
      return work(state);
    });
    const { rewritten, gone } = changed;
    housekeeping.chunksReplaced(rewritten.length + gone.length);
    caches.committed(changed);
    names.changed(rewritten, gone);
    vectors.committed();
  }
}
