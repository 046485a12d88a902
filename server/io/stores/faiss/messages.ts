/**
 * Messages between the server and its FAISS process. Requests take effect in their order, and each has one reply; that of `save` may
 * come later than those after it.
 */
import type { VectorSlice } from '../sqlite/vector-codes.js';

/** `flat` searches exactly; `graph` is HNSW: approximate, and quick for many vectors. */
export type Part = 'flat' | 'graph';

/** What a saved index must match to be used. */
export interface SavedFor {
  readonly databaseId: string;
  readonly model: string;
  readonly dimensions: number;
}

export type Request =
  /** First of all. `graphFactory` describes the graph in FAISS's own words, e.g. `HNSW32,Flat`. */
  | { readonly kind: 'start'; readonly dimensions: number; readonly graphFactory: string }
  | { readonly kind: 'load'; readonly folder: string; readonly savedFor: SavedFor }
  | { readonly kind: 'reset' }
  | { readonly kind: 'add'; readonly part: Part; readonly slice: VectorSlice }
  | { readonly kind: 'remove'; readonly ids: Float64Array }
  /** The graph holds all that the flat index holds: from now on it answers, and the flat index starts again, empty. */
  | { readonly kind: 'promote' }
  | { readonly kind: 'search'; readonly vector: Float32Array; readonly k: number }
  | { readonly kind: 'save'; readonly folder: string; readonly savedFor: SavedFor }
  | { readonly kind: 'stats' };

export interface Stats {
  /** Vectors in each part, removed ones included. */
  readonly flat: number;
  readonly graph: number;
  readonly removed: number;
  readonly promoted: boolean;
}

export interface Replies {
  readonly start: { readonly available: true } | { readonly available: false; readonly reason: string };
  readonly load:
    | { readonly flatIds: Float64Array; readonly graphIds: Float64Array; readonly promoted: boolean }
    | { readonly reason: string };
  readonly reset: Stats;
  readonly add: Stats;
  readonly remove: Stats;
  readonly promote: Stats;
  readonly search: { readonly ids: readonly number[]; readonly scores: readonly number[] };
  readonly save: { readonly bytes: number };
  readonly stats: Stats;
}

export interface Envelope {
  readonly seq: number;
  readonly request: Request;
}

export type Reply = { readonly seq: number; readonly value: unknown } | { readonly seq: number; readonly error: string };
