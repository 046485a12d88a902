/**
 * What keeping vectors of several models needs from the index. The embedded model is the base: every commit brings its
 * vectors along, so it can always answer. The vectors of any other model are derived from the base's: one a text hash, made
 * in the background, in the order in which the base's were committed.
 */
import type { WorkspacePath } from '../model/file.js';
import type { Cost } from '../model/model-status.js';
import type { VectorSink, VectorSource } from './archive-ports.js';
import type { ModelId, StoredModel } from './model-switch.js';

/** Texts that have a vector of the base and none of a model. */
export interface MissingSlice {
  readonly parts: readonly { readonly hash: string; readonly path: WorkspacePath }[];
  /** Where this slice ends, for `covered`. */
  readonly upTo: number;
}

export interface ModelStore {
  readonly base: ModelId;
  /** Models besides the base that there are vectors of. */
  stored(): readonly StoredModel[];
  /** The next texts without a vector of this model; what no chunk uses any more is dropped on the way. Null: nothing is missing. */
  missing(model: ModelId, limit: number): MissingSlice | null;
  /** Everything in and before a slice has its vector. */
  covered(model: ModelId, upTo: number): void;
  /** Texts in use, and those of them without a vector of this model; in small steps. Null where ended by the signal. */
  count(model: ModelId, signal: AbortSignal): Promise<{ readonly total: number; readonly missing: number } | null>;
  isUsed(hash: string): boolean;
  /** The innermost chunk at a line (0-based) of a file with the hashes of its texts; without a line the file's module chunk. */
  textsAt(path: WorkspacePath, line: number | null): { readonly chunk: number; readonly hashes: readonly string[] } | null;
  /** Adds tags to a chunk, for filters; until the chunk changes. */
  tag(chunk: number, tags: readonly string[]): void;
  /**
   * Stores vectors (row i of `vectors`, `model.dimensions` floats, belongs to `hashes[i]`), one transaction. A hash that has one
   * keeps it. Gives how many were new.
   */
  put(model: ModelId, hashes: readonly string[], vectors: Float32Array): number;
  /** Takes over the vectors of missing texts that other indexes of this user have: they were paid for. Gives how many. */
  copyFromOtherIndexes(model: ModelId, signal: AbortSignal): Promise<number>;
  /** Texts that the provider refuses: they get a vector that nothing is similar to, so that they are not sent again. */
  reject(model: ModelId, hashes: readonly string[]): void;
  /** It has vectors of everything: from now on it may serve, after a restart too. */
  complete(model: ModelId): void;
  /** Adds to what a provider has cost for this index. */
  spend(role: 'embedding' | 'reranker', name: string, cost: Cost): void;
  spent(): readonly { readonly role: 'embedding' | 'reranker'; readonly name: string; readonly cost: Cost }[];
  /** Its vectors are searched from now on; the others' searches may rest. */
  serve(model: ModelId): void;
  /** For an export and an import of a model's vectors. */
  archiveSource(model: ModelId): VectorSource;
  archiveSink(model: ModelId): VectorSink;
  /** How many texts in use have the vectors that this process imported. */
  reused(model: ModelId): number;
  /** Text and language of a file as they are stored, secrets masked. */
  source(path: WorkspacePath): { readonly text: string; readonly language: string } | null;
}
