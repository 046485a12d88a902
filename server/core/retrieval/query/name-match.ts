/** Words of a question against names of files and symbols. Pure. */
import { withoutWhole, wordsOf } from '../../chunking/words.js';

/** `parse`, `parser`, `parsing`: equal but for an ending. */
export function sameStem(a: string, b: string): boolean {
  const n = Math.min(a.length, b.length);
  if (n < 4 || Math.abs(a.length - b.length) > 4) return false;
  let i = 0;
  while (i < n && a[i] === b[i]) i++;
  return i >= Math.max(4, n - 2) && i >= Math.max(a.length, b.length) - 4;
}

const lists = new Map<string, readonly string[]>();
const maxLists = 50_000;

/** Words of a name or of a file's stem, cached. */
function wordListOf(text: string): readonly string[] {
  let list = lists.get(text);
  if (!list) {
    if (lists.size >= maxLists) lists.clear();
    lists.set(text, (list = wordsOf(text).split(' ').filter(Boolean)));
  }
  return list;
}

const matches = (a: string, b: string): boolean => a === b || sameStem(a, b);

/**
 * Share of `words`, weighed by `weight`, that `text` contains. A word that it does not contain counts as much as the most similar one that it
 * does.
 * @param similarity of two different words, 0 to 1
 */
export function wordsIn(
  words: readonly string[],
  weight: (word: string) => number,
  text: string,
  similarity: (a: string, b: string) => number = () => 0,
): number {
  const have = wordListOf(text);
  let hit = 0;
  let total = 0;
  for (const word of words) {
    const w = weight(word);
    total += w;
    hit += w * (have.some((other) => matches(other, word)) ? 1 : have.reduce((best, other) => Math.max(best, similarity(word, other)), 0));
  }
  return total ? hit / total : 0;
}

/**
 * Share of the words of `text` that are among `words`: 1 for `store` and `create store`. A match counts as much as the
 * word is worth, 0 to 1.
 */
export function coveredBy(words: readonly string[], text: string, worth: (word: string) => number): number {
  const have = wordListOf(text);
  const parts = withoutWhole(have, text);
  if (!parts.length) return 0;
  let sum = 0;
  for (const other of parts) {
    let best = 0;
    for (const word of words) if (matches(other, word)) best = Math.max(best, worth(word));
    sum += best;
  }
  return sum / parts.length;
}
