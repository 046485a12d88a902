/**
 * The index of one workspace: SQLite, FAISS and MiniSearch behind the two ports of core.
 * Invariant: one way in (`commit`), one way out (`remove`); SQLite is the truth and the others follow it.
 */

import type { EdgeStore } from '../../core/code-graph/ports.js';
import type { ModelStore } from '../../core/embedding/model-store.js';
import { type ModelId, sameModel } from '../../core/embedding/model-switch.js';
import type { FileState, IndexLife, IndexWriter } from '../../core/indexing/ports.js';
import type { AnalysedFile, ChildChunk, ChunkRecord } from '../../core/model/chunk.js';
import type { FileEntry, FileRecord, WorkspacePath } from '../../core/model/file.js';
import { indexError, queryError } from '../../core/model/problem.js';
import type { RootFolder } from '../../core/model/root-name.js';
import type { EdgeRecord, IndexReader, LexicalQuery, NameHit, Prominent, Scored, SimilarName } from '../../core/retrieval/ports.js';
import { messageOf } from '../../util/bug.js';
import type { Log } from '../../util/log.js';
import { FactStore } from './fact-store.js';
import type { VectorSearch } from './faiss/vector-search.js';
import { Housekeeping } from './housekeeping.js';
import { emptyFreeIndexCopies, type IndexCopy } from './index-copies.js';
import type { NameSearch } from './minisearch/name-search.js';
import type { ModelVectors } from './model-vectors.js';
import { purgeOtherIndexes } from './purge-others.js';
import { ReadCache } from './read-cache.js';
import { type Changed, commitFiles, removeFiles, touchFiles } from './sqlite/commit.js';
import { readEdgesFrom, readEdgesInto, readEdgesTo } from './sqlite/edges.js';
import { markDependentsStale, removeFacts, signaturesOf } from './sqlite/facts.js';
import { measureImportance, readImportance, writeImportance } from './sqlite/importance.js';
import { searchPhrase, searchWords } from './sqlite/lexical.js';
import { isPurgeDue, markPurgeDue } from './sqlite/maintain.js';
import { readChildren, readChunks, readChunksOfFile, readIdsOfKey, readTagged } from './sqlite/read-chunks.js';
import { cosinesOf } from './sqlite/read-cosines.js';
import { readProvenances } from './sqlite/read-facts.js';
import {
  type Counts,
  readFile,
  readFileState,
  readFileStates,
  readFiles,
  readFileText,
  readFileTexts,
  readPartHashes,
} from './sqlite/read-files.js';
import { findNamed, NameCache } from './sqlite/read-names.js';
import { readProminent } from './sqlite/read-prominent.js';
import { chunksOfVectors } from './sqlite/read-vectors.js';
import { findSimilarNames } from './sqlite/similar-names.js';
import { Statistics } from './sqlite/statistics.js';
import type { StoreDatabase, StoreState } from './sqlite/store-database.js';

/** Several vectors may be parts of one chunk, and some may belong to no chunk any more. */
const vectorsFor = (chunks: number): number => chunks + (chunks >> 1) + 16;

/** How the index was found: as it was left, copied from another server's, or empty, and why. */
export type Found = { readonly kind: 'warm' | 'copied' } | { readonly kind: 'empty'; readonly reason: string };

export interface IndexStoreDependencies {
  readonly store: StoreDatabase;
  readonly roots: readonly RootFolder[];
  /** Search over the base's vectors; the other models' are in `models`. */
  readonly vectors: VectorSearch;
  readonly models: ModelVectors;
  readonly names: NameSearch;
  readonly copy: IndexCopy;
  readonly found: Found;
  /** The database was found damaged and is empty now: everything is to be indexed again. Never called from within a call. */
  readonly onRebuilt: (reason: string) => void;
  readonly log: Log;
}

export class IndexStore implements IndexWriter, IndexReader, IndexLife {
  readonly found: Found;
  /** With the names that stand before paths. */
  readonly roots: readonly RootFolder[];
  /** What language servers say. */
  readonly structure: EdgeStore;
  /** Who depends on whom, to a depth. */
  readonly #copy: IndexCopy;
  readonly #store: StoreDatabase;
  readonly #vectors: VectorSearch;
  readonly #models: ModelVectors;
  readonly #names: NameSearch;
  readonly #log: Log;
  readonly #ending = new AbortController();
  readonly #statistics: Statistics;
  readonly #housekeeping: Housekeeping;
  #closing: Promise<void> | null = null;
  #importance: ReadonlyMap<number, number> | null = null;
  readonly #cache = new ReadCache();
  readonly #named = new NameCache();

  constructor({ store, roots, vectors, models, names, copy, found, onRebuilt, log }: IndexStoreDependencies) {
    this.#store = store;
    this.structure = new FactStore(store, () => this.#open());
    this.#statistics = new Statistics(store);
    this.#vectors = vectors;
    this.#models = models;
    this.#names = names;
    this.#housekeeping = new Housekeeping(store, vectors, models, names);
    this.#copy = copy;
    this.found = found;
    this.roots = roots;
    this.#log = log;
    models.onTagged((chunk) => this.#cache.changed([], [chunk]));
    store.onRebuilt((reason) => {
      this.#forgetCopies();
      // The listener will want to write, and this is within the call that met the damage.
      setImmediate(() => {
        if (!this.#closing) onRebuilt(reason);
      });
    });
  }

  /** Where what is derived from the workspace lies: beside the database, or in a temporary folder where the index is only read. */
  get derivedFolder(): string {
    return this.#copy.derived;
  }
  /** The folder of the index copy in use. */
  get folder(): string {
    return this.#copy.folder;
  }
  get copyNumber(): number {
    return this.#copy.number;
  }
  /** Process id of FAISS where it runs. */
  get faissPid(): number | undefined {
    return this.#vectors.pid;
  }
  get generation(): number {
    return this.#store.state.generation;
  }
  get vectorIndex(): { kind: string; reason: string } {
    return (this.#models.search ?? this.#vectors).description;
  }
  get models(): ModelStore {
    return this.#models;
  }

  commit(files: readonly AnalysedFile[]): void {
    this.#change(`committing ${files.length} files`, (state) => {
      const before = signaturesOf(this.#store, files);
      const changed = commitFiles(this.#store, state, files, Date.now());
      markDependentsStale(this.#store, files, before);
      return changed;
    });
  }

  remove(paths: readonly WorkspacePath[], why?: 'forGood'): void {
    this.#change(`removing ${paths.length} files`, () => {
      if (why === 'forGood') markPurgeDue(this.#store);
      removeFacts(this.#store, paths);
      return removeFiles(this.#store, paths);
    });
    this.#statistics.clear();
    // What somebody wants to be forgotten does not wait until it is worth the while.
    this.#housekeeping.replaced(Number.POSITIVE_INFINITY);
  }

  touch(entries: readonly FileEntry[]): void {
    this.#open();
    const saved = this.#store.write('touching files', () => touchFiles(this.#store, entries));
    this.#cache.changed(saved.files, saved.chunks);
  }

  fileStates(): Map<WorkspacePath, FileState> {
    return this.#read('file states', () => readFileStates(this.#store));
  }
  fileState(path: WorkspacePath): FileState | null {
    return this.#read('file state', () => readFileState(this.#store, path));
  }
  importedParts(path: WorkspacePath): readonly string[] {
    this.#open();
    return this.#models.importedParts(path);
  }
  partHashes(path: WorkspacePath): readonly string[] {
    return this.#read('part hashes', () => readPartHashes(this.#store, path));
  }

  markComplete(): void {
    this.#open();
    this.#store.write('marking the index complete', (state) => {
      this.#models.passed();
      state.completeModel = state.modelId;
      state.completedAt = Date.now();
    });
    if (this.#models.search === null) this.#vectors.startSoon();
    void this.#vectors.save();
  }
  isComplete(): boolean {
    return this.#store.state.completeModel === this.#store.state.modelId;
  }
  /** When the last full pass ended, milliseconds since the epoch, or null. */
  get completedAt(): number | null {
    return this.#store.state.completedAt;
  }

  lexical(query: LexicalQuery, limit: number): readonly Scored[] {
    return this.#read('lexical search', () => searchWords(this.#store, query, limit, (word) => this.#statistics.frequency(word)));
  }

  phrase(words: readonly string[], limit: number): readonly number[] {
    return this.#read('search for a phrase', () => searchPhrase(this.#store, words, limit));
  }

  /** Throws ContextError('query') for a vector of the wrong length or with values that are not finite. */
  async similar(vector: Float32Array, limit: number, model: ModelId = this.#models.base): Promise<readonly Scored[]> {
    const { dimensions } = model;
    if (vector.length !== dimensions) throw queryError(`the vector has ${vector.length} dimensions, the index has ${dimensions}`);
    if (!vector.every(Number.isFinite)) throw queryError('the vector holds values that are not finite');
    if (limit <= 0 || vector.every((value) => value === 0)) return [];
    if (!sameModel(model, this.#models.base)) {
      this.#open();
      return this.#models.similar(model, vector, limit, () => !this.#closing);
    }
    for (let k = vectorsFor(limit); ; k *= 4) {
      this.#open();
      const hits = await this.#vectors.search(vector, k).catch((error: unknown) => {
        if (this.#closing !== null) return { ids: [], scores: [] };
        throw error;
      });
      if (this.#closing !== null) return [];
      const found = this.#read('similar chunks', () => chunksOfVectors(this.#store, hits.ids, hits.scores));
      if (found.length >= limit || hits.ids.length < k || k > 100 * (limit + 16)) return found.slice(0, limit);
    }
  }

  similarAhead(vector: Float32Array, limit: number): void {
    this.#open();
    if (this.#models.search === null && vector.some((value) => value !== 0)) this.#vectors.searchAhead(vector, vectorsFor(limit));
  }

  cosines(vector: Float32Array, chunkIds: readonly number[], model: ModelId = this.#models.base): ReadonlyMap<number, number> {
    this.#open();
    if (!sameModel(model, this.#models.base)) return this.#models.cosines(model, vector, chunkIds);
    return this.#read('similarity of chunks', () => cosinesOf(this.#store, model, vector, chunkIds));
  }

  named(names: readonly string[], limitPerName: number): readonly NameHit[] {
    return this.#read('search by name', () => findNamed(this.#store, names, limitPerName, this.#named));
  }
  searchNames(text: string, limit: number): readonly NameHit[] {
    return this.#read('search as typed', () => this.#names.searchNames(text, limit));
  }
  similarNames(word: string, limit: number): readonly SimilarName[] {
    return this.#read('similar names', () => findSimilarNames(this.#store, word, limit));
  }
  chunks(ids: readonly number[]): readonly ChunkRecord[] {
    return this.#read('chunks', () => this.#cache.chunks(ids, (missing) => readChunks(this.#store, missing)));
  }
  children(chunkId: number): readonly ChildChunk[] {
    return this.#read('children', () => this.#cache.children(chunkId, () => readChildren(this.#store, chunkId)));
  }
  chunksOfFile(fileId: number): readonly ChunkRecord[] {
    return this.#read('chunks of a file', () => readChunksOfFile(this.#store, fileId));
  }
  file(path: WorkspacePath): FileRecord | null {
    return this.#read('file', () => readFile(this.#store, path));
  }
  fileText(fileId: number): string | null {
    return this.#read('file text', () => this.#cache.text(fileId, () => readFileText(this.#store, fileId)));
  }
  files(): ReturnType<IndexReader['files']> {
    return this.#read('files', () => readFiles(this.#store));
  }
  fileTexts(fileIds: readonly number[], containing: string | null): ReadonlyMap<number, string> {
    return this.#read('file texts', () => readFileTexts(this.#store, fileIds, containing));
  }
  edgesFrom(chunkIds: readonly number[]): readonly EdgeRecord[] {
    return this.#read('edges', () => readEdgesFrom(this.#store, this.chunks(chunkIds)));
  }
  edgesTo(names: readonly string[], limit: number): readonly EdgeRecord[] {
    return this.#read('edges', () => readEdgesTo(this.#store, names, limit, (ids) => this.chunks(ids)));
  }
  edgesInto(chunkIds: readonly number[], limit: number): readonly EdgeRecord[] {
    return this.#read('edges', () => readEdgesInto(this.#store, chunkIds, limit, (ids) => this.chunks(ids)));
  }
  tagged(tags: readonly string[], limit: number): readonly number[] {
    return this.#read('tags', () => readTagged(this.#store, tags, limit));
  }
  chunksByKey(key: string): readonly ChunkRecord[] {
    return this.chunks(this.#read('chunk', () => readIdsOfKey(this.#store, key)));
  }
  provenances(paths: readonly WorkspacePath[]): ReadonlyMap<WorkspacePath, string> {
    return this.#read('provenances', () => readProvenances(this.#store, paths));
  }

  documentFrequency(words: readonly string[]): ReadonlyMap<string, number> {
    return this.#read('word frequencies', () => new Map(words.map((word) => [word, this.#statistics.frequency(word)])));
  }
  fileImportance(): ReadonlyMap<number, number> {
    this.#importance ??= this.#read('importance', () => readImportance(this.#store));
    return this.#importance;
  }
  prominent(limit: number): readonly Prominent[] {
    return this.#read('prominent symbols', () => readProminent(this.#store, limit));
  }
  async measure(signal: AbortSignal): Promise<void> {
    this.#open();
    const measured = await measureImportance(this.#store, AbortSignal.any([signal, this.#ending.signal]));
    if (!measured || this.#closing !== null) return;
    writeImportance(this.#store, measured);
    this.#importance = measured;
  }
  isMeasured(): boolean {
    const last = this.#read('last commit', () => this.#store.sql<number | null>('SELECT max(indexed_at) FROM files').pluck().get() ?? 0);
    return last <= (this.#store.state.completedAt ?? -1);
  }
  chunkCount(): number {
    return this.#read('count of chunks', () => this.#statistics.chunks());
  }
  counts(): Counts {
    return this.#read('counts', () => this.#statistics.counts());
  }

  /** Housekeeping in small steps, as much as is due; may be ended at any time by the signal. */
  async maintain(signal: AbortSignal, inUse: readonly ModelId[] = []): Promise<void> {
    this.#open();
    if (this.#store.isReadOnly) return;
    await this.#housekeeping.maintain(AbortSignal.any([signal, this.#ending.signal]), inUse, this.counts().chunks);
  }

  get isPurgeDue(): boolean {
    return this.#read('what is due', () => isPurgeDue(this.#store));
  }
  async purge(signal: AbortSignal, inUse: readonly ModelId[] = []): Promise<void> {
    this.#open();
    await this.#housekeeping.purge(AbortSignal.any([signal, this.#ending.signal]), inUse);
  }
  async purgeOthers(paths: readonly string[], signal: AbortSignal): Promise<void> {
    const ending = AbortSignal.any([signal, this.#ending.signal]);
    await purgeOtherIndexes(this.#copy, paths, { model: this.#models.base, signal: ending, log: this.#log });
  }

  /** Resolves when `similar` answers by FAISS or it is clear that it will not. `grown`: and nothing is being built any more. */
  vectorsReady(state: 'settled' | 'grown' = 'settled'): Promise<void> {
    const search = this.#models.search ?? this.#vectors;
    return state === 'grown' ? search.grown() : search.settled();
  }
  /** Resolves when `typed` searches all names by MiniSearch. */
  namesBuilt(): Promise<void> {
    return this.#names.built();
  }
  /** Writes the FAISS files, however little has changed. */
  flush(): Promise<void> {
    return this.#vectors.save('always');
  }

  /** Deletes all that the index holds, from every store and every index copy that no other server uses. It stays open, empty. */
  async forgetAll(): Promise<void> {
    this.#open();
    this.#store.forget();
    this.#forgetCopies();
    await this.#vectors.discardSaved();
    emptyFreeIndexCopies(this.#copy);
  }

  /** Saves what is worth it, ends the FAISS process, frees the index copy. Other calls throw from now on. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#ending.abort();
    if (!this.#store.isReadOnly) await this.#vectors.save();
    await this.#vectors.close();
    await this.#models.close();
    this.#names.close();
    try {
      this.#store.close();
    } catch (error) {
      this.#log('warn', `closing the index: ${messageOf(error)}`);
    }
    this.#copy.release();
  }

  /** All that was derived from the rows that were: the database is another one, or empty. */
  #forgetCopies(): void {
    this.#cache.clear();
    this.#named.clear();
    this.#statistics.clear();
    this.#importance = null;
    this.#names.clear();
    this.#vectors.reset();
    this.#models.reset();
  }

  #change(what: string, work: (state: StoreState) => Changed): void {
    this.#open();
    const { files, chunks, rewritten, gone, names } = this.#store.write(what, (state) => {
      state.generation++;
      return work(state);
    });
    this.#housekeeping.replaced(rewritten.length + gone.length);
    this.#statistics.changed(rewritten.length + gone.length + names.length);
    this.#cache.changed(files, chunks);
    this.#named.changed(names);
    this.#names.changed(rewritten, gone);
    this.#vectors.committed();
  }

  #read<T>(what: string, work: () => T): T {
    this.#open();
    return this.#store.guard(what, work);
  }

  #open(): void {
    if (this.#closing !== null) throw indexError('the index is closed');
  }
}
