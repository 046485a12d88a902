/**
 * Vectors of models besides the base: stores them, finds missing ones, and searches those of the model in use. Each model's derived
 * index has its own folder. Never decides which model is used (core/embedding/model-switch.ts).
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { VectorSink, VectorSource } from '../../../core/embedding/archive-ports.js';
import type { MissingSlice, ModelStore } from '../../../core/embedding/model-store.js';
import { type ModelId, modelFolderName, type StoredModel, sameModel } from '../../../core/embedding/model-switch.js';
import type { Cost } from '../../../core/model/model-status.js';
import { queryError } from '../../../core/model/problem.js';
import type { Scored } from '../../../core/retrieval/ports.js';
import type { VectorSearch } from '../faiss/vector-search.js';
import { privateFolder } from '../folder/index-folder.js';
import {
  countReused,
  exportedFiles,
  exportedVectors,
  forgetImported,
  hasImported,
  importedParts,
  importFiles,
  importVectors,
} from '../sqlite/archive-vectors.js';
import { noRecords } from '../sqlite/order-places.js';
import { cosinesOf } from '../sqlite/read-cosines.js';
import { addTags, readFileByPath, readTextsAt } from '../sqlite/read-files.js';
import { manyReplaced, type StoreDatabase } from '../sqlite/store-database.js';
import {
  addSpent,
  codedRows,
  collectModelVectors,
  countMissing,
  dropModel,
  findModel,
  insertCoded,
  isHashUsed,
  markCovered,
  markModelComplete,
  markModelUsed,
  missingParts,
  modelsLastUsed,
  readModels,
  readSpent,
} from '../sqlite/vectors-by-model.js';
import { copyVectorsFrom } from './copy-vectors.js';
import { MeanVector } from './mean-vector.js';
import { similarChunks } from './similar-chunks.js';

/** A user who tries another model for some weeks does not pay twice for the first one. */
const keepUnusedMs = 30 * 24 * 3_600_000;
/** Vectors of deleted texts that are kept, or as many as there are texts: branches are checked out again. */
const minKept = 2_000;

export interface ModelVectorsOptions {
  readonly store: StoreDatabase;
  readonly base: ModelId;
  /** Where the folders of the models are. */
  readonly folder: string;
  /** Database files of other indexes. */
  readonly others: () => readonly string[];
  /** Creates a search over the vectors of one model. */
  readonly searchOf: (model: ModelId, id: number, folder: string) => VectorSearch;
  /** Vectors of the base were deleted. */
  readonly onBaseRemoved: (ids: readonly number[]) => void;
}

interface Serving {
  readonly model: ModelId;
  readonly search: VectorSearch;
  readonly typical: MeanVector;
}

export class ModelVectors implements ModelStore {
  readonly base: ModelId;
  readonly #options: ModelVectorsOptions;
  readonly #store: StoreDatabase;
  #serving: Serving | null = null;
  /** The model used before: questions that began with it may still run. Until housekeeping, or the next change. */
  #former: Serving | null = null;
  readonly #closing = new Set<Promise<void>>();
  /** Ids of the vectors that this process imported last. */
  #imported = { first: 0, end: 0 };
  #tagged: (chunk: number) => void = () => {};
  /** Null: to be read from the database. */
  #hasImport: boolean | null = null;

  constructor(options: ModelVectorsOptions) {
    this.#options = options;
    this.#store = options.store;
    this.base = options.base;
  }

  /** Called when a chunk has other tags than before. */
  onTagged(listener: (chunk: number) => void): void {
    this.#tagged = listener;
  }

  /** The search over the serving model's vectors; null while the base serves. */
  get search(): VectorSearch | null {
    return this.#serving?.search ?? null;
  }

  stored(): readonly StoredModel[] {
    return this.#store.guard('models', () => readModels(this.#store));
  }
  missing(model: ModelId, limit: number): MissingSlice | null {
    return this.#store.guard('missing vectors', () => missingParts(this.#store, model, limit, this.#options.onBaseRemoved));
  }
  covered(model: ModelId, upTo: number): void {
    markCovered(this.#store, model, upTo);
  }
  count(model: ModelId, signal: AbortSignal): Promise<{ total: number; missing: number } | null> {
    return countMissing(this.#store, model, signal);
  }
  isUsed(hash: string): boolean {
    return this.#store.guard('a text hash', () => isHashUsed(this.#store, hash));
  }

  textsAt(path: string, line: number | null): { chunk: number; hashes: string[] } | null {
    return this.#store.guard('texts at a line', () => readTextsAt(this.#store, path, line));
  }
  tag(chunk: number, tags: readonly string[]): void {
    this.#store.write('tags of a chunk', () => addTags(this.#store, chunk, tags));
    this.#tagged(chunk);
  }

  put(model: ModelId, hashes: readonly string[], vectors: Float32Array): number {
    const rows = codedRows(model, hashes, vectors);
    const added = this.#store.write('vectors of a model', (state) => insertCoded(this.#store, state, model, rows));
    if (sameModel(model, this.#serving?.model ?? null)) this.#serving?.search.committed();
    return added;
  }
  async copyFromOtherIndexes(model: ModelId, signal: AbortSignal): Promise<number> {
    let added = 0;
    for (const file of this.#options.others()) added += await copyVectorsFrom(this.#store, model, file, signal);
    return added;
  }
  reject(model: ModelId, hashes: readonly string[]): void {
    const rows = codedRows(model, hashes, null);
    this.#store.write('texts that a model refuses', (state) => insertCoded(this.#store, state, model, rows));
  }
  complete(model: ModelId): void {
    markModelComplete(this.#store, model);
  }

  spend(role: 'embedding' | 'reranker', name: string, cost: Cost): void {
    if (!this.#store.isReadOnly) addSpent(this.#store, role, name, cost);
  }
  spent(): { role: 'embedding' | 'reranker'; name: string; cost: Cost }[] {
    // A status is given after the end as well.
    return this.#store.connection.open ? this.#store.guard('costs of providers', () => readSpent(this.#store)) : [];
  }

  serve(model: ModelId): void {
    if (sameModel(model, this.#serving?.model ?? this.base)) return;
    const former = this.#former;
    this.#former = this.#serving;
    this.#serving = null;
    if (former && sameModel(former.model, model)) this.#serving = former;
    else this.#closeSearch(former);
    if (this.#serving || sameModel(model, this.base)) return;
    if (!this.#store.isReadOnly) markModelUsed(this.#store, model, Date.now());
    const id = this.#store.guard('a model', () => findModel(this.#store, model)) ?? -1;
    const folder = join(this.#options.folder, modelFolderName(model, sha256));
    privateFolder(folder);
    this.#serving = { model, search: this.#options.searchOf(model, id, folder), typical: new MeanVector(this.#store, model) };
    this.#serving.search.startSoon();
  }

  archiveSource(model: ModelId): VectorSource {
    return { model, files: () => exportedFiles(this.#store), vectors: () => exportedVectors(this.#store, model) };
  }
  archiveSink(model: ModelId): VectorSink {
    this.#imported = { first: this.#store.state.nextVector, end: this.#store.state.nextVector };
    return {
      model,
      put: (vectors) => {
        const added = importVectors(this.#store, model, vectors);
        this.#imported = { ...this.#imported, end: this.#store.state.nextVector };
        return added;
      },
      know: (files) => {
        importFiles(this.#store, files);
        this.#hasImport = true;
      },
    };
  }
  /** An import brought vectors of files, and no full pass has used them yet: they must not be collected. */
  get hasUnusedImport(): boolean {
    this.#hasImport ??= this.#store.guard('imports', () => hasImported(this.#store));
    return this.#hasImport;
  }
  importedParts(path: string): readonly string[] {
    return this.hasUnusedImport ? this.#store.guard('imported parts', () => importedParts(this.#store, path)) : [];
  }
  /** A full pass has ended. Inside a transaction. */
  passEnded(): void {
    // What the pass has not used belongs to no chunk.
    if (this.hasUnusedImport) this.#store.state.replaced = manyReplaced;
    forgetImported(this.#store);
    this.#hasImport = null;
  }
  reused(model: ModelId): number {
    const { first, end } = this.#imported;
    return this.#store.guard('counting imported vectors', () => countReused(this.#store, model, first, end));
  }

  source(path: string): { text: string; language: string } | null {
    return this.#store.guard('a file', () => readFileByPath(this.#store, path));
  }

  /** As `similar` of the index, for the model that serves. Empty where it no longer does. */
  async similar(model: ModelId, vector: Float32Array, limit: number, isOpen: () => boolean): Promise<readonly Scored[]> {
    const serving = this.#searched(model);
    if (!serving) return [];
    if (vector.length !== model.dimensions) throw queryError(`the vector has ${vector.length} dimensions, the model ${model.dimensions}`);
    const found = await similarChunks({ store: this.#store, search: serving.search, model, isOpen, records: noRecords }, vector, limit);
    if (!isOpen()) return [];
    const scale = serving.typical.scaleFor(vector);
    return found.map(({ chunkId, score }) => ({ chunkId, score: scale(score) }));
  }

  /** As `cosines` of the index, on the same scale as `similar`. */
  cosines(model: ModelId, vector: Float32Array, chunkIds: readonly number[]): ReadonlyMap<number, number> {
    const serving = this.#searched(model);
    if (!serving) return new Map();
    const scale = serving.typical.scaleFor(vector);
    const cosines = this.#store.guard('similarity of chunks', () => cosinesOf(this.#store, model, vector, chunkIds));
    return new Map([...cosines].map(([chunk, cosine]) => [chunk, scale(cosine)]));
  }

  #searched(model: ModelId): Serving | null {
    return [this.#serving, this.#former].find((one) => one && sameModel(one.model, model)) ?? null;
  }

  /** Drops models that were not used for long. */
  async dropUnused(signal: AbortSignal, inUse: readonly ModelId[]): Promise<void> {
    this.#closeFormer();
    for (const { usedAt, ...model } of this.#others()) {
      if (signal.aborted) return;
      if (inUse.some((other) => sameModel(other, model)) || Date.now() - usedAt <= keepUnusedMs) continue;
      await dropModel(this.#store, model, signal);
      rmSync(join(this.#options.folder, modelFolderName(model, sha256)), { recursive: true, force: true });
    }
  }

  /** The same, and drops vectors of deleted texts: all of them, or all but a bounded number. */
  async maintain(signal: AbortSignal, inUse: readonly ModelId[], drop: 'most' | 'all'): Promise<void> {
    await this.dropUnused(signal, inUse);
    for (const model of this.#others()) {
      if (signal.aborted) return;
      const gone = await collectModelVectors(this.#store, model, drop === 'all' ? 0 : minKept, signal);
      if (sameModel(model, this.#serving?.model ?? null)) this.#serving?.search.removed(gone);
    }
  }

  #others(): ReturnType<typeof modelsLastUsed> {
    return this.#store.guard('models', () => modelsLastUsed(this.#store));
  }

  /** Leaves no copy of a vector of a deleted text, of no model: what is derived from vectors is made again. */
  async purge(signal: AbortSignal, inUse: readonly ModelId[]): Promise<void> {
    await this.maintain(signal, inUse, 'all');
    await Promise.all(this.#closing);
    const serving = this.#serving;
    const kept = serving && modelFolderName(serving.model, sha256);
    for (const name of existsSync(this.#options.folder) ? readdirSync(this.#options.folder) : [])
      if (name !== kept) rmSync(join(this.#options.folder, name), { recursive: true, force: true });
    await serving?.search.purge();
  }

  /** The database was replaced: drops everything of all models. */
  reset(): void {
    this.#hasImport = null;
    this.#closeFormer();
    this.#closeSearch(this.#serving);
    this.#serving = null;
    rmSync(this.#options.folder, { recursive: true, force: true });
  }

  async save(): Promise<void> {
    await this.#serving?.search.save();
  }

  async close(): Promise<void> {
    this.#closeFormer();
    this.#closeSearch(this.#serving);
    this.#serving = null;
    await Promise.all(this.#closing);
  }

  #closeFormer(): void {
    this.#closeSearch(this.#former);
    this.#former = null;
  }

  /** Saves and closes a search, which ends its process. */
  #closeSearch(serving: Serving | null): void {
    if (!serving) return;
    const closing: Promise<void> = serving.search
      .save()
      .then(() => serving.search.close())
      .catch(() => {})
      .finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
  }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
