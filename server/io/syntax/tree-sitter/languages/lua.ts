/** Lua, with LuaCATS comments (`---@class`). Functions are values: a name is given to them by an assignment or a table. */
import type { Node } from '@vscode/tree-sitter-wasm';
import type { SymbolKind } from '../../../../core/model/symbol.js';
import { calledWithLiteral } from '../calls-without-parentheses.js';
import { foldValue, markExported, textOf } from '../declare.js';
import type { Declaration, Grammar } from '../grammar.js';
import { words } from '../grammar.js';
import type { Walk } from '../walk.js';

/** The function that a value is, or that it hands to another one: `cached(function() … end)`. */
function functionIn(value: Node | null): Node | null {
  let node = value;
  for (let depth = 0; node && depth < 5; depth++) {
    if (node.type === 'function_definition') return node;
    node = node.type === 'function_call' ? (node.childForFieldName('arguments')?.namedChildren[0] ?? null) : null;
  }
  return null;
}

interface Name {
  readonly name: string;
  readonly start: number;
  /** What stands before the last dot or colon; ''. */
  readonly receiver: string;
}

/** `cart.add`, `cart:add`, `cart["add"]`, and `["add"]` in a table. */
function nameOf(walk: Walk, node: Node): Name | null {
  const text = textOf(walk, node);
  const found = /^(?:([\w.]+)[.:])?([A-Za-z_]\w*)$/.exec(text) ?? /^([\w.]*)\[?["']([^"'\n\\]+)["']\]?$/.exec(text);
  if (!found) return null;
  const name = found[2] as string;
  return { name, start: node.startIndex + text.lastIndexOf(name), receiver: found[1] ?? '' };
}

const declarationAt = (kind: SymbolKind, node: Node, { name, start, receiver }: Name): Declaration => ({
  kind,
  name,
  nameSpan: { start, end: start + name.length },
  start: node.startIndex,
  end: node.endIndex,
  ...(receiver ? { tags: [`receiver:${receiver}`], selfName: receiver } : {}),
});

/** A function's body reaches from its parameters to its `end`. */
function addFunction(walk: Walk, node: Node, name: Name, callable: Node, kind: SymbolKind = 'function'): void {
  const parameters = callable.childForFieldName('parameters');
  const declaration = declarationAt(kind, node, name);
  if (parameters) {
    declaration.body = { start: parameters.endIndex, end: callable.endIndex - 'end'.length };
    if (kind !== 'test') declaration.parameters = textOf(walk, parameters);
  }
  walk.add(declaration);
}

const isAtMargin = (walk: Walk, node: Node): boolean => node.startIndex === 0 || /[\r\n]/.test(walk.text[node.startIndex - 1] as string);

/** `local encode = ngx.encode_args`: a name for a function that is declared elsewhere. */
function rename(walk: Walk, name: Name, value: Node | null): void {
  const path = value?.type === 'dot_index_expression' ? textOf(walk, value) : '';
  if (!/^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*){1,6}$/.test(path)) return;
  const known = walk.renamed.get(name.name);
  walk.renamed.set(name.name, known === undefined || known === path ? path : null);
}

function assignment(node: Node, walk: Walk): void {
  const [names, values] = node.namedChildren;
  const first = names?.namedChildCount === 1 ? names.namedChildren[0] : null;
  const value = values?.namedChildren[0] ?? null;
  const name = first && nameOf(walk, first);
  if (!name) return;
  if (!name.receiver && node.parent?.type === 'variable_declaration') rename(walk, name, value);
  const callable = functionIn(value);
  if (callable) {
    addFunction(walk, node, name, callable);
    return;
  }
  const statement = node.parent?.type === 'variable_declaration' ? node.parent : node;
  if (!isAtMargin(walk, statement) || walk.ownerIndex() >= 0) return;
  // Another name for something that is declared elsewhere.
  if (statement !== node && value && /^require\b|^[\w.:]+$/.test(textOf(walk, value))) return;
  const declaration = declarationAt('variable', node, { ...name, receiver: '' });
  foldValue(walk, declaration, value);
  const base = value && baseIn(walk, value);
  const index = walk.add(declaration);
  if (!base || index < 0) return;
  // What the file requires has the name of its module elsewhere.
  const required = walk.mentions.find(({ kind, alias }) => kind === 'import' && alias === base.name);
  walk.mention(required?.name ?? base.name, 'inherits', base.at, index, required?.module);
}

/** `Cart:extend{ … }`, `setmetatable({}, { __index = Cart })`: the table that another one goes on from. */
function baseIn(walk: Walk, value: Node): { readonly name: string; readonly at: number } | null {
  if (value.type !== 'function_call') return null;
  const text = textOf(walk, value).slice(0, MAX_HEAD);
  const found =
    /^([A-Za-z_]\w*)[.:](?:extend|subclass|derive|inherit)\b/.exec(text) ??
    /^setmetatable\s*\(.*\{\s*__index\s*=\s*([A-Za-z_]\w*)\s*[,}]/.exec(text);
  return found ? { name: found[1] as string, at: value.startIndex + found[0].lastIndexOf(found[1] as string) } : null;
}
/** Characters of a value in which what it goes on from stands. */
const MAX_HEAD = 300;

/** `MAX_ITEMS = 3` directly in a table at the top of a file. */
function constantOfTable(node: Node, walk: Walk, name: Name): void {
  const { top } = walk;
  if (top?.what !== 'symbol' || top.kind !== 'variable' || !/^[A-Z][A-Z0-9_]+$/.test(name.name)) return;
  const declaration = { ...declarationAt('constant', node, name), isFunction: false };
  foldValue(walk, declaration, node.childForFieldName('value'));
  walk.add(declaration);
}

const tests = /^(?:a\.)?(?:describe|context|it|pending|test|insulate|expose)$/;

function call(node: Node, walk: Walk): void {
  const callee = node.childForFieldName('name');
  const called = callee ? textOf(walk, callee) : '';
  const isRequire = called === 'require';
  if (!isRequire && !tests.test(called)) return;
  const list = node.childForFieldName('arguments');
  const text = list && (list.namedChildren[0] ?? list);
  const content = text && /^(["'])([^\n]*)\1$/.exec(textOf(walk, text))?.[2];
  if (!content) return;
  if (isRequire) {
    const alias = /(?<!\w)(\w+)\s*=\s*$/.exec(walk.text.slice(Math.max(0, node.startIndex - 80), node.startIndex))?.[1];
    const member = /^\s*\.\s*([A-Za-z_]\w*)\s*(?![\w.:([{"'])/.exec(walk.text.slice(node.endIndex, node.endIndex + 80))?.[1];
    if (member) walk.mention(member, 'import', node.startIndex, walk.ownerIndex(), content, alias);
    walk.mention(
      /(?<![\w-])([\w-]+)$/.exec(content)?.[1] ?? content,
      'import',
      node.startIndex,
      walk.ownerIndex(),
      content,
      member ? '_' : alias,
    );
    return;
  }
  const callable = list.namedChildren.find((child) => child?.type === 'function_definition');
  if (callable) addFunction(walk, node, { name: content, start: text.startIndex + 1, receiver: '' }, callable, 'test');
}

export const lua: Grammar = {
  wasm: 'lua',
  comments: ['comment'],
  strings: ['string_content'],
  wrappers: ['variable_declaration'],
  isCalled: calledWithLiteral,
  colonMembers: true,
  brackets: {
    lineComment: '--',
    longQuote: null,
    hasCharacters: false,
    opensBlock: /^(?:repeat|do)$|^(?:if|elseif)\b.*\bthen$|^(?:for|while)\b.*\bdo$|\bfunction\b[^()]{0,200}\([^()]{0,200}\)$/,
  },
  keywords: words('then else do local if while for in return function and or not elseif until require'),
  typesByCase: 'everywhere',
  commentType: /^---\s*@(?:class|alias|enum)\s+(?:\([^)\n]*\)\s*)?(?<name>[\w.]+)/m,
  rules: {
    function_declaration(node, walk) {
      const field = node.childForFieldName('name');
      const name = field && nameOf(walk, field);
      if (name) addFunction(walk, node, name, node);
    },
    assignment_statement: assignment,
    field(node, walk) {
      const field = node.childForFieldName('name');
      const callable = functionIn(node.childForFieldName('value'));
      const name = field && nameOf(walk, field);
      if (name && callable) addFunction(walk, node, name, callable);
      else if (name) constantOfTable(node, walk, name);
    },
    function_call: call,
  },
  complete(declaration, head, walk) {
    if (/^local\b/.test(head) || declaration.name.startsWith('_')) declaration.visibility = 'private';
    markExported(declaration, walk);
  },
};
