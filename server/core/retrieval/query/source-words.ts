/**
 * Source as a sequence of words with marked placeholders: `%s`, `{name}`, `${x}`, `#{x}`, `\(x)`, `$name`, and expressions joined to a
 * string (`" + x + "`). A text that the program printed has other words, or none, in their place. Pure.
 */

export interface SourceWords {
  /** Folded to lower case; '' for a placeholder without a word. */
  readonly words: readonly string[];
  /** Offset of each word in the source. */
  readonly offsets: readonly number[];
  /** For a word within a placeholder the index of the first word after it, else -1. */
  readonly holeEnds: readonly number[];
}

const PERCENT = String.raw`%(?:\(\w+\))?[-+#0]*[\d*]*(?:\.[\d*]+)?(?:hh?|ll?|[zjtL])?[a-zA-Z@](?![a-zA-Z])`;
/** One level of parentheses or braces within. */
const INTERPOLATED = String.raw`(?:\$|#)?\{[^{}\n]{0,80}\}|\\\((?:[^()\n]|\([^()\n]*\)){1,80}\)|\$\((?:[^()\n]){1,80}\)|\$\w+(?:->\w+|\.\w+)*`;
/** The end of a string, a joined expression, and the start of a string. */
const JOIN = String.raw`(?:\+|\.\.?|<<|<>|&|,)`;
const JOINED = String.raw`["'\u0060]\s{0,40}${JOIN}\s{0,40}[^"'\u0060\n;{}]{1,80}?\s{0,40}${JOIN}\s{0,40}["'\u0060]`;
const ESCAPE = String.raw`\\[nrt]`;
const TOKEN = new RegExp(`(${ESCAPE})|(${PERCENT}|${INTERPOLATED}|${JOINED})|([\\p{L}\\p{N}_]+)`, 'gu');
const WORD = /[\p{L}\p{N}_]+/gu;

export function sourceWords(source: string): SourceWords {
  const words: string[] = [];
  const offsets: number[] = [];
  const holeEnds: number[] = [];
  for (const match of source.matchAll(TOKEN)) {
    const [, escaped, hole, word] = match;
    if (escaped !== undefined) continue;
    if (word !== undefined) {
      words.push(word.toLowerCase());
      offsets.push(match.index);
      holeEnds.push(-1);
      continue;
    }
    const start = words.length;
    for (const inner of (hole as string).matchAll(WORD)) {
      words.push(inner[0].toLowerCase());
      offsets.push(match.index + inner.index);
    }
    if (words.length === start) {
      words.push('');
      offsets.push(match.index);
    }
    while (holeEnds.length < words.length) holeEnds.push(words.length);
  }
  return { words, offsets, holeEnds };
}
