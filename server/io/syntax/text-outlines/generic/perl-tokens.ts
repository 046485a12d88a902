/** What is no code in Perl: documentation, quoted texts with delimiters of their own (`qq{…}`, `s/…/…/`), patterns, here documents. */
import { lineComment, type MaskingPass, quoted, type TokenRule } from './tokens.js';

/** A longer quoted text is an operator that was misread. */
const MAX_CHARS = 20_000;
const CLOSERS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' };
/** What stands before a pattern, and before no division. */
const BEFORE_PATTERN = /(?:[=~(,!{};&|?:]|(?<![\w$@%&>])(?:and|or|not|if|unless|while|until|return|split|grep|map|x|when))$/;
const HERE = /<<(~?)(?:"([^"\n]{1,60})"|'([^'\n]{1,60})'|([A-Za-z_]\w{0,60}))/g;
/** Lines between the head of a here document and its end. */
const MAX_HERE_LINES = 5_000;

/** Texts and documents without an end that are looked for in one file: looking for each would be quadratic. */
const MAX_UNCLOSED = 100;

/** Offset behind the text that a delimiter at `from` opens; -1 where nothing closes it. */
function closed(text: string, from: number, pass: MaskingPass): number {
  if (pass.misses > MAX_UNCLOSED) return -1;
  const open = text.charAt(from);
  const close = CLOSERS[open] ?? open;
  const end = Math.min(text.length, from + MAX_CHARS);
  let depth = 1;
  for (let i = from + 1; i < end; i++) {
    const char = text.charAt(i);
    if (char === '\\') i++;
    else if (char === close && --depth === 0) return i + 1;
    else if (char === open) depth++;
  }
  pass.misses++;
  return -1;
}

/** `qq{…}`, with `parts` of two `tr/a/b/`. What precedes `=>` or stands in the brackets of a hash is a key. */
const quoteLike = (open: string, parts: 1 | 2): TokenRule => ({
  open,
  comment: false,
  unterminated: 'line',
  end(text, from, pass) {
    if (/[\w$@%&>:{-]/.test(text.charAt(from - 1)) && !/^\{\s/.test(text.slice(from - 1, from + 1))) return from;
    let at = from + open.length;
    if (/\w/.test(text.charAt(at))) return from;
    while (text.charAt(at) === ' ' && at < from + 10) at++;
    const delimiter = text.charAt(at);
    const isSpaced = at > from + open.length;
    if (isSpaced ? !/[({[<]/.test(delimiter) : !/[^\w\s,;)=]/.test(delimiter)) return from;
    let end = closed(text, at, pass);
    if (end < 0) return from;
    if (parts === 2) {
      if (CLOSERS[delimiter] === undefined) end = closed(text, end - 1, pass);
      else {
        while (/\s/.test(text.charAt(end))) end++;
        end = closed(text, end, pass);
      }
      if (end < 0) return from;
    }
    while (/[a-z]/.test(text.charAt(end))) end++;
    return end;
  },
});

const pattern: TokenRule = {
  open: '/',
  comment: false,
  unterminated: 'line',
  end(text, from) {
    const before = text.slice(Math.max(0, from - 24), from);
    const code = before.trimEnd();
    if (code !== '' && !before.includes('\n', code.length) && !BEFORE_PATTERN.test(code)) return from;
    for (let i = from + 1; i < text.length; i++) {
      const char = text.charAt(i);
      if (char === '\n') return from;
      if (char === '\\') i++;
      else if (char === '/') return i + 1;
    }
    return from;
  },
};

/** From the end of the line with `<<'EOT'` to the line `EOT`. */
const hereDocument: TokenRule = {
  open: '\n',
  comment: true,
  unterminated: 'line',
  end(text, from, pass) {
    const start = text.lastIndexOf('\n', from - 1) + 1;
    const line = text.slice(start, Math.min(from, start + 1_000));
    if (!line.includes('<<') || /^\s*#/.test(line)) return from;
    let end = from;
    for (const [, indented, double, single, bare] of line.matchAll(HERE)) {
      const close = endOfHere(text, end, double ?? single ?? bare ?? '', indented === '~', pass);
      if (close < 0) return from;
      end = close;
    }
    return end;
  },
};

function endOfHere(text: string, from: number, mark: string, isIndented: boolean, pass: MaskingPass): number {
  let at = from + 1;
  if (pass.misses > MAX_UNCLOSED) return -1;
  for (let i = 0; i < MAX_HERE_LINES && at <= text.length; i++) {
    const next = text.indexOf('\n', at);
    const end = next < 0 ? text.length : next;
    const line = text.slice(at, Math.min(end, at + 200)).replace(/\r$/, '');
    if ((isIndented ? line.trimStart() : line) === mark) return end;
    if (next < 0) break;
    at = end + 1;
  }
  pass.misses++;
  return -1;
}

const pod: TokenRule = {
  open: '=',
  comment: true,
  unterminated: 'file',
  end(text, from) {
    if ((from > 0 && text.charCodeAt(from - 1) !== 10) || !/[a-z]/.test(text.charAt(from + 1))) return from;
    const cut = text.indexOf('\n=cut', from);
    return cut < 0 ? text.length : cut + 5;
  },
};

/** What follows `__END__` is no code. */
const endOfCode = (open: string): TokenRule => ({
  open,
  comment: true,
  unterminated: 'file',
  end: (text, from) => (from === 0 || text.charCodeAt(from - 1) === 10 ? text.length : from),
});

export const perlTokens: readonly TokenRule[] = [
  lineComment('#', 'spaced'),
  pod,
  endOfCode('__END__'),
  endOfCode('__DATA__'),
  hereDocument,
  ...['q', 'qq', 'qw', 'qx', 'qr', 'm'].map((open) => quoteLike(open, 1)),
  ...['s', 'tr', 'y'].map((open) => quoteLike(open, 2)),
  pattern,
  quoted('"', '"', { multiline: true }),
  quoted("'", "'", { multiline: true }),
];
