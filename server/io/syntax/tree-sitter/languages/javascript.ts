/**
 * TypeScript and JavaScript. What makes a symbol is spread over many forms: functions bound to names, members of
 * exported objects, assignments to `exports` and prototypes, tests, components. Imports are in `javascript-imports`.
 */
import type { Node } from '@vscode/tree-sitter-wasm';
import { declarationOf, declare, heading, inside, mentionBases, spanOf, textOf } from '../declare.js';
import type { Declaration, Grammar, Rule } from '../grammar.js';
import { words } from '../grammar.js';
import { baseNames } from '../signature-text.js';
import type { Walk } from '../walk.js';
import { exportFrom, importRule, requireCall } from './javascript-imports.js';
import { callRule } from './javascript-tests.js';

const functionTypes = new Set(['arrow_function', 'function_expression', 'generator_function', 'function']);

/** Takes body, parameters and return type from the function that a name is bound to. */
function takeFunction(declaration: Declaration, value: Node, walk: Walk): void {
  const from = declarationOf(walk, declaration.kind, value, value, { returns: 'return_type' });
  declaration.body = from.body;
  declaration.parameters = from.parameters ?? value.childForFieldName('parameter')?.text;
  declaration.returnType = from.returnType;
  declaration.async = walk.text.startsWith('async', value.startIndex);
  declaration.isFunction = true;
}

/** A function that begins with a capital and holds JSX is a component. */
function component(declaration: Declaration, walk: Walk, value: Node | null): void {
  if (
    walk.grammar.wasm === 'typescript' ||
    !/^[A-Z]/.test(declaration.name) ||
    (declaration.kind !== 'function' && declaration.kind !== 'constant')
  )
    return;
  const from = value?.startIndex ?? declaration.start;
  if (
    /<(?:[A-Za-z][\w.]*[\s/>]|>)/.test(walk.text.slice(from, Math.min(declaration.end, from + 60_000))) &&
    /\/>|<\/|h\(|createElement/.test(walk.text.slice(from, declaration.end))
  )
    declaration.kind = 'component';
}

const classRule: Rule = declare('class', {
  after(index, _node, walk, declaration) {
    const text = heading(walk, declaration)
      .replace(/<[^<>]*>/g, '')
      .replace(/<[^<>]*>/g, '');
    const at = declaration.nameSpan.start;
    mentionBases(walk, index, baseNames(/\bextends\b([\s\S]*?)(?:\bimplements\b|$)/.exec(text)?.[1] ?? ''), 'inherits', at);
    mentionBases(walk, index, baseNames(/\bimplements\b([\s\S]*)$/.exec(text)?.[1] ?? ''), 'implements', at);
  },
});

const functionRule: Rule = declare('function', {
  returns: 'return_type',
  fix: (declaration, _node, walk) => component(declaration, walk, null),
});

/** The call around a function that still is that function: `memo(() => …)`, `forwardRef(function …)`. */
const wrapping =
  /^(?:[\w$]+\.)?(?:memo|forwardRef|observer|useCallback|lazy|styled|defineComponent|withRouter|connect|debounce|throttle|once|cache|curry|asyncHandler|createSelector)\b/;

const declarator: Rule = (node, walk) => {
  const name = node.childForFieldName('name');
  const value = node.childForFieldName('value');
  if (!name) return;
  if (value && requireCall(walk, name, value)) return;
  if (name.type !== 'identifier') return;
  const isConstant =
    walk.wrapper !== null && /^\s*(?:export\s+)?(?:declare\s+)?const\b/.test(walk.text.slice(walk.wrapper.start, walk.wrapper.start + 60));
  const declaration = declarationOf(walk, isConstant ? 'constant' : 'variable', node, name);
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
    const call =
      value?.type === 'call_expression' && wrapping.test(walk.text.slice(value.startIndex, value.startIndex + 60)) ? value : null;
    const inner = call?.childForFieldName('arguments')?.firstNamedChild;
    if (inner && functionTypes.has(inner.type)) {
      declaration.kind = 'function';
      takeFunction(declaration, inner, walk);
      component(declaration, walk, inner);
    } else if (walk.isLocal) return;
    else if (value) literalBody(declaration, value, walk);
  }
  walk.add(declaration);
};

/** An object or array (perhaps `as const`, perhaps the argument of a call) collapses like a body. */
function literalBody(declaration: Declaration, value: Node, walk: Walk): void {
  let node: Node | null = value;
  for (let i = 0; node && i < 4; i++) {
    if (node.type === 'object' || node.type === 'array') {
      declaration.body = inside(walk, node);
      return;
    }
    if (/^(?:as|satisfies|parenthesized)_expression$/.test(node.type)) node = node.firstNamedChild;
    else if (node.type === 'call_expression' || node.type === 'new_expression') {
      const list: readonly (Node | null)[] = node.childForFieldName('arguments')?.namedChildren ?? [];
      node = list.find((child) => child?.type === 'object') ?? list.find((child) => child?.type === 'array') ?? null;
    } else return;
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

function unquote(declaration: Declaration): void {
  if (!/^['"`].*['"`]$/.test(declaration.name)) return;
  declaration.name = declaration.name.slice(1, -1);
  declaration.nameSpan = { start: declaration.nameSpan.start + 1, end: declaration.nameSpan.end - 1 };
}

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

/** Keys of objects at the top level (one level), and functions in objects anywhere outside functions. */
const pair: Rule = (node, walk) => {
  const top = walk.top;
  if (walk.isLocal) return;
  const key = node.childForFieldName('key');
  const value = node.childForFieldName('value');
  if (!key || !value || key.type === 'computed_property_name') return;
  const isFunction = functionTypes.has(value.type);
  const isKey = top?.what === 'symbol' && (top.kind === 'constant' || top.kind === 'variable');
  if (!isFunction && !isKey) return;
  const declaration = declarationOf(walk, isFunction ? 'method' : 'property', node, key);
  unquote(declaration);
  if (isFunction) takeFunction(declaration, value, walk);
  else literalBody(declaration, value, walk);
  walk.add(declaration);
};

const assigned =
  /^(?:(module\.exports|exports)|[A-Za-z_$][\w$.]*\.prototype|[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*)(?:\.([A-Za-z_$][\w$]*))?\s*=(?![=>])/;

/** `exports.x = …`, `module.exports = {…}`, `Foo.prototype.bar = function …`, `app.use = function …`. */
const assignment: Rule = (node, walk) => {
  const found = assigned.exec(walk.text.slice(node.startIndex, node.startIndex + 200));
  if (!found || walk.isLocal) return;
  const left = node.childForFieldName('left');
  const value = node.childForFieldName('right');
  if (!left || !value) return;
  const path = textOf(walk, left);
  const exports = /^(?:module\.)?exports\b/.test(path);
  const isFunction = functionTypes.has(value.type);
  const dot = path.lastIndexOf('.');
  if (!exports && (!isFunction || dot < 0)) return;
  const whole = path === 'module.exports' || path === 'exports';
  if (whole && !isFunction && value.type !== 'class' && value.type !== 'object') return;
  const nameAt = whole ? node.startIndex : node.startIndex + dot + 1;
  const name = whole ? (value.childForFieldName('name')?.text ?? path) : path.slice(dot + 1);
  const receiver = path.slice(0, Math.max(dot, 0)).replace(/\.prototype$/, '');
  const declaration: Declaration = {
    kind: isFunction ? (exports ? 'function' : 'method') : value.type === 'class' ? 'class' : 'variable',
    name,
    nameSpan: { start: nameAt, end: node.startIndex + path.length },
    start: node.startIndex,
    end: node.endIndex,
    tags: exports ? undefined : [`receiver:${receiver}`],
    exported: exports || undefined,
  };
  if (isFunction) takeFunction(declaration, value, walk);
  else if (value.type === 'class') declaration.body = ((body) => body && inside(walk, body))(value.childForFieldName('body')) ?? undefined;
  else literalBody(declaration, value, walk);
  walk.add(declaration);
};

/** `export default` of something without a name of its own. */
const exportRule: Rule = (node, walk) => {
  exportFrom(node, walk);
  const value = node.childForFieldName('value');
  if (!value) return;
  const at = walk.text.indexOf('default', node.startIndex);
  if (at < 0 || at > value.startIndex || value.type === 'identifier') return;
  const name = value.childForFieldName('name');
  const declaration: Declaration = {
    kind: 'variable',
    name: name ? textOf(walk, name) : 'default',
    nameSpan: name ? spanOf(name) : { start: at, end: at + 7 },
    start: node.startIndex,
    end: node.endIndex,
    exported: true,
  };
  if (functionTypes.has(value.type)) {
    declaration.kind = 'function';
    takeFunction(declaration, value, walk);
    component(declaration, walk, value);
  } else if (value.type === 'class') {
    declaration.kind = 'class';
    declaration.body = ((body) => (body ? inside(walk, body) : undefined))(value.childForFieldName('body'));
  } else literalBody(declaration, value, walk);
  walk.add(declaration);
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

const namespaceRule: Rule = declare('namespace', { fix: unquote });

const rules: Record<string, Rule> = {
  class_declaration: classRule,
  abstract_class_declaration: classRule,
  function_declaration: functionRule,
  generator_function_declaration: functionRule,
  function_signature: functionRule,
  variable_declarator: declarator,
  method_definition: method,
  method_signature: signature('method'),
  abstract_method_signature: signature('method'),
  property_signature: signature('property'),
  public_field_definition: field,
  field_definition: field,
  pair,
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
  rules,
  comments: ['comment'],
  strings: ['string_fragment', 'regex_pattern'],
  types: ['type_identifier'],
  wrappers: ['export_statement', 'ambient_declaration', 'lexical_declaration', 'variable_declaration'],
  scopes: ['arrow_function', 'function_expression', 'generator_function', 'class_static_block'],
  prefixes: ['decorator'],
  imports: ['import_statement'],
  attributes: 'at',
  keywords: words(
    'if while for switch catch return function typeof await import require super constructor new delete void in of async yield else do with throw keyof infer',
  ),
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
export const javascript: Grammar = { ...tsx, wasm: 'javascript', typesByCase: false };
