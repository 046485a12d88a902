/** Dart. The grammar puts a body beside its signature, and a modifier beside what it stands before: spans are read from the neighbours. */

import type { Node } from '@vscode/tree-sitter-wasm';
import type { SymbolKind } from '../../../../core/model/symbol.js';
import { dartForms } from '../../../../core/model/value-forms.js';
import { wordParents } from '../../header-parents.js';
import { addTest, declarationOf, declare, foldValue, heading, markExported, partOf, spanOf, textOf } from '../declare.js';
import type { Declaration, Grammar, Rule } from '../grammar.js';
import { words } from '../grammar.js';
import type { Walk } from '../walk.js';

const isMember = (walk: Walk): boolean => walk.top?.what === 'symbol' && !walk.top.isFunction && !isValue.has(walk.top.kind ?? '');
const isValue: ReadonlySet<string> = new Set(['field', 'variable', 'constant']);

function parents(index: number, walk: Walk, declaration: Declaration): void {
  for (const { name, kind } of wordParents(heading(walk, declaration))) walk.mention(name, kind, declaration.nameSpan.start, index);
}

const type = (kind: SymbolKind): Rule =>
  declare(kind, {
    name: ['identifier'],
    body: ['class_body', 'enum_body', 'extension_body'],
    after(index, node, walk, declaration) {
      parents(index, walk, declaration);
      const bounds =
        node.type === 'mixin_declaration' ? /\bon\s+([^{]+?)\s*(?:\bimplements\b|$)/.exec(heading(walk, declaration))?.[1] : null;
      for (const name of bounds?.match(/[A-Z]\w*/g) ?? []) walk.mention(name, 'inherits', declaration.nameSpan.start, index);
    },
  });

/** `extension on String`, which has no name, is called like the type. */
const extension: Rule = (node, walk) => {
  const name = node.childForFieldName('name') ?? node.childForFieldName('class');
  if (name) walk.add(declarationOf(walk, 'impl', node, name, { body: ['extension_body'] }));
};

/** `class A = B with C;` */
const mixinApplication: Rule = (node, walk) => {
  const name = partOf(node, ['identifier']);
  if (!name) return;
  const declaration = declarationOf(walk, 'class', node.parent ?? node, name);
  const index = walk.add(declaration);
  const base = /^\s*=\s*([\w.]+)/.exec(heading(walk, declaration))?.[1];
  if (index >= 0 && base) walk.mention(base, 'inherits', declaration.nameSpan.start, index);
  if (index >= 0) parents(index, walk, declaration);
};

/** What declares a function or a constructor, from its modifiers to the end of its body or the semicolon. */
function wholeOf(signature: Node, walk: Walk): { readonly start: number; readonly end: number; readonly body: Node | null } {
  const { parent } = signature;
  const isWrapped = parent?.type === 'method_signature' || parent?.type === 'declaration' || parent?.type === 'lambda_expression';
  const holder = isWrapped ? parent : signature;
  const next = holder.type === 'lambda_expression' ? holder.childForFieldName('body') : holder.nextNamedSibling;
  const body = next?.type === 'function_body' ? next : null;
  return { start: modifiersStart(walk.text, holder.startIndex), end: body?.endIndex ?? semicolonEnd(walk.text, holder.endIndex), body };
}

/** Words before a declaration that no node holds. */
const MODIFIERS = /(?:\b(?:external|static|late|covariant|abstract|augment)[^\S\n]{1,9})+$/;
const MAX_MODIFIERS = 80;

function modifiersStart(text: string, at: number): number {
  const from = Math.max(0, at - MAX_MODIFIERS);
  return from + (MODIFIERS.exec(text.slice(from, at))?.index ?? at - from);
}

const semicolonEnd = (text: string, at: number): number => (text[at] === ';' ? at + 1 : at);

/** `=> value;` or `{ … }`, perhaps behind `async`. */
function bodyOf(walk: Walk, body: Node): Pick<Declaration, 'body' | 'signatureEnd'> {
  const mark = /^(?:async\*?|sync\*)?\s*(=>\s*|\{)/.exec(textOf(walk, body));
  const start = body.startIndex + (mark?.[0].length ?? 0);
  const end = Math.max(start, body.endIndex - (/[;}]/.test(walk.text[body.endIndex - 1] ?? '') ? 1 : 0));
  return { body: { start, end }, signatureEnd: body.startIndex + (mark?.[0].length ?? 0) - (mark?.[1]?.length ?? 0) };
}

function addFunction(node: Node, walk: Walk, kind: SymbolKind, name: string, nameSpan: Declaration['nameSpan']): void {
  const { start, end, body } = wholeOf(node, walk);
  const parameters = partOf(node, ['formal_parameter_list']);
  const returns = walk.text.slice(node.startIndex, nameSpan.start).replace(/\b(?:get|set|operator|external|static)\b/g, '');
  walk.add({
    kind,
    name,
    nameSpan,
    start,
    end,
    parameters: parameters ? textOf(walk, parameters) : undefined,
    ...(kind !== 'constructor' && returns.trim() && { returnType: returns }),
    ...(body && bodyOf(walk, body)),
    async: body !== null && /^a?sync/.test(walk.text.slice(body.startIndex, body.startIndex + 6)),
  });
}

const functionRule: Rule = (node, walk) => {
  const name = node.childForFieldName('name');
  if (name) addFunction(node, walk, isMember(walk) ? 'method' : 'function', textOf(walk, name), spanOf(name));
};

const accessor: Rule = (node, walk) => {
  const name = node.childForFieldName('name');
  if (name) addFunction(node, walk, 'property', textOf(walk, name), spanOf(name));
};

const operator: Rule = (node, walk) => {
  const found = /\boperator\s*(?:\[\]=?|[^\s(]{1,3})/.exec(textOf(walk, node));
  if (!found) return;
  const start = node.startIndex + found.index;
  addFunction(node, walk, 'method', found[0], { start, end: start + found[0].length });
};

/** `Cart`, `Cart.fromJson`: a named constructor is called by its own name, as a member of the class. */
const constructorRule: Rule = (node, walk) => {
  const name = node.namedChildren.filter((child) => child?.type === 'identifier').at(-1);
  if (name) addFunction(node, walk, 'constructor', textOf(walk, name), spanOf(name));
};

/** `final int a = 1, b;`: one symbol a name; the first has the type, the last the semicolon. */
const values: Rule = (node, walk) => {
  if (walk.isLocal) return;
  const isWrapped = node.parent?.type === 'declaration';
  const start = isWrapped ? modifiersStart(walk.text, (node.parent as Node).startIndex) : valueStart(node, walk);
  const end = semicolonEnd(walk.text, node.endIndex);
  const head = walk.text.slice(start, node.startIndex);
  const kind = /\bconst\b/.test(head) ? 'constant' : isMember(walk) ? 'field' : 'variable';
  const returnType = head.replace(/\b(?:static|late|final|const|var|external|covariant|abstract)\b/g, '').trim();
  const entries = node.type === 'identifier_list' ? node.namedChildren : node.namedChildren.map((child) => child?.firstNamedChild ?? null);
  const names = entries.filter((name): name is Node => name?.type === 'identifier');
  names.forEach((name, i) => {
    const next = names[i + 1];
    const declaration = declarationOf(walk, kind, node, name);
    declaration.start = i === 0 ? start : name.startIndex;
    declaration.end = next ? next.startIndex : end;
    if (returnType) declaration.returnType = returnType;
    declaration.body = undefined;
    const value = name.nextNamedSibling;
    if (names.length > 1)
      declaration.signature = `${head}${walk.text.slice(name.startIndex, next ? next.startIndex : node.endIndex)}`.slice(0, 400);
    else if (value) foldValue(walk, declaration, value);
    walk.add(declaration);
  });
};

const beforeValue: ReadonlySet<string> = new Set([
  ...['const_builtin', 'final_builtin', 'inferred_type', 'type_identifier', 'type_arguments', 'nullable_type'],
  ...['function_type', 'record_type', 'void_type'],
]);

/** Outside of classes the modifiers and the type of a value are its neighbours. */
function valueStart(node: Node, walk: Walk): number {
  let first = node;
  for (let before = first.previousNamedSibling; before && beforeValue.has(before.type); before = before.previousNamedSibling) {
    if (walk.text.slice(before.endIndex, first.startIndex).includes(';')) break;
    first = before;
  }
  return modifiersStart(walk.text, first.startIndex);
}

const testCall = /^(test|testWidgets|group|blocTest|testGoldens)(?:<[^()\n]{0,100}>)?\(\s*(r?['"])([^\n]{1,200}?)\2\s*,/;

/** Tests become symbols under their titles. */
const test: Rule = (node, walk) => {
  // Most statements are ruled out by their first letter.
  if (!/[tgb]/.test(walk.text[node.startIndex] ?? '')) return;
  const found = testCall.exec(walk.text.slice(node.startIndex, node.startIndex + 400));
  if (!found) return;
  const [whole, , quote = '', name = ''] = found;
  const start = node.startIndex + whole.indexOf(quote, whole.indexOf('(')) + quote.length;
  const open = walk.text.indexOf('{', node.startIndex + whole.length);
  const isInside = open >= 0 && open < node.endIndex;
  const body = isInside ? { start: open + 1, end: Math.max(open + 1, walk.text.lastIndexOf('}', node.endIndex)) } : undefined;
  addTest(walk, node, name, start, body);
};

/** A string is masked but for what is put into it: `$name`, `${call()}`. */
const string: Rule = (node, walk) => {
  let start = node.startIndex;
  for (const part of node.namedChildren) {
    if (part?.type !== 'template_substitution') continue;
    walk.masked.push({ start, end: part.firstNamedChild?.startIndex ?? part.startIndex });
    start = part.endIndex;
  }
  walk.masked.push({ start, end: node.endIndex });
};

/** `import 'a.dart' as b show C`: with `show` the names alone, else whatever the file has. */
const importRule: Rule = (node, walk) => {
  const found = /^(?:@\w+\s+)*(?:import|export|part)\s+(?:of\s+)?r?(['"])([^'"\n]+)\1([^;]*)/.exec(textOf(walk, node));
  const module = found?.[2];
  if (!module) return;
  const shown = /\bshow\s+([\w\s,]+?)\s*(?:\bhide\b|$)/.exec(found[3] ?? '')?.[1];
  const alias = /\bas\s+(\w+)/.exec(found[3] ?? '')?.[1];
  for (const name of shown?.match(/\w+/g) ?? []) walk.mention(name, 'import', node.startIndex, -1, module);
  const stem = module.slice(module.lastIndexOf('/') + 1).replace(/^\w+:|\.dart$/g, '');
  if (!shown) walk.mention(stem, 'import', node.startIndex, -1, module, alias ?? '_');
};

export const dart: Grammar = {
  constructs: /(?<![\w.])((?:[a-z_]\w{0,40}\.)?_?[A-Z]\w{0,60})$/,
  wasm: 'dart',
  values: dartForms,
  comments: ['comment', 'documentation_comment'],
  types: ['type_identifier'],
  scopes: ['function_expression'],
  imports: ['import_or_export', 'part_directive', 'part_of_directive', 'library_name'],
  prefixes: ['annotation'],
  attributes: 'at',
  annotatesWithTypes: true,
  brackets: { lineComment: '//', longQuote: '"""', hasCharacters: false },
  keywords: words(
    'if else for while do switch case when catch on return throw await yield assert new const in is as super this required late show hide try finally rethrow async sync get set operator factory Function',
  ),
  rules: {
    class_definition(node, walk) {
      if (!partOf(node, ['mixin_application_class'])) type('class')(node, walk);
    },
    mixin_application_class: mixinApplication,
    mixin_declaration: type('class'),
    enum_declaration: type('enum'),
    extension_declaration: extension,
    extension_type_declaration: type('class'),
    enum_constant: declare('enumMember', { parameters: ['argument_part'], fix: (entry) => void (entry.isFunction = false) }),
    type_alias(node, walk) {
      const name = /^typedef\s+(?:(\w+)\s*(?:<[^=]*>)?\s*=|[^=;]*?(\w+)\s*(?:<[^()]*>)?\()/.exec(textOf(walk, node));
      const found = name?.[1] ?? name?.[2];
      if (!name || !found) return;
      const start = node.startIndex + name[0].lastIndexOf(found);
      walk.add({ kind: 'type', name: found, nameSpan: { start, end: start + found.length }, start: node.startIndex, end: node.endIndex });
    },
    function_signature: functionRule,
    getter_signature: accessor,
    setter_signature: accessor,
    operator_signature: operator,
    constructor_signature: constructorRule,
    constant_constructor_signature: constructorRule,
    factory_constructor_signature: constructorRule,
    redirecting_factory_constructor_signature: constructorRule,
    initialized_identifier_list: values,
    static_final_declaration_list: values,
    identifier_list: values,
    expression_statement: test,
    string_literal: string,
    import_or_export: importRule,
    part_directive: importRule,
    part_of_directive: importRule,
    library_name: () => {},
  },
  complete(declaration, head, walk) {
    declaration.visibility = /^_/.test(declaration.name) ? 'private' : 'public';
    const tags = head.match(/\b(?:static|abstract|sealed|factory|external|late|covariant|mixin)\b/g);
    if (tags) declaration.tags = tags;
    markExported(declaration, walk);
  },
};
