/** Ruby: names alone that call a method of their file, where no local variable has the name. */
import type { OutlineSymbol } from '../../../../core/model/symbol.js';

const NAME = '[A-Za-z_]\\w*[?!]?';
/** `store = 1`, `store ||= 1`, `store, other = pair`. */
const assigned = new RegExp(`(?<![\\w@$.:])(${NAME})(?=\\s{0,9}(?:[-+*/|&]{0,2}=(?![=~>])|,[^\\n=]{0,80}=(?![=~>])))`, 'g');
/** Of blocks; one bar may end a list and begin another. */
const blockParameters = /\|(?=([^|\n]{1,160})\|)/g;
const parameters = /\bdef [^\n(]{1,80}\(([^)]{0,400})/g;
const caught = /\b(?:for|rescue) ([^\n]{0,200})/g;
const boundByCaught = new RegExp(`(?<!\\w)(${NAME})(?=\\s{0,9}(?:in\\b|$))`, 'g');
const names = new RegExp(NAME, 'g');
/** Characters of a symbol that are read. */
const MAX_CHARS = 20_000;
/** Characters of a line before a name. */
const MAX_LINE = 200;

/** Names that a method binds anywhere: parameters, variables, those of its blocks. */
export function boundIn(text: string, { span }: OutlineSymbol): ReadonlySet<string> {
  const around = text.slice(span.start, Math.min(span.end, span.start + MAX_CHARS));
  const bound = new Set<string>();
  for (const [, name = ''] of around.matchAll(assigned)) bound.add(name);
  for (const lists of [blockParameters, parameters])
    for (const [, list = ''] of around.matchAll(lists)) for (const [name] of list.matchAll(names)) bound.add(name);
  for (const [, list = ''] of around.matchAll(caught)) for (const [, name = ''] of list.matchAll(boundByCaught)) bound.add(name);
  return bound;
}

/** Whether a name may be a call at all: no symbol, key, attribute or declaration. */
export const mayCallOwn = (text: string, start: number, end: number): boolean =>
  !/[:@$.&]/.test(text[start - 1] ?? '') &&
  !/^(?::(?!:)|[?!(])/.test(text.slice(end, end + 2)) &&
  !/\b(?:def|alias|undef|alias_method)[ \t]+$/.test(text.slice(Math.max(text.lastIndexOf('\n', start - 1) + 1, start - MAX_LINE), start));
