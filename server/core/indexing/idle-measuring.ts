/**
 * Brings figures over the whole index up to date in the pauses of the background. In a large index that takes a minute: work that
 * arrives interrupts it instead of waiting, and it begins anew in the next pause.
 */
import type { IndexWriter } from './ports.js';

export class IdleMeasuring {
  readonly #index: Pick<IndexWriter, 'measure'>;
  readonly #end: AbortSignal;
  readonly #failed: (error: unknown) => void;
  #pause = new AbortController();
  #last: Promise<void> = Promise.resolve();

  /** @param end once aborted, nothing further begins and what runs ends */
  constructor(index: Pick<IndexWriter, 'measure'>, end: AbortSignal, failed: (error: unknown) => void) {
    this.#index = index;
    this.#end = end;
    this.#failed = failed;
    end.addEventListener('abort', () => this.interrupt());
  }

  /** Resolves when all that has begun is done or interrupted. Never rejects. */
  get done(): Promise<void> {
    return this.#last;
  }

  /** A pause begins, or something has changed within one. */
  begin(): void {
    if (this.#end.aborted) return;
    if (this.#pause.signal.aborted) this.#pause = new AbortController();
    const { signal } = this.#pause;
    this.#last = this.#last
      .then(async () => {
        if (!signal.aborted) await this.#index.measure(signal);
      })
      .catch(this.#failed);
  }

  /** The pause is over. */
  interrupt(): void {
    this.#pause.abort();
  }
}
