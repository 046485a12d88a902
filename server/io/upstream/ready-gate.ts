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
  #rest: (() => void)[] = [];
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

  /** Resolves where nothing is in progress: a server that was slow to begin may have counted as ready before. Never rejects. */
  rested(): Promise<void> {
    return this.#running.size === 0 ? Promise.resolve() : new Promise((resolve) => this.#rest.push(resolve));
  }

  notified(method: string, params: unknown): void {
    const readiness = this.#readiness;
    if (readiness.kind === 'progress') {
      if (method === '$/progress') this.#progressed(params as Progress, readiness.pattern);
      return;
    }
    if (this.#state === 'ready') return;
    if (readiness.kind === 'log' && method === 'window/logMessage') {
      if (readiness.pattern.test(String((params as { message?: unknown } | null)?.message ?? ''))) this.#become('ready');
    } else if (readiness.kind === 'notification' && method === readiness.method) {
      if (readiness.isReady(params)) this.#become('ready');
    }
  }

  close(): void {
    clearTimeout(this.#deadline);
    if (this.#quiet) clearTimeout(this.#quiet);
    this.#settle();
    this.#endRest();
  }

  #progressed({ token, value }: Progress, pattern: RegExp): void {
    if (value?.kind === 'begin' && (pattern.test(String(token)) || pattern.test(value.title ?? ''))) {
      this.#seen = true;
      this.#running.add(token);
    } else if (value?.kind === 'end' && this.#running.delete(token) && this.#running.size === 0) {
      if (this.#state !== 'ready') this.#become('ready');
      this.#endRest();
    }
  }

  #endRest(): void {
    for (const resolve of this.#rest.splice(0)) resolve();
  }

  #become(state: ReadyState): void {
    this.#state = state;
    clearTimeout(this.#deadline);
    if (this.#quiet) clearTimeout(this.#quiet);
    this.#settle();
  }
}
