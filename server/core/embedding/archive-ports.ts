/** What export and import need from a store: vectors by hash. io/archive calls these, a store implements them. */

import type { ExportReport, ImportReport } from '../model/archive-report.js';
import type { ModelName } from '../model/model-status.js';

/** A vector as the index keeps it: value d is `scale * codes[d]`. */
export interface StoredVector {
  /** Hash of the embedding text: equal text, equal vector. */
  readonly hash: string;
  readonly scale: number;
  /** `dimensions` signed bytes. */
  readonly codes: Int8Array;
}

export interface ExportedFile {
  readonly path: string;
  readonly contentHash: string;
  /** Hashes of its embedding parts. */
  readonly parts: readonly string[];
}

export interface VectorSource {
  readonly model: { readonly name: string; readonly dimensions: number };
  /** In bounded slices; without open documents, whose text is not saved. */
  files(): Iterable<readonly ExportedFile[]>;
  vectors(): Iterable<readonly StoredVector[]>;
}

export interface VectorSink {
  readonly model: { readonly name: string; readonly dimensions: number };
  /** Stores those whose hash has no vector of this model yet, in one transaction; gives their number. */
  put(vectors: readonly StoredVector[]): number;
  /** Which texts the files of the export have: a file that the index does not know yet needs no vectors for those. */
  know(files: readonly ExportedFile[]): void;
}

/** Files of exports, as the engine uses them. All throw ContextError('index') for an invalid file. */
export interface Archive {
  /** Which model's vectors a file holds. */
  modelOf(file: string): Promise<ModelName>;
  export(source: VectorSource, file: string, signal?: AbortSignal): Promise<ExportReport>;
  import(sink: VectorSink, file: string, signal?: AbortSignal): Promise<ImportReport>;
}

/** What identifies a repository wherever it is cloned. Null: not known (no git, a shallow clone). */
export interface RepositoryIdentity {
  /** As `normalRemote` gives it. */
  readonly remote: string | null;
  readonly rootCommit: string | null;
}

/** `host/owner/name` from any form of a remote URL; user names and passwords are dropped. Null for anything else. */
export function normalRemote(url: string): string | null {
  const scp = /^(?:[^@/\s]+@)?([\w.-]{2,}):(?!\/\/)([^\s]+)$/.exec(url.trim());
  const plain = scp ?? /^[a-z][a-z+]*:\/\/(?:[^@/\s]*@)?([\w.-]+(?::\d+)?)\/([^\s?#]+)/i.exec(url.trim());
  if (!plain) return null;
  const path = (plain[2] as string).replace(/^\/+|\/+$/g, '').replace(/\.git$/, '');
  return path ? `${(plain[1] as string).replace(/:(?:22|443|80)$/, '')}/${path}`.toLowerCase() : null;
}

/** `other` only where something is known of both and nothing agrees: a fork has another remote and the same root. */
export function compareRepositories(a: RepositoryIdentity, b: RepositoryIdentity): 'same' | 'other' | 'unknown' {
  const remote = a.remote && b.remote ? a.remote === b.remote : null;
  const root = a.rootCommit && b.rootCommit ? a.rootCommit === b.rootCommit : null;
  if (remote || root) return 'same';
  return remote === null && root === null ? 'unknown' : 'other';
}
