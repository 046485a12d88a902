/** PHP. */

import { phpForms } from '../../../../core/model/value-forms.js';
import { declare, declareAt, heading, spanOf, textOf } from '../declare.js';
import type { Declaration, Grammar, Rule } from '../grammar.js';
import { words } from '../grammar.js';
import type { Walk } from '../walk.js';

/** Mentions of types in a list, with the namespaces that are written before them. */
function mentionTypes(walk: Walk, index: number, list: string | undefined, kind: 'inherits' | 'implements', at: number): void {
  for (const type of (list ?? '').split(',')) {
    const [, namespace, name] = /^\s*\\?((?:\w+\\)*)(\w+)/.exec(type) ?? [];
    if (name) walk.mention(name, kind, at, index, namespace ? namespace.slice(0, -1) : undefined);
  }
}

function bases(index: number, _node: unknown, walk: Walk, declaration: Declaration): void {
  const text = heading(walk, declaration);
  const at = declaration.nameSpan.start;
  mentionTypes(walk, index, /\bextends\b([\s\S]*?)(?:\bimplements\b|$)/.exec(text)?.[1], 'inherits', at);
  mentionTypes(walk, index, /\bimplements\b([\s\S]*)$/.exec(text)?.[1], 'implements', at);
}

const type = (kind: 'class' | 'interface' | 'trait' | 'enum'): Rule => declare(kind, { after: bases });

const useRule: Rule = (node, walk) => {
  const text = textOf(walk, node)
    .replace(/^use\s+(?:function\s+|const\s+)?/, '')
    .replace(/;\s*$/, '');
  const group = /^([^{]*)\{([^}]*)\}/.exec(text);
  for (const part of (group ? (group[2] as string) : text).split(',')) {
    const [path = '', alias] = part
      .trim()
      .replace(/^(?:function|const)\s+/, '')
      .split(/(?<!\s)\s+as\s+/i);
    const full = ((group?.[1] ?? '') + path).trim().replace(/^\\/, '');
    const name = full.replace(/^.*\\/, '');
    if (name) walk.mention(name, 'import', node.startIndex, -1, full.slice(0, Math.max(0, full.length - name.length - 1)) || full, alias);
  }
};

/** `'Admin\\CartController@show'`: a method that a route leads to. Groups: the class and the method. */
const ROUTED = /^['"]\\?((?:\w{1,80}\\{1,2}){0,8}[A-Z]\w{0,80})@(\w{1,80})['"]$/;
/** `[CartController::class, 'show']`, a method that is handed over. Groups: the class, what is before the method's name, and that. */
const CALLABLE = /^(\[\s{0,40}\\?((?:\w{1,80}\\){0,8}\w{1,80})::class\s{0,40},\s{0,40}['"])(\w{1,80})['"]\s{0,40},?\s{0,40}\]$/;
const classPath = (path: string): string => path.replace(/\\+/g, '.');

const routed: Rule = (node, walk) => {
  const [, type = '', method] = ROUTED.exec(textOf(walk, node)) ?? [];
  if (method) walk.mention(method, 'call', node.endIndex - 1 - method.length, walk.ownerIndex(), classPath(type));
};

export const php: Grammar = {
  wasm: 'php',
  values: phpForms,
  comments: ['comment'],
  strings: ['string_content', 'nowdoc_string', 'text'],
  imports: ['namespace_use_declaration', 'namespace_name'],
  scopes: ['anonymous_function', 'arrow_function'],
  attributes: 'hash',
  typesByCase: 'byContext',
  brackets: { lineComment: '//', longQuote: '"', hasCharacters: false },
  keywords: words(
    'if elseif while for foreach switch catch return isset unset empty list array echo print exit die include require include_once require_once fn function match use new clone throw and or xor not declare static self parent',
  ),
  rules: {
    namespace_definition(node, walk) {
      const name = node.childForFieldName('name');
      if (!name) return;
      const body = node.childForFieldName('body');
      walk.add({
        kind: 'namespace',
        name: textOf(walk, name),
        nameSpan: spanOf(name),
        start: node.startIndex,
        end: node.endIndex,
        body: body ? { start: body.startIndex + 1, end: body.endIndex - 1 } : undefined,
      });
    },
    namespace_use_declaration: useRule,
    class_declaration: type('class'),
    interface_declaration: type('interface'),
    trait_declaration: type('trait'),
    enum_declaration: type('enum'),
    enum_case: declare('enumMember'),
    use_declaration(node, walk) {
      const owner = walk.owner;
      if (owner) mentionTypes(walk, owner.symbol, textOf(walk, node).replace(/^use\s+|[;{][\s\S]*$/g, ''), 'inherits', node.startIndex);
    },
    method_declaration: declare('method', {
      returns: 'return_type',
      fix(declaration) {
        if (declaration.name === '__construct') declaration.kind = 'constructor';
      },
    }),
    function_definition: declare('function', { returns: 'return_type' }),
    property_declaration(node, walk) {
      const parts = node.namedChildren.filter((child) => child?.type === 'property_element');
      const type = node.childForFieldName('type');
      parts.forEach((part, i) => {
        const name = part?.childForFieldName('name');
        if (!part || !name) return;
        const value = part.childForFieldName('default_value');
        const array = value?.type === 'array_creation_expression' && textOf(walk, value).startsWith('[');
        walk.add({
          kind: 'property',
          name: textOf(walk, name).replace(/^\$/, ''),
          nameSpan: { start: name.startIndex + 1, end: name.endIndex },
          start: i === 0 ? node.startIndex : part.startIndex,
          end: i === parts.length - 1 ? node.endIndex : part.endIndex,
          returnType: type ? textOf(walk, type) : undefined,
          ...(value && array ? { body: { start: value.startIndex + 1, end: value.endIndex - 1 } } : {}),
        });
      });
    },
    property_promotion_parameter(node, walk) {
      const name = node.childForFieldName('name');
      const type = node.childForFieldName('type');
      // A promoted parameter is a property; its place is the class, which the open constructor stands in.
      if (name && type) walk.mention(textOf(walk, type).replace(/^\??\\?(?:.*\\)?/, ''), 'type', node.startIndex, walk.ownerIndex());
    },
    const_declaration(node, walk) {
      if (walk.isLocal) return;
      const parts = node.namedChildren.filter((child) => child?.type === 'const_element');
      parts.forEach((part, i) => {
        const name = part?.firstNamedChild;
        if (part && name)
          walk.add({
            kind: 'constant',
            name: textOf(walk, name),
            nameSpan: spanOf(name),
            start: i === 0 ? node.startIndex : part.startIndex,
            end: i === parts.length - 1 ? node.endIndex : part.endIndex,
          });
      });
    },
    string: routed,
    encapsed_string: routed,
    array_creation_expression(node, walk) {
      const [, before = '', type = '', method] = node.endIndex - node.startIndex < 400 ? (CALLABLE.exec(textOf(walk, node)) ?? []) : [];
      if (method) walk.mention(method, 'call', node.startIndex + before.length, walk.ownerIndex(), classPath(type));
    },
    function_call_expression(node, walk) {
      const text = walk.text.slice(node.startIndex, node.startIndex + 300);
      const found = /^(?:(define)|(it|test|describe))\(\s*(['"])((?:(?!\3).)+)\3\s*,/.exec(text);
      if (!found || (found[1] && walk.isLocal)) return;
      const name = found[4] as string;
      const at = node.startIndex + text.indexOf(found[3] as string) + 1;
      declareAt(walk, found[1] ? 'constant' : 'test', node, name, at);
    },
  },
  complete(declaration, head, walk) {
    const word = /\b(public|protected|private)\b/.exec(head)?.[1] as 'public' | 'protected' | 'private' | undefined;
    if (word) declaration.visibility = word;
    else if (walk.owner && walk.owner.kind !== 'namespace') declaration.visibility = 'public';
  },
};
