/**
 * Joins the pairs of a long piece (a text without blanks, a run of signs) in a time that grows with n log n: the parts are
 * a linked list, the pairs wait in a heap, and a pair that has changed since is skipped.
 */

/** Ranks are below 2^18 and places below 2^32: a pair is one number, ordered by rank, then by place. */
const places = 2 ** 32;

/** Number of tokens in `from` up to `to`. @param rankOf rank of the bytes between two places; below 0 where they are not a token */
export function mergeLong(from: number, to: number, rankOf: (from: number, to: number) => number): number {
  const length = to - from;
  /** By where a part starts, where the next one does; `length` after the last. */
  const next = Int32Array.from({ length }, (_, i) => i + 1);
  const previous = Int32Array.from({ length }, (_, i) => i - 1);
  /** By where a part starts, the rank of it joined with the next; below 0 where that is not a token or the part was merged. */
  const ranks = new Int32Array(length).fill(-1);
  const heap = new Heap();
  const measure = (at: number): void => {
    const second = next[at] as number;
    const rank = second < length ? rankOf(from + at, from + (next[second] as number)) : -1;
    ranks[at] = rank;
    if (rank >= 0) heap.push(rank * places + at);
  };
  for (let at = 0; at < length; at++) measure(at);
  let count = length;
  for (let least = heap.pop(); least !== null; least = heap.pop()) {
    const at = least % places;
    if (ranks[at] !== Math.floor(least / places)) continue;
    const gone = next[at] as number;
    const after = next[gone] as number;
    ranks[gone] = -1;
    next[at] = after;
    if (after < length) previous[after] = at;
    count--;
    measure(at);
    if ((previous[at] as number) >= 0) measure(previous[at] as number);
  }
  return count;
}

/** Least first. */
class Heap {
  readonly #items: number[] = [];

  push(item: number): void {
    const items = this.#items;
    let at = items.length;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if ((items[parent] as number) <= item) break;
      items[at] = items[parent] as number;
      at = parent;
    }
    items[at] = item;
  }

  pop(): number | null {
    const items = this.#items;
    const least = items[0];
    const last = items.pop();
    if (least === undefined || last === undefined) return null;
    if (items.length === 0) return least;
    let at = 0;
    for (let child = 1; child < items.length; child = 2 * at + 1) {
      if (child + 1 < items.length && (items[child + 1] as number) < (items[child] as number)) child++;
      if ((items[child] as number) >= last) break;
      items[at] = items[child] as number;
      at = child;
    }
    items[at] = last;
    return least;
  }
}
