/**
 * How much of a question stands in a symbol, in the same words or in similar ones: each word of the question counts as much as the most
 * similar word of the symbol. This is late interaction (Khattab and Zaharia, ColBERT, 2020) with the vectors of single words.
 */
import { wordsOf } from '../../chunking/words.js';
import type { ChunkRecord } from '../../model/chunk.js';
import { sameStem } from '../query/name-match.js';
import type { Rarity } from './rarity.js';
import { similarWords } from './weights.js';

/** Cosine of two words, -1 to 1. */
export type Similarity = (a: string, b: string) => number;

/** What a word counts by its cosine with another: 0 up to `similarWords.from`, 1 for the same word. */
export const closeness = (cosine: number): number => Math.max(0, (cosine - similarWords.from) / (1 - similarWords.from));

/**
 * The share of `words`, weighed by rarity, that a symbol contains, 0 to 1: in its name as a whole, elsewhere in part.
 * @param textOf the start of a symbol's source
 */
export function similarShare(
  words: readonly string[],
  rarity: Rarity,
  similarity: Similarity,
  textOf: (record: ChunkRecord) => string,
): (record: ChunkRecord) => number {
  const weights = words.map((word) => rarity.of(word));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  /** By a word of the symbols: how close it is to each word of the question. */
  const known = new Map<string, Float32Array>();
  const closenessOf = (other: string): Float32Array => {
    let found = known.get(other);
    if (!found) {
      const isSame = (word: string) => word === other || sameStem(word, other);
      found = Float32Array.from(words, (word) => (isSame(word) ? 1 : closeness(similarity(word, other))));
      known.set(other, found);
    }
    return found;
  };
  return (record) => {
    const best = new Float32Array(words.length);
    const read = (source: string, share: number) => {
      for (const other of new Set(wordsOf(source).split(' '))) {
        if (!other) continue;
        const close = closenessOf(other);
        for (let i = 0; i < best.length; i++) best[i] = Math.max(best[i] as number, (close[i] as number) * share);
      }
    };
    read(record.qualifiedName, 1);
    read(record.signature, similarWords.signature);
    read(record.path, similarWords.path);
    read(textOf(record), similarWords.text);
    return all ? best.reduce((sum, value, i) => sum + value * (weights[i] as number), 0) / all : 0;
  };
}
