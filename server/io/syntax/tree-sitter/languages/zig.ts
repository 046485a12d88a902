/** Zig: containers are values (`const X = struct { … }`), and a file is one itself. */

import type { Node } from '@vscode/tree-sitter-wasm';
import type { SymbolKind } from '../../../../core/model/symbol.js';
import { declarationOf, declare, foldValue, inside, markExported, partOf, spanOf, textOf } from '../declare.js';
import type { Declaration, Grammar, Rule } from '../grammar.js';
import { words } from '../grammar.js';
import type { Walk } from '../walk.js';

const containers: Readonly<Record<string, SymbolKind>> = {
  struct_declaration: 'struct',
  opaque_declaration: 'struct',
  enum_declaration: 'enum',
  union_declaration: 'enum',
  error_set_declaration: 'enum',
};

const containerText = /^(?:packed\s+|extern\s+)?(?:struct|opaque|enum|error|union)\s*[({]/;

/** The container that a value is, or begins with: `error{ A } || B`. */
function containerOf(walk: Walk, value: Node): Node | null {
  if (!containerText.test(walk.text.slice(value.startIndex, value.startIndex + 40))) return null;
  let node: Node | null = value;
  for (let depth = 0; node && depth < 20 && !containers[node.type]; depth++) node = node.namedChildren[0] ?? null;
  return node;
}

const isContainer = (walk: Walk): boolean => walk.top?.kind === 'struct' || walk.top?.kind === 'enum';

/** `{ … }` of a container, which has no node. */
function braces(walk: Walk, node: Node): { start: number; end: number } | undefined {
  const open = walk.text.indexOf('{', node.startIndex);
  return open >= 0 && open < node.endIndex ? { start: open + 1, end: node.endIndex - 1 } : undefined;
}

const importOf = /^@import\(\s*"([^"\n]+)"/;

function variable(node: Node, walk: Walk): void {
  const name = partOf(node, ['identifier']);
  const value = node.namedChildren.at(-1);
  if (!name || !value || value.startIndex <= name.startIndex) return;
  const module = importOf.exec(walk.text.slice(value.startIndex, value.startIndex + 300))?.[1];
  if (module) {
    const path = module.replace(/\.zig$/, '');
    walk.mention(path.slice(path.lastIndexOf('/') + 1), 'import', node.startIndex, walk.ownerIndex(), module, textOf(walk, name));
  }
  const container = containerOf(walk, value);
  const declaration = declarationOf(walk, containers[container?.type ?? ''] ?? 'constant', node, name);
  if (container && containers[container.type]) {
    declaration.body = braces(walk, container);
    declaration.signatureEnd = name.endIndex;
    walk.add(declaration);
    return;
  }
  const isPublic = /^pub\b/.test(walk.text.slice(node.startIndex, name.startIndex));
  if (!isPublic && (walk.isLocal || /^(?:@This\(\)|[A-Za-z_][\w.]*$)/.test(textOf(walk, value)))) return;
  if (module && /^@import\([^)]*\)(?:;|$)/.test(walk.text.slice(value.startIndex, value.endIndex + 1))) return;
  if (module && !isPublic) return;
  foldValue(walk, declaration, value);
  walk.add(declaration);
}

function field(node: Node, walk: Walk): void {
  const name = node.childForFieldName('name') ?? partOf(node, ['identifier']);
  if (!name || !/^(?:@"[^"\n]*"|\w+)$/.test(textOf(walk, name)) || !(isContainer(walk) || !walk.top)) return;
  const isMember = walk.top?.kind === 'enum' && !node.childForFieldName('type');
  walk.add({ ...declarationOf(walk, isMember ? 'enumMember' : 'field', node, name), isFunction: false });
}

/** The errors of a named set, where each has a line. */
function errors(node: Node, walk: Walk): void {
  if (walk.top?.kind !== 'enum' || !/[{,]\s*\n/.test(textOf(walk, node))) return;
  for (const name of node.namedChildren)
    if (name?.type === 'identifier') walk.add({ ...declarationOf(walk, 'enumMember', name, name), isFunction: false });
}

const test: Rule = (node, walk) => {
  const named = partOf(node, ['string', 'identifier']);
  const body = partOf(node, ['block']);
  const content = named && partOf(named, ['string_content']);
  const word = node.type === 'test_declaration' ? 'test' : 'comptime';
  const span = content ? spanOf(content) : named ? spanOf(named) : { start: node.startIndex, end: node.startIndex + word.length };
  const declaration: Declaration = {
    kind: 'test',
    name: walk.text.slice(span.start, span.end),
    nameSpan: span,
    start: node.startIndex,
    end: node.endIndex,
    body: body ? inside(walk, body) : undefined,
  };
  if (word === 'test' || !walk.isLocal) walk.add(declaration);
};

export const zig: Grammar = {
  wasm: 'zig',
  comments: ['comment'],
  strings: ['string_content', 'multiline_string', 'character'],
  typesByCase: 'everywhere',
  brackets: { lineComment: '//', longQuote: null, hasCharacters: true },
  keywords: words('if while for switch return catch try orelse and or fn struct enum union error comptime align callconv linksection'),
  rules: {
    function_declaration: declare('function', {
      parameters: ['parameters'],
      returns: 'type',
      fix(declaration, _node, walk) {
        if (isContainer(walk)) declaration.kind = 'method';
      },
    }),
    variable_declaration: variable,
    container_field: field,
    test_declaration: test,
    comptime_declaration: test,
    error_set_declaration: errors,
    using_namespace_declaration(node, walk) {
      const module = /@import\(\s*"([^"\n]+)"/.exec(textOf(walk, node))?.[1];
      const path = module?.replace(/\.zig$/, '');
      if (module && path) walk.mention(path.slice(path.lastIndexOf('/') + 1), 'import', node.startIndex, walk.ownerIndex(), module);
    },
  },
  complete(declaration, head, walk) {
    if (/^(?:pub|export)\b/.test(head)) declaration.visibility = 'public';
    else if (/^(?:const|var|fn|inline|extern|threadlocal)\b/.test(head)) declaration.visibility = 'private';
    markExported(declaration, walk);
  },
};
