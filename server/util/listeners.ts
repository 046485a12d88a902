/** A set of listeners. */
export class Listeners<T> {
  readonly #listeners = new Set<(value: T) => void>();

  get size(): number {
    return this.#listeners.size;
  }

  /** Returns a function that removes the listener. */
  add(listener: (value: T) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  tell(value: T): void {
    for (const listener of this.#listeners) listener(value);
  }
}
