/** Python: docstrings, decorated definitions, class attributes and module constants. */

import type { Node } from '@vscode/tree-sitter-wasm';
import type { SymbolKind } from '../../../../core/model/symbol.js';
import { pythonForms } from '../../../../core/model/value-forms.js';
import { docstringAt } from '../comment-text.js';
import { declarationOf, declare, mentionBases, spanOf, textOf } from '../declare.js';
import type { Declaration, Grammar, Rule } from '../grammar.js';
import { words } from '../grammar.js';
import { baseNames, dropArguments, splitTop } from '../signature-text.js';
import type { Walk } from '../walk.js';

function readDocstring(declaration: Declaration, _node: Node, walk: Walk): void {
  if (declaration.body) declaration.doc = docstringAt(walk.text, declaration.body.start);
}

const functionRule: Rule = (node, walk) => {
  const owner = walk.top;
  declare('function', {
    returns: 'return_type',
    fix(declaration) {
      readDocstring(declaration, node, walk);
      if (owner?.kind === 'class') declaration.kind = memberKind(declaration.name, decoratorsOf(node, walk.text));
      declaration.isFunction = true;
      declaration.async = walk.text.startsWith('async', node.startIndex);
      declaration.signatureEnd = declaration.body && signatureEnd(walk.text, declaration.nameSpan.end, declaration.body.start);
    },
  })(node, walk);
};

/** The text of the decorators of a function. */
const decoratorsOf = ({ parent, startIndex }: Node, text: string): string =>
  parent?.type === 'decorated_definition' ? text.slice(parent.startIndex, startIndex) : '';

/** `@property`, `@functools.cached_property`, `@name.setter`: what is read and written like a field. */
const PROPERTY = /^[ \t]{0,200}@(?:[\w.]{0,200}property|\w{1,200}\.(?:setter|getter|deleter))\b/m;

const memberKind = (name: string, decorators: string): SymbolKind =>
  name === '__init__' ? 'constructor' : PROPERTY.test(decorators) ? 'property' : 'method';

/** Comments may stand between the colon and the body. */
function signatureEnd(text: string, from: number, bodyStart: number): number {
  const between = text.slice(from, bodyStart);
  const comment = /:\s*#[^\n]*\n/.exec(between);
  return comment ? from + comment.index + 1 : bodyStart;
}

/** `self.cart = …` in a method: a field of its class. */
function addOwnField(node: Node, left: Node, walk: Walk): void {
  const name = left.childForFieldName('attribute');
  const object = left.childForFieldName('object');
  if (!name || object?.type !== 'identifier' || textOf(walk, object) !== 'self') return;
  const type = node.childForFieldName('type');
  walk.addMember(node, name, {
    ...(type && { returnType: textOf(walk, type) }),
    visibility: textOf(walk, name).startsWith('_') ? 'private' : 'public',
  });
}

const assignment: Rule = (node, walk) => {
  const left = node.childForFieldName('left');
  if (left?.type === 'attribute') addOwnField(node, left, walk);
  if (left?.type !== 'identifier' || walk.isLocal) return;
  const owner = walk.top;
  if (owner && owner.kind !== 'class') return;
  const declaration = declarationOf(walk, owner ? 'field' : 'variable', node, left);
  if (!owner && /^_*[A-Z][A-Z0-9_]*$/.test(declaration.name)) declaration.kind = 'constant';
  const type = node.childForFieldName('type');
  if (type) declaration.returnType = textOf(walk, type);
  const value = node.childForFieldName('right');
  if (value && /^[[{(]/.test(walk.text[value.startIndex] ?? '') && value.type !== 'generator_expression') {
    declaration.body = { start: value.startIndex + 1, end: value.endIndex - 1 };
    declaration.signatureEnd = value.startIndex;
  } else if (value?.type === 'lambda' && !owner) declaration.kind = 'function';
  // A docstring below a variable documents it, as Sphinx reads it.
  const after = /\s{0,200}\n[ \t]{0,200}(?=[rR]?""")/y;
  after.lastIndex = declaration.end;
  if (after.test(walk.text)) declaration.doc = docstringAt(walk.text, after.lastIndex);
  walk.add(declaration);
};

const importRule: Rule = (node, walk) => {
  const text = textOf(walk, node)
    .replace(/#[^\n]*/g, '')
    .replace(/[\s\\]+/g, ' ');
  const at = node.startIndex;
  const from = walk.ownerIndex();
  const of = /^from ([.\w ]+?) ?import \(?(.*?),? ?\)?$/.exec(text);
  for (const part of (of ? (of[2] as string) : text.replace(/^import /, '')).split(',')) {
    const [name = '', alias] = part.trim().split(/ as /);
    if (!name) continue;
    const [module] = of?.slice(1) ?? [];
    if (module === undefined) walk.mention(name, 'import', at, from, name, alias);
    else if (name === '*') walk.mention(module, 'import', at, from, module.replace(/ /g, ''), '_');
    else walk.mention(name, 'import', at, from, module.replace(/ /g, ''), alias);
  }
};

export const python: Grammar = {
  constructs: /(?<![\w.])((?:[a-z_]\w{0,40}\.){0,4}[A-Z]\w{0,60})$/,
  wasm: 'python',
  values: pythonForms,
  countsArguments: true,
  comments: ['comment'],
  strings: ['string_content'],
  wrappers: ['decorated_definition'],
  scopes: ['lambda'],
  attributes: 'at',
  typesByCase: 'byContext',
  brackets: { lineComment: '#', longQuote: '"""', hasCharacters: false },
  keywords: words(
    'if elif while for return and or not in is lambda print assert del raise yield await except with import from None True False match case',
  ),
  imports: ['import_statement', 'import_from_statement', 'future_import_statement'],
  membersAreSet: true,
  memberNames: /^[ \t]{1,40}(?:async[ \t]{1,9})?def[ \t]{1,9}(\w{1,200})/gm,
  rules: {
    function_definition: functionRule,
    class_definition: declare('class', {
      fix(declaration, node, walk) {
        readDocstring(declaration, node, walk);
        declaration.signatureEnd = declaration.body && signatureEnd(walk.text, declaration.nameSpan.end, declaration.body.start);
      },
      after(index, node, walk, declaration) {
        const bases = node.childForFieldName('superclasses');
        if (bases) mentionBases(walk, index, baseNames(textOf(walk, bases).slice(1, -1)), 'inherits', declaration.nameSpan.start);
      },
    }),
    assignment,
    type_alias_statement(node, walk) {
      const left = node.childForFieldName('left');
      if (left && !walk.isLocal)
        walk.add({
          kind: 'type',
          name: dropArguments(textOf(walk, left)),
          nameSpan: spanOf(left),
          start: node.startIndex,
          end: node.endIndex,
        });
    },
    import_statement: importRule,
    import_from_statement: importRule,
    future_import_statement: () => {},
  },
  moduleDoc(text) {
    const code = /^(?:\uFEFF|\s+|#[^\n]*\n)*/.exec(text)?.[0].length ?? 0;
    return docstringAt(text, code);
  },
  complete(declaration) {
    const { name } = declaration;
    if (/^_/.test(name) && !/^__\w+__$/.test(name)) declaration.visibility = 'private';
    else declaration.visibility = 'public';
    if (declaration.kind === 'class' && splitTop(name).length === 0) declaration.name = name;
  },
};
