/** How rare each word of a question is: a word of many chunks says little about any of them. Pure. */

export interface Rarity {
  /** Grows with rarity; above 0. */
  of(word: string): number;
  /** As a share of the rarest word of the question, 0 to 1. */
  relative(word: string): number;
}

const rarityOfCount = (count: number, chunks: number): number => Math.log(1 + chunks / (1 + count));
/** The rarity of a word that no chunk has. */
export const mostRare = (chunks: number): number => rarityOfCount(0, chunks);

/** `frequency`: in how many of the `chunks` a word occurs. */
export function rarityOf(
  words: readonly string[],
  corpus: { readonly frequency: ReadonlyMap<string, number>; readonly chunks: number },
): Rarity {
  const of = (word: string) => rarityOfCount(corpus.frequency.get(word) ?? 0, corpus.chunks);
  const most = words.reduce((max, word) => Math.max(max, of(word)), 0);
  return { of, relative: (word) => (most > 0 ? Math.min(1, of(word) / most) : 1) };
}
