/** Swift. */

import type { Node } from '@vscode/tree-sitter-wasm';
import type { SymbolKind } from '../../../../core/model/symbol.js';
import { swiftForms } from '../../../../core/model/value-forms.js';
import { colonParents } from '../../header-parents.js';
import { blank } from '../blank.js';
import { calledWithClosure } from '../calls-without-parentheses.js';
import { declarationOf, declare, foldValue, heading, inside, markExported, partOf, spanOf, textOf, visibilityWord } from '../declare.js';
import type { Declaration, Grammar, Rule } from '../grammar.js';
import { words } from '../grammar.js';
import type { Walk } from '../walk.js';

const kinds: Readonly<Record<string, SymbolKind>> = { struct: 'struct', enum: 'enum', extension: 'impl' };

function parents(index: number, walk: Walk, declaration: Declaration): void {
  const signature = walk.symbols[index]?.signature ?? '';
  for (const { name, kind } of colonParents(heading(walk, declaration), signature))
    walk.mention(name, kind, declaration.nameSpan.start, index);
}

const isMember = (walk: Walk): boolean => walk.top?.what === 'symbol' && !walk.top.isFunction && walk.top.kind !== 'property';

/** The parameter list and the return type, which are no nodes of their own, from the text behind the name. */
function header(declaration: Declaration, node: Node, walk: Walk): void {
  const from = declaration.nameSpan.end;
  const text = walk.text.slice(from, declaration.body?.start ?? node.endIndex);
  const parameters = node.namedChildren.filter((child) => child?.type === 'parameter');
  const first = parameters[0];
  const last = parameters.at(-1);
  const listEnd = last ? walk.text.indexOf(')', defaultEnd(node, last)) : from + Math.max(0, text.search(/\(\s*\)/));
  declaration.parameters = first && last ? walk.text.slice(first.startIndex, listEnd < 0 ? last.endIndex : listEnd) : '';
  if (listEnd >= 0) declaration.returnType = /->\s*([\s\S]+?)\s*(?:\bwhere\b|\{|$)/.exec(walk.text.slice(listEnd, from + text.length))?.[1];
}

/** A default value follows its parameter as a sibling. */
const defaultEnd = (node: Node, parameter: Node): number => {
  const value = node.childrenForFieldName('default_value').at(-1);
  return Math.max(parameter.endIndex, value?.endIndex ?? 0);
};

const functionRule: Rule = (node, walk) => {
  const name = node.childForFieldName('name');
  if (!name) return;
  const declaration = declarationOf(walk, name.type === 'init' ? 'constructor' : isMember(walk) ? 'method' : 'function', node, name);
  header(declaration, node, walk);
  walk.add(declaration);
};

/** `deinit` and `subscript` are named by their keywords. */
const keyword =
  (word: string, body: string): Rule =>
  (node, walk) => {
    const at = walk.text.indexOf(word, node.startIndex);
    if (at < 0 || at >= node.endIndex) return;
    const declaration = declarationOf(walk, 'method', node, node, { body: [body] });
    declaration.name = word;
    declaration.nameSpan = { start: at, end: at + word.length };
    header(declaration, node, walk);
    walk.add(declaration);
  };

function property(node: Node, walk: Walk): void {
  if (walk.isLocal) return;
  const names = node.childrenForFieldName('name').filter((name): name is Node => name?.type === 'pattern');
  names.forEach((pattern, i) => {
    const name = pattern.childForFieldName('bound_identifier');
    if (!name) return;
    const declaration = declarationOf(walk, 'property', node, name);
    if (i > 0) declaration.start = name.startIndex;
    if (i < names.length - 1) declaration.end = (names[i + 1] as Node).startIndex;
    const type = partOf(node, ['type_annotation']);
    if (type) declaration.returnType = textOf(walk, type).replace(/^:\s*/, '');
    const computed = node.childForFieldName('computed_value');
    if (computed && textOf(walk, computed).includes('\n')) declaration.body = inside(walk, computed);
    else if (names.length === 1) foldValue(walk, declaration, node.childForFieldName('value') ?? computed);
    else declaration.signature = textOf(walk, node);
    walk.add(declaration);
  });
}

/** `case a, b(Int)`: one symbol a name; the first has the keyword, the last the rest. */
function enumEntry(node: Node, walk: Walk): void {
  const names = node.childrenForFieldName('name').filter((name): name is Node => name?.type === 'simple_identifier');
  names.forEach((name, i) => {
    const end = i < names.length - 1 ? walk.text.lastIndexOf(',', (names[i + 1] as Node).startIndex) : node.endIndex;
    walk.add({
      kind: 'enumMember',
      name: textOf(walk, name),
      nameSpan: spanOf(name),
      start: i === 0 ? node.startIndex : name.startIndex,
      end: Math.max(end, name.endIndex),
      isFunction: false,
    });
  });
}

const tagWords = /\b(?:static|override|mutating|convenience|required|final|indirect)\b/g;

/** Words after `#` that the grammar knows; any other is the name of a macro. */
const directives =
  'if|elseif|else|endif|available|unavailable|selector|keyPath|sourceLocation|warning|error|file|fileID|filePath|line|column|function|dsohandle|colorLiteral|fileLiteral|imageLiteral|externalMacro';
const macroMark = new RegExp(`(?<![\\\\\\w"#])#(?!(?:${directives})\\b)(?=[a-zA-Z_])`, 'g');
/** `package func`; the grammar knows the word as a name alone. */
const behindPackage =
  '\\(set\\)|\\s{1,40}(?:(?:private|fileprivate)\\(set\\)|@?(?:func|var|let|init|class|struct|enum|actor|extension|protocol|typealias|associatedtype|subscript|import|static|final|override|mutating|nonmutating|convenience|required|indirect|lazy|weak|unowned|dynamic|nonisolated|isolated|consuming|borrowing|inlinable)\\b)';
const packageLevel = new RegExp(`(?<=^|[\\s;])package(?=${behindPackage})`, 'gm');

/** `_ job: consuming Job`, `isolated (any Actor)?`, `consume list`, `unsafe set(x)`. */
const ownership =
  /(?<=[:(,>]\s{0,40})(?:(?:sending|consuming|borrowing|isolated|__shared|__owned|_const)\s{1,40}){1,3}(?=[A-Z_@([]|some\b)|\b(?:consume|unsafe)(?=[ \t]{1,9}[a-z_(&])|\b(?:__consuming|consuming|borrowing)(?=\s{1,9}(?:func|get|init)\b)/g;

/** `@_lifetime(borrow self)`, `@_specialize(where T == Int)`: attributes whose arguments are no expressions. */
const oddAttribute = /@_\w{1,40}\([^()\n]{1,120}\)/g;

/** `f(a, b,)`, also before a comment. */
const lastComma = /,(?=\s{0,400}(?:\/\/[^\n]{0,200}\n\s{0,200}){0,3}[)>])/g;

/** `let x = if …`, `return switch …`: a statement of its own, behind `let x` or `return`. */
const valueOfStatement = /(?:(?<![\s=])[ \t]{0,40}=|(?<=\breturn)[ \t])(?=\s{0,200}(?:if|switch)\b(?![\w(.]))/g;

const rawString = /(?<!#)(#{1,3})"(?!"")([^\n]{0,500}?)"\1/g;

/** Raw strings of several lines become plain ones; their text begins on the next line. */
function plainRawTexts(text: string): string {
  const parts: string[] = [];
  let done = 0;
  for (const { index } of text.matchAll(/#"""[ \t]{0,9}(?=\r?\n)/g)) {
    if (index < done) continue;
    const end = text.indexOf('"""#', index + 4);
    if (end < 0) break;
    parts.push(text.slice(done, index), ' """', text.slice(index + 4, end).replace(/["\\]/g, "'"), '""" ');
    done = end + 4;
  }
  return parts.join('') + text.slice(done);
}

/**
 * The same length without what is newer than the grammar, or what it reads wrongly: macro calls, raw strings with quotes, `(any Type)`, `await`. Its
 * recovery from such errors is slow: 1.4 seconds for 30 KB of tests with `#expect`, and 0.2 without them.
 */
function withoutNewerSyntax(text: string): string {
  return (
    plainRawTexts(text)
      .replace(/\bnonisolated\(\w+\)/g, (word) => 'nonisolated'.padEnd(word.length))
      .replace(/\bany(?=\s[A-Z])/g, '   ')
      .replace(packageLevel, 'public ')
      .replace(lastComma, ' ')
      .replace(valueOfStatement, (found) => ';'.padEnd(found.length))
      // `for file in try files() {`, `if try isEmpty {`.
      .replace(/(?<=\b(?:in|if|while)\s{1,40})try\b[?!]?/g, blank)
      .replace(/(?<=\bthrows)\([\w.]{1,60}\)|~(?=(?:Copyable|Escapable)\b)/g, blank)
      .replace(oddAttribute, blank)
      .replace(ownership, blank)
      // `_$change()`.
      .replace(/(?<=\w)\$(?=\w)/g, '_')
      // The braces behind a condition with it count as a closure: `if let page = try? await fetch() {`.
      .replace(/\bawait(?=\s+[\w(.])/g, '     ')
      .replace(rawString, (_all, marks: string, inner: string) => {
        const space = ' '.repeat(marks.length);
        return `${space}"${inner.replace(/["\\]/g, "'")}"${space}`;
      })
      .replace(macroMark, ' ')
  );
}

export const swift: Grammar = {
  constructs: /(?<![\w.])([A-Z]\w{0,60})$/,
  wasm: 'swift',
  values: swiftForms,
  impliedTypes: true,
  isLarge: true,
  comments: ['comment', 'multiline_comment'],
  strings: ['line_str_text', 'multi_line_str_text', 'raw_str_part', 'raw_str_end_part'],
  types: ['user_type'],
  scopes: ['lambda_literal', 'computed_property', 'willset_didset_block'],
  imports: ['import_declaration'],
  attributes: 'at',
  isCalled: calledWithClosure,
  labelsArguments: true,
  brackets: { lineComment: '//', longQuote: '"""', hasCharacters: false },
  keywords: words(
    'else do repeat defer willSet didSet throws rethrows async where private public fileprivate internal package unowned available if guard switch while for catch return throw try await as is in case init deinit self super func get set',
  ),
  prepare: withoutNewerSyntax,
  rules: {
    class_declaration(node, walk) {
      const name = node.childForFieldName('name');
      if (!name) return;
      const word = node.childForFieldName('declaration_kind')?.type ?? 'class';
      const declaration = declarationOf(walk, kinds[word] ?? 'class', node, name);
      const index = walk.add(declaration);
      if (index >= 0) parents(index, walk, declaration);
    },
    protocol_declaration: declare('interface', { after: (index, _node, walk, declaration) => parents(index, walk, declaration) }),
    function_declaration: functionRule,
    protocol_function_declaration: functionRule,
    init_declaration: functionRule,
    deinit_declaration: keyword('deinit', 'function_body'),
    subscript_declaration: keyword('subscript', 'computed_property'),
    property_declaration: property,
    protocol_property_declaration: property,
    typealias_declaration(node, walk) {
      if (!walk.isLocal) declare('type')(node, walk);
    },
    associatedtype_declaration: declare('type'),
    macro_declaration: declare('macro'),
    enum_entry: enumEntry,
    import_declaration(node, walk) {
      const path = /(?<![\w.])([\w.]+)\s*$/.exec(textOf(walk, node))?.[1];
      if (path) walk.mention(path.slice(path.lastIndexOf('.') + 1), 'import', node.startIndex, -1, path);
    },
  },
  complete(declaration, head, walk) {
    declaration.visibility = visibilityWord(head.replace(/(?<!\w)\w+\(set\)/, ''));
    const after = walk.text.slice(declaration.nameSpan.end, declaration.body?.start ?? declaration.end);
    if (/\)\s*async\b/.test(after)) declaration.async = true;
    const tags = head.match(tagWords);
    if (tags) declaration.tags = tags;
    markExported(declaration, walk);
  },
};
