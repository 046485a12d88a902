/** Go: names in small letters that no function around them binds, which may be variables or constants of the package in another of its files. */
import type { OutlineSymbol } from '../../../../core/model/symbol.js';

const assigned = /(?<![\w.])([a-z]\w*(?:\s*,\s*[a-z_]\w*){0,9})\s*:=/g;
const declared = /(?<![\w.])(?:var|const|type|range)\s+\(?\s*([a-z]\w*(?:\s*,\s*[a-z_]\w*){0,9})/g;
const literal = /\bfunc\s*\(([^{]{0,600})/g;
/** Parameters, results and receivers: a name before a type. */
const parameter = /(?<![\w.\])])([a-z]\w*)(?=\s+[\w*[\]().<>{-]|\s*,)/g;
const universe = new Set(
  'append cap clear close complex copy delete imag len make max min new panic print println real recover true false iota nil any bool byte comparable complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string uint uint8 uint16 uint32 uint64 uintptr break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select struct switch type var'.split(
    ' ',
  ),
);
/** Characters of a function that are read, of its head, and of a receiver before its name. */
const MAX_CHARS = 60_000;
const MAX_HEAD = 2_000;
const MAX_RECEIVER = 100;

/** Names that a function binds anywhere: parameters, variables, those of functions inside of it. */
export function boundIn(text: string, { span, nameSpan, bodySpan }: OutlineSymbol): ReadonlySet<string> {
  const body = text.slice(nameSpan.end, Math.min(span.end, nameSpan.end + MAX_CHARS));
  const names = new Set<string>();
  for (const pattern of [assigned, declared])
    for (const [, list = ''] of body.matchAll(pattern)) for (const name of list.split(',')) names.add(name.trim());
  const head = text.slice(
    Math.max(span.start, nameSpan.start - MAX_RECEIVER),
    Math.min(bodySpan?.start ?? span.end, nameSpan.end + MAX_HEAD),
  );
  for (const parameters of [head, ...[...body.matchAll(literal)].map(([, list = '']) => list)])
    for (const [, name = ''] of parameters.matchAll(parameter)) names.add(name);
  return names;
}

/** Whether a name in small letters may be that of a package at all: no field, label or key of a struct, and no word of the language. */
export const mayBeOfPackage = (text: string, start: number, end: number, word: string): boolean =>
  !universe.has(word) &&
  text[start - 1] !== '.' &&
  (!/^\s*:/.test(text.slice(end, end + 4)) || isValueBeforeColon(text, start, end)) &&
  !/\bpackage\s+$/.test(text.slice(Math.max(0, start - 12), start));

/** Characters before a key in which the brace of its literal is looked for. */
const MAX_LITERAL = 4_000;
/** `map[Kind]string` or `[...]string` before a brace. */
const keyed = /\](?:[\w.*]|\[[^[\]\n]{0,40}\]){1,80}$/;

/** Whether a name before a colon is a value: the last one of `case small, large:`, or a key of a map or an array. */
function isValueBeforeColon(text: string, start: number, end: number): boolean {
  if (/^\s*:=/.test(text.slice(end, end + 6))) return false;
  if (/(?<![\w.])case\b[^:{}]{0,400}$/.test(text.slice(Math.max(0, start - 420), start))) return true;
  let depth = 0;
  for (let at = start - 1; at >= Math.max(0, start - MAX_LITERAL); at--) {
    const c = text[at];
    if (c === '}' || c === ')') depth++;
    else if ((c === '{' || c === '(') && --depth < 0) return c === '{' && keyed.test(text.slice(Math.max(0, at - 100), at).trimEnd());
  }
  return false;
}

/** Whether a name is a key of a struct's literal, `Server{ Logger: log }`: the field, and nothing of the package. */
export const isKeyOfStruct = (text: string, start: number, end: number): boolean =>
  /^\s*:(?!=)/.test(text.slice(end, end + 40)) &&
  /(?:[{,]\s{0,80}|\n[ \t]{0,80})$/.test(text.slice(Math.max(0, start - 90), start)) &&
  !isValueBeforeColon(text, start, end);
