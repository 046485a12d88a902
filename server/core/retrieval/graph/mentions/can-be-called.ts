/**
 * Whether a call may mean a symbol. Functions, types and macros can be called; a member of an enumeration only where it takes data; a value
 * where its declaration shows a function or, if the name alone leads to it, does not show something else.
 */
import type { ChunkRecord } from '../../../model/chunk.js';
import { isFunction, isOfValue, OWN_SCOPE, type SymbolKind } from '../../../model/symbol.js';
import type { IndexReader } from '../../ports.js';
import { chunksNamed } from '../neighbours.js';

/** Names that are looked up, and definitions of each. */
const MAX_TYPES = 500;
const MAX_SAME = 3;

/** A call of a type makes a value of it: also of an alias, a conversion in Go, a member of an enumeration by its value. */
const calledTypes: ReadonlySet<SymbolKind | null> = new Set(['macro', 'class', 'struct', 'type', 'enum', 'interface', 'trait']);
const values: ReadonlySet<SymbolKind | null> = new Set(['field', 'property', 'variable', 'constant', 'enumMember']);
/** Members of enumerations are constructors of values: behind the name stand their data. */
const dataInParentheses: ReadonlySet<string> = new Set(['rust', 'swift', 'scala']);
const neverData: ReadonlySet<string> = new Set([
  'python',
  'javascript',
  'javascriptreact',
  'typescript',
  'typescriptreact',
  'vue',
  'svelte',
  'java',
  'kotlin',
  'csharp',
  'c',
  'cpp',
  'objective-c',
  'go',
  'php',
  'ruby',
  'dart',
  'zig',
]);
/** `value.name()` never calls what a field holds: methods have names of their own, and a field that is called stands in parentheses. */
export const fieldsApart: ReadonlySet<string> = new Set(['rust', 'java', 'php']);
/** An accessor is a method, or a value has one that is called without its name (`apply`). */
const accessors: ReadonlySet<string> = new Set(['ruby', 'scala', 'perl']);

/** In a declaration: a function or the type of one. */
const functionShape =
  /=>|->|\b(?:function|typeof|lambda|fn|func|fun|proc|def|delegate|event|partial|Callable|Closure|Action|Predicate|Fn(?:Mut|Once)?)\b|\bFunc(?:tion)?\d*\b|\["\w+"\]|(?:Handler|Callback|Listener|Func|Function|Fn|Delegate|Hook|Resolver|Factory|Middleware|Dispatch|Setter|Getter)\b|\(\s*[*^&][^()]*\)\s*\(/;
/** An initial value or a type that is no function: text, a number, a list, a table, a truth value. What begins as null may become one. */
const plainValue =
  /^[^=]*=\s*(?:[rbfuRBFU]{0,2}["'`]|[-+]?\.?\d|[[{]|(?:true|false|True|False)\b)|:\s*(?:string|number|boolean|str|int|float|bool|bytes|String|Int|Bool|Boolean|Double)\s*(?:[=;,|]|$)/;

/** The types of functions that the workspace names, of those that the declarations of called values mention. */
export function functionTypes(reader: IndexReader, called: readonly ChunkRecord[]): ReadonlySet<string> {
  const open = called.filter(({ symbolKind, signature }) => values.has(symbolKind) && !functionShape.test(signature));
  const names = new Set(
    open.flatMap(({ name, signature }) => (signature.match(/[A-Za-z_]\w{1,60}/g) ?? []).filter((word) => word !== name)),
  );
  const found = chunksNamed(reader, [...names].slice(0, MAX_TYPES), MAX_SAME);
  const types = reader.chunks([...found.values()].flat()).filter(({ symbolKind }) => symbolKind === 'type');
  return new Set(types.flatMap(({ name, signature }) => (functionShape.test(signature) ? name : [])));
}

/** @param qualifier of the mention: a member of some value must show that it is a function, a name alone must not show the opposite */
export function canBeCalled(
  { symbolKind, language, name, signature }: ChunkRecord,
  qualifier: string | null,
  types: ReadonlySet<string>,
): boolean {
  if (isFunction(symbolKind) || calledTypes.has(symbolKind)) return true;
  if (!values.has(symbolKind)) return false;
  if (symbolKind === 'enumMember') {
    return dataInParentheses.has(language) ? isFollowedByData(signature, name) : !neverData.has(language);
  }
  if (accessors.has(language) && symbolKind === 'property') return true;
  const isMember = symbolKind === 'field' || symbolKind === 'property';
  if (isMember && fieldsApart.has(language)) return false;
  if (functionShape.test(signature) || (types.size > 0 && signature.match(/[A-Za-z_]\w*/g)?.some((word) => types.has(word)))) return true;
  return !isOfValue(qualifier) && (!isMember || qualifier === OWN_SCOPE) && !plainValue.test(signature);
}

function isFollowedByData(signature: string, name: string): boolean {
  for (let at = signature.indexOf(name); at >= 0; at = signature.indexOf(name, at + 1))
    if (/^\s*\(/.test(signature.slice(at + name.length)) && !/[\w$]/.test(signature[at - 1] ?? '')) return true;
  return false;
}
