/**
 * Messages between the server and its vector process. Requests take effect in their order, and each has one reply; that of `save` may
 * come later than those after it.
 */

import type { VectorSlice } from '../sqlite/vector-codes.js';
import type { VectorHits } from '../vectors/byte-vectors.js';

/** `flat`: floats in FAISS. `bytes`: rows as the index stores them, for many vectors. */
export type HeldAs = 'flat' | 'bytes';

/** What a saved index must match to be used. */
export interface SavedFor {
  readonly databaseId: string;
  readonly model: string;
  readonly dimensions: number;
  /** `VectorSource.deleted`: where it is another one, rows may be gone, and nothing else is wrong. */
  readonly deleted: number;
}

export type Request =
  /** First of all. */
  | { readonly kind: 'start'; readonly heldAs: HeldAs; readonly dimensions: number }
  | { readonly kind: 'load'; readonly folder: string; readonly savedFor: SavedFor }
  | { readonly kind: 'reset'; readonly heldAs: HeldAs }
  | { readonly kind: 'add'; readonly slice: VectorSlice }
  | { readonly kind: 'remove'; readonly ids: Float64Array }
  | { readonly kind: 'search'; readonly vector: Float32Array; readonly k: number }
  | { readonly kind: 'save'; readonly folder: string; readonly savedFor: SavedFor };

export interface Stats {
  /** Removed ones included. */
  readonly vectors: number;
  readonly removed: number;
}

export interface Replies {
  readonly start: { readonly available: true } | { readonly available: false; readonly reason: string };
  /** `removed`: ids that are in no database any more, where it has deleted nothing since; null where that is to be found out. */
  readonly load: { readonly ids: Float64Array; readonly removed: Float64Array | null } | { readonly reason: string };
  readonly reset: Stats;
  readonly add: Stats;
  readonly remove: Stats;
  readonly search: VectorHits;
  readonly save: { readonly bytes: number };
}

export interface Envelope {
  readonly seq: number;
  readonly request: Request;
}

export type Reply = { readonly seq: number; readonly value: unknown } | { readonly seq: number; readonly error: string };
