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

/** Whether a name in small letters may be that of a package at all: no field, label or key, and no word of the language. */
export const mayBeOfPackage = (text: string, start: number, end: number, word: string): boolean =>
  !universe.has(word) &&
  text[start - 1] !== '.' &&
  !/^\s*:/.test(text.slice(end, end + 4)) &&
  !/\bpackage\s+$/.test(text.slice(Math.max(0, start - 12), start));
