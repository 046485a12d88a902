/** A queue of distinct items by rank: the lowest rank first, in order of arrival within a rank. An item keeps its best rank. */
export class RankedQueue<T> {
  readonly #ranks = new Map<T, number>();
  readonly #waiting: Set<T>[] = [];

  get size(): number {
    return this.#ranks.size;
  }

  /** True if it was not in the queue. */
  add(item: T, rank: number): boolean {
    const known = this.#ranks.get(item);
    if (known !== undefined && known <= rank) return false;
    if (known !== undefined) this.#waiting[known]?.delete(item);
    this.#ranks.set(item, rank);
    (this.#waiting[rank] ??= new Set()).add(item);
    return known === undefined;
  }

  /** Removes and returns the next item; undefined if the queue is empty. */
  take(): { readonly item: T; readonly rank: number } | undefined {
    for (const [rank, waiting] of this.#waiting.entries()) {
      for (const item of waiting ?? []) {
        this.delete(item);
        return { item, rank };
      }
    }
    return undefined;
  }

  /** The next items, which stay in the queue. */
  first(most: number): readonly T[] {
    const next: T[] = [];
    for (const waiting of this.#waiting) {
      for (const item of waiting ?? []) {
        if (next.length >= most) return next;
        next.push(item);
      }
    }
    return next;
  }

  delete(item: T): void {
    const rank = this.#ranks.get(item);
    if (rank === undefined) return;
    this.#ranks.delete(item);
    this.#waiting[rank]?.delete(item);
  }
}
