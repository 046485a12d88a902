/**
 * Source as a sequence of words with marked placeholders: `%s`, `%1`, `~a` of Lisp, `{name}`, `${x}`, `#{x}`, `\(x)`, `$name`, and expressions joined to a
 * string (`" + x + "`). A text that the program printed has other words, or none, in their place. Words are kept as hashes, so that the
 * words of many files fit into memory. Pure.
 */

export interface SourceWords {
  /** Hash of each word, folded to lower case; 0 for a placeholder without a word. Two words of one hash are taken for equal. */
  readonly words: Int32Array;
  /** Offset of each word in the source, ascending. */
  readonly offsets: Int32Array;
  /** For a word within a placeholder the index of the first word after it, else -1. */
  readonly holeEnds: Int32Array;
}

/** `%s`, `%(name)s`, `%2$s`, and Qt's `%1`. */
const PERCENT = String.raw`%(?:L?\d{1,2}(?![\w$%.*]))|%(?:\(\w+\)|\d{1,2}\$)?[-+#0]*[\d*]*(?:\.[\d*]+)?(?:hh?|ll?|[zjtL])?(?:[a-zA-Z@](?![a-zA-Z])|[sdv](?=[a-z]))`;
/** One level of parentheses or braces within. */
const INTERPOLATED = String.raw`(?:\$|#)?\{[^{}\n]{0,80}\}|\\\((?:[^()\n]|\([^()\n]*\)){1,80}\)|\$\((?:[^()\n]){1,80}\)|\$\w+(?:->\w+|\.\w+)*`;
/** The end of a string, a joined expression, and the start of a string in the same quotes: `"it's", she said. "` joins nothing. */
const JOIN = String.raw`(?:\+|\.\.?|<<|<>|&|,)`;
const JOINED = ['"', "'", '\\u0060']
  .map((quote) => String.raw`${quote}\s{0,40}${JOIN}\s{0,40}[^"'\u0060\n;{}]{1,80}?\s{0,40}${JOIN}\s{0,40}${quote}`)
  .join('|');
/** Lisp: `~a`, `~5,2f`. */
const TILDE = String.raw`~[\d,]{0,8}[aAsSdDfF](?![\w])`;
const ESCAPE = String.raw`\\[nrt]|~%`;
const MARKED = new RegExp(`(${ESCAPE})|(?:${PERCENT}|${TILDE}|${INTERPOLATED}|${JOINED})`, 'uy');
/** How `JOINED` begins: rules out nearly every quote. */
const JOIN_START = /.\s{0,40}[+.<&,]/sy;
/** Units that stand right behind a value: `300s`, `5kb`. */
const GLUED = /(?:[mun]?s|[mhdx]|[kmg]b?|px|th|st|nd|rd)(?!\w)/iy;
const WORD = /[\p{L}\p{N}_]+/uy;
const WORDS = /[\p{L}\p{N}_]+/gu;

const OTHER = 0;
const IN_WORD = 1;
const MARK = 2;
const QUOTE = 3;
const classes = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code);
  if (/\w/.test(char)) return IN_WORD;
  return /["'`]/.test(char) ? QUOTE : /[\\%#${~]/.test(char) ? MARK : OTHER;
});

/** Hash of a word in any case, never 0. */
export function wordHash(word: string): number {
  const folded = word.toLowerCase();
  return hashOf(folded, 0, folded.length);
}

/** FNV-1a over UTF-16 units, ASCII letters in lower case. */
function hashOf(text: string, from: number, to: number): number {
  let hash = 0x811c9dc5;
  for (let i = from; i < to; i++) {
    const code = text.charCodeAt(i);
    hash = Math.imul(hash ^ (code >= 65 && code <= 90 ? code + 32 : code), 0x01000193);
  }
  return (hash ^ (hash >>> 15)) | 0 || 1;
}

/**
 * Reads character by character: one regular expression for all forms takes three times as long.
 * @param base added to each offset
 */
export function sourceWords(source: string, base = 0): SourceWords {
  // At most two words in three characters: `a{}`.
  const most = Math.ceil((source.length * 2) / 3) + 1;
  const words = new Int32Array(most);
  const offsets = new Int32Array(most);
  const holeEnds = new Int32Array(most).fill(-1);
  let count = 0;
  /** Where the last word outside of placeholders ends. */
  let wordEnd = -1;
  const put = (hash: number, offset: number) => {
    words[count] = hash;
    offsets[count++] = base + offset;
  };
  /** The end of the placeholder or escape at a place, or of its first character. */
  const readMark = (at: number): number => {
    MARKED.lastIndex = at;
    const match = MARKED.exec(source);
    if (!match) return at + 1;
    const end = at + match[0].length;
    if (match[1] !== undefined) return end;
    // What is joined to a placeholder is one word with its value: `%ss` for `300s`, `v%s`.
    const isJoined = count > 0 && wordEnd === at && classes[source.charCodeAt(at)] === MARK;
    const start = isJoined ? count - 1 : count;
    for (const { 0: word, index } of match[0].matchAll(WORDS)) put(wordHash(word), at + index);
    if (count === start) put(0, at);
    holeEnds.fill(count, start, count);
    GLUED.lastIndex = end;
    return end + (GLUED.exec(source)?.[0].length ?? 0);
  };
  /** The same for a word that is not of ASCII letters only. */
  const readWide = (at: number): number => {
    WORD.lastIndex = at;
    const word = WORD.exec(source)?.[0];
    if (word === undefined) return at + ((source.codePointAt(at) as number) > 0xffff ? 2 : 1);
    put(wordHash(word), at);
    return at + word.length;
  };
  const isJoin = (at: number): boolean => {
    JOIN_START.lastIndex = at;
    return JOIN_START.test(source);
  };
  for (let at = 0; at < source.length; ) {
    const code = source.charCodeAt(at);
    const is = code > 127 ? IN_WORD : (classes[code] as number);
    if (is === MARK || (is === QUOTE && isJoin(at))) at = readMark(at);
    else if (is !== IN_WORD) at++;
    else {
      let end = at;
      while (end < source.length && classes[source.charCodeAt(end)] === IN_WORD) end++;
      if (source.charCodeAt(end) > 127) at = readWide(at);
      else {
        put(hashOf(source, at, end), at);
        at = end;
        wordEnd = end;
      }
    }
  }
  return { words: words.slice(0, count), offsets: offsets.slice(0, count), holeEnds: holeEnds.slice(0, count) };
}
