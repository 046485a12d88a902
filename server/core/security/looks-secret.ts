/** Judges whether a literal value is a secret or only looks like a setting: words, paths, placeholders. Pure, bounded by the value's length. */

const placeholder =
  /example|change[_-]?(?:me|this|it)|placeholder|dummy|your|fake|mock|sample|xxxx|\*\*\*|todo|redacted|insert|replace|foobar|deadbeef|12345|abcdef|abc123|qwerty|lorem/i;
/** Words that stand for a secret without being one; random text of some length has them by chance. */
const standIn =
  /pass(?:wor[dt]|wd)?|p@ss(?:w0rd)?|secret|s3cr3t|token|test|admin|guest|default|none|null|user|demo|hello|root|foo|bar|key/i;
/** Templates, code, regular expressions, sentences. */
const notLiteral = /[\s<>{}()[\]\\|^]|^[$@%&]|%[sdvq]|#\{|\.\.\.|^0x[0-9a-f]+$|^[\d.,:/-]+$|^\/|^\.{1,2}\/|:\/\//i;

export function isPlaceholder(value: string): boolean {
  return placeholder.test(value) || new Set(value).size < 4 || (value.length < 16 && standIn.test(value));
}

/** Bits a character, after Shannon, of the characters of this value. */
function entropyOf(value: string): number {
  const counts = new Map<string, number>();
  for (const char of value) counts.set(char, (counts.get(char) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length);
  return bits;
}

/**
 * Share of the characters that belong to what reads as words: letters in one case with a vowel and no long run of
 * consonants. Between separators three letters are a word; in one run of characters, where chance makes such, four.
 */
function wordShare(value: string): number {
  const parts = value.match(/[A-Za-z0-9]+/g) ?? [];
  const word = parts.length > 2 ? /[A-Z]?[a-z]{2,}|[A-Z]{3,}/g : /[A-Z]?[a-z]{3,}|[A-Z]{4,}/g;
  let inWords = 0;
  let all = 0;
  for (const part of parts) {
    all += part.length;
    for (const [piece] of part.matchAll(word)) {
      if (/[aeiouy]/i.test(piece) && !/[^aeiouy]{5}/i.test(piece)) inWords += piece.length;
    }
  }
  return all === 0 ? 1 : inWords / all;
}

/**
 * `strict` for values without quotes, which may be code. The thresholds are set on 3 million lines of public code, where nothing
 * but real tokens is masked: test/core/security-redact.test.ts holds the cases that settled them.
 */
export function looksSecret(value: string, manner: 'quoted' | 'strict'): boolean {
  if (value.length < 8 || value.length > 512 || notLiteral.test(value) || isPlaceholder(value)) return false;
  const digits = /\d/.test(value);
  const letters = /[A-Za-z]/.test(value);
  if (!letters) return false;
  const words = wordShare(value);
  if (manner === 'strict') {
    return digits && /^[\w\-+/=~!@#%&*.]+$/.test(value) && value.length >= 12 && words < 0.5 && entropyOf(value) >= 3;
  }
  // A chosen password: `Tr0ub4dor&3`. Other signs than a word's own separators count.
  const special = /[!@#$%&*+=?~]/.test(value);
  if (value.length < 16)
    return ((digits && special) || (digits && words < 0.5 && /[a-z]/.test(value) && /[A-Z]/.test(value))) && entropyOf(value) >= 2.7;
  if (words >= 0.6) return false;
  const mixed = digits || (/[a-z]/.test(value) && /[A-Z]/.test(value));
  return mixed && entropyOf(value) >= 3;
}
