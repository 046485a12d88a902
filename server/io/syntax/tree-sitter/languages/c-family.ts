/**
 * C and C++. Declarators wrap names from the inside out, and macros that are no C++ stand everywhere; the commonest
 * of those are blanked before parsing (see c-macros).
 */

import type { Node } from '@vscode/tree-sitter-wasm';
import type { SymbolKind, Visibility } from '../../../../core/model/symbol.js';
import { cForms } from '../../../../core/model/value-forms.js';
import { blankBodies } from '../blank-bodies.js';
import { declareAt, heading, inside, mentionBases, spanOf, textOf } from '../declare.js';
import type { Declaration, Grammar, Rule } from '../grammar.js';
import { words } from '../grammar.js';
import { baseNames, fold } from '../signature-text.js';
import type { Walk } from '../walk.js';
import type { Open } from '../walk-parts.js';
import { lastPartAt, qualified, unwrap } from './c-declarators.js';
import { blankMacros } from './c-macros.js';
import { blankMisplaced } from './c-misplaced.js';
import { isTestMacro, nameOfTest } from './c-test-macros.js';
import { blankMacroCalls, blankUnparsed } from './c-unparsed.js';
import { firstBranches } from './conditional-text.js';
import { plainCuda, plainGlsl, plainMetal, plainOpenCl } from './gpu-dialects.js';
import { plainEnums, plainKeywords } from './macro-keywords.js';

const isType = (kind: SymbolKind | null | undefined): boolean => kind === 'class' || kind === 'struct';

/** The access that the last `public:` set; a class begins private. */
const accessOf = (owner: Open | null): Visibility | undefined =>
  (owner?.note as Visibility) || (owner?.kind === 'class' ? 'private' : undefined);

/** Specifiers and attributes, which are no part of a type. */
const specifiers =
  /\b(?:static|inline|extern|virtual|constexpr|consteval|explicit|friend|typedef|register|thread_local|mutable|__inline(?:__)?|__forceinline)\b|\[\[[^\]]*\]\]|__(?:attribute__|declspec)\s*\((?:[^()]|\([^()]*\))*\)|extern\s*"C"/g;

/** The type in front of a declarator's name, with its qualifiers, `*` and `&`; `auto f() -> T` has T. */
function typeOf(walk: Walk, node: Node, type: Node, nameStart: number): string {
  const before = walk.parsed.slice(node.startIndex, nameStart).replace(specifiers, ' ').replace(/\s+/g, ' ').trim();
  if (/[(){};]/.test(before)) return textOf(walk, type);
  if (before !== 'auto') return before;
  const trailing = /\)[^(){};]*->\s*([^{;=]+)/.exec(
    walk.parsed.slice(nameStart, node.childForFieldName('body')?.startIndex ?? node.endIndex),
  );
  return trailing?.[1]?.trim() ?? before;
}

const isNameOfClass = (walk: Walk, name: string): boolean => walk.symbols[walk.owner?.symbol ?? -1]?.name === name;

/** `DEFINE_HANDLER(name) { … }` makes something that its first argument names; without a body nobody knows what. */
function addMade(node: Node, parameters: Node | null, macroName: string, walk: Walk): void {
  const body = node.childForFieldName('body');
  const first = parameters && /^\(\s*([A-Za-z_]\w*)\s*[,)]/.exec(textOf(walk, parameters));
  if (!body || !parameters || !first) return;
  declareAt(walk, 'function', node, first[1] as string, parameters.startIndex + first[0].indexOf(first[1] as string), {
    body: inside(walk, body),
    tags: [macroName],
  });
}

/** Names that C and C++ give to what only their own file sees. */
const isOwnFile = (walk: Walk, node: Node, nameStart: number): boolean =>
  !isType(walk.owner?.kind) && /\bstatic\b/.test(walk.parsed.slice(node.startIndex, nameStart));

/** Names a test by what its macro is given. The strings there were parsed as names; none of their words is a mention. */
function nameTest(declaration: Declaration, macroName: string, parameters: Node, walk: Walk): void {
  const list = textOf(walk, parameters);
  declaration.name = nameOfTest(macroName, list);
  const at = list.indexOf(declaration.name);
  const start = parameters.startIndex + at;
  if (at >= 0) declaration.nameSpan = { start, end: start + declaration.name.length };
  for (const { index, 0: text } of list.matchAll(/"(?:[^"\\\n]|\\.)*"/g))
    walk.masked.push({ start: parameters.startIndex + index, end: parameters.startIndex + index + text.length });
}

/** A function with a body, or a declaration of one. */
function addFunction(node: Node, declarator: Node, walk: Walk): void {
  const { name, parameters } = unwrap(declarator);
  if (!name) return;
  const text = name.type === 'operator_cast' ? textOf(walk, name).replace(/\([^()]*\)[^()]*$/, '') : textOf(walk, name);
  const { name: last, receiver } = qualified(text);
  if (!/^~?[A-Za-z_]\w*$|^operator\b/.test(last)) return;
  const owner = walk.owner;
  const type = node.childForFieldName('type');
  const isTest = isTestMacro(last) && parameters !== null;
  const span = spanOf(name);
  // Without a type it is a constructor or the like, or a macro: what runs within a function is a call of one.
  const isMacro = !isTest && !type && /^[A-Z][A-Z0-9_]+$/.test(last) && !isNameOfClass(walk, last);
  const body = node.childForFieldName('body');
  if (!type && !isTest && walk.isLocal) return;
  if (isMacro) {
    addMade(node, parameters, last, walk);
    return;
  }
  // int C_SYMBOL(name)(int a): the macro makes the name.
  const made = /^[A-Z][A-Z0-9_]+$/.test(last) ? /^\(\s*([A-Za-z_]\w*)\s*\)\s*\(/.exec(walk.parsed.slice(span.end, span.end + 200)) : null;
  if (made) {
    const nameStart = span.end + made[0].indexOf(made[1] as string);
    declareAt(walk, 'function', node, made[1] as string, nameStart, { body: body ? inside(walk, body) : undefined, tags: [last] });
    return;
  }
  const at = name.type === 'operator_cast' ? span.start : span.start + lastPartAt(text, last);
  const declaration: Declaration = {
    kind: 'function',
    name: last,
    nameSpan: { start: at, end: Math.min(at + last.length, span.end) },
    start: node.startIndex,
    end: node.endIndex,
    body: body ? inside(walk, body) : undefined,
    parameters: parameters ? textOf(walk, parameters) : undefined,
  };
  if (type) declaration.returnType = typeOf(walk, node, type, span.start);
  const around = receiver || (isType(owner?.kind) ? (walk.symbols[owner?.symbol ?? -1]?.name ?? '') : '');
  if (isTest) {
    declaration.kind = 'test';
    nameTest(declaration, last, parameters as Node, walk);
    declaration.tags = [last];
    declaration.parameters = undefined;
  } else if (around) declaration.kind = last === around.slice(around.lastIndexOf('.') + 1) ? 'constructor' : 'method';
  if (receiver && declaration.kind !== 'test') declaration.tags = [`receiver:${receiver}`];
  if (isType(owner?.kind)) declaration.visibility = accessOf(owner);
  else if (isOwnFile(walk, node, span.start)) declaration.visibility = 'private';
  // What a definition names before its own name is no mention of the class.
  if (receiver && at > span.start) walk.masked.push({ start: span.start, end: last.startsWith('~') ? span.end : at });
  // An initialiser list (`: a(1)`) is part of the heading, but no part of a signature.
  const list = body && node.namedChildren.find((child) => child?.type === 'field_initializer_list');
  if (list) declaration.signatureEnd = list.startIndex;
  walk.add(declaration);
}

/** Variables, fields and function declarations; `kind` is what a plain name becomes. */
const declaration =
  (field: boolean): Rule =>
  (node, walk) => {
    if (walk.isLocal) return;
    const declarators = node.childrenForFieldName('declarator').filter((child): child is Node => child !== null);
    const owner = walk.top;
    const member = isType(owner?.kind);
    if (field && !member) return;
    const held = node.childForFieldName('type');
    // `struct {…} name;`: the type takes the name.
    if (
      held &&
      /^(?:struct|union|class|enum)_specifier$/.test(held.type) &&
      !held.childForFieldName('name') &&
      held.childForFieldName('body')
    )
      return;
    declarators.forEach((declarator, i) => {
      const { name, parameters, pointerToFunction } = unwrap(declarator);
      if (!name) return;
      if ((parameters || name.type === 'operator_cast') && !pointerToFunction && declarator.type !== 'init_declarator') {
        addFunction(node, declarator, walk);
        return;
      }
      const text = textOf(walk, name);
      const { name: last, receiver } = qualified(text);
      if (!/^[A-Za-z_~]\w*$/.test(last)) return;
      const at = name.startIndex + lastPartAt(text, last);
      const type = node.childForFieldName('type');
      const value = declarator.childForFieldName('value');
      const isConstant =
        /\b(?:constexpr|const)\b/.test(walk.text.slice(node.startIndex, declarator.startIndex)) ||
        /^\*\s*(?:_\w+\s+)?const\b/.test(textOf(walk, declarator));
      const constant = !member && isConstant && !receiver;
      declareAt(walk, member ? 'field' : constant ? 'constant' : 'variable', node, last, at, {
        start: i === 0 ? node.startIndex : declarator.startIndex,
        end: i === declarators.length - 1 ? node.endIndex : declarator.endIndex,
        signature: declarators.length > 1 ? textOf(walk, node) : undefined,
        returnType:
          type && !/[{]/.test(textOf(walk, type)) ? typeOf(walk, node, type, i === 0 ? name.startIndex : type.endIndex) : undefined,
        visibility: member ? accessOf(owner) : isOwnFile(walk, node, declarator.startIndex) ? 'private' : undefined,
        body: value?.type === 'initializer_list' && textOf(walk, value).includes('\n') ? inside(walk, value) : undefined,
        tags: receiver ? [`receiver:${receiver}`] : undefined,
      });
    });
  };

const record =
  (kind: 'class' | 'struct' | 'enum'): Rule =>
  (node, walk) => {
    const body = node.childForFieldName('body');
    if (!body) return;
    const name = node.childForFieldName('name');
    const local = walk.isLocal;
    // `typedef struct {…} name_t` is named by what follows.
    const after = name
      ? null
      : /^\s*(?:\w+\([^()]*(?:\([^()]*\))*\)\s*)?(?:\*\s*)?([A-Za-z_]\w*)\s*[;,[=]/.exec(
          walk.text.slice(node.endIndex, node.endIndex + 120),
        );
    if (local && !name) return;
    const text = name ? textOf(walk, name) : (after?.[1] ?? (kind === 'enum' ? 'enum' : ''));
    if (!text) return;
    const { name: last, receiver } = qualified(text);
    if (!/^[A-Za-z_]\w*$/.test(last)) return;
    const at = name ? name.startIndex + lastPartAt(text, last) : after ? node.endIndex + after[0].lastIndexOf(text) : node.startIndex;
    const owner = walk.owner;
    // A typedef, or the only declaration of a type without a name, is one with its type.
    const around = node.parent;
    const whole = around && (around.type === 'type_definition' || (after && /^(?:field_)?declaration$/.test(around.type))) ? around : node;
    const made: Declaration = {
      kind,
      name: last,
      nameSpan: { start: at, end: at + last.length },
      start: whole.startIndex,
      end: Math.max(whole.endIndex, at + last.length),
      body: inside(walk, body),
      tags: receiver ? [`receiver:${receiver}`] : undefined,
      visibility: isType(owner?.kind) ? accessOf(owner) : undefined,
      signature: name || after || kind !== 'enum' ? undefined : unnamed(walk, body),
    };
    const index = walk.add(made);
    if (index < 0 || kind === 'enum') return;
    const bases = /:(?!:)([\s\S]*)$/.exec(heading(walk, { ...made, nameSpan: name ? spanOf(name) : made.nameSpan }))?.[1];
    if (bases) mentionBases(walk, index, baseNames(bases.replace(/\b(?:public|protected|private|virtual)\b/g, ' ')), 'inherits', at);
  };

/** Its first members tell an enumeration without a name from others. */
const unnamed = (walk: Walk, body: Node): string => {
  const members = body.namedChildren.flatMap((child) => {
    const name = child?.type === 'enumerator' ? child.childForFieldName('name') : null;
    return name ? [textOf(walk, name)] : [];
  });
  return `enum { ${members.slice(0, UNNAMED_MEMBERS).join(', ')}${members.length > UNNAMED_MEMBERS ? ', …' : ''} }`;
};
const UNNAMED_MEMBERS = 3;

const macro: Rule = (node, walk) => {
  const name = node.childForFieldName('name');
  if (!name) return;
  const parameters = node.childForFieldName('parameters');
  const value = node.childForFieldName('value');
  // An include guard defines nothing.
  if (
    !value &&
    !parameters &&
    new RegExp(`#\\s*(?:ifndef\\s+|if\\s+!\\s*defined\\s*\\(?\\s*)${textOf(walk, name)}\\b[\\s)]*$`).test(
      walk.text.slice(Math.max(0, node.startIndex - 160), node.startIndex),
    )
  )
    return;
  const end = node.endIndex - (/\r?\n$/.exec(textOf(walk, node))?.[0].length ?? 0);
  const multi = value !== null && textOf(walk, value).includes('\n');
  walk.add({
    kind: parameters || multi ? 'macro' : 'constant',
    name: textOf(walk, name),
    nameSpan: spanOf(name),
    start: node.startIndex,
    end,
    body: multi && value ? { start: value.startIndex, end: Math.min(end, value.endIndex) } : undefined,
    parameters: parameters ? textOf(walk, parameters) : undefined,
  });
};

/** A word, or what closes the arguments of a template, before a name on its line. */
const TYPE_BEFORE = /(?:(?<!\w)([A-Za-z_]\w{0,60})|[\w>*&:]>)[ \t]{1,20}$/;
/** Words before a name that do not make it the name of a value. */
const NO_TYPE = words(
  'emit Q_EMIT return else do case goto throw new delete sizeof co_return co_await co_yield and or not xor in static inline extern const constexpr consteval virtual explicit friend typedef typename using operator public private protected final override noexcept volatile register template default',
);

/** `#define TOTAL total(cart)`. */
const MACRO_NAME = /#[ \t]*define[ \t]+\w+[ \t]+$/;

/** `Cart cart(1)`: no call of a function `cart`. */
function isConstructed(text: string, start: number): boolean {
  const c = text.charCodeAt(start - 1);
  if (c !== 32 && c !== 9) return false;
  const before = text.slice(Math.max(0, start - 80), start);
  const found = TYPE_BEFORE.exec(before);
  return found !== null && (found[1] === undefined || !NO_TYPE.has(found[1])) && !MACRO_NAME.test(before);
}

/** `&Cart::total`: a function that a class or a namespace has, handed over. */
function isHandedOver(text: string, start: number): boolean {
  return (
    text.startsWith('::', start - 2) &&
    /&\s?(?:[A-Za-z_]\w{0,60}(?:<[^<>()]{0,60}>)?::){1,6}$/.test(text.slice(Math.max(0, start - 150), start))
  );
}

/** `static int Cart::total(int count) const` and a brace: a function that begins a line; `struct alignas(8) Chunk {` is none. */
const functionHead =
  /^[ \t]{0,16}(?!(?:template[^\n(){};]{1,200}\s{0,20})?(?:class|struct|union|enum|namespace)\s{1,9}(?:\w{1,60}\s?\(|\[\[))[A-Za-z_~](?:[^\n(){};#=]|\n(?![\n#])){0,300}\([^;{}#]{0,600}\)(?:[^;{}()#\n]|\n(?!\n)){0,100}\{/gm;

export const cFamily: Grammar = {
  hasGlobalScope: true,
  wasm: 'cpp',
  values: cForms,
  countsArguments: true,
  isConstructed,
  isHandedOver,
  importsBind: false,
  comments: ['comment'],
  strings: ['string_content', 'raw_string_content', 'char_literal', 'system_lib_string'],
  types: ['type_identifier'],
  scopes: ['lambda_expression'],
  wrappers: ['template_declaration', 'type_definition'],
  attributes: 'bracket',
  brackets: { lineComment: '//', longQuote: null, rawString: /R"([^ ()\\]{0,16})\([\s\S]*?\)\1"/y, hasCharacters: true },
  keywords: words(
    'if while for foreach Q_FOREACH BOOST_FOREACH SIGNAL SLOT switch catch return sizeof alignof decltype typeof noexcept static_assert new delete throw co_await co_return co_yield defined alignas operator explicit requires int char void bool float double long unsigned signed short auto const_cast static_cast dynamic_cast reinterpret_cast else do case',
  ),
  prepare: (text) => plainCuda(plainKeywords(blankMacros(plainEnums(text)))),
  repairs: [blankUnparsed, blankMisplaced, firstBranches, blankMacroCalls, blankBodies(functionHead)],
  rules: {
    function_definition(node, walk) {
      const declarator = node.childForFieldName('declarator');
      if (!declarator) return;
      const type = node.childForFieldName('type');
      const body = node.childForFieldName('body');
      // `class SOME_MACRO Name { … }` comes as a function without parameters.
      if (declarator.type === 'identifier' && body && type && /^(?:class|struct)_specifier$/.test(type.type))
        walk.add({
          kind: type.type === 'class_specifier' ? 'class' : 'struct',
          name: textOf(walk, declarator),
          nameSpan: spanOf(declarator),
          start: node.startIndex,
          end: node.endIndex,
          body: inside(walk, body),
        });
      else addFunction(node, declarator, walk);
    },
    declaration: declaration(false),
    field_declaration: declaration(true),
    class_specifier: record('class'),
    struct_specifier: record('struct'),
    union_specifier: record('struct'),
    enum_specifier: record('enum'),
    enumerator(node, walk) {
      const name = node.childForFieldName('name');
      if (name && walk.owner?.kind === 'enum')
        walk.add({ kind: 'enumMember', name: textOf(walk, name), nameSpan: spanOf(name), start: node.startIndex, end: node.endIndex });
    },
    namespace_definition(node, walk) {
      const name = node.childForFieldName('name');
      const body = node.childForFieldName('body');
      if (name)
        walk.add({
          kind: 'namespace',
          name: fold(textOf(walk, name)),
          nameSpan: spanOf(name),
          start: node.startIndex,
          end: node.endIndex,
          body: body ? inside(walk, body) : undefined,
        });
    },
    type_definition(node, walk) {
      const type = node.childForFieldName('type');
      const declarator = node.childForFieldName('declarator');
      // With a body the type itself is the symbol.
      if (!declarator || walk.isLocal || (type && /_specifier$/.test(type.type) && type.childForFieldName('body'))) return;
      const { name } = unwrap(declarator);
      if (name) walk.add({ kind: 'type', name: textOf(walk, name), nameSpan: spanOf(name), start: node.startIndex, end: node.endIndex });
    },
    alias_declaration(node, walk) {
      const name = node.childForFieldName('name');
      if (name && !walk.isLocal)
        walk.add({ kind: 'type', name: textOf(walk, name), nameSpan: spanOf(name), start: node.startIndex, end: node.endIndex });
    },
    concept_definition(node, walk) {
      const name = node.childForFieldName('name');
      if (name) walk.add({ kind: 'type', name: textOf(walk, name), nameSpan: spanOf(name), start: node.startIndex, end: node.endIndex });
    },
    access_specifier(node, walk) {
      const top = walk.top;
      const isSection = /^\s{0,40}:(?!:)/.test(walk.parsed.slice(node.endIndex, node.endIndex + 42));
      if (top && isType(top.kind) && isSection) top.note = walk.parsed.slice(node.startIndex, node.endIndex).replace(/\W/g, '');
    },
    // `name(n)` before a body gives a field its first value; a base class has a capital.
    field_initializer(node, walk) {
      const name = node.namedChild(0);
      if (name?.type === 'field_identifier' && !/^\p{Lu}/u.test(textOf(walk, name))) walk.masked.push(spanOf(name));
    },
    preproc_def: macro,
    preproc_function_def: macro,
    preproc_include(node, walk) {
      const path = /["<]([^"<>]+)[">]/.exec(textOf(walk, node))?.[1];
      if (path) walk.mention(path.replace(/^.*\//, '').replace(/\.\w+$/, ''), 'import', node.startIndex, -1, path);
    },
  },
};

/** Keywords of C++ that are names in C. */
const CPP_ONLY =
  /(?<![\w$])(?:new|delete|class|this|template|private|public|protected|namespace|operator|try|catch|throw|virtual|using|typename|friend|explicit|mutable|export|concept|requires)(?!\w)/g;

/** C as text of C++: `new = take(old)` is no `new take(old)`. */
export const asCpp = (text: string): string =>
  blankMacros(text).replace(CPP_ONLY, (word) => word.slice(0, -1) + word.slice(-1).toUpperCase());

export const plainC: Grammar = { ...cFamily, prepare: asCpp };
export const metal: Grammar = { ...cFamily, prepare: (text) => blankMacros(plainMetal(text)) };
export const openCl: Grammar = { ...cFamily, prepare: (text) => asCpp(plainOpenCl(text)) };
export const glsl: Grammar = { ...cFamily, prepare: (text) => asCpp(plainGlsl(text)) };
