/** Tracks whether a server's answers are complete, by the signs that its adapter names. Loading may begin again, e.g. for an added project. */
import type { Readiness } from '../adapter.js';

interface Progress {
  readonly token: string | number;
  readonly value?: { readonly kind?: string; readonly title?: string };
}

type ReadyState = 'loading' | 'ready' | 'unsure';

export class ReadyGate {
  readonly #readiness: Readiness;
  readonly #withinMs: number;
  readonly #running = new Set<string | number>();
  #seen = false;
  #isClosed = false;
  #state: ReadyState = 'loading';
  #loadingSince = Date.now();
  #settle: () => void = () => {};
  #settled: Promise<void> = Promise.resolve();
  #rest: (() => void)[] = [];
  #quiet: NodeJS.Timeout | null = null;
  #deadline: NodeJS.Timeout | undefined;

  constructor(readiness: Readiness, withinMs: number) {
    this.#readiness = readiness;
    this.#withinMs = withinMs;
    this.#load();
    if (readiness.kind === 'initialized') this.#become('ready');
  }

  get state(): ReadyState {
    return this.#state;
  }

  /** Start of the last loading, in milliseconds since the epoch. */
  get loadingSince(): number {
    return this.#loadingSince;
  }

  /** Resolves when it is ready or overdue. Never rejects. */
  get settled(): Promise<void> {
    return this.#settled;
  }

  /** What the server serves has changed. */
  servesNow(serves: (method: string) => boolean): void {
    if (this.#readiness.kind === 'serving' && this.#state !== 'ready' && serves(this.#readiness.method)) this.#become('ready');
  }

  /** A document was opened. Some servers begin to load only then. */
  documentOpened(): void {
    if (this.#readiness.kind !== 'progress' || this.#state !== 'loading' || this.#quiet || this.#seen) return;
    this.#quiet = setTimeout(() => {
      if (!this.#seen) this.#become('ready');
    }, this.#readiness.quietMs);
  }

  /** Resolves when no matching progress is running. A server that began late may have counted as ready before. Never rejects. */
  rested(): Promise<void> {
    return this.#running.size === 0 ? Promise.resolve() : new Promise((resolve) => this.#rest.push(resolve));
  }

  notified(method: string, params: unknown): void {
    const readiness = this.#readiness;
    if (readiness.kind === 'progress') {
      if (method === '$/progress') this.#progressed(params as Progress, readiness.pattern);
      return;
    }
    if (readiness.kind === 'notification') {
      if (method !== readiness.method) return;
      if (!readiness.isReady(params)) this.#load();
      else if (this.#state !== 'ready') this.#become('ready');
      return;
    }
    if (this.#state === 'ready') return;
    if (readiness.kind === 'log' && method === 'window/logMessage') {
      if (readiness.pattern.test(String((params as { message?: unknown } | null)?.message ?? ''))) this.#become('ready');
    }
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#deadline);
    if (this.#quiet) clearTimeout(this.#quiet);
    this.#settle();
    this.#endRest();
  }

  #progressed({ token, value }: Progress, pattern: RegExp): void {
    if (value?.kind === 'begin' && (pattern.test(String(token)) || pattern.test(value.title ?? ''))) {
      this.#seen = true;
      this.#running.add(token);
      this.#load();
    } else if (value?.kind === 'end' && this.#running.delete(token) && this.#running.size === 0) {
      if (this.#state !== 'ready') this.#become('ready');
      this.#endRest();
    }
  }

  /** Loading begins. No effect while it is loading. */
  #load(): void {
    if (this.#deadline !== undefined && this.#state === 'loading') return;
    if (this.#isClosed) return;
    this.#state = 'loading';
    this.#loadingSince = Date.now();
    this.#settled = new Promise((resolve) => {
      this.#settle = resolve;
    });
    this.#deadline = setTimeout(() => this.#become('unsure'), this.#withinMs);
    this.#deadline.unref();
  }

  #endRest(): void {
    for (const resolve of this.#rest.splice(0)) resolve();
  }

  #become(state: ReadyState): void {
    this.#state = state;
    clearTimeout(this.#deadline);
    this.#deadline = undefined;
    if (this.#quiet) clearTimeout(this.#quiet);
    this.#settle();
  }
}
