/** Who wants to be told of something. */
export class Listeners<T> {
  readonly #listeners = new Set<(value: T) => void>();

  get size(): number {
    return this.#listeners.size;
  }

  /** Returns what ends it. */
  add(listener: (value: T) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  tell(value: T): void {
    for (const listener of this.#listeners) listener(value);
  }
}
