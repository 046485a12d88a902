/**
 * Indexes open documents, ahead of all background work. A document whose code has errors gets a second, full analysis once it rests.
 * Invariant: a document that changed before `settled` was called is in the index when it resolves.
 */
import type { WorkspacePath } from '../model/file.js';
import type { CommitBatch } from './commit-batch.js';
import type { FileAnalysis } from './file-analysis.js';
import { FullReparse } from './full-reparse.js';
import { type DocumentText, OverlayFiles } from './overlay-files.js';
import type { AnalyseJob, FileSource, IndexWriter } from './ports.js';

interface DocumentIndexerDependencies {
  readonly source: Pick<FileSource, 'accepts'>;
  readonly index: IndexWriter;
  readonly analysis: FileAnalysis;
  readonly batch: CommitBatch;
  /** Indexes the text on disk of a document that was closed. */
  readonly closed: (path: WorkspacePath) => Promise<unknown>;
  readonly committed: () => void;
  readonly storageFailed: (error: unknown) => void;
}

export class DocumentIndexer {
  readonly #parts: DocumentIndexerDependencies;
  readonly #overlay: OverlayFiles;
  readonly #fullReparse = new FullReparse((path) => this.#reparse(path));

  constructor(dependencies: DocumentIndexerDependencies) {
    this.#parts = dependencies;
    this.#overlay = new OverlayFiles({
      index: (path, text, isCurrent) => this.#index(path, text, isCurrent),
      closed: async (path) => void (await dependencies.closed(path)),
      failed: dependencies.storageFailed,
    });
  }

  get size(): number {
    return this.#overlay.size;
  }
  /** Documents that the index has not caught up with. */
  get pending(): number {
    return this.#overlay.pending;
  }
  has(path: WorkspacePath): boolean {
    return this.#overlay.has(path);
  }

  /** Opens a document, or replaces the text of an open one. Some editors show a byte-order mark; the file's text has none. */
  open(path: WorkspacePath, text: string, languageId?: string): void {
    this.#overlay.open(path, text.replace(/^\uFEFF/, ''), languageId);
  }
  /** The text on disk is indexed again. */
  close(path: WorkspacePath): void {
    this.#fullReparse.cancel(path);
    this.#overlay.close(path);
  }
  /** Indexes every open document once more: the index may have lost them, or rules have changed. */
  again(): void {
    this.#overlay.again();
  }

  /** Waits for the open documents (and documents just closed), and for nothing else. */
  settled(): Promise<void> {
    return this.#overlay.settled();
  }
  /** Runs the full analyses that wait for documents to rest. */
  reparsed(): Promise<void> {
    return this.#fullReparse.now();
  }
  get areSettled(): boolean {
    return this.#overlay.areSettled && this.#fullReparse.areDone;
  }

  end(): void {
    this.#overlay.end();
    this.#fullReparse.end();
  }

  /** Brings the index up to one version of an open document. */
  async #index(path: WorkspacePath, document: DocumentText, isCurrent: () => boolean, mode?: 'fromBeginning'): Promise<void> {
    const { source, index, analysis, batch } = this.#parts;
    this.#fullReparse.cancel(path);
    if (!(await source.accepts(path))) return;
    const { text, languageId } = document;
    const fromBeginning = mode === 'fromBeginning';
    const state = index.fileState(path);
    const job: AnalyseJob = {
      path,
      ...analysis.placeOf(path),
      text,
      languageId,
      sizeBytes: text.length,
      mtimeMs: state?.mtimeMs ?? 0,
      knownContentHash: fromBeginning ? undefined : state?.contentHash,
      knownParts: index.partHashes(path),
      fromBeginning,
    };
    const outcome = await analysis.run(job, fromBeginning ? 'background' : 'interactive');
    if (!isCurrent() || outcome?.kind !== 'analysed') return;
    batch.commit([outcome.file]);
    this.#parts.committed();
    if (outcome.isProvisional) this.#fullReparse.later(path);
  }

  async #reparse(path: WorkspacePath): Promise<void> {
    const document = this.#overlay.current(path);
    if (!document) return;
    try {
      await this.#index(path, document.text, document.isCurrent, 'fromBeginning');
    } catch (error) {
      this.#parts.storageFailed(error);
    }
  }
}
