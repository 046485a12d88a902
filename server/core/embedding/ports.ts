/**
 * What the engine needs from whatever turns text into vectors, and from rerankers. The io folder implements these.
 * models.ts decides which one is in use, core/indexing/reembed.ts makes missing vectors.
 */
import type { Cost } from '../model/model-status.js';

/** Some of the texts that were asked for, done. Indices are into the caller's list; row i of `vectors` is `indices[i]`. */
export interface EmbeddedBatch {
  readonly indices: readonly number[];
  /** `indices.length` x `dimensions`, rows of unit length. */
  readonly vectors: Float32Array;
  readonly dimensions: number;
  /** Texts that the provider refuses (too long …): asking again would not help. */
  readonly rejected: readonly { readonly index: number; readonly reason: string }[];
}

/** Errors of all of these are ContextError('provider') with data {provider, status, retryable, retryAfterMs?}. */
export interface EmbeddingProvider {
  /** Names the vectors: two providers with equal names give comparable vectors. Holds no secret. */
  readonly name: string;
  /** Null until the first answer. */
  readonly dimensions: number | null;
  /**
   * Batch by batch, in order of completion, so that each can be committed at once. When a batch fails for good, those
   * under way are still yielded, since they are paid for, then the error is thrown. Ending the loop ends the requests.
   */
  embedBatches(texts: readonly string[], signal?: AbortSignal): AsyncIterable<EmbeddedBatch>;
  /** All at once: texts.length x dimensions. Throws where a text is rejected. */
  embedDocuments(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array>;
  /** `dimensions` floats, unit length. Bypasses queued documents; gives up after seconds, since a user waits. */
  embedQuery(text: string, signal?: AbortSignal): Promise<Float32Array>;
  readonly cost: Cost;
  close(): Promise<void>;
}

export interface Reranker {
  readonly name: string;
  /**
   * How well each document answers the query: 0 to 1, in the order of `documents`. Throws ContextError('provider')
   * where there is no score at all; a scorer that asks document by document gives 0.5 for a single failure.
   */
  rerank(query: string, documents: readonly string[], signal?: AbortSignal): Promise<Float32Array>;
  readonly cost: Cost;
  close(): Promise<void>;
}

/** Time as the retrying and pacing code sees it; tests bring their own. */
export interface Clock {
  /** Milliseconds, from any origin, never going back. */
  now(): number;
  /** Rejects with the signal's reason when aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** In [0, 1). */
  random(): number;
}
