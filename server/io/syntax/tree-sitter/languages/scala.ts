/** Scala 2 and 3. */

import type { Node } from '@vscode/tree-sitter-wasm';
import type { SymbolKind } from '../../../../core/model/symbol.js';
import { scalaForms } from '../../../../core/model/value-forms.js';
import { wordParents } from '../../header-parents.js';
import { calledWithLambda, calledWithTypes } from '../calls-without-parentheses.js';
import {
  addTest,
  declarationOf,
  declare,
  endAtMark,
  foldValue,
  heading,
  markExported,
  partOf,
  textOf,
  visibilityWord,
} from '../declare.js';
import type { Grammar, Rule } from '../grammar.js';
import { words } from '../grammar.js';
import type { Walk } from '../walk.js';
import { onlyBlanksBefore } from '../walk-parts.js';

const parameters = ['class_parameters', 'parameters'];

const type = (kind: SymbolKind): Rule =>
  declare(kind, {
    parameters,
    fix(declaration, node, walk) {
      const { body } = declaration;
      // `object A:` and `with` open an indented body.
      if (!body || walk.text[body.start - 1] === '{') return;
      const opener = /(?::|\bwith)\s*$/.exec(walk.text.slice(declaration.nameSpan.end, body.start));
      if (opener) declaration.signatureEnd = declaration.nameSpan.end + opener.index;
      else if (node.type === 'given_definition') endAtMark(walk, declaration);
    },
    after(index, _node, walk, declaration) {
      for (const { name, kind: how } of wordParents(heading(walk, declaration))) walk.mention(name, how, declaration.nameSpan.start, index);
    },
  });

const functionRule = declare('function', {
  parameters,
  returns: 'return_type',
  fix(declaration, _node, walk) {
    endAtMark(walk, declaration);
    const owner = walk.top;
    if (owner?.what === 'symbol' && !owner.isFunction && owner.kind !== 'property') declaration.kind = 'method';
  },
});

const value: Rule = (node, walk) => {
  if (walk.isLocal) return;
  const pattern = node.childForFieldName('pattern') ?? node.childForFieldName('name');
  const name = pattern?.type === 'identifiers' ? pattern.namedChildren[0] : pattern;
  if (!name || !/identifier$/.test(name.type)) return;
  const declaration = declarationOf(walk, 'property', node, name, { returns: 'type' });
  foldValue(walk, declaration, node.childForFieldName('value'));
  walk.add(declaration);
};

/** A parameter that is a field: of a case class, or with `val` or `var`; on a line of its own, so that a short list stays one symbol. */
function classParameter(node: Node, walk: Walk): void {
  const name = node.childForFieldName('name');
  if (!name || !onlyBlanksBefore(walk.text, node.startIndex)) return;
  const isValue = /\b(?:val|var)\s+$/.test(walk.text.slice(node.startIndex, name.startIndex));
  const type = node.parent?.parent;
  const head = type ? walk.text.slice(type.startIndex, type.childForFieldName('name')?.startIndex ?? type.startIndex) : '';
  if (isValue || /\bcase\s+class\s+$/.test(head)) walk.add(declarationOf(walk, 'property', node, name, { returns: 'type' }));
}

/** An extension is named by its keyword. */
function extension(node: Node, walk: Walk): void {
  const word = 'extension';
  const list = partOf(node, ['parameters']);
  const body = node.childForFieldName('body');
  walk.add({
    kind: 'impl',
    name: word,
    nameSpan: { start: node.startIndex, end: node.startIndex + word.length },
    start: node.startIndex,
    end: node.endIndex,
    parameters: list ? textOf(walk, list) : undefined,
    body: body ? { start: body.startIndex, end: node.endIndex } : undefined,
  });
}

const testCall = /^(?:test|property|checkAll|it|describe|scenario|feature)\s*\(\s*"([^"\n]+)"/;
const testSentence = /^"([^"\n]+)"\s+(?:should|in|must|can|when)\b/;

/** Adds the tests of ScalaTest, munit and ScalaCheck: calls with a title and a block. */
const test =
  (pattern: RegExp, block: string): Rule =>
  (node, walk) => {
    const title = pattern.exec(walk.text.slice(node.startIndex, node.startIndex + 300));
    if (!title) return;
    const part = node.childForFieldName(block);
    const name = title[1] as string;
    const start = node.startIndex + title[0].indexOf('"') + 1;
    const isBlock = part?.type === 'block' || part?.type === 'indented_block';
    if (node.type === 'call_expression' && !isBlock) return;
    addTest(walk, node, name, start, part && isBlock ? { start: part.startIndex + 1, end: part.endIndex - 1 } : undefined);
  };

const tagWords = /\b(?:implicit|lazy|override|sealed|case|inline|given|object)\b/g;

export const scala: Grammar = {
  wasm: 'scala',
  values: scalaForms,
  isLarge: true,
  comments: ['comment', 'block_comment'],
  strings: ['string', 'interpolated_string', 'character_literal'],
  types: ['type_identifier'],
  scopes: ['lambda_expression'],
  imports: ['import_declaration', 'package_clause'],
  attributes: 'at',
  annotatesWithTypes: true,
  isCalled: (text, start, end) => calledWithTypes(text, start, end) || calledWithLambda(text, start, end),
  brackets: { lineComment: '//', longQuote: '"""', hasCharacters: true },
  keywords: words(
    'else try finally do then match extends with if match while for catch return throw new case def val var this super yield given using extension',
  ),
  rules: {
    class_definition: type('class'),
    object_definition: type('class'),
    package_object: type('class'),
    trait_definition: type('trait'),
    enum_definition: type('enum'),
    given_definition: type('property'),
    function_definition: functionRule,
    function_declaration: functionRule,
    class_parameter: classParameter,
    val_definition: value,
    var_definition: value,
    val_declaration: value,
    var_declaration: value,
    type_definition(node, walk) {
      if (!walk.isLocal) declare('type')(node, walk);
    },
    extension_definition: extension,
    simple_enum_case: declare('enumMember', { fix: (entry) => void (entry.isFunction = false) }),
    full_enum_case: declare('enumMember', { parameters, fix: (entry) => void (entry.isFunction = false) }),
    call_expression: test(testCall, 'arguments'),
    infix_expression: test(testSentence, 'right'),
    import_declaration(node, walk) {
      const text = textOf(walk, node).slice(0, 2_000);
      const found = /^import\s+([\w.]+?)(?:\.(\{[^}]*\}?)|(\.[_*])|\s+as\s+(\w+)|(?=[\s,]|$))/.exec(text);
      const module = found?.[1];
      if (!module) return;
      const at = node.startIndex;
      const names = found[2]?.match(/\w+(?:\s*(?:=>|as)\s*\w+)?/g) ?? [];
      for (const name of names.slice(0, 100)) {
        const [plain = name, alias] = name.split(/(?<!\s)\s*(?:=>|\bas\b)\s*/);
        if (plain !== '_') walk.mention(plain, 'import', at, -1, module, alias);
      }
      if (!names.length) walk.mention(module.slice(module.lastIndexOf('.') + 1), 'import', at, -1, module, found[3] ? '_' : found[4]);
    },
    package_clause: () => {},
  },
  complete(declaration, head, walk) {
    declaration.visibility = visibilityWord(head.replace(/\[[\w.]+\]/g, ' '));
    const tags = head.match(tagWords);
    if (tags) declaration.tags = tags;
    markExported(declaration, walk);
  },
};
