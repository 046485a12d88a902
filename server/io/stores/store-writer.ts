/**
 * The write side of an index.
 * Invariant: one way in (`commit`), one way out (`remove`); SQLite is the truth and the other stores follow it.
 */
import type { FileState, IndexWriter } from '../../core/indexing/ports.js';
import type { AnalysedFile } from '../../core/model/chunk.js';
import type { FileEntry, WorkspacePath } from '../../core/model/file.js';
import { nextTurn } from '../../util/next-turn.js';
import type { VectorSearch } from './faiss/vector-search.js';
import type { NameSearch } from './minisearch/name-search.js';
import type { IndexCaches } from './readers/index-caches.js';
import { type Changed, commitFiles, distrustFiles, markUnsaved, removeFiles, touchFiles } from './sqlite/commit.js';
import { markDependentsStale, removeFacts, signaturesOf } from './sqlite/facts.js';
import { measureImportance, type NameChanges, updateImportance, writeImportance } from './sqlite/importance.js';
import { recountRows } from './sqlite/lexical-totals.js';
import { checkLexicalRows, checkTable, markPurgeDue, tableNames } from './sqlite/maintain.js';
import { readFileState, readFileStates, readLastIndexedAt, readPartHashes } from './sqlite/read-files.js';
import { manyReplaced, type StoreState } from './sqlite/store-database.js';
import type { StoreAccess } from './store-access.js';
import type { ModelVectors } from './vectors/model-vectors.js';

interface StoreWriterDependencies {
  readonly access: StoreAccess;
  readonly caches: IndexCaches;
  readonly vectors: VectorSearch;
  readonly models: ModelVectors;
  readonly names: NameSearch;
}

const noChanges = (): NameChanges => ({ files: new Set(), names: new Set() });

export class StoreWriter implements IndexWriter {
  readonly #access: StoreAccess;
  readonly #dependencies: StoreWriterDependencies;
  /** False while more has changed than commits measure at once; null until it is read. */
  #measured: boolean | null = null;
  #distrusted = false;
  /** What commits change while everything is measured. */
  #changedMeanwhile: NameChanges | null = null;

  constructor(dependencies: StoreWriterDependencies) {
    this.#access = dependencies.access;
    this.#dependencies = dependencies;
  }

  commit(files: readonly AnalysedFile[]): void {
    const { store } = this.#access;
    this.#change(`committing ${files.length} files`, (state, names) => {
      const before = signaturesOf(store, files);
      const changed = commitFiles(store, state, files, Date.now(), names);
      markDependentsStale(store, files, before);
      return changed;
    });
  }

  remove(paths: readonly WorkspacePath[], why?: 'forGood'): void {
    const { store } = this.#access;
    this.#change(`removing ${paths.length} files`, (state, names) => {
      if (why === 'forGood') markPurgeDue(store);
      removeFacts(store, paths);
      // The user may want the text gone: it is collected at the next opportunity, however little it is.
      state.replaced = manyReplaced;
      return removeFiles(store, paths, names);
    });
  }

  async distrust(signal: AbortSignal): Promise<void> {
    // Rows that a lookup does not find would stay beside those that are written again.
    for (const table of this.#access.read('tables', tableNames)) {
      if (signal.aborted || this.#access.isClosed) return;
      this.#access.read('checking the index', (store) => checkTable(store, table));
      await nextTurn();
    }
    if (signal.aborted || this.#access.isClosed) return;
    this.#access.read('checking the lexical index', checkLexicalRows);
    this.#access.write('marking files for analysis', (store) => distrustFiles(store));
    this.#dependencies.caches.clear();
    this.#measured = false;
    this.#distrusted = true;
  }

  touch(entries: readonly FileEntry[]): void {
    const saved = this.#access.write('touching files', (store) => touchFiles(store, entries));
    this.#dependencies.caches.rows.changed(saved.files, saved.chunks);
  }

  markUnsaved(path: WorkspacePath): void {
    const changed = this.#access.write('marking a file as unsaved', (store) => markUnsaved(store, path));
    this.#dependencies.caches.rows.changed(changed.files, changed.chunks);
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
    const { caches, models, vectors } = this.#dependencies;
    this.#access.write('marking the index complete', (store, state) => {
      if (this.#distrusted) recountRows(store);
      models.passEnded();
      state.completeModel = state.modelId;
      state.completedAt = Date.now();
    });
    // Vectors were written again under their ids.
    if (this.#distrusted) vectors.reset();
    this.#distrusted = false;
    if (models.search === null) vectors.startSoon();
    caches.warmSoon();
    void vectors.save();
  }
  isComplete(): boolean {
    const { state } = this.#access.store;
    return state.completeModel === state.modelId;
  }

  async measure(signal: AbortSignal): Promise<void> {
    this.#access.checkOpen();
    const { store } = this.#access;
    while (!this.#isMeasured()) {
      this.#changedMeanwhile = noChanges();
      const measured = await measureImportance(store, this.#access.untilClosed(signal));
      const meanwhile = this.#changedMeanwhile;
      this.#changedMeanwhile = null;
      if (!measured || this.#access.isClosed) return;
      writeImportance(store, measured);
      this.#dependencies.caches.leaning = measured;
      const corrected = this.#access.write('storing importance', () => updateImportance(store, meanwhile));
      if (!corrected) continue;
      this.#dependencies.caches.leaningChanged(corrected);
      this.#measured = true;
    }
  }

  /** A process that was killed may have committed files and measured nothing. */
  #isMeasured(): boolean {
    this.#measured ??= this.#access.read('last commit', readLastIndexedAt) <= (this.#access.store.state.completedAt ?? -1);
    return this.#measured;
  }

  #change(what: string, work: (state: StoreState, names: NameChanges | null) => Changed): void {
    const { caches, names, vectors } = this.#dependencies;
    const isMeasured = this.#isMeasured();
    const { databaseId } = this.#access.store.state;
    const [changed, leaning] = this.#access.write(what, (store, state) => {
      state.generation++;
      // A damaged database was replaced by an empty one, and this runs once more.
      const nameChanges = isMeasured && state.databaseId === databaseId ? noChanges() : null;
      const result = work(state, nameChanges ?? this.#changedMeanwhile);
      state.replaced = Math.min(manyReplaced, state.replaced + result.rewritten.length + result.gone.length);
      return [result, nameChanges && updateImportance(store, nameChanges)] as const;
    });
    if (leaning) caches.leaningChanged(leaning);
    else this.#measured = false;
    const { rewritten, gone } = changed;
    caches.committed(changed);
    names.changed(rewritten, gone);
    vectors.committed();
  }
}
