/**
 * The open documents of editors, and how far the index has followed them. One run at a time for a document; changes during a run
 * are indexed together by the next. A closed document is read from disk again, after its last run.
 * Invariant: what was opened, changed or closed before `settled` was called is done when it resolves.
 */
import { nextTurn } from '../../util/next-turn.js';
import type { WorkspacePath } from '../model/file.js';

export interface DocumentText {
  readonly text: string;
  readonly languageId: string | undefined;
}

export interface DocumentWork {
  /** Brings the index up to a text; `isCurrent` is false once the document was closed. */
  index(path: WorkspacePath, text: DocumentText, isCurrent: () => boolean): Promise<void>;
  /** Brings the index back to what is on disk. */
  closed(path: WorkspacePath): Promise<void>;
  failed(error: unknown): void;
}

interface OpenDocument {
  latest: DocumentText;
  /** Raised by every change; `indexed` follows it. */
  version: number;
  indexed: number;
  running: boolean;
}

export class OverlayFiles {
  readonly #work: DocumentWork;
  readonly #documents = new Map<WorkspacePath, OpenDocument>();
  /** Runs under way; after a close and another open the entry is the new document's. */
  readonly #runs = new Map<WorkspacePath, Promise<void>>();
  readonly #closing = new Map<WorkspacePath, Promise<void>>();
  #ended = false;

  constructor(work: DocumentWork) {
    this.#work = work;
  }

  get size(): number {
    return this.#documents.size;
  }
  /** Documents that the index has not caught up with. */
  get pending(): number {
    let count = 0;
    for (const { indexed, version } of this.#documents.values()) if (indexed < version) count++;
    return count;
  }
  get areSettled(): boolean {
    return this.#runs.size === 0 && this.#closing.size === 0;
  }
  has(path: WorkspacePath): boolean {
    return this.#documents.has(path);
  }

  /** A document's text, and whether it still is; null where it is not open. */
  current(path: WorkspacePath): { readonly text: DocumentText; readonly isCurrent: () => boolean } | null {
    const document = this.#documents.get(path);
    if (!document) return null;
    const { version, latest } = document;
    return { text: latest, isCurrent: () => this.#documents.get(path) === document && document.version === version && !this.#ended };
  }

  /** Opens a document, or gives an open one another text; it keeps its language where none is named. */
  open(path: WorkspacePath, text: string, languageId?: string): void {
    const known = this.#documents.get(path);
    if (known) {
      known.latest = { text, languageId: languageId ?? known.latest.languageId };
      known.version++;
    } else this.#documents.set(path, { latest: { text, languageId }, version: 1, indexed: 0, running: false });
    this.#start(path);
  }

  close(path: WorkspacePath): void {
    if (!this.#documents.delete(path)) return;
    this.#track(this.#closing, path, this.#backToDisk(path));
  }

  /** Indexes every open document once more: the index may have lost them. */
  again(): void {
    for (const [path, document] of this.#documents) {
      document.version++;
      this.#start(path);
    }
  }

  async settled(): Promise<void> {
    while (!this.areSettled) await Promise.all([...this.#runs.values(), ...this.#closing.values()]);
  }

  /** No run begins any more. */
  end(): void {
    this.#ended = true;
  }

  #start(path: WorkspacePath): void {
    const document = this.#documents.get(path);
    if (!document || document.running) return;
    document.running = true;
    this.#track(this.#runs, path, this.#run(path, document));
  }

  async #run(path: WorkspacePath, document: OpenDocument): Promise<void> {
    const isCurrent = () => this.#documents.get(path) === document && !this.#ended;
    try {
      // Taken before anything is waited for: a close that comes after this waits for this run.
      const closedBefore = this.#closing.get(path);
      // What comes in within the same tick (an open with its first changes) is analysed once.
      await nextTurn();
      await closedBefore;
      while (document.indexed < document.version && isCurrent()) {
        const { version, latest } = document;
        await this.#work.index(path, latest, isCurrent);
        document.indexed = version;
      }
    } catch (error) {
      // Not retried before its next change.
      document.indexed = document.version;
      this.#work.failed(error);
    } finally {
      document.running = false;
    }
  }

  async #backToDisk(path: WorkspacePath): Promise<void> {
    await Promise.all([this.#runs.get(path), this.#closing.get(path)]);
    if (this.#documents.has(path) || this.#ended) return;
    try {
      await this.#work.closed(path);
    } catch (error) {
      this.#work.failed(error);
    }
  }

  #track(runs: Map<WorkspacePath, Promise<void>>, path: WorkspacePath, work: Promise<void>): void {
    const run: Promise<void> = work.finally(() => {
      if (runs.get(path) === run) runs.delete(path);
    });
    runs.set(path, run);
  }
}
