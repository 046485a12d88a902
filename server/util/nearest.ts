/** Suggestions for misspelt words: the nearest known word by edit distance, and one wording for "expected one of". */

/** Longer words are not compared. */
const maxChars = 100;

/**
 * The most likely known word, or null if none is close. Case and separators do not count; beyond that one
 * edit in three characters is allowed, and a word that begins or ends another of at least four characters is close to it.
 */
export function nearest(word: string, known: Iterable<string>): string | null {
  const typed = folded(word);
  if (typed === '' || typed.length > maxChars) return null;
  let best: string | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of known) {
    const other = folded(candidate);
    const most = Math.max(1, Math.floor(Math.max(typed.length, other.length) / 3));
    if (other === '' || Math.abs(other.length - typed.length) > Math.max(most, isPart(typed, other) ? maxChars : 0)) continue;
    const distance = isPart(typed, other) ? most : editDistance(typed, other);
    if (distance <= most && distance < least) [best, least] = [candidate, distance];
  }
  return best;
}

/** ` (did you mean "x"?)`, or '' if nothing is close. */
export function suggestion(word: string, known: Iterable<string>): string {
  const near = nearest(word, known);
  return near === null ? '' : ` (did you mean ${JSON.stringify(near)}?)`;
}

/** `expected one of a, b, c, got "x" (did you mean "b"?)` */
export const expectedOneOf = (known: readonly string[], word: string): string =>
  `expected one of ${known.join(', ')}, got ${JSON.stringify(word.slice(0, maxChars))}${suggestion(word, known)}`;

const folded = (word: string): string => word.toLowerCase().replace(/[^\p{L}\p{N}+#]/gu, '');

const isPart = (a: string, b: string): boolean => {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= 4 && (long.startsWith(short) || long.endsWith(short));
};

/** Optimal string alignment: insertions, deletions, substitutions, and swaps of neighbours count one each. */
export function editDistance(a: string, b: string): number {
  let [before, row] = [[] as number[], Array.from({ length: b.length + 1 }, (_, i) => i)];
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let least = Math.min((row[j] as number) + 1, (next[j - 1] as number) + 1, (row[j - 1] as number) + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) least = Math.min(least, (before[j - 2] as number) + 1);
      next.push(least);
    }
    [before, row] = [row, next];
  }
  return row[b.length] as number;
}
