/**
 * Blanks out comments and the insides of strings, so that later steps see code alone. The masked text has the
 * same length and the same line breaks: every offset into it is an offset into the file.
 */
import type { TokenRule } from './tokens.js';

export interface Masked {
  readonly code: string;
  /** Where the comments were, in order. */
  readonly comments: readonly { readonly start: number; readonly end: number }[];
}

const lineBreaks = /[^\r\n]+/g;
const blanks = ' '.repeat(256);
const spaces = (count: number): string => (count <= 256 ? blanks.slice(0, count) : ' '.repeat(count));

/** The token's text with everything but line breaks blanked; the quotes of a string on one line stay. */
function cover(text: string, from: number, end: number, comment: boolean): string {
  const token = text.slice(from, end);
  const spansLines = token.includes('\n') || token.includes('\r');
  if (comment) return spansLines ? token.replace(lineBreaks, (part) => spaces(part.length)) : spaces(token.length);
  // The ends become quotes: `~s(`, `[[` and `\\` must leave no bracket behind. Over several lines only the opening
  // one stays, for a quote at the start of a line would look like code.
  const open = token.charCodeAt(0) === 39 || token.charCodeAt(0) === 96 ? token.charAt(0) : '"';
  if (!spansLines) return token.length < 2 ? token : open + spaces(token.length - 2) + open;
  return open + token.slice(1).replace(lineBreaks, (part) => spaces(part.length));
}

const tables = new WeakMap<readonly TokenRule[], (readonly TokenRule[] | undefined)[]>();

/** Rules by first character, longest opening first. */
function tableOf(rules: readonly TokenRule[]): (readonly TokenRule[] | undefined)[] {
  let table = tables.get(rules);
  if (!table) {
    const sorted = [...rules].sort((a, b) => b.open.length - a.open.length);
    table = new Array(128).fill(undefined);
    for (const rule of sorted) table[rule.open.charCodeAt(0)] = [...(table[rule.open.charCodeAt(0)] ?? []), rule];
    tables.set(rules, table);
  }
  return table;
}

export function mask(text: string, rules: readonly TokenRule[]): Masked {
  const table = tableOf(rules);
  const pieces: string[] = [];
  const comments: { start: number; end: number }[] = [];
  // A rule that once found no end will find none again: looking each time to the end of the file would be quadratic.
  const endless = new Set<TokenRule>();
  const pass = { misses: 0 };
  let copied = 0;
  for (let i = 0; i < text.length; ) {
    const code = text.charCodeAt(i);
    const candidates = code < 128 ? table[code] : undefined;
    if (!candidates) {
      i++;
      continue;
    }
    let end = i;
    let found: TokenRule | undefined;
    for (const rule of candidates) {
      if (rule.open.length > 1 && !text.startsWith(rule.open, i)) continue;
      end = endless.has(rule) ? -1 : rule.end(text, i, pass);
      if (end < 0) {
        endless.add(rule);
        const stop = rule.unterminated === 'file' ? -1 : text.indexOf('\n', i);
        end = stop < 0 ? text.length : stop;
      }
      if (end > i) {
        found = rule;
        break;
      }
    }
    if (!found) {
      i++;
      continue;
    }
    if (end > text.length) end = text.length;
    if (copied < i) pieces.push(text.slice(copied, i));
    pieces.push(cover(text, i, end, found.comment));
    if (found.comment) comments.push({ start: i, end });
    copied = end;
    i = end;
  }
  pieces.push(text.slice(copied));
  return { code: pieces.join(''), comments };
}
