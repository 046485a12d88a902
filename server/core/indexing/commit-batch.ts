/**
 * Collects analysed files for commits: background commits hold several files, so that each is short and worth its transaction.
 * Every commit and removal passes through here. Invariant: what was read from disk never replaces an open document's text.
 */
import type { AnalysedFile } from '../model/chunk.js';
import type { FileEntry, WorkspacePath } from '../model/file.js';
import type { AnalyseOutcome, IndexWriter } from './ports.js';

export interface CommitEvents {
  /** A commit failed (disk full, damaged file): the index is unchanged. */
  storageFailed(error: unknown): void;
  /** The rows of these files were replaced or removed. */
  committed(paths: readonly WorkspacePath[]): void;
  /** A file was skipped, with the reason; null: it no longer is. */
  skipped(path: string, reason: string | null): void;
}

/**
 * Files a background commit may hold at most, and the chunks after which it is written: keeps each step short. Both grow up to eightfold with
 * what was committed: in a large index a commit changes pages all over its trees, and few large commits write a third of what many small ones do.
 */
const COMMIT_FILES = 24;
const COMMIT_CHUNKS = 400;
const CHUNKS_PER_GROWTH = 100_000;
const MAX_GROWTH = 8;

export interface CommitRules {
  readonly isOpen: (path: WorkspacePath) => boolean;
  readonly isForgotten: (path: WorkspacePath) => boolean;
  /** A document was opened while its file was read: what was read is not stored, and whether the document is saved is not known. */
  readonly overtaken: (path: WorkspacePath) => void;
}

export class CommitBatch {
  readonly #index: IndexWriter;
  readonly #events: CommitEvents;
  readonly #rules: CommitRules;
  #files: AnalysedFile[] = [];
  #chunks = 0;
  /** Chunks of all commits so far. */
  #committed = 0;

  constructor(index: IndexWriter, events: CommitEvents, rules: CommitRules) {
    this.#index = index;
    this.#events = events;
    this.#rules = rules;
  }

  /** Takes the outcome of an analysis of a file on disk; it is in the index after the next flush. */
  take(entry: FileEntry, outcome: AnalyseOutcome | null): void {
    if (this.#rules.isOpen(entry.path)) this.#rules.overtaken(entry.path);
    else if (outcome?.kind === 'analysed') {
      this.#files.push(outcome.file);
      this.#chunks += outcome.file.chunks.length;
      const growth = Math.min(MAX_GROWTH, Math.max(1, this.#committed / CHUNKS_PER_GROWTH));
      if (this.#files.length >= COMMIT_FILES * growth || this.#chunks >= COMMIT_CHUNKS * growth) this.flush();
    } else if (outcome?.kind === 'unchanged') this.#index.touch([entry]);
    else if (outcome?.kind === 'gone') this.remove([entry.path]);
  }

  flush(): void {
    const files = this.#files;
    this.#files = [];
    this.#chunks = 0;
    for (const { path } of files) if (this.#rules.isOpen(path)) this.#rules.overtaken(path);
    this.commit(files.filter(({ path }) => !this.#rules.isOpen(path)));
  }

  commit(analysed: readonly AnalysedFile[]): void {
    // It may have been forgotten while it was analysed.
    const files = analysed.filter(({ path }) => !this.#rules.isForgotten(path));
    if (files.length === 0) return;
    try {
      this.#index.commit(files);
      for (const { chunks } of files) this.#committed += chunks.length;
      for (const file of files) this.#events.skipped(file.path, file.problem);
      this.#events.committed(files.map(({ path }) => path));
    } catch (error) {
      this.#events.storageFailed(error);
    }
  }

  remove(paths: readonly WorkspacePath[], why?: 'forGood'): void {
    this.#index.remove(paths, why);
    for (const path of paths) this.#events.skipped(path, null);
    this.#events.committed(paths);
  }
}
