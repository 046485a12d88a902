/** String literals, values and other texts of source code around a run of words. Pure. */
import type { TextSpan } from '../../model/symbol.js';
import type { SourceWords } from '../query/source-words.js';
import type { Run } from './matching-run.js';

/** The run as the source has it. */
export function writtenText(text: string, { offsets }: SourceWords, { start, end }: Run): string {
  const last = offsets[end - 1] as number;
  const rest = /^[\p{L}\p{N}_]+/u.exec(text.slice(last, last + 100))?.[0] ?? '';
  return text.slice(offsets[start] as number, last) + rest;
}

const COMMENT = /^\s*(?:\/\/|\/\*|\*|#\s|--\s|;;|%%)/;
const TRIPLE_QUOTES = /"""|'''/;
const OPEN_QUOTE = /(?:^|[\s(,=:[{+>?.])[a-zA-Z@$]{0,2}(["'`])[^"'`]*$/;
const MAX_STRING_CHARS = 600;

/** Where the string literal around an offset begins, if that is on its line: text that a program prints. -1 outside of one. */
function stringStart(text: string, at: number): number {
  const lineStart = text.lastIndexOf('\n', at - 1) + 1;
  const before = text.slice(lineStart, at);
  const open = COMMENT.test(before) || TRIPLE_QUOTES.test(before) ? null : OPEN_QUOTE.exec(before);
  return open ? lineStart + open.index + open[0].indexOf(open[1] as string) : -1;
}

export const isInString = (text: string, at: number): boolean => stringStart(text, at) >= 0 || isInLongString(text, at);

const MAX_LONG_STRING = 3_000;

/** Whether an offset is in a string of several lines that is a value, and not the documentation of something. */
function isInLongString(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - MAX_LONG_STRING), at);
  const mark = Math.max(before.lastIndexOf('"""'), before.lastIndexOf("'''"));
  if (mark < 0) return false;
  // A closing mark has an opening one of its kind above.
  const quote = before.slice(mark, mark + 3);
  if (text.slice(0, at).split(quote).length % 2 === 1) return false;
  return /[=(,+]\s{0,9}[rbfu]{0,2}$/i.test(before.slice(before.lastIndexOf('\n', mark) + 1, mark));
}

/** A value of a message, `{ $count }` or `%1`. */
const PLACEHOLDER = String.raw`(?:\{[^{}\n]{0,80}\}|%\w{1,3}(?:\$\w)?)`;
const VALUE_START = new RegExp(String.raw`(?:[:=>]|\*?\[\w{1,20}\])\s*(?:${PLACEHOLDER}\s*)?$`);
const VALUE_END = new RegExp(String.raw`^(?:\s*${PLACEHOLDER})?[^\p{L}\p{N}<]{0,5}(?:<|$)`, 'u');

/**
 * Whether a run is all of a value without quotation marks, its placeholders apart: `key: The message`, `<string name="key">The message</string>`,
 * `*[other] { $count } cards`.
 */
export function isPlainValue(text: string, source: SourceWords, run: Run): boolean {
  const start = source.offsets[run.start] as number;
  const before = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  const [behind = ''] = text.slice(start + writtenText(text, source, run).length, start + MAX_STRING_CHARS).split('\n', 1);
  return VALUE_START.test(before) && VALUE_END.test(behind);
}

/** Whether a run is all of a string literal of several words, but its placeholders: then the passage has it, whatever else it has. */
export function isWholeString(text: string, { offsets, holeEnds }: SourceWords, { start, end }: Run): boolean {
  const at = (word: number): number => offsets[word] ?? Number.POSITIVE_INFINITY;
  const isHole = (word: number): boolean => (holeEnds[word] ?? -1) >= 0;
  const open = stringStart(text, at(start));
  if (open < 0) return false;
  let close = stringEnd(text, open, open + 1);
  // A string that an expression is joined to goes on behind it.
  for (let word = start; close >= 0 && close < at(end - 1); ) {
    while (at(word) < close) word++;
    if (!isHole(word)) return false;
    close = stringEnd(text, open, at(holeEnds[word] as number));
  }
  if (close < 0 || !/\s/.test(text.slice(open, close))) return false;
  for (let word = start - 1; word >= 0 && at(word) > open; word--) if (!isHole(word)) return false;
  for (let word = end; at(word) < close; word++) if (!isHole(word)) return false;
  return true;
}

/** Languages whose elements have texts without quotation marks. */
const MARKUP: ReadonlySet<string> = new Set(
  'html vue svelte astro razor aspnetcorerazor handlebars erb php blade twig jinja xml xaml javascript javascriptreact typescriptreact mdx templ'.split(
    ' ',
  ),
);

/** Start and end of the text of the element around an offset; null where it is in a tag, or in none. */
function elementAround(text: string, at: number, language: string): TextSpan | null {
  if (!MARKUP.has(language)) return null;
  const before = text.slice(Math.max(0, at - MAX_STRING_CHARS), at);
  const open = Math.max(before.lastIndexOf('<'), before.lastIndexOf('>'));
  if (before[open] !== '>' || /[=-]/.test(before[open - 1] ?? '')) return null;
  const behind = text.slice(at, at + MAX_STRING_CHARS).search(/[<>]/);
  return behind < 0 || text[at + behind] !== '<' ? null : { start: at - before.length + open + 1, end: at + behind };
}

/** Whether an offset is in text that a program prints: in a string literal, or in the text of an element. */
export const isPrintedAt = (text: string, at: number, language: string): boolean =>
  isInString(text, at) || elementAround(text, at, language) !== null;

/** Whether a run is all of the text of an element but its placeholders: `<b>Rescan All</b>`. */
export function isWholeElement(text: string, { offsets, holeEnds }: SourceWords, { start, end }: Run, language: string): boolean {
  const at = (word: number): number => offsets[word] ?? Number.POSITIVE_INFINITY;
  const around = elementAround(text, at(start), language);
  if (!around || at(end - 1) >= around.end) return false;
  // `&nbsp;` is no word of the text.
  const isNone = (word: number): boolean => (holeEnds[word] ?? -1) >= 0 || text[at(word) - 1] === '&';
  for (let word = start - 1; word >= 0 && at(word) >= around.start; word--) if (!isNone(word)) return false;
  for (let word = end; at(word) < around.end; word++) if (!isNone(word)) return false;
  return true;
}

/** Where the string literal that begins at `open` ends, at the earliest at `from`; -1 where it is long or does not end. */
function stringEnd(text: string, open: number, from: number): number {
  for (let at = from; at < Math.min(text.length, from + MAX_STRING_CHARS); at++) {
    if (text[at] === text[open]) return at;
    if (text[at] === '\\') at++;
  }
  return -1;
}
