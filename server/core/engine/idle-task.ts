/** Runs idle work after 2 s without requests or edits, and after a minute in any case. */
const everyMs = 2_000;
const maxDelays = 30;

export class IdleTask {
  readonly #work: () => void;
  #timer: NodeJS.Timeout | null = null;
  #wasUsed = false;

  constructor(work: () => void) {
    this.#work = work;
  }

  /** A request or an edit came. */
  used(): void {
    this.#wasUsed = true;
  }

  /** Schedules the work, once. Asking again does not put it off: it would never run while the workspace is in use. */
  wait(): void {
    if (this.#timer !== null) return;
    this.#wasUsed = false;
    this.#waitFor(maxDelays);
  }

  #waitFor(delays: number): void {
    this.#timer = setTimeout(() => {
      this.#timer = null;
      if (this.#wasUsed && delays > 1) {
        this.#wasUsed = false;
        this.#waitFor(delays - 1);
      } else this.#work();
    }, everyMs);
    this.#timer.unref();
  }

  stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
