/**
 * The order of requests to one server: interactive before background, a few background requests at once. A file that was in work when the
 * server died is asked about alone, so that a second death shows its cause.
 */
import { aborted, failure } from '../failures.js';

export type Priority = 'interactive' | 'background';

interface Waiting {
  readonly priority: Priority;
  readonly uri: string | null;
  start(): void;
}

const maxInteractive = 16;
const maxWaiting = 10_000;

/** Pause of background requests after each interactive one. People send requests in bursts. */
const quietMs = 250;

export class RequestQueue {
  readonly #window: number;
  readonly #yields: boolean;
  #lastInteractiveAt = Number.NEGATIVE_INFINITY;
  #lastBackgroundAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | null = null;
  readonly #waiting: Record<Priority, Set<Waiting>> = { interactive: new Set(), background: new Set() };
  readonly #active = new Map<object, Waiting>();
  readonly #suspects = new Set<string>();
  #alone = false;

  /** `yields`: one background request at a time, and a pause after each interactive one. */
  constructor(window: number, yields = false) {
    this.#window = yields ? 1 : window;
    this.#yields = yields;
  }

  get size(): number {
    return this.#waiting.interactive.size + this.#waiting.background.size + this.#active.size;
  }

  /** Files of the requests that the server is working on. */
  get activeFiles(): readonly string[] {
    return [...new Set([...this.#active.values()].flatMap(({ uri }) => (uri === null ? [] : [uri])))];
  }

  suspect(uri: string): void {
    this.#suspects.add(uri);
  }

  clear(uri: string): void {
    this.#suspects.delete(uri);
    this.#next();
  }

  /** Resolves when the request may be sent, with the function that ends its turn. */
  enter(priority: Priority, uri: string | null, signal?: AbortSignal): Promise<() => void> {
    if (this.size >= maxWaiting) return Promise.reject(failure('full', `${maxWaiting} requests are waiting already`));
    if (signal?.aborted) return Promise.reject(aborted('the request'));
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        this.#waiting[priority].delete(waiting);
        reject(aborted('the request'));
      };
      const waiting: Waiting = {
        priority,
        uri,
        start: () => {
          signal?.removeEventListener('abort', onAbort);
          const turn = {};
          if (priority === 'background') this.#lastBackgroundAt = performance.now();
          this.#active.set(turn, waiting);
          resolve(() => {
            if (!this.#active.delete(turn)) return;
            if (priority === 'interactive') this.#lastInteractiveAt = performance.now();
            if (this.#active.size === 0) this.#alone = false;
            this.#next();
          });
        },
      };
      this.#waiting[priority].add(waiting);
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#next();
    });
  }

  #next(): void {
    for (const priority of ['interactive', 'background'] as const) {
      for (const waiting of [...this.#waiting[priority]]) {
        if (this.#alone || !this.#hasRoom(priority)) break;
        const isSuspect = waiting.uri !== null && this.#suspects.has(waiting.uri);
        if (isSuspect && this.#active.size > 0) continue;
        if (isSuspect) this.#alone = true;
        this.#waiting[priority].delete(waiting);
        waiting.start();
      }
    }
  }

  #hasRoom(priority: Priority): boolean {
    const active = [...this.#active.values()];
    const people = active.filter((one) => one.priority === 'interactive').length;
    if (priority === 'interactive') return people < maxInteractive;
    if (people > 0 || this.#waiting.interactive.size > 0 || active.length >= this.#window) return false;
    return !this.#yields || this.#isQuiet();
  }

  /** True after a pause without interactive requests. While they continue, one background request is allowed in each pause. */
  #isQuiet(): boolean {
    const waitMs = Math.min(this.#lastInteractiveAt, this.#lastBackgroundAt) + quietMs - performance.now();
    if (waitMs <= 0) return true;
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#next();
    }, waitMs);
    return false;
  }
}
