/** Runs a bounded number of jobs at once: `add` waits while the queue is full. */
export class JobQueue {
  readonly #most: number;
  readonly #onError: (error: unknown) => void;
  readonly #running = new Set<Promise<void>>();

  constructor(most: number, onError: (error: unknown) => void) {
    this.#most = most;
    this.#onError = onError;
  }

  async add(job: () => Promise<void>): Promise<void> {
    while (this.#running.size >= this.#most) await Promise.race(this.#running);
    const run: Promise<void> = job()
      .catch(this.#onError)
      .finally(() => this.#running.delete(run));
    this.#running.add(run);
  }

  async end(): Promise<void> {
    await Promise.all(this.#running);
  }
}
