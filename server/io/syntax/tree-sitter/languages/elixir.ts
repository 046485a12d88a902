/** Elixir: everything is a call, definitions too. Clauses of one name and arity are one function. */
import type { Node } from '@vscode/tree-sitter-wasm';
import { limits } from '../../../../core/model/limits.js';
import type { OutlineSymbol, SymbolKind } from '../../../../core/model/symbol.js';
import { docstringText } from '../comment-text.js';
import { markExported, partOf } from '../declare.js';
import type { Declaration, Grammar } from '../grammar.js';
import { words } from '../grammar.js';
import { splitTop } from '../signature-text.js';
import type { Walk } from '../walk.js';

const definitions: Readonly<Record<string, SymbolKind>> = {
  defmodule: 'module',
  defprotocol: 'interface',
  defimpl: 'impl',
  def: 'function',
  defp: 'function',
  defdelegate: 'function',
  defmacro: 'macro',
  defmacrop: 'macro',
  defguard: 'macro',
  defguardp: 'macro',
};
const tests = words('test describe property feature scenario');
/** Named by the word itself. */
const structs = words('defstruct defexception defrecord embedded_schema schema');
const setups = words('setup setup_all');
const imports = words('alias import use require');
const attached = words('doc spec impl typedoc deprecated since dialyzer tag describetag compile');
const attributeKinds: Readonly<Record<string, SymbolKind>> = {
  type: 'type',
  typep: 'type',
  opaque: 'type',
  callback: 'interface',
  macrocallback: 'interface',
};

/** The text of `@doc "…"` or `@doc """…"""`; '' without one. */
function attributeDoc(attribute: string): string {
  const heredoc = /^@\w+\s*(?:~[sS])?("""|''')[^\n]*\n([\s\S]*?)\n?[ \t]*\1/.exec(attribute);
  if (heredoc) return docstringText(`\n${heredoc[2] as string}`);
  return /^@\w+\s*(?:~[sS])?"((?:[^"\\\n]|\\.)*)"/.exec(attribute)?.[1] ?? '';
}

const word = /[a-z_]\w{0,200}[!?]?(?=[\s(])/y;
const moduleName = /(?!unquote\b)[A-Za-z_][\w.]*/y;
const functionName = /(?:unquote\()?([a-z_]\w*[!?]?)/y;
const operatorName = /\w{1,200}\s{1,200}([-+*/<>=~|&^!@.]{1,4}|and|or|in)(?=\s)/y;
const quotedName = /"((?:[^"\\\n]|\\.)+)"/y;

function matchAt(pattern: RegExp, text: string, at: number): { name: string; start: number } | null {
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  if (!found) return null;
  const name = found[1] ?? found[0];
  return { name, start: found[1] === undefined ? at : at + found[0].lastIndexOf(name) };
}

/** What `do … end` or `, do: …` holds, and where the heading before it ends. */
function bodyOf(walk: Walk, node: Node, list: Node | null): { body?: { start: number; end: number }; signatureEnd?: number } {
  const block = partOf(node, ['do_block']);
  if (block) return { body: { start: block.startIndex + 'do'.length, end: block.endIndex - 'end'.length }, signatureEnd: block.startIndex };
  const keywords = list && partOf(list, ['keywords']);
  const colon = keywords ? /\bdo:\s*/.exec(walk.text.slice(keywords.startIndex, node.endIndex)) : null;
  if (!keywords || !colon) return {};
  const comma = walk.text.lastIndexOf(',', keywords.startIndex + colon.index);
  return { body: { start: keywords.startIndex + colon.index + colon[0].length, end: node.endIndex }, signatureEnd: comma };
}

/** The parameters of `name(…)`, without the parentheses. */
function parametersOf(walk: Walk, list: Node): string | undefined {
  let head = list.namedChildren[0];
  while (head?.type === 'binary_operator') head = head.childForFieldName('left');
  const inner = head?.type === 'call' ? partOf(head, ['arguments']) : null;
  return inner ? walk.text.slice(inner.startIndex, inner.endIndex) : undefined;
}

function define(node: Node, walk: Walk, kind: SymbolKind, keyword: string): void {
  const list = partOf(node, ['arguments']);
  if (!list) return;
  const at = list.startIndex + (walk.text[list.startIndex] === '(' ? 1 : 0);
  const isFunction = kind === 'function' || kind === 'macro';
  const found = isFunction
    ? (matchAt(operatorName, walk.text, at) ?? matchAt(functionName, walk.text, at))
    : matchAt(kind === 'test' ? quotedName : moduleName, walk.text, at);
  if (!found || (found.name === 'when' && isFunction)) return;
  const nameSpan = { start: found.start, end: found.start + found.name.length };
  if (kind === 'module') walk.masked.push(nameSpan);
  const declaration: Declaration = {
    kind,
    name: found.name,
    nameSpan,
    start: node.startIndex,
    end: node.endIndex,
    parameters: isFunction ? parametersOf(walk, list) : undefined,
    visibility: /^def\w*p$/.test(keyword) ? 'private' : undefined,
    ...bodyOf(walk, node, list),
  };
  const arity = splitTop(declaration.parameters?.replace(/^\(|\)$/g, '') ?? '').length;
  const isClause =
    isFunction && walk.extend(node, (other) => other.name === found.name && other.kind === kind && sameArity(other.parameters, arity)) >= 0;
  if (!isClause) walk.add(declaration);
}

const sameArity = (parameters: readonly string[] | undefined, arity: number): boolean => (parameters?.length ?? 0) === arity;

function addNamedByWord(node: Node, walk: Walk, kind: SymbolKind, name: string, start: number): void {
  walk.add({
    kind,
    name,
    nameSpan: { start, end: start + name.length },
    start: node.startIndex,
    end: node.endIndex,
    ...bodyOf(walk, node, partOf(node, ['arguments'])),
  });
}

const importOf = /^(?:alias|import|use|require)[\s(]+((?:__MODULE__|[A-Z])[\w.]*?)(?:\.(\{[^}]*\}?)|\s*,\s*as:\s*(\w+)|(?![\w.]))/;

function importRule(node: Node, walk: Walk): void {
  const found = importOf.exec(walk.text.slice(node.startIndex, Math.min(node.endIndex, node.startIndex + 2_000)));
  if (!found) return;
  const module = (found[1] as string).replace('__MODULE__', () => moduleAround(walk));
  const from = walk.ownerIndex();
  for (const name of found[2]?.match(/[A-Z][\w.]*/g) ?? [module]) {
    const dot = name.lastIndexOf('.');
    const within = found[2] && dot > 0 ? `${module}.${name.slice(0, dot)}` : module;
    walk.mention(name.slice(dot + 1), 'import', node.startIndex, from, within, found[3]);
  }
  walk.mask(node);
}

/** The full name of the innermost module. */
function moduleAround(walk: Walk): string {
  const names: string[] = [];
  for (let i = walk.ownerIndex(); i >= 0; i = (walk.symbols[i] as OutlineSymbol).parent) {
    const { kind, name } = walk.symbols[i] as OutlineSymbol;
    if (kind === 'module') names.unshift(name);
  }
  return names.join('.');
}

/** `Some.Module.name` that no parenthesis follows: the others are found by it. */
const remoteName = /(?<!\w)(?:[A-Z]\w*\.)+([a-z_]\w*[!?]?)(?![\w(.])/y;
/** `&Some.Module.name/1`, `&name/1` */
const captured = /&\s*(?:(?:[A-Z]\w*|__MODULE__)\.)*([a-z_]\w*[!?]?)\/\d/y;

function call(node: Node, walk: Walk): void {
  if (isInTypes(walk, node.startIndex)) return;
  word.lastIndex = node.startIndex;
  const keyword = word.exec(walk.text)?.[0];
  if (!keyword) {
    const remote = matchAt(remoteName, walk.text, node.startIndex);
    if (remote && remote.start < node.endIndex) walk.mention(remote.name, 'call', remote.start, walk.ownerIndex());
    return;
  }
  const kind = Object.hasOwn(definitions, keyword) ? definitions[keyword] : tests.has(keyword) ? 'test' : undefined;
  if (kind) define(node, walk, kind, keyword);
  else if (structs.has(keyword)) addNamedByWord(node, walk, 'struct', keyword, node.startIndex);
  else if (setups.has(keyword)) {
    if (partOf(node, ['do_block'])) addNamedByWord(node, walk, 'test', keyword, node.startIndex);
  } else if (imports.has(keyword)) importRule(node, walk);
  // What stands behind `@` is an attribute; the head of a clause names the clause itself.
  else if (!elixir.keywords.has(keyword) && walk.text[node.startIndex - 1] !== '@' && walk.symbols[walk.ownerIndex()]?.name !== keyword)
    walk.mention(keyword, 'call', node.startIndex, walk.ownerIndex());
}

const isInTypes = ({ typeSpans }: Walk, at: number): boolean => (typeSpans.at(-1)?.end ?? 0) > at;

const attribute = /@([a-z_]\w*)\s*/y;
const withTypes = words('spec type typep opaque callback macrocallback');

function unaryRule(node: Node, walk: Walk): void {
  const reference = matchAt(captured, walk.text, node.startIndex);
  if (reference) walk.mention(reference.name, 'call', reference.start, walk.ownerIndex());
  else attributeRule(node, walk);
}

function attributeRule(node: Node, walk: Walk): void {
  attribute.lastIndex = node.startIndex;
  const found = attribute.exec(walk.text);
  const name = found?.[1];
  if (!found || !name) return;
  const text = (): string => walk.text.slice(node.startIndex, Math.min(node.endIndex, node.startIndex + 4 * limits.maxDocChars));
  if (withTypes.has(name)) {
    const start = node.startIndex + found[0].length;
    walk.typeSpans.push({ start, end: node.endIndex });
    const specified = name === 'spec' && matchAt(functionName, walk.text, start);
    if (specified) walk.masked.push({ start: specified.start, end: specified.start + specified.name.length });
  }
  if (name === 'moduledoc') walk.document(walk.ownerIndex(), attributeDoc(text()));
  else if (attached.has(name)) walk.prefix(node);
  else if (Object.hasOwn(attributeKinds, name)) {
    const target = matchAt(functionName, walk.text, node.startIndex + found[0].length);
    if (!target) return;
    walk.add({
      kind: attributeKinds[name] as SymbolKind,
      name: target.name,
      nameSpan: { start: target.start, end: target.start + target.name.length },
      start: node.startIndex,
      end: node.endIndex,
      visibility: name === 'typep' ? 'private' : undefined,
    });
  }
}

export const elixir: Grammar = {
  wasm: 'elixir',
  isLarge: true,
  markedNames: true,
  comments: ['comment'],
  strings: ['quoted_content', 'char', 'charlist'],
  typesByCase: 'everywhere',
  brackets: {
    lineComment: '#',
    longQuote: '"""',
    hasCharacters: false,
    opensBlock: /\bdo$|\bfn\b.*->$/,
  },
  keywords: words(
    'def defp defmacro defmacrop defmodule defimpl defprotocol defguard defguardp defdelegate if else unless case cond with for fn when and or not in quote unquote alias import use require raise receive try',
  ),
  rules: { call, unary_operator: unaryRule },
  prefixDoc: (text) => (/^@(?:type)?doc\b/.test(text) ? attributeDoc(text) : ''),
  moduleDoc: (_text, symbols) => (symbols[0]?.kind === 'module' ? symbols[0].doc : ''),
  complete: (declaration, _head, walk) => markExported(declaration, walk),
};
