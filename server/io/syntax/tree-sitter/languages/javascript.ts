/**
 * TypeScript and JavaScript. What makes a symbol is spread over many forms: functions bound to names, members of
 * exported objects, assignments to `exports` and prototypes, tests, components. Imports are in `javascript-imports`.
 */

import type { Node } from '@vscode/tree-sitter-wasm';
import { javascriptForms, typescriptForms } from '../../../../core/model/value-forms.js';
import { angularClass } from '../../templates/angular-class.js';
import { inlineTemplates } from '../../templates/angular-templates.js';
import { declarationOf, declare, heading, inside, mentionBases, textOf } from '../declare.js';
import type { Grammar, Rule } from '../grammar.js';
import { words } from '../grammar.js';
import { baseNames } from '../signature-text.js';
import type { Walk } from '../walk.js';
import { assignment, exportRule } from './javascript-exports.js';
import { importRule, requireCall } from './javascript-imports.js';
import { callRule } from './javascript-named-calls.js';
import {
  component,
  functionTypes,
  hasBlock,
  holdsFunctions,
  literalBody,
  takeFunction,
  unquote,
  wrappedFunction,
} from './javascript-values.js';

const classRule: Rule = declare('class', {
  after(index, _node, walk, declaration) {
    const text = heading(walk, declaration)
      .replace(/<[^<>]*>/g, '')
      .replace(/<[^<>]*>/g, '');
    const at = declaration.nameSpan.start;
    mentionBases(walk, index, baseNames(/\bextends\b([\s\S]*?)(?:\bimplements\b|$)/.exec(text)?.[1] ?? ''), 'inherits', at);
    mentionBases(walk, index, baseNames(/\bimplements\b([\s\S]*)$/.exec(text)?.[1] ?? ''), 'implements', at);
    const angular = angularClass(walk.text, { start: walk.symbols[index]?.span.start ?? at, end: at });
    if (!angular) return;
    walk.tag(index, angular.tags);
    if (angular.template) walk.templates.push({ span: angular.template, from: index });
  },
});

const functionRule: Rule = declare('function', {
  returns: 'return_type',
  fix: (declaration, _node, walk) => component(declaration, walk, null),
});

const declarator: Rule = (node, walk) => {
  const name = node.childForFieldName('name');
  const value = node.childForFieldName('value');
  if (!name) return;
  if (value && requireCall(walk, name, value)) return;
  const before = walk.wrapper === null ? '' : walk.text.slice(walk.wrapper.start, walk.wrapper.start + 60);
  const kind = /^\s*(?:export\s+)?(?:declare\s+)?const\b/.test(before) ? 'constant' : 'variable';
  if (name.type !== 'identifier') {
    if (!walk.isLocal) destructured(node, name, walk, kind, /^\s*export\b/.test(before));
    return;
  }
  const declaration = declarationOf(walk, kind, node, name);
  const type = node.childForFieldName('type');
  if (type) declaration.returnType = textOf(walk, type).replace(/^:\s*/, '');
  if (value && functionTypes.has(value.type)) {
    declaration.kind = 'function';
    takeFunction(declaration, value, walk);
    component(declaration, walk, value);
  } else if (value?.type === 'class') {
    declaration.kind = 'class';
    const body = value.childForFieldName('body');
    if (body) declaration.body = inside(walk, body);
  } else {
    const inner = value && wrappedFunction(value, walk);
    if (inner) {
      declaration.kind = 'function';
      takeFunction(declaration, inner, walk);
      component(declaration, walk, inner);
    } else if (walk.isLocal) return;
    else if (value) literalBody(declaration, value, walk);
  }
  walk.add(declaration);
};

/** `const { data: users, isLoading } = useQuery()`, `export const { useGetPosts } = api`: each name that it binds. */
function destructured(node: Node, pattern: Node, walk: Walk, kind: 'constant' | 'variable', exported: boolean): void {
  const names = boundNames(pattern);
  const signature = `${kind === 'constant' ? 'const' : 'let'} ${
    textOf(walk, node)
      .slice(0, MAX_SIGNATURE)
      .split(/=>|\{\s*\n\s+\w+\s*:/, 1)[0]
  }`;
  for (const name of names) {
    // Spans nest: several names share the declaration.
    const declaration = declarationOf(walk, kind, names.length === 1 ? node : name, name);
    walk.add({ ...declaration, signature: signature.trim(), exported });
  }
}
const MAX_SIGNATURE = 200;

function boundNames(pattern: Node): Node[] {
  switch (pattern.type) {
    case 'identifier':
    case 'shorthand_property_identifier_pattern':
      return [pattern];
    case 'pair_pattern': {
      const value = pattern.childForFieldName('value');
      return value ? boundNames(value) : [];
    }
    case 'assignment_pattern':
    case 'object_assignment_pattern': {
      const left = pattern.childForFieldName('left');
      return left ? boundNames(left) : [];
    }
    case 'object_pattern':
    case 'array_pattern':
    case 'rest_pattern':
      return pattern.namedChildren.flatMap((child) => (child ? boundNames(child) : []));
    default:
      return [];
  }
}

const method: Rule = (node, walk) => {
  declare('method', {
    returns: 'return_type',
    fix(declaration) {
      const head = walk.text.slice(node.startIndex, declaration.nameSpan.start);
      if (declaration.name === 'constructor') declaration.kind = 'constructor';
      else if (/\b[gs]et\s+$/.test(head)) Object.assign(declaration, { kind: 'property', isFunction: true });
      unquote(declaration);
    },
  })(node, walk);
};

const field: Rule = (node, walk) => {
  const name = node.childForFieldName('name') ?? node.childForFieldName('property');
  if (!name) return;
  const declaration = declarationOf(walk, 'field', node, name);
  const type = node.childForFieldName('type');
  if (type) declaration.returnType = textOf(walk, type).replace(/^:\s*/, '');
  const value = node.childForFieldName('value');
  if (value && functionTypes.has(value.type)) {
    declaration.kind = 'method';
    takeFunction(declaration, value, walk);
  } else if (value) literalBody(declaration, value, walk);
  walk.add(declaration);
};

const signature =
  (kind: 'property' | 'method'): Rule =>
  (node, walk) => {
    const owner = walk.top?.kind;
    if (owner !== 'interface' && owner !== 'type' && owner !== 'class') return;
    declare(kind, { returns: kind === 'method' ? 'return_type' : 'type', fix: (declaration) => void (declaration.isFunction = false) })(
      node,
      walk,
    );
  };

/**
 * Keys of objects: at the top level those of the objects that names are bound to; functions and objects that hold functions
 * anywhere, inside functions those with a block of statements.
 */
const pair: Rule = (node, walk) => {
  const key = node.childForFieldName('key');
  const value = node.childForFieldName('value');
  if (!key || !value || key.type === 'computed_property_name') return;
  const isFunction = functionTypes.has(value.type);
  const { top, isLocal } = walk;
  const isKey = !isLocal && top?.what === 'symbol' && (top.kind === 'constant' || top.kind === 'variable');
  if (isFunction ? isLocal && !hasBlock(value) : !isKey && !holdsFunctions(value, walk)) return;
  const declaration = declarationOf(walk, isFunction ? 'method' : 'property', node, key);
  unquote(declaration);
  if (isFunction) takeFunction(declaration, value, walk);
  else literalBody(declaration, value, walk);
  walk.add(declaration);
};

/** A function expression with a name of its own, unless it is the value of what has just been declared. */
const namedExpression: Rule = (node, walk) => {
  const body = node.childForFieldName('body');
  const owner = walk.owner;
  if (!body || (owner && walk.symbols[owner.symbol]?.bodySpan?.start === inside(walk, body).start)) return;
  declare('function', { returns: 'return_type', fix: (declaration) => component(declaration, walk, node) })(node, walk);
};

const enumRule: Rule = declare('enum', {
  after(_index, node, walk) {
    for (const member of node.childForFieldName('body')?.namedChildren ?? []) {
      if (!member || member.type === 'comment') continue;
      const name = member.childForFieldName('name') ?? member;
      const declaration = declarationOf(walk, 'enumMember', member, name);
      unquote(declaration);
      walk.add(declaration);
    }
  },
});

const typeAlias: Rule = declare('type', {
  fix(declaration, node, walk) {
    const value = node.childForFieldName('value');
    if (value?.type === 'object_type') declaration.body = inside(walk, value);
    return !walk.isLocal;
  },
});

const interfaceRule: Rule = declare('interface', {
  after(index, _node, walk, declaration) {
    const text = heading(walk, declaration)
      .replace(/<[^<>]*>/g, '')
      .replace(/<[^<>]*>/g, '');
    mentionBases(walk, index, baseNames(/\bextends\b([\s\S]*)$/.exec(text)?.[1] ?? ''), 'inherits', declaration.nameSpan.start);
  },
});

/** Svelte: `$: total = price * count` declares a variable, unless a `let` does. */
const reactive: Rule = (node, walk) => {
  const body = node.childForFieldName('body');
  const assigned = body?.type === 'expression_statement' ? body.namedChildren[0] : null;
  const left = assigned?.type === 'assignment_expression' ? assigned.childForFieldName('left') : null;
  if (node.childForFieldName('label')?.text !== '$' || left?.type !== 'identifier') return;
  if (walk.symbols.some(({ name }) => name === left.text)) return;
  walk.add({ ...declarationOf(walk, 'variable', node, left), signature: node.text });
};

const namespaceRule: Rule = declare('namespace', { fix: unquote });

const rules: Record<string, Rule> = {
  class_declaration: classRule,
  abstract_class_declaration: classRule,
  function_declaration: functionRule,
  generator_function_declaration: functionRule,
  function_signature: functionRule,
  variable_declarator: declarator,
  labeled_statement: reactive,
  method_definition: method,
  method_signature: signature('method'),
  abstract_method_signature: signature('method'),
  property_signature: signature('property'),
  public_field_definition: field,
  field_definition: field,
  pair,
  function_expression: namedExpression,
  assignment_expression: assignment,
  export_statement: exportRule,
  enum_declaration: enumRule,
  type_alias_declaration: typeAlias,
  interface_declaration: interfaceRule,
  internal_module: namespaceRule,
  module: namespaceRule,
  import_statement: importRule,
  call_expression: callRule,
};

export const typescript: Grammar = {
  wasm: 'typescript',
  values: typescriptForms,
  hashedMembers: true,
  memberNames:
    /^[ \t]{1,40}(?:(?:static|async|get|set|public|private|protected|override)[ \t]{1,9}){0,4}[#*]{0,2}([\w$]{1,100})\([^()\n]{0,200}\)[^\n;]{0,100}\{[ \t]{0,9}$/gm,
  countsArguments: true,
  rules,
  comments: ['comment'],
  strings: ['string_fragment', 'regex_pattern'],
  types: ['type_identifier'],
  wrappers: ['export_statement', 'ambient_declaration', 'lexical_declaration', 'variable_declaration'],
  scopes: ['arrow_function', 'function_expression', 'generator_function', 'class_static_block'],
  prefixes: ['decorator'],
  imports: ['import_statement'],
  attributes: 'at',
  brackets: { lineComment: '//', longQuote: '`', hasCharacters: false },
  keywords: words(
    'if while for switch catch return function typeof await import require super constructor new delete void in of async yield else do with throw keyof infer',
  ),
  templates: inlineTemplates,
  complete(declaration, head, walk) {
    const word = /\b(public|protected|private)\b/.exec(head)?.[1] as 'public' | 'protected' | 'private' | undefined;
    if (word) declaration.visibility = word;
    else if (declaration.name.startsWith('#')) declaration.visibility = 'private';
    if (/\bexport\b/.test(head)) declaration.exported = true;
    if (/\basync\b/.test(head)) declaration.async = true;
    if (!walk.owner && declaration.exported) declaration.visibility = 'public';
  },
};

export const tsx: Grammar = { ...typescript, wasm: 'tsx', strings: ['string_fragment', 'regex_pattern', 'jsx_text'] };
export const javascript: Grammar = {
  ...tsx,
  wasm: 'javascript',
  values: javascriptForms,
  hashedMembers: true,
  typesByCase: undefined,
  countsArguments: undefined,
};
