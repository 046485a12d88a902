/** The best rows of a scan, as a heap with the worst of them on top: most rows cost one comparison. */
export class BestRows {
  readonly #limit: number;
  readonly #rows: number[] = [];
  readonly #scores: number[] = [];
  /** A row must have a greater score to be among the best. */
  bound = Number.NEGATIVE_INFINITY;

  /** @param limit at least 1 */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** In no particular order. */
  get rows(): readonly number[] {
    return this.#rows;
  }

  /** Rows come in ascending order; of equal scores the lower rows stay. Only for scores above `bound`. */
  add(row: number, score: number): void {
    if (this.#rows.length < this.#limit) {
      this.#rows.push(row);
      this.#scores.push(score);
      this.#rise(this.#rows.length - 1);
    } else {
      this.#rows[0] = row;
      this.#scores[0] = score;
      this.#sink();
    }
    if (this.#rows.length === this.#limit) this.bound = this.#scores[0] as number;
  }

  #rise(from: number): void {
    for (let at = from; at > 0; ) {
      const parent = (at - 1) >> 1;
      if (!this.#isWorse(at, parent)) return;
      this.#swap(at, parent);
      at = parent;
    }
  }

  #sink(): void {
    for (let at = 0; ; ) {
      let worst = at;
      for (const child of [2 * at + 1, 2 * at + 2]) if (child < this.#rows.length && this.#isWorse(child, worst)) worst = child;
      if (worst === at) return;
      this.#swap(at, worst);
      at = worst;
    }
  }

  #isWorse(a: number, b: number): boolean {
    const difference = (this.#scores[a] as number) - (this.#scores[b] as number);
    return difference < 0 || (difference === 0 && (this.#rows[a] as number) > (this.#rows[b] as number));
  }

  #swap(a: number, b: number): void {
    for (const values of [this.#rows, this.#scores]) [values[a], values[b]] = [values[b] as number, values[a] as number];
  }
}
