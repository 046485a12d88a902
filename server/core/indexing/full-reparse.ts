/**
 * Documents whose last analysis was quick and may have read errors in the code otherwise than an analysis from the
 * beginning: they get one, as soon as they are left alone for a moment.
 */
import type { WorkspacePath } from '../model/file.js';

/** Longer than between two keys, shorter than a person takes to think. */
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

  /** The document has changed, or is closed: what was to be looked at is no more. */
  cancel(path: WorkspacePath): void {
    clearTimeout(this.#waiting.get(path));
    this.#waiting.delete(path);
  }

  /** All that wait, now. */
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
