/** Small text functions over declarations: attributes before them, folded signatures, parameter lists. */
import { limits } from '../../../core/model/limits.js';

const openers = '([{<';
const closers = ')]}>';

/** Offset behind the bracket that closes the one at `at`; strings are skipped; `limit` where it is never closed. */
function closingOf(text: string, at: number, limit: number): number {
  const open = text[at] as string;
  const close = closers[openers.indexOf(open)] as string;
  let depth = 0;
  for (let i = at; i < limit; i++) {
    const c = text[i] as string;
    if (c === open) depth++;
    else if (c === close) {
      if (--depth === 0) return i + 1;
    } else if (c === '"' || c === "'" || c === '`') {
      const end = text.indexOf(c, i + 1);
      // An apostrophe may be a lifetime or a mark in prose; then nothing is skipped.
      if (end > 0 && end < limit && (c !== "'" || end - i < 80)) i = end;
    }
  }
  return limit;
}

const attributeAt: Record<'at' | 'hash' | 'bracket', RegExp> = {
  at: /@(?!interface\b)([A-Za-z_][\w.]*)/y,
  hash: /#!?\[\s*\\?([A-Za-z_][\w:\\]*)/y,
  bracket: /\[\[?\s*(?:\w+:(?!:)\s*)?([A-Za-z_][\w.:]*)/y,
};
const gap = /(?:\s+|\/\/[^\n]*|# [^\n]*|\/\*[\s\S]*?\*\/)+/y;

/** Skips attributes, annotations or decorators (and comments among them) at an offset, collecting their names. */
export function skipAttributes(
  text: string,
  from: number,
  limit: number,
  style: 'at' | 'hash' | 'bracket' | undefined,
  tags: string[],
): number {
  let at = from;
  for (;;) {
    gap.lastIndex = at;
    if (gap.test(text) && gap.lastIndex <= limit) at = gap.lastIndex;
    if (!style) return at;
    const pattern = attributeAt[style];
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (!found || at >= limit) return Math.min(at, limit);
    if (style === 'at') {
      at = pattern.lastIndex;
      const paren = /[ \t]{0,200}\(/y;
      paren.lastIndex = at;
      if (paren.test(text)) at = closingOf(text, paren.lastIndex - 1, limit);
      tags.push(found[1] as string);
    } else {
      const open = style === 'hash' ? text.indexOf('[', at) : at;
      const end = closingOf(text, open, limit);
      for (const name of splitTop(text.slice(open + 1, end - 1).replace(/^\[|\]$/g, ''))) {
        const word = /^(?:\w+:(?!:)\s*)?\\?([A-Za-z_][\w.:\\]*)/.exec(name)?.[1];
        if (word === 'derive' || word === 'cfg')
          tags.push(...[...name.slice(word.length).matchAll(/[A-Za-z_]\w*/g)].map((m) => (word === 'cfg' ? `cfg(${m[0]})` : m[0])));
        else if (word) tags.push(word);
      }
      at = end;
    }
  }
}

/** White space folded to single blanks, comments dropped, cut to `maxSignatureChars`. */
export function fold(text: string): string {
  let part = text.length > limits.maxSignatureChars * 4 ? text.slice(0, limits.maxSignatureChars * 4) : text;
  if (part.includes('/*') || part.includes('//')) part = part.replace(/\/\*[\s\S]*?\*\/|(^|[\s,;({])\/\/[^\n]*/g, '$1');
  part = part.replace(/\s+/g, ' ').trim();
  return part.length > limits.maxSignatureChars ? part.slice(0, limits.maxSignatureChars) : part;
}

/** Splits at commas that stand in no brackets; parts are folded, empty ones dropped. At most 50 parts. */
export function splitTop(list: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let i = 0; i < list.length && parts.length < 50; i++) {
    const c = list.charCodeAt(i);
    if (c === 40 || c === 91 || c === 123 || (c === 60 && list[i + 1] !== '-')) depth++;
    else if (c === 41 || c === 93 || c === 125 || (c === 62 && list[i - 1] !== '=' && list[i - 1] !== '-')) depth = Math.max(0, depth - 1);
    else if (c === 34 || (c === 39 && !isLifetime(list, i)) || c === 96) {
      const end = list.indexOf(list[i] as string, i + 1);
      if (end > 0 && (c !== 39 || end - i < 80)) i = end;
    } else if (c === 44 && depth === 0) {
      parts.push(list.slice(from, i));
      from = i + 1;
    }
  }
  parts.push(list.slice(from));
  return parts.map((part) => fold(part)).filter(Boolean);
}

/** `'a` of Rust, which no quote ends. */
function isLifetime(list: string, at: number): boolean {
  if (!/[&<,+:]\s*$/.test(list.slice(Math.max(0, at - 3), at))) return false;
  return /^'[a-z_]\w*(?!['\w])/.test(list.slice(at, at + 40));
}

/** `(a: number, b)` to its parts. */
export function parameterList(text: string): string[] {
  // A comment may hold commas and quotes.
  const trimmed = text
    .replace(/\/\*[\s\S]*?\*\/|(^|[\s,;({])\/\/[^\n]*/g, '$1')
    .replace(/(^|[\s,(])#[ \t][^\n]*/g, '$1')
    .trim();
  return splitTop(/^[([|]/.test(trimmed) ? trimmed.slice(1, -1) : trimmed).map((part) => part.slice(0, 120));
}

/** The name at the end of a text, with the path before it. */
const LAST_PATH = /(?<![\w$.:\\])[:\\]{0,2}\d*((?:[A-Za-z_$][\w$]*(?:\.|::|\\))*[A-Za-z_$][\w$]*)\s*$/;

/** Names of a list of base types, with what qualifies them; type arguments and access words dropped. */
export function baseNames(list: string): string[] {
  return splitTop(list)
    .map((part) => LAST_PATH.exec(dropArguments(part.replace(/^\s*\w+\s*=.*$/, '')))?.[1] ?? '')
    .filter(Boolean);
}

/** Text without anything in angle, round or square brackets. */
export function dropArguments(text: string): string {
  if (!/[<([]/.test(text)) return text;
  let out = '';
  let depth = 0;
  for (const c of text) {
    if (c === '<' || c === '(' || c === '[') depth++;
    else if (c === '>' || c === ')' || c === ']') depth = Math.max(0, depth - 1);
    else if (depth === 0) out += c;
  }
  return out;
}
