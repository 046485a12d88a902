/**
 * Splits text into the words of the lexical index: identifiers are cut at case changes, digits and separators,
 * and kept whole as well. Questions and documents go through the same function.
 */

/** A run of letters, digits and underscores of any script. */
const RUN = /[\p{L}\p{N}_$]+/gu;
const ASCII_RUN = /^[A-Za-z0-9_$]+$/;
const PART = /[A-Z]{2,}s(?![a-z])|[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+/g;
/** Chinese, Japanese and Korean are written without blanks: pairs of characters stand in for words. */
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

const cache = new Map<string, string>();
const cacheLimit = 200_000;

function split(run: string): string {
  if (!ASCII_RUN.test(run)) {
    const word = run.toLowerCase();
    if (!CJK.test(word)) return word;
    const pairs: string[] = [];
    for (let i = 0; i + 1 < word.length; i++) pairs.push(word.slice(i, i + 2));
    return pairs.length ? pairs.join(' ') : word;
  }
  const parts = run.match(PART);
  if (!parts) return '';
  if (parts.length === 1) {
    const only = (parts[0] as string).toLowerCase();
    return only.length > 1 || (only >= '0' && only <= '9') ? only : '';
  }
  const words: string[] = [];
  for (const part of parts) if (part.length > 1 || (part >= '0' && part <= '9')) words.push(part.toLowerCase());
  const whole = run.replace(/[_$]/g, '').toLowerCase();
  if (whole.length <= 60) words.push(whole);
  return words.join(' ');
}

/** Words of a text, in order, joined by blanks: `getHTTPServer` gives `get http server gethttpserver`. */
export function wordsOf(text: string): string {
  const out: string[] = [];
  for (const run of text.match(RUN) ?? []) {
    if (run.length > 120) continue;
    let words = cache.get(run);
    if (words === undefined) {
      words = split(run);
      if (cache.size >= cacheLimit) cache.clear();
      cache.set(run, words);
    }
    if (words) out.push(words);
  }
  return out.join(' ');
}

/** The last of a name's words, which is the name as a whole; '' where it has no word. */
export const wholeWord = (name: string): string => wordsOf(name).split(' ').at(-1) as string;

/** The words of a name without the name as a whole, with which those of `rateLimit` end and those of `rate-limit` do not. */
export const withoutWhole = (words: readonly string[], name: string): readonly string[] =>
  words.length > 1 && words.at(-1) === foldName(name) ? words.slice(0, -1) : words;

/** The words that a name is made of: `get`, `user` of `getUser`. */
export const partsOfName = (name: string): readonly string[] => withoutWhole(wordsOf(name).split(' '), name);

/** A name without case and separators: what makes `get_user`, `getUser` and `GetUser` the same. */
export const foldName = (name: string): string => name.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();

/** Shorter texts are within too many names. */
const MIN_WITHIN_CHARS = 3;

/** Whether a name, as its words, has a text from one of its words on: `find duplicates` has `dupl`. Null for a text that is too short. */
export function wordsWithin(text: string): ((words: string) => boolean) | null {
  const typed = ` ${partsOfName(text).join(' ')}`;
  return foldName(text).length < MIN_WITHIN_CHARS ? null : (words) => ` ${words}`.includes(typed);
}
