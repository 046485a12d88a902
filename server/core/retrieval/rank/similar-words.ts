/**
 * How much of a question stands in a symbol, in the same words or in similar ones: each word of the question counts as much as the most
 * similar word of the symbol. This is late interaction (Khattab and Zaharia, ColBERT, 2020) with the vectors of single words.
 */
import { remembered } from '../../../util/remembered.js';
import { wordsOf } from '../../chunking/words.js';
import type { ChunkRecord } from '../../model/chunk.js';
import { sameStem } from '../query/name-match.js';
import type { Rarity } from './rarity.js';
import { similarWords } from './weights.js';

/** Cosine of two words, -1 to 1. */
export type Similarity = (a: string, b: string) => number;

/** What a word counts by its cosine with another: 0 up to `similarWords.from`, 1 for the same word. */
export const closeness = (cosine: number): number => Math.max(0, (cosine - similarWords.from) / (1 - similarWords.from));

/** Shares of a question's words, weighed by rarity, that the parts of a symbol contain, 0 to 1. */
export interface SimilarShares {
  readonly body: number;
  /** Of all parts and the path: in its name as a whole, elsewhere in part. */
  readonly all: number;
}

/**
 * Compares each symbol with `words` once.
 * @param textOf the start of a symbol's source
 */
export function similarShares(
  words: readonly string[],
  rarity: Rarity,
  similarity: Similarity,
  textOf: (record: ChunkRecord) => string,
): (record: ChunkRecord) => SimilarShares {
  const weights = words.map((word) => rarity.of(word));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  /** By a word of the symbols: how close it is to each word of the question. */
  const known = new Map<string, Float32Array>();
  const closenessOf = (other: string): Float32Array =>
    remembered(known, other, () => {
      const isSame = (word: string) => word === other || sameStem(word, other);
      return Float32Array.from(words, (word) => (isSame(word) ? 1 : closeness(similarity(word, other))));
    });
  /** By word of the question, how close the closest word of a text is. */
  const read = (source: string): Float32Array => {
    const best = new Float32Array(words.length);
    for (const other of new Set(wordsOf(source).split(' '))) {
      if (!other) continue;
      const close = closenessOf(other);
      for (let i = 0; i < best.length; i++) best[i] = Math.max(best[i] as number, close[i] as number);
    }
    return best;
  };
  const share = (best: Float32Array): number =>
    total ? best.reduce((sum, value, i) => sum + value * (weights[i] as number), 0) / total : 0;
  const shares = new Map<number, SimilarShares>();
  return (record) =>
    remembered(shares, record.id, () => {
      const text = textOf(record);
      const bodyAt = Math.max(0, (record.bodySpan?.start ?? record.span.start) - record.span.start);
      const [name, signature, path, head, body] = [
        record.qualifiedName,
        record.signature,
        record.path,
        text.slice(0, bodyAt),
        text.slice(bodyAt),
      ].map(read) as [Float32Array, Float32Array, Float32Array, Float32Array, Float32Array];
      const at = (part: Float32Array, i: number): number => part[i] as number;
      const all = name.map((value, i) =>
        Math.max(
          value,
          at(signature, i) * similarWords.signature,
          at(path, i) * similarWords.path,
          Math.max(at(head, i), at(body, i)) * similarWords.text,
        ),
      );
      return { body: share(body), all: share(all) };
    });
}
