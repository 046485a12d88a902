/** What the text around a name says of it: that it is called, a type, a label, or a member. */
import type { Grammar } from './grammar.js';

/** Behind a dot a keyword is the name of a member, `cache.delete(key)`, unless it makes a value there too. */
export const isMemberName = (text: string, start: number, word: string): boolean =>
  /(?:\.|->|::)$/.test(text.slice(Math.max(0, start - 2), start)) && !madeBy.has(word);
const madeBy: ReadonlySet<string> = new Set('init constructor new super this self class await'.split(' '));

/** `{ name: 1 }`, `f(name=1)`, `.name = 1`: a key or a parameter of something else. */
export function isLabel(text: string, start: number, end: number): boolean {
  const found = /[({,.]\s*$/.exec(text.slice(Math.max(0, start - 40), start))?.[0];
  // A comment above may end with any of them.
  const lineAbove = found?.includes('\n') ? text.slice(text.lastIndexOf('\n', start - found.length) + 1, start - found.length) : '';
  const before = /(?:^|\s)(?:#|\/\/|\*|--)/.test(lineAbove) ? undefined : found?.[0];
  if (before === '.') return true;
  const after = /^\s*(?::(?!:)|=(?!=))/.test(text.slice(end, end + 10));
  return after && before !== undefined;
}

export const isTypeByCase = ({ typesByCase }: Grammar, upper: boolean, text: string, start: number, end: number): boolean =>
  upper && typesByCase !== undefined && (typesByCase === 'everywhere' || looksLikeType(text, start, end));

/** True where a parenthesis follows a name, perhaps behind `!` (a macro), `?.` or short type arguments. */
export function called(text: string, at: number): boolean {
  let c = text.charCodeAt(at);
  if (c === 40) return true;
  if (c === 33) return /[([{]/.test(text[at + 1] ?? '');
  if (c === 63) return text.startsWith('?.(', at);
  if (c === 58 && text.startsWith('::<', at)) at += 2;
  c = text.charCodeAt(at);
  if (c === 60) {
    const end = text.startsWith('<<<', at) ? at : typeArgumentsEnd(text, at);
    return end > 0 && (text.charCodeAt(end) === 40 || text.startsWith('<<<', end));
  }
  return c === 32 && text.charCodeAt(at + 1) === 40;
}

/** Characters of type arguments. */
const MAX_TYPE_ARGUMENTS = 300;

/** Where the type arguments that begin at an offset end, which may be on several lines; -1 where there are none. */
function typeArgumentsEnd(text: string, at: number): number {
  let depth = 0;
  let braces = 0;
  let tuples = 0;
  for (let i = at; i < Math.min(text.length, at + MAX_TYPE_ARGUMENTS); i++) {
    const c = text.charCodeAt(i);
    // `<(int, int)>`: a tuple.
    if (c === 40 && (tuples > 0 || /[<,]\s{0,9}$/.test(text.slice(Math.max(at, i - 10), i)))) tuples++;
    else if (c === 41 && tuples > 0) tuples--;
    else if (c === 60) depth++;
    else if (c === 62) {
      // `=>` ends no list.
      if (text.charCodeAt(i - 1) !== 61 && --depth === 0) return braces === 0 && tuples === 0 ? i + 1 : -1;
    } else if (c === 123) braces++;
    else if (c === 125 && --braces < 0) return -1;
    // `;` outside of braces, parentheses and `&&` are of no list of types.
    else if ((c === 59 && braces === 0) || c === 40 || c === 41) return -1;
    else if ((c === 38 || c === 124) && text.charCodeAt(i + 1) === c) return -1;
  }
  return -1;
}

/** For languages without type nodes: a name behind a colon, an arrow, `new` or a bracket of type arguments, or before another name. */
function looksLikeType(text: string, start: number, end: number): boolean {
  let before = start - 1;
  while (before >= 0 && text.charCodeAt(before) === 32) before--;
  const b = text[before];
  if (b === ':' && text[before - 1] !== ':') return true;
  if ((b === '>' && text[before - 1] === '-') || b === '|' || b === '<' || b === '?') return true;
  const after = text[end];
  if (after === '>' || after === '?' || after === '<') return true;
  return after === ' ' && /[A-Za-z_$]/.test(text[end + 1] ?? '');
}

/** `cart::total` of Java and Kotlin: the function of a value or a type, handed over. */
export const isBehindColons = (text: string, start: number): boolean =>
  text.charCodeAt(start - 1) === 58 && text.charCodeAt(start - 2) === 58 && !/^(?:class|new)(?![\w$])/.test(text.slice(start, start + 6));
