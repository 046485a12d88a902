/** Paths that wait, by rank: the lowest first, within a rank in the order in which they came. A path waits once, at its best rank. */
export class RankedQueue<T> {
  readonly #ranks = new Map<T, number>();
  readonly #waiting: Set<T>[] = [];

  get size(): number {
    return this.#ranks.size;
  }

  /** True where it did not wait before. */
  add(item: T, rank: number): boolean {
    const known = this.#ranks.get(item);
    if (known !== undefined && known <= rank) return false;
    if (known !== undefined) this.#waiting[known]?.delete(item);
    this.#ranks.set(item, rank);
    (this.#waiting[rank] ??= new Set()).add(item);
    return known === undefined;
  }

  /** Takes the next; undefined where nothing waits. */
  take(): { readonly item: T; readonly rank: number } | undefined {
    for (const [rank, waiting] of this.#waiting.entries()) {
      for (const item of waiting ?? []) {
        this.delete(item);
        return { item, rank };
      }
    }
    return undefined;
  }

  /** Those that come next; they go on waiting. */
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
