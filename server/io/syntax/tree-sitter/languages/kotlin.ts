/** Kotlin. The grammar names few fields: parts are found by their types. */

import type { Node } from '@vscode/tree-sitter-wasm';
import type { SymbolKind } from '../../../../core/model/symbol.js';
import { kotlinForms } from '../../../../core/model/value-forms.js';
import { colonParents } from '../../header-parents.js';
import { calledWithLambda } from '../calls-without-parentheses.js';
import {
  type DeclareOptions,
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
import type { Declaration, Grammar, Rule } from '../grammar.js';
import { words } from '../grammar.js';
import { isBehindColons } from '../name-forms.js';
import { skipAttributes } from '../signature-text.js';
import type { Walk } from '../walk.js';
import { onlyBlanksBefore } from '../walk-parts.js';

const parts: DeclareOptions = {
  name: ['identifier'],
  body: ['class_body', 'enum_class_body', 'function_body', 'block'],
  parameters: ['function_value_parameters', 'primary_constructor'],
};

function parents(index: number, walk: Walk, declaration: Declaration): void {
  const signature = walk.symbols[index]?.signature ?? '';
  for (const { name, kind } of colonParents(heading(walk, declaration), signature))
    walk.mention(name, kind, declaration.nameSpan.start, index);
}

const type = (kind: SymbolKind): Rule =>
  declare(kind, {
    ...parts,
    name: 'name',
    fix(declaration, node, walk) {
      const head = walk.text.slice(declaration.start, declaration.nameSpan.start);
      if (/\binterface\s+$/.test(head)) declaration.kind = 'interface';
      else if (partOf(node, ['enum_class_body']) || /\benum\s+class\s+$/.test(head)) declaration.kind = 'enum';
    },
    after: (index, _node, walk, declaration) => parents(index, walk, declaration),
  });

/** A constructor, initialiser or unnamed companion, which a keyword names. */
const keyword =
  (kind: SymbolKind, pattern: RegExp): Rule =>
  (node, walk) => {
    const found = pattern.exec(walk.text.slice(node.startIndex, node.startIndex + 400));
    if (!found) return;
    const start = node.startIndex + found.index;
    const declaration = declarationOf(walk, kind, node, node, parts);
    declaration.name = found[0];
    declaration.nameSpan = { start, end: start + found[0].length };
    const index = walk.add(declaration);
    if (index >= 0 && kind === 'class') parents(index, walk, declaration);
  };

const companion = keyword('class', /\bcompanion\s+object\b/);
const namedCompanion = type('class');

/** `object : Listener { … }`: a class without a name. */
function anonymousClass(node: Node, walk: Walk): void {
  const text = walk.text.slice(node.startIndex, (partOf(node, ['class_body']) ?? node).startIndex);
  for (const { name, kind } of colonParents(text.replace(/^\w+\s*/, ''), 'object'))
    walk.mention(name, kind, node.startIndex, walk.ownerIndex());
}

function property(node: Node, walk: Walk): void {
  const variable = partOf(node, ['variable_declaration']);
  const name = variable && partOf(variable, ['identifier']);
  if (!name || walk.isLocal) return;
  const declaration = declarationOf(walk, 'property', node, name, parts);
  const colon = /^\s*:\s*/.exec(walk.text.slice(name.endIndex, variable.endIndex))?.[0];
  if (colon) declaration.returnType = walk.text.slice(name.endIndex + colon.length, variable.endIndex);
  const accessor = partOf(node, ['getter', 'setter']);
  const value = accessor ? partOf(accessor, ['function_body']) : (node.namedChildren.at(-1) ?? null);
  if (accessor && value) {
    declaration.body = { start: value.startIndex, end: node.endIndex };
  } else if (value && value.startIndex > variable.endIndex) foldValue(walk, declaration, value);
  walk.add(declaration);
}

/** `val x: Int` among the parameters of a constructor, on a line of its own. */
function constructorProperty(node: Node, walk: Walk): void {
  const name = partOf(node, ['identifier']);
  if (!name || !onlyBlanksBefore(walk.text, node.startIndex)) return;
  const declaration = declarationOf(walk, 'property', node, name);
  if (/\b(?:val|var)\s+$/.test(walk.text.slice(node.startIndex, name.startIndex))) walk.add(declaration);
}

/** Annotations with arguments before a declaration are parsed as an expression of their own. */
function looseAnnotations(node: Node, walk: Walk): void {
  if (node.parent?.type === 'annotated_expression') return;
  if (skipAttributes(walk.text, node.startIndex, node.endIndex, 'at', []) === node.endIndex) walk.prefix(node);
}

const modifiers = /\b(?:suspend|inline|operator|infix|expect|actual|override|abstract|sealed|data|external)\b/g;

const blank = (text: string): string => ' '.repeat(text.length);

/** Line breaks become blanks, so that no offset changes. */
const onOneLine = (text: string): string => text.replace(/\s/g, ' ');

/**
 * Annotations of a primary constructor and a line break before it, `annotation class`, and a class's last `by x` before its body: the grammar
 * misparses them.
 */
const blankUnparsed = (text: string): string =>
  text
    .replace(/@[\w.]+(?:\([^()\n]*\))?(?=\s+(?:(?:public|private|protected|internal)\s+)?constructor\b)/g, blank)
    .replace(
      /\b(class[ \t]+\w+(?:<[^(){}\n]*>)?)(\s+)(?=(?:(?:public|private|protected|internal)\s+)?constructor\b)/g,
      (_, head: string, between: string) => head + onOneLine(between),
    )
    .replace(/\bannotation(?=\s+class\b)/g, blank)
    // `content: @Composable () -> Unit`.
    .replace(/(?<=(?:[:<(,]|->)\s{1,9}|[<(])@[A-Z]\w{0,60}(?=\s{1,9}\(*\w{0,60}(?:<[^<>\n]{0,80}>)?\.?\()/g, blank)
    // `<T : Cart,>` over several lines.
    .replace(/,(?=\s{0,40}\n\s{0,80}>)/g, ' ')
    // `is Cart if isOpen ->`, `else if isOpen ->`.
    .replace(/(?<=^[ \t]{0,80}(?:is [\w.<>*, ]{1,80}|[\w.]{1,80}|else))[ \t]{1,9}if [^\n{}]{1,200}?(?=[ \t]{0,9}->)/gm, blank)
    .replace(/\$\$(?=")/g, '  ')
    // `context(session: Session)` before a function, `suspend { load() }`.
    .replace(
      /(?<![.\w])context\([^()\n]{1,200}\)(?=\s{1,80}(?:@\w|(?:\w{1,20} ){0,4}(?:fun|va[lr]|class)\b))|\bsuspend(?=\s{0,9}\{)/g,
      blank,
    )
    // `@Synchronized set(value) {`.
    .replace(/@\w{1,60}(?:\([^()\n]{0,200}\))?(?=\s{1,9}(?:\/\/[^\n]{0,200}\n\s{0,80})?[gs]et\()/g, blank)
    .replace(
      /^(?![ \t]*(?:\w+[ \t]+)*va[lr]\b|[^\n]*\blazy\b)([^\n]*?[\w>)?])(\s+by\s+[\w.]+)(?=\s*\{\s*$)/gm,
      (_, head: string, by: string) => head + blank(by),
    );

const SOFT_KEYWORD =
  /\b(?:(?:open|inner|sealed|final|external|infix|operator|suspend|data|enum|inline|override|abstract|actual|expect|annotation|value)(?=\s?(?:[)(,.;[\]?]|[-+*/=<>]=?\s))|(?:get|set)(?=\s?(?:[-+]?=[^=]|[.[]))|(?:in|is|as)(?=\d)|(?<!\.)constructor(?=\.))/g;

/** Keywords that name a value, `if (!open)`, `set = 1`, `constructor.parameters`, and names that begin with one, `in1`: with a capital the grammar takes them for names. */
const capitaliseNames = (text: string): string => text.replace(SOFT_KEYWORD, (word) => word.charAt(0).toUpperCase() + word.slice(1));

export const kotlin: Grammar = {
  constructs: /(?<![\w.])((?:[a-z_]\w{0,40}\.){0,6}[A-Z]\w{0,60})$/,
  wasm: 'kotlin',
  values: kotlinForms,
  isLarge: true,
  comments: ['line_comment', 'block_comment'],
  strings: ['string_content', 'character_literal'],
  types: ['user_type'],
  scopes: ['lambda_literal', 'anonymous_function', 'getter', 'setter'],
  imports: ['import', 'package_header'],
  attributes: 'at',
  annotatesWithTypes: true,
  isCalled: calledWithLambda,
  countsArguments: true,
  colonReferences: true,
  isHandedOver: isBehindColons,
  blocksAreArguments: true,
  brackets: { lineComment: '//', longQuote: '"""', hasCharacters: true },
  keywords: words(
    'else try finally do object companion where suspend if when while for catch return throw fun val var constructor init super this by get set in is as',
  ),
  prepare: blankUnparsed,
  repairs: [capitaliseNames],
  rules: {
    class_declaration: type('class'),
    object_declaration: type('class'),
    companion_object: (node, walk) => (node.childForFieldName('name') ? namedCompanion : companion)(node, walk),
    function_declaration: declare('function', {
      ...parts,
      name: 'name',
      fix(declaration, node, walk) {
        endAtMark(walk, declaration);
        if (isMember(walk)) declaration.kind = 'method';
        const list = partOf(node, ['function_value_parameters']);
        const header = list && walk.text.slice(list.endIndex, declaration.signatureEnd ?? declaration.body?.start ?? node.endIndex);
        declaration.returnType = /^\s*:\s*([^{=]+?)\s*(?:\bwhere\b|[{=]|$)/.exec(header ?? '')?.[1];
      },
    }),
    secondary_constructor: keyword('constructor', /\bconstructor\b/),
    anonymous_initializer: keyword('constructor', /\binit\b/),
    property_declaration: property,
    class_parameter: constructorProperty,
    object_literal: anonymousClass,
    type_alias(node, walk) {
      if (!walk.isLocal) declare('type', { name: 'type' })(node, walk);
    },
    annotated_expression: looseAnnotations,
    enum_entry: declare('enumMember', { ...parts, parameters: ['value_arguments'], fix: (entry) => void (entry.isFunction = false) }),
    import(node, walk) {
      const found = /^import\s+([\w.`]+?)(\.\*)?(?:\s+as\s+(\w+))?$/.exec(textOf(walk, node).trim());
      const path = found?.[1];
      if (path) walk.mention(path.slice(path.lastIndexOf('.') + 1), 'import', node.startIndex, -1, path, found[2] ? '_' : found[3]);
    },
    package_header: () => {},
  },
  complete(declaration, head, walk) {
    declaration.visibility = visibilityWord(head);
    if (declaration.kind === 'property' && /\bconst\s+val\s+$/.test(head)) declaration.kind = 'constant';
    if (/\bsuspend\b/.test(head)) declaration.async = true;
    const receiver = /\b(?:fun|va[lr])\s+(?:<[^(]*>\s*)?([\w.<>?*, ]+?)\.$/.exec(head)?.[1];
    const tags: string[] = head.match(modifiers) ?? [];
    if (receiver) tags.push(`receiver:${receiver.replace(/<.*/, '')}`);
    if (tags.length) declaration.tags = tags;
    markExported(declaration, walk);
  },
};

/** True directly inside a type: its functions are methods. */
function isMember(walk: Walk): boolean {
  const kind = walk.top?.what === 'symbol' ? walk.top.kind : null;
  return kind === 'class' || kind === 'interface' || kind === 'enum';
}
