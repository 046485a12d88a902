/**
 * Tokens that hide code: comments and strings, as data that languages combine. Invariant: `end` moves forward
 * and every character is looked at a bounded number of times (see mask.ts for tokens that never end).
 */

/** What one pass over a file has found so far. */
export interface MaskingPass {
  /** Tokens without an end that were looked for to the end of what they may hold. */
  misses: number;
}

/** `end` gives the offset behind the token that opens at `from`; `from` where it is no token here; -1 where it never ends. */
export interface TokenRule {
  readonly open: string;
  readonly comment: boolean;
  end(text: string, from: number, pass: MaskingPass): number;
  /** Where an unterminated token stops: at its line's end, or at the end of the file. */
  readonly unterminated: 'line' | 'file';
}

const isWord = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95 || code > 127;

/** Offset of the line break at or behind `from`; a search by `indexOf('\r')` would run to the end of most files. */
export function lineEnd(text: string, from: number): number {
  let i = from;
  for (; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 10 || code === 13) break;
  }
  return i;
}

/** `spaced`: only at the start of a line or behind white space (`$#`, `foo#bar` are code). */
export const lineComment = (open: string, where: 'anywhere' | 'spaced' | 'lineStart' = 'anywhere'): TokenRule => ({
  open,
  comment: true,
  unterminated: 'line',
  end(text, from) {
    if (where !== 'anywhere' && from > 0) {
      const before = text.charCodeAt(from - 1);
      if (before !== 10 && before !== 13 && !(before === 32 || before === 9)) return from;
      if (where === 'lineStart') {
        let i = from - 1;
        while (i >= 0 && (text.charCodeAt(i) === 32 || text.charCodeAt(i) === 9)) i--;
        if (i >= 0 && text.charCodeAt(i) !== 10 && text.charCodeAt(i) !== 13) return from;
      }
    }
    return lineEnd(text, from);
  },
});

export const blockComment = (open: string, close: string, nests: 'nested' | 'flat' = 'flat'): TokenRule => ({
  open,
  comment: true,
  unterminated: 'file',
  end(text, from) {
    let depth = 1;
    let at = from + open.length;
    for (;;) {
      const end = text.indexOf(close, at);
      if (end < 0) return text.length;
      if (nests === 'nested')
        for (let inner = nextWithin(text, open, at, end); inner >= 0; inner = nextWithin(text, open, inner + open.length, end)) depth++;
      depth--;
      at = end + close.length;
      if (depth === 0) return at;
    }
  },
});

/** Like indexOf, but looks no further than `end`: a search to the end of the file for every comment would be quadratic. */
function nextWithin(text: string, wanted: string, from: number, end: number): number {
  const at = text.slice(from, end).indexOf(wanted);
  return at < 0 ? -1 : from + at;
}

export interface StringOptions {
  readonly escape?: boolean;
  readonly multiline?: boolean;
  /** What opens an expression inside, e.g. `${`; it ends at the matching bracket. */
  readonly interpolation?: string;
}

/** End of an interpolated expression that begins at `from` (behind its opening bracket); strings inside are stepped over. */
function expressionEnd(text: string, from: number, limit: number): number {
  let depth = 1;
  for (let i = from; i < limit; i++) {
    const code = text.charCodeAt(i);
    if (code === 40 || code === 123) depth++;
    else if (code === 41 || code === 125) {
      if (--depth === 0) return i + 1;
    } else if (code === 34) {
      for (i++; i < limit; i++) {
        const inner = text.charCodeAt(i);
        if (inner === 92) i++;
        else if (inner === 34 || inner === 10) break;
      }
    }
  }
  return -1;
}

/** A longer expression inside a string is a broken one. */
const maxExpressionChars = 1_000;

export const quoted = (open: string, close: string, options: StringOptions = {}): TokenRule => ({
  open,
  comment: false,
  unterminated: 'line',
  end(text, from) {
    const { escape: escapes = true, multiline = false, interpolation = '' } = options;
    const first = close.charCodeAt(0);
    const hole = interpolation ? interpolation.charCodeAt(0) : -1;
    for (let i = from + open.length; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code === hole && text.startsWith(interpolation, i)) {
        const end = expressionEnd(text, i + interpolation.length, Math.min(text.length, i + maxExpressionChars));
        if (end > 0) i = end - 1;
      } else if (code === 92 && escapes) i++;
      else if (code === first && (close.length === 1 || text.startsWith(close, i))) {
        let end = i + close.length;
        // `""""` closes a raw string that ends with a quote.
        while (close.length === 3 && end < text.length && text.charCodeAt(end) === first) end++;
        return end;
      } else if ((code === 10 || code === 13) && !multiline) return i;
    }
    return -1;
  },
});

/** A character literal; any other apostrophe (a label, a prime, a quote) is code. */
export const character: TokenRule = {
  open: "'",
  comment: false,
  unterminated: 'line',
  end(text, from) {
    if (from > 0 && isWord(text.charCodeAt(from - 1))) return from;
    if (text.charCodeAt(from + 1) === 92) {
      for (let i = from + 3; i < from + 14; i++) if (text.charCodeAt(i) === 39) return i + 1;
      return from;
    }
    if (text.charCodeAt(from + 2) === 39 && text.charCodeAt(from + 1) !== 10) return from + 3;
    return text.charCodeAt(from + 3) === 39 && text.charCodeAt(from + 1) >= 0xd800 && text.charCodeAt(from + 1) < 0xdc00 ? from + 4 : from;
  },
};

/** Erlang's `$"`: one character, not the start of a string. */
export const characterAfter = (open: '$'): TokenRule => ({
  open,
  comment: false,
  unterminated: 'line',
  end(text, from) {
    if (from > 0 && isWord(text.charCodeAt(from - 1))) return from;
    const next = text.charAt(from + 1);
    if (next === '\\') return Math.min(text.length, from + 3);
    return '"\'([{)]}#%'.includes(next) && next ? from + 2 : from;
  },
});
