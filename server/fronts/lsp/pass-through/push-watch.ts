/**
 * When a server that pushes diagnostics has spoken of a document since it last changed: a client that pulls is answered
 * then, for before it there would be nothing, or what was true of the text before.
 * Invariant: every wait ends: with the word, the server, the question, or the time.
 */

/** For the first word about a document: its project may have to be loaded. */
const firstMs = 10_000;
/** For later ones: of a document without faults that has none again some servers say nothing. */
const laterMs = 2_000;

export class PushWatch {
  /** Changes of each document, its opening included. */
  readonly #changes = new Map<string, number>();
  /** By server and document: how many changes it had when the server spoke last. */
  readonly #said = new Map<string, Map<string, number>>();
  readonly #running = new Set<string>();
  readonly #waiting = new Set<{ readonly uri: string; readonly server: string; readonly go: () => void }>();

  changed(uri: string): void {
    this.#changes.set(uri, (this.#changes.get(uri) ?? 0) + 1);
  }

  published(server: string, uri: string): void {
    const byUri = this.#said.get(server) ?? new Map<string, number>();
    this.#said.set(server, byUri.set(uri, this.#changes.get(uri) ?? 0));
    this.#wake((one) => one.server === server && one.uri === uri);
  }

  closed(uri: string): void {
    this.#changes.delete(uri);
    for (const byUri of this.#said.values()) byUri.delete(uri);
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
    this.#said.delete(server);
    this.#wake((one) => one.server === server);
  }

  /** Until it has spoken since the last change. Rejects where the signal says so. */
  async currentPublication(server: string, uri: string, signal: AbortSignal): Promise<void> {
    const last = this.#said.get(server)?.get(uri);
    if (last !== undefined && last === this.#changes.get(uri)) return;
    await this.#word(server, uri, last === undefined ? firstMs : laterMs, signal);
  }

  /** Until it speaks once more, if it does soon. Rejects where the signal says so. */
  nextPublication(server: string, uri: string, signal: AbortSignal): Promise<void> {
    return this.#word(server, uri, laterMs, signal);
  }

  async #word(server: string, uri: string, ms: number, signal: AbortSignal): Promise<void> {
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

  #wake(isMeant: (one: { readonly uri: string; readonly server: string }) => boolean): void {
    for (const one of [...this.#waiting]) if (isMeant(one)) one.go();
  }
}
