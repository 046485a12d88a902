/** Messages between the server and the process that runs a transformer. */
import type { Pooling } from '../../../core/embedding/model-traits.js';

export interface LoadSettings {
  /** URL of @huggingface/transformers' entry. */
  readonly entry: string;
  readonly task: 'embed' | 'score';
  /** A folder (absolute), or a name on the hub. */
  readonly model: string;
  readonly place: 'folder' | 'hub';
  readonly subfolder: string;
  readonly dtype: string;
  readonly pooling: Pooling;
  readonly maxTokens: number;
  readonly threads: number;
  /** Folder for models from the hub. */
  readonly cacheDir: string;
  readonly hubUrl: string | null;
  /** Width by the model's configuration; null where it has none. */
  readonly hiddenSize: number | null;
}

export type Request =
  | { readonly kind: 'load'; readonly settings: LoadSettings }
  | { readonly kind: 'embed'; readonly texts: readonly string[] }
  | { readonly kind: 'score'; readonly query: string; readonly documents: readonly string[] };

/** `vectors`: rows x dimensions, as the model gives them. `values` of a score: 0 to 1. */
export interface Rows {
  readonly values: Float32Array;
  readonly dimensions: number;
  readonly tokens: number;
}

export type Reply =
  | { readonly kind: 'loaded'; readonly dimensions: number }
  | { readonly kind: 'rows'; readonly rows: Rows }
  /** Load goes on: bytes are coming from the hub. */
  | { readonly kind: 'progress'; readonly file: string; readonly percent: number }
  | { readonly kind: 'error'; readonly message: string };
