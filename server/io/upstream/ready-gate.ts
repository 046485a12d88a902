/** Tells when a server's answers are complete, from the signs that its adapter names. */
import type { Readiness } from './adapter.js';

interface Progress {
  readonly token: string | number;
  readonly value?: { readonly kind?: string; readonly title?: string };
}

export type ReadyState = 'loading' | 'ready' | 'unsure';

export class ReadyGate {
  readonly #readiness: Readiness;
  readonly #running = new Set<string | number>();
  #seen = false;
  #state: ReadyState = 'loading';
  #settle: () => void = () => {};
  #quiet: NodeJS.Timeout | null = null;
  readonly #deadline: NodeJS.Timeout;
  /** Resolves with whether the server said so itself or the wait was too long. Never rejects. */
  readonly settled: Promise<void>;

  constructor(readiness: Readiness, withinMs: number) {
    this.#readiness = readiness;
    this.settled = new Promise((resolve) => {
      this.#settle = resolve;
    });
    this.#deadline = setTimeout(() => this.#become('unsure'), withinMs);
    this.#deadline.unref();
    if (readiness.kind === 'initialized') this.#become('ready');
  }

  get state(): ReadyState {
    return this.#state;
  }

  /** A document was opened: some servers begin to load only now. */
  documentOpened(): void {
    if (this.#readiness.kind !== 'progress' || this.#state !== 'loading' || this.#quiet || this.#seen) return;
    this.#quiet = setTimeout(() => {
      if (!this.#seen) this.#become('ready');
    }, this.#readiness.quietMs);
  }

  notified(method: string, params: unknown): void {
    if (this.#state === 'ready') return;
    const readiness = this.#readiness;
    if (readiness.kind === 'log' && method === 'window/logMessage') {
      if (readiness.pattern.test(String((params as { message?: unknown } | null)?.message ?? ''))) this.#become('ready');
    } else if (readiness.kind === 'notification' && method === readiness.method) {
      if (readiness.isReady(params)) this.#become('ready');
    } else if (readiness.kind === 'progress' && method === '$/progress') this.#progressed(params as Progress, readiness.pattern);
  }

  close(): void {
    clearTimeout(this.#deadline);
    if (this.#quiet) clearTimeout(this.#quiet);
    this.#settle();
  }

  #progressed({ token, value }: Progress, pattern: RegExp): void {
    if (value?.kind === 'begin' && (pattern.test(String(token)) || pattern.test(value.title ?? ''))) {
      this.#seen = true;
      this.#running.add(token);
    } else if (value?.kind === 'end' && this.#running.delete(token) && this.#running.size === 0) {
      this.#become('ready');
    }
  }

  #become(state: ReadyState): void {
    this.#state = state;
    clearTimeout(this.#deadline);
    if (this.#quiet) clearTimeout(this.#quiet);
    this.#settle();
  }
}
