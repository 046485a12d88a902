/**
 * Tells when a server has pushed diagnostics of a document since its last change. The pull of a client waits for that, because earlier
 * diagnostics are missing or about the old text.
 * Invariant: every wait ends: with a push, the end of the server, the cancelled request, or a time limit.
 */

/** Limit for the first push about a document, whose project may have to be loaded. */
const firstMs = 10_000;
/** Limit for later pushes: some servers push nothing if a document still has no diagnostics. */
const laterMs = 2_000;

export class PushWatch {
  /** Number of changes of each document, its opening included. */
  readonly #changes = new Map<string, number>();
  /** By server and document: number of changes at the last push. */
  readonly #published = new Map<string, Map<string, number>>();
  readonly #running = new Set<string>();
  readonly #waiting = new Set<{ readonly uri: string; readonly server: string; readonly go: () => void }>();

  changed(uri: string): void {
    this.#changes.set(uri, (this.#changes.get(uri) ?? 0) + 1);
  }

  published(server: string, uri: string): void {
    const byUri = this.#published.get(server) ?? new Map<string, number>();
    this.#published.set(server, byUri.set(uri, this.#changes.get(uri) ?? 0));
    this.#wake((one) => one.server === server && one.uri === uri);
  }

  closed(uri: string): void {
    this.#changes.delete(uri);
    for (const byUri of this.#published.values()) byUri.delete(uri);
    this.#wake((one) => one.uri === uri);
  }

  started(server: string): void {
    this.#running.add(server);
  }

  runs(server: string): boolean {
    return this.#running.has(server);
  }

  ended(server: string): void {
    this.#running.delete(server);
    this.#published.delete(server);
    this.#wake((one) => one.server === server);
  }

  /** Resolves after a push since the last change. Rejects when the signal aborts. */
  async currentPublication(server: string, uri: string, signal: AbortSignal): Promise<void> {
    const last = this.#published.get(server)?.get(uri);
    if (last !== undefined && last === this.#changes.get(uri)) return;
    await this.#wait(server, uri, last === undefined ? firstMs : laterMs, signal);
  }

  /** Resolves after the next push, or after a short time. Rejects when the signal aborts. */
  nextPublication(server: string, uri: string, signal: AbortSignal): Promise<void> {
    return this.#wait(server, uri, laterMs, signal);
  }

  async #wait(server: string, uri: string, ms: number, signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => {
      const go = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', go);
        this.#waiting.delete(waiter);
        resolve();
      };
      const waiter = { uri, server, go };
      const timer = setTimeout(go, ms);
      signal.addEventListener('abort', go, { once: true });
      this.#waiting.add(waiter);
    });
    signal.throwIfAborted();
  }

  #wake(matches: (one: { readonly uri: string; readonly server: string }) => boolean): void {
    for (const one of [...this.#waiting]) if (matches(one)) one.go();
  }
}
