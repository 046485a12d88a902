/** Go: methods are qualified by their receiver, visibility is the case of a name. */

import type { Node } from '@vscode/tree-sitter-wasm';
import { lexisOf } from '../../../../core/model/language.js';
import { goForms } from '../../../../core/model/value-forms.js';
import { calledWithTypes } from '../calls-without-parentheses.js';
import { declarationOf, declare, declareEach, spanOf, textOf } from '../declare.js';
import type { Grammar, Rule } from '../grammar.js';
import { words } from '../grammar.js';
import type { Walk } from '../walk.js';
import { boundIn, isKeyOfStruct, mayBeOfPackage } from './go-free-names.js';

const typeRule: Rule = (node, walk) => {
  const name = node.childForFieldName('name');
  if (!name || walk.isLocal) return;
  const declaration = declarationOf(walk, 'type', node, name);
  const type = node.childForFieldName('type');
  if (type && (type.type === 'struct_type' || type.type === 'interface_type')) {
    declaration.kind = type.type === 'struct_type' ? 'struct' : 'interface';
    const open = walk.text.indexOf('{', type.startIndex);
    if (open >= 0 && open < type.endIndex) declaration.body = { start: open + 1, end: type.endIndex - 1 };
  }
  walk.add(declaration);
};

const valueRule = (constant: boolean): Rule => {
  const each = declareEach(constant ? 'constant' : 'variable', 'name', (declaration, node, walk) => {
    if (declaration.name === '_' && !/_\s+\S+\s*=/.test(textOf(walk, node).slice(0, 200))) return false;
    // `var Session struct { Name string }`: its fields are members.
    const type = node.childForFieldName('type');
    const open = type?.type === 'struct_type' ? walk.text.indexOf('{', type.startIndex) : -1;
    if (type && open >= 0 && open < type.endIndex) declaration.body = { start: open + 1, end: type.endIndex - 1 };
    const value = declaration.signature ? null : node.childForFieldName('value');
    const text = value ? textOf(walk, value) : '';
    if (value && text.endsWith('}') && text.includes('\n')) {
      const open = text.indexOf('{');
      declaration.body = { start: value.startIndex + open + 1, end: value.endIndex - 1 };
    }
    return true;
  });
  return (node, walk) => {
    if (!walk.isLocal) each(node, walk);
  };
};

/** The type of a field, `Limit` of `*Limit`, where it is a named one; each field of `a, b Limit` has it. */
function namedType(node: Node, walk: Walk): string | undefined {
  const type = node.childForFieldName('type');
  const text = type ? textOf(walk, type).replace(/^\*+/, '') : '';
  return /^[A-Za-z_][\w.]*(?:\[[^[\]]*\])?$/.test(text) && !lexisOf('go').keywords.has(text) ? text : undefined;
}

export const go: Grammar = {
  wasm: 'go',
  values: goForms,
  freeNames: { boundIn, mayBe: mayBeOfPackage },
  isKeyOfMember: isKeyOfStruct,
  countsArguments: true,
  isCalled: calledWithTypes,
  comments: ['comment'],
  strings: ['interpreted_string_literal_content', 'raw_string_literal_content'],
  types: ['type_identifier'],
  wrappers: ['type_declaration', 'const_declaration', 'var_declaration'],
  scopes: ['func_literal'],
  imports: ['import_declaration'],
  importsModules: true,
  brackets: { lineComment: '//', longQuote: '`', hasCharacters: true },
  keywords: words('import const var if for switch select return func go defer range case type interface struct map chan'),
  rules: {
    function_declaration: declare('function', { returns: 'result' }),
    method_declaration: declare('method', {
      returns: 'result',
      fix(declaration, node, walk) {
        const receiver = textOf(walk, node.childForFieldName('receiver') ?? node);
        const type = /(?<!\w)([A-Za-z_]\w*)\s*(?:\[[^[\]]*\]\s*)?\)$/.exec(receiver)?.[1];
        if (type) declaration.tags = [`receiver:${type}`];
        declaration.selfName = /^\(\s*([A-Za-z_]\w*)\s+[^)\s]/.exec(receiver)?.[1];
      },
    }),
    type_spec: typeRule,
    type_alias: typeRule,
    const_spec: valueRule(true),
    var_spec: valueRule(false),
    field_declaration(node, walk) {
      const owner = walk.top;
      if (owner?.kind !== 'struct' && owner?.kind !== 'variable') return;
      const names = node.childrenForFieldName('name');
      if (names.length) declareEach('field', 'name', (declaration) => void (declaration.returnType = namedType(node, walk)))(node, walk);
      else {
        const embedded = /(?<!\w)((?:[A-Za-z_]\w*\.)?[A-Za-z_]\w*)\s*(?:\[[^[\]]*\]\s*)?(?:(?:`[^`]*`|"[^"]*")\s*)?$/.exec(
          textOf(walk, node),
        )?.[1];
        if (embedded) walk.mention(embedded, 'inherits', node.startIndex, owner.symbol);
      }
    },
    method_elem: declare('method', { returns: 'result' }),
    type_elem(node, walk) {
      const owner = walk.top;
      const name = owner?.kind === 'interface' && /^((?:\w+\.)?[A-Za-z_]\w*)$/.exec(textOf(walk, node))?.[1];
      if (name) walk.mention(name, 'inherits', node.startIndex, owner.symbol);
    },
    import_spec(node, walk) {
      const path = node.childForFieldName('path');
      if (!path) return;
      const module = textOf(walk, path).slice(1, -1);
      const name = node.childForFieldName('name');
      const last = module
        .replace(/\/v\d+$/, '')
        .replace(/^.*\//, '')
        .replace(/^go-|\.go$|\.v\d+$/g, '');
      const alias = name ? textOf(walk, name) : undefined;
      walk.mention(last, 'import', spanOf(node).start, -1, module, alias === '.' ? undefined : alias);
    },
  },
  complete(declaration) {
    declaration.exported = /^\p{Lu}/u.test(declaration.name);
    declaration.visibility = declaration.exported ? 'public' : 'internal';
  },
};
