/** Runs background work of the indexer one piece after the other, and reports the end of a run. */

interface BackgroundEvents {
  runBegins(): void;
  /** The queue is empty. */
  runEnded(): void;
  failed(error: unknown): void;
}

export class BackgroundQueue {
  readonly #events: BackgroundEvents;
  readonly #signal: AbortSignal;
  #last: Promise<void> = Promise.resolve();
  #depth = 0;

  /** @param signal once aborted, nothing further begins and failures are not reported */
  constructor(events: BackgroundEvents, signal: AbortSignal) {
    this.#events = events;
    this.#signal = signal;
  }

  get isBusy(): boolean {
    return this.#depth > 0;
  }
  /** Resolves when all that is queued now is done; the same promise as long as nothing was added. Never rejects. */
  get idle(): Promise<void> {
    return this.#last;
  }

  /** Adds work; a failure is reported and the queue goes on. Never rejects. */
  add(work: () => Promise<void>): Promise<void> {
    if (this.#depth === 0) this.#events.runBegins();
    this.#depth++;
    const run = this.#last.then(async () => {
      try {
        if (!this.#signal.aborted) await work();
      } catch (error) {
        if (!this.#signal.aborted) this.#events.failed(error);
      } finally {
        this.#depth--;
        if (this.#depth === 0) this.#events.runEnded();
      }
    });
    this.#last = run;
    return run;
  }
}
