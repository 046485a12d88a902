/** Runs idle work after 2 s without requests or edits, and after a minute in any case. */
const afterMs = 2_000;
const withinMs = 60_000;

export class IdleTask {
  readonly #work: () => void;
  #timer: NodeJS.Timeout | null = null;
  /** By `performance.now`. */
  #lastUsed = Number.NEGATIVE_INFINITY;

  constructor(work: () => void) {
    this.#work = work;
  }

  /** A request or an edit came. */
  used(): void {
    this.#lastUsed = performance.now();
  }

  /** Schedules the work, once. */
  wait(due = performance.now()): void {
    this.stop();
    this.#timer = setTimeout(() => {
      const now = performance.now();
      if (now - this.#lastUsed < afterMs && now - due < withinMs) this.wait(due);
      else this.#work();
    }, afterMs);
    this.#timer.unref();
  }

  stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
  }
}
