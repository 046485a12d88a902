/** Zig: containers are values (`const X = struct { … }`), and a file is one itself. */

import type { Node } from '@vscode/tree-sitter-wasm';
import type { SymbolKind } from '../../../../core/model/symbol.js';
import { zigForms } from '../../../../core/model/value-forms.js';
import { remembered } from '../../../../util/remembered.js';
import { addTest, declarationOf, declare, foldValue, inside, markExported, partOf, spanOf, textOf } from '../declare.js';
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

const ownTypes = new WeakMap<Walk, string>();

/** The name that a file has as a type, `const Cart = @This();`, or ''. */
const ownType = (walk: Walk): string =>
  remembered(ownTypes, walk, () => {
    const name = /^(?:pub )?const ([A-Z]\w*) = @This\(\);/m.exec(walk.text)?.[1] ?? '';
    return name === 'Self' ? '' : name;
  });

/** What stands at the top of a file belongs to the type that the file is. */
function belongToFile(walk: Walk, declaration: Declaration): void {
  const type = walk.top ? '' : ownType(walk);
  if (type !== '') declaration.tags = [`receiver:${type}`];
}

const importOf = /^@import\(\s*"([^"\n]+)"\s*\)((?:\.\w+)*)/;
const memberOf = /^(\w+)((?:\.\w+)+)$/;

/** Reads `const name = @import("cart.zig").Cart` and `const name = cart.Cart`. Whether the value is one of these. */
function imports(walk: Walk, node: Node, name: string, value: string): boolean {
  const [all, written, members = ''] = importOf.exec(value) ?? [];
  if (written !== undefined) {
    const isWhole = all?.length === value.length;
    const module = written.endsWith('.zig') && !/^[./]/.test(written) ? `./${written}` : written;
    importFrom(walk, node, isWhole ? name : '_', module, members);
    return isWhole;
  }
  const [, first, further = ''] = memberOf.exec(value) ?? [];
  const known =
    first === undefined ? undefined : walk.mentions.findLast((one) => one.kind === 'import' && (one.alias ?? one.name) === first);
  if (known?.module === undefined) return false;
  const isWhole = stemOf(known.module) === known.name;
  importMember(walk, node, name, isWhole ? known.module : `${known.module}/${known.name}`, further);
  return true;
}

const stemOf = (module: string): string => module.slice(module.lastIndexOf('/') + 1).replace(/\.zig$/, '');

function importFrom(walk: Walk, node: Node, name: string, module: string, members: string): void {
  // A file under a name with a capital is a type.
  const isType = members === '' && module.endsWith('.zig') && /^[A-Z]/.test(name);
  const bindsFile = members === '' && !isType;
  walk.mention(stemOf(module), 'import', node.startIndex, walk.ownerIndex(), module, bindsFile ? name : '_');
  if (!bindsFile && name !== '_') importMember(walk, node, name, module, members || `.${name}`);
}

function importMember(walk: Walk, node: Node, name: string, module: string, members: string): void {
  const path = members.slice(1).split('.');
  const member = path.pop() as string;
  walk.mention(member, 'import', node.startIndex, walk.ownerIndex(), [module, ...path].join(module.includes('/') ? '/' : '.'), name);
}

/** Values that name nothing else. */
const literals = words('true false null undefined');

function variable(node: Node, walk: Walk): void {
  const name = partOf(node, ['identifier']);
  const value = node.namedChildren.at(-1);
  if (!name || !value || value.startIndex <= name.startIndex) return;
  const written = textOf(walk, value).slice(0, 300);
  const isImport = imports(walk, node, textOf(walk, name), written);
  if (written === '@This()') {
    if (!walk.top && ownType(walk) === textOf(walk, name)) walk.add(declarationOf(walk, 'struct', node, name));
    return;
  }
  const isVariable = /\bvar\s+$/.test(walk.text.slice(node.startIndex, name.startIndex));
  const container = containerOf(walk, value);
  const declaration = declarationOf(walk, containers[container?.type ?? ''] ?? (isVariable ? 'variable' : 'constant'), node, name);
  if (container && containers[container.type]) {
    declaration.body = braces(walk, container);
    declaration.signatureEnd = name.endIndex;
    walk.add(declaration);
    return;
  }
  const isPublic = /^pub\b/.test(walk.text.slice(node.startIndex, name.startIndex));
  // Another name for something that is declared elsewhere.
  const isAlias = !isVariable && !node.childForFieldName('type') && /^[A-Za-z_][\w.]*$/.test(written) && !literals.has(written);
  if (!isPublic && (walk.isLocal || isImport || isAlias)) return;
  if (/^@import\([^()]*\)$/.test(written)) return;
  foldValue(walk, declaration, value);
  // What a block at the right side declares is local.
  declaration.isFunction = value.type === 'labeled_type_expression';
  walk.add(declaration);
}

function field(node: Node, walk: Walk): void {
  const name = node.childForFieldName('name') ?? partOf(node, ['identifier']);
  if (!name || !/^(?:@"[^"\n]*"|\w+)$/.test(textOf(walk, name)) || !(isContainer(walk) || !walk.top)) return;
  const isMember = walk.top?.kind === 'enum' && !node.childForFieldName('type');
  const declaration = { ...declarationOf(walk, isMember ? 'enumMember' : 'field', node, name), isFunction: false };
  belongToFile(walk, declaration);
  walk.add(declaration);
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
  const span = content ? spanOf(content) : named ? spanOf(named) : { start: node.startIndex, end: node.startIndex + 'test'.length };
  addTest(walk, node, walk.text.slice(span.start, span.end), span.start, body ? inside(walk, body) : undefined);
};

export const zig: Grammar = {
  wasm: 'zig',
  comments: ['comment'],
  // `@as(…)` calls no `as`.
  strings: ['string_content', 'multiline_string', 'character', 'builtin_identifier'],
  values: zigForms,
  impliedTypes: true,
  bareNames: 'unique',
  typesByCase: 'everywhere',
  brackets: { lineComment: '//', longQuote: null, hasCharacters: true },
  keywords: words('if while for switch return catch try orelse and or fn struct enum union error comptime align callconv linksection'),
  rules: {
    function_declaration: declare('function', {
      parameters: ['parameters'],
      returns: 'type',
      fix(declaration, _node, walk) {
        belongToFile(walk, declaration);
        if (isContainer(walk) || declaration.tags) declaration.kind = 'method';
      },
    }),
    variable_declaration: variable,
    container_field: field,
    test_declaration: test,
    error_set_declaration: errors,
    using_namespace_declaration(node, walk) {
      const value = textOf(walk, node).replace(/^(?:pub\s+)?usingnamespace\s+/, '');
      imports(walk, node, '_', value);
    },
  },
  complete(declaration, head, walk) {
    if (/^(?:pub|export)\b/.test(head)) declaration.visibility = 'public';
    else if (/^(?:const|var|fn|inline|extern|threadlocal)\b/.test(head)) declaration.visibility = 'private';
    markExported(declaration, walk);
  },
};
