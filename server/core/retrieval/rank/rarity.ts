/** How rare each word of a question is: a word of many chunks says little about any of them. Pure. */

export interface Rarity {
  /** Grows with rarity; above 0. */
  of(word: string): number;
  /** As a share of the rarest word of the question, 0 to 1. */
  relative(word: string): number;
}

/** `frequency`: in how many of the `chunks` a word occurs. */
export function rarityOf(
  words: readonly string[],
  corpus: { readonly frequency: ReadonlyMap<string, number>; readonly chunks: number },
): Rarity {
  const of = (word: string) => Math.log(1 + corpus.chunks / (1 + (corpus.frequency.get(word) ?? 0)));
  const most = words.reduce((max, word) => Math.max(max, of(word)), 0);
  return { of, relative: (word) => (most > 0 ? Math.min(1, of(word) / most) : 1) };
}
