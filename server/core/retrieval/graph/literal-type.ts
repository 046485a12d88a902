/** The type of a literal by what stands before its brace: `Size { width }`, `struct size s = { .width = 1 }`, of Python `Size(width=1)`. */
import { familyOf } from '../../model/language.js';
import { typeName } from './mentions/value-types.js';

/** UTF-16 units before a key in which the brace of its literal is looked for. */
const MAX_LITERAL = 4_000;

/** Of Rust `Size`, `geometry::Size` or `Size<T>` before the brace of a literal, or of a pattern; not the type that a function returns. */
const RUST_LITERAL =
  /(?:^|(?<!->\s{0,9}|\b(?:struct|enum|union|trait|impl|for|mod)\s{1,9})(?<![\w.:]))((?:\w{1,60}::){0,4}[A-Z]\w{0,60})(?:<[^<>]{0,60}>)?$/;
/** Of C# `new Size` or `new Size(1)`, and `Size size = new()`. */
const CSHARP_LITERAL =
  /(?:\bnew\s{1,9}((?:\w{1,60}\.){0,4}[A-Z]\w{0,60})(?:<[^<>]{0,60}>)?(?:\([^()]{0,80}\))?|(?<![\w.])((?:\w{1,60}\.){0,4}[A-Z]\w{0,60})(?:<[^<>]{0,60}>)?\??\s{1,9}\w{1,60}\s{0,9}=\s{0,9}new\s{0,9}\(\s{0,9}\))$/;
/** `Size`, `geometry.Size`, `pair[int]` of Go, and words before a brace that are no types. */
const GO_LITERAL = /(?:^|[^\w.\]])&?((?:\w{1,60}\.)?[A-Za-z_]\w{0,60})(?:\[[^[\]]{0,60}\])?$/;
const NO_LITERAL = /^(?:struct|interface|else|do|select|switch|for|range|if|return|func|defer|go|default|case|type|map|chan)$/;
/** `[]Size`, `map[string]*Size`. */
const GO_CONTAINER = /(?:\[[^[\]\n]{0,60}\]\*?)((?:\w{1,60}\.)?[A-Za-z_]\w{0,60})$/;
/** `: Size =` or `: Size[] = [` before the brace. */
const TYPED_LITERAL = /:\s{0,9}(?:readonly\s{1,9})?((?:\w{1,60}\.){0,3}[A-Z]\w{0,60})(?:<[^<>]{0,60}>)?(?:\[\]\s{0,9}=\s{0,9}\[|\s{0,9}=)$/;
/** `(struct size)`, `struct size s =` or `size_t s[2] =` before the brace. */
const C_LITERAL =
  /(?:\(\s{0,9}|(?:^|[;{}\s])(?:const\s{1,9})?)(?:struct\s{1,9}|union\s{1,9})?([A-Za-z_]\w{0,60})\s{0,9}(?:\)|[\s*]\s{0,9}\w{1,60}\s{0,9}(?:\[[^\]\n]{0,40}\]\s{0,9})?=)$/;

/** What is before a key: the brace, the comma behind another one, or the start of a line. */
const KEY = /(?:[{,]\s{0,80}|\n[^\S\n]{0,80})$/;

/** @returns as written, for the literal of which the name at an offset is a key; null for any other name. In Rust perhaps `Self`. */
export function literalType(text: string, at: number, language: string): string | null {
  if (labelsByEquals.has(language)) return typeOfKeyword(text, at);
  const open = openBracket(text, at, '{');
  if (open < 0) return null;
  const isC = familyOf(language) === 'c';
  const keyAt = isC ? at - 1 : at;
  if ((isC && text[keyAt] !== '.') || !KEY.test(text.slice(Math.max(0, at - 90), keyAt))) return null;
  if (language === 'go') return typeInGo(text, open);
  const literal = isC ? C_LITERAL : LITERALS[familyOf(language)];
  const [, first, second] = literal?.exec(beforeBrace(text, open)) ?? [];
  return first ?? second ?? null;
}

/** Languages whose literals have braces behind a type. */
const LITERALS: Readonly<Record<string, RegExp>> = { javascript: TYPED_LITERAL, rust: RUST_LITERAL, csharp: CSHARP_LITERAL };

/** Where an object of JavaScript is taken apart or given back, by the offset of a key. */
export interface KeyedObject {
  /** Offset of its brace. */
  readonly open: number;
  /** Its type as written: `({ total }: Cart)`. */
  readonly type: string | null;
  /** Offset of the expression that it is taken from: `const { total } = cart`; null for none. */
  readonly from: number | null;
  /** Whether it is what the function around gives back: `return { total }`, `=> ({ total })`. */
  readonly isReturned: boolean;
  /** Whether it is the parameter of a closure: `({ total }) => …`. */
  readonly isParameter: boolean;
}

/** Null for a name that is no key. */
export function keyedObject(text: string, at: number): KeyedObject | null {
  const open = openBracket(text, at, '{');
  if (open < 0 || !KEY.test(text.slice(Math.max(0, at - 90), at))) return null;
  const close = closeBracket(text, at);
  const behind = close < 0 ? '' : text.slice(close + 1, close + 160);
  const type = /^\s{0,9}:\s{0,9}(?:Readonly<\s{0,3}|Partial<\s{0,3})?((?:\w{1,60}\.){0,3}[A-Z]\w{0,60})/.exec(behind)?.[1] ?? null;
  const taken = /^\s{0,9}=(?![=>])\s{0,99}(?:await\s{1,9})?/.exec(behind)?.[0].length;
  const isReturned = /(?:\breturn|=>\s{0,9}\()\s{0,99}$/.test(text.slice(Math.max(0, open - 120), open));
  const isParameter = /^\s{0,9}(?:,[^()]{0,100})?\)\s{0,9}(?::[^=]{1,60})?=>/.test(behind);
  return { open, type, isParameter, from: taken === undefined ? null : close + 1 + taken, isReturned };
}

/** Offset of the brace that closes the one around an offset; -1 where it is too far. */
function closeBracket(text: string, at: number): number {
  let depth = 0;
  for (let i = at; i < Math.min(text.length, at + MAX_LITERAL); i++) {
    const c = text[i];
    if (c === '{' || c === '(' || c === '[') depth++;
    else if ((c === '}' || c === ')' || c === ']') && depth-- === 0) return c === '}' ? i : -1;
  }
  return -1;
}

const beforeBrace = (text: string, open: number): string => text.slice(Math.max(0, open - 200), open).trimEnd();

/** `cart{ … }`, or within the braces of a container the type of what it holds: `[]cart{{ … }}`, `map[string]cart{"a": { … }}`. */
function typeInGo(text: string, open: number): string | null {
  const before = beforeBrace(text, open);
  const written = GO_LITERAL.exec(before)?.[1];
  if (written !== undefined) return NO_LITERAL.test(written) ? null : typeName(written);
  const outer = /[{,:&]$/.test(before) ? openBracket(text, open, '{') : -1;
  return outer < 0 ? null : (GO_CONTAINER.exec(beforeBrace(text, outer))?.[1] ?? null);
}

/** `Size(width = 1)`. */
const labelsByEquals: ReadonlySet<string> = new Set(['python', 'kotlin', 'scala']);

/** The type that a call makes with a keyword at an offset: `Size(width=1)`. */
function typeOfKeyword(text: string, at: number): string | null {
  if (!/(?:[(,]\s{0,80}|\n[^\S\n]{0,80})$/.test(text.slice(Math.max(0, at - 90), at))) return null;
  if (!/^\w{1,80}\s{0,9}=(?!=)/.test(text.slice(at, at + 100))) return null;
  const open = openBracket(text, at, '(');
  return open < 0 ? null : (/(?:^|[^\w.])((?:\w{1,60}\.){0,4}[A-Z]\w{0,80})$/.exec(text.slice(Math.max(0, open - 200), open))?.[1] ?? null);
}

/** Offset of the bracket that is open at an offset, if it is this one; -1 where it is another one, or none is. */
function openBracket(text: string, at: number, bracket: '{' | '('): number {
  let depth = 0;
  for (let i = at - 1; i >= 0 && at - i < MAX_LITERAL; i--) {
    const c = text[i];
    if (c === '}' || c === ')' || c === ']') depth++;
    else if (c === '(' || c === '[' || c === '{') {
      if (depth === 0) return c === bracket ? i : -1;
      depth--;
    } else if (c === ';' && depth === 0) return -1;
  }
  return -1;
}
