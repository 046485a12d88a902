/**
 * Full analyses of documents with syntax errors: the last incremental analysis may differ from one of the whole text, which follows once
 * the document has rested for a moment.
 */
import type { WorkspacePath } from '../model/file.js';

/** Longer than the time between two keystrokes, shorter than a pause to think. */
const restMs = 400;

export class FullReparse {
  readonly #look: (path: WorkspacePath) => Promise<void>;
  readonly #waiting = new Map<WorkspacePath, NodeJS.Timeout>();
  readonly #running = new Set<Promise<void>>();

  /** `look` never rejects. */
  constructor(look: (path: WorkspacePath) => Promise<void>) {
    this.#look = look;
  }

  get areDone(): boolean {
    return this.#waiting.size === 0 && this.#running.size === 0;
  }

  later(path: WorkspacePath): void {
    this.cancel(path);
    const timer = setTimeout(() => this.#start(path), restMs);
    timer.unref();
    this.#waiting.set(path, timer);
  }

  /** The document has changed or is closed. */
  cancel(path: WorkspacePath): void {
    clearTimeout(this.#waiting.get(path));
    this.#waiting.delete(path);
  }

  /** Runs all that wait, now. */
  async now(): Promise<void> {
    for (const path of [...this.#waiting.keys()]) this.#start(path);
    await Promise.all(this.#running);
  }

  end(): void {
    for (const path of [...this.#waiting.keys()]) this.cancel(path);
  }

  #start(path: WorkspacePath): void {
    this.cancel(path);
    const run: Promise<void> = this.#look(path).finally(() => this.#running.delete(run));
    this.#running.add(run);
  }
}
