/** How similar two words are by the vectors of a model, of which the last words asked about are kept. */

/** Words whose vectors are kept: 1 KB each. */
const MAX_WORDS = 10_000;

export class WordSimilarity {
  readonly #vectorOf: (word: string) => Float32Array;
  readonly #known = new Map<string, Float32Array>();

  /** @param vectorOf the unit vector of a word; zeros for one that the model does not know */
  constructor(vectorOf: (word: string) => Float32Array) {
    this.#vectorOf = vectorOf;
  }

  /** Their cosine, -1 to 1; 0 if one of them is not known. */
  of(a: string, b: string): number {
    const [x, y] = [this.#vector(a), this.#vector(b)];
    let sum = 0;
    for (let d = 0; d < x.length; d++) sum += (x[d] as number) * (y[d] as number);
    return sum;
  }

  #vector(word: string): Float32Array {
    const known = this.#known.get(word);
    if (known) return known;
    const vector = this.#vectorOf(word);
    if (this.#known.size >= MAX_WORDS) this.#known.clear();
    this.#known.set(word, vector);
    return vector;
  }
}
