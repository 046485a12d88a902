/**
 * Objective-C: C with messages. A method is named by the first part of its selector; the other parts are labels of its arguments, as in Swift:
 * `- (void)store:(Cart *)cart forKey:(NSString *)key` has the parameters `_ cart` and `forKey key`.
 */
import type { Node } from '@vscode/tree-sitter-wasm';
import { OWN_SCOPE, SOME_VALUE, type SymbolKind, TYPE_ABOVE } from '../../../../core/model/symbol.js';
import { objectiveCForms } from '../../../../core/model/value-forms.js';
import { blank } from '../blank.js';
import { mentionBases, spanOf, textOf } from '../declare.js';
import { type Grammar, type Rule, words } from '../grammar.js';
import type { Walk } from '../walk.js';
import type { Receiver } from '../walk-parts.js';
import { unwrap } from './c-declarators.js';
import { cFamily } from './c-family.js';
import { firstBranches } from './conditional-text.js';

const namesIn = (node: Node, types: readonly string[]): Node[] =>
  node.namedChildren.filter((child): child is Node => child !== null && types.includes(child.type));

const LISTS = ['parameterized_arguments', 'protocol_reference_list'];

/** The names of protocols between angle brackets behind the class, the superclass or the category. */
function protocolsOf(walk: Walk, node: Node, after: number): string[] {
  const lists = namesIn(node, LISTS).filter(({ startIndex }) => startIndex >= after);
  return lists.flatMap((list) => textOf(walk, list).match(/[A-Za-z_]\w*/g) ?? []);
}

/** A class, a part of one (a category, an implementation) or a protocol, with what it extends. */
const type =
  (kindOf: (node: Node) => SymbolKind): Rule =>
  (node, walk) => {
    const [name] = namesIn(node, ['identifier']);
    if (!name) return;
    const superclass = node.childForFieldName('superclass');
    const head = Math.max(...[name, superclass, node.childForFieldName('category')].map((part) => part?.endIndex ?? 0));
    const protocols = protocolsOf(walk, node, head);
    const lists = namesIn(node, [...LISTS, 'instance_variables']);
    const headEnd = Math.max(head, ...lists.map(({ endIndex }) => endIndex));
    const line = walk.text.indexOf('\n', headEnd);
    const bodyStart = line < 0 || line > node.endIndex ? headEnd : line;
    const kind = kindOf(node);
    const index = walk.add({
      kind,
      name: textOf(walk, name),
      nameSpan: spanOf(name),
      start: node.startIndex,
      end: node.endIndex,
      body: { start: bodyStart, end: Math.max(bodyStart, node.endIndex - '@end'.length) },
      signatureEnd: bodyStart,
    });
    if (index < 0) return;
    // Behind a class without a superclass the names are parameters of its type.
    const isRoot = kind === 'class' && !superclass;
    if (superclass) mentionBases(walk, index, [textOf(walk, superclass)], 'inherits', superclass.startIndex);
    if (!isRoot) mentionBases(walk, index, protocols, kind === 'interface' ? 'inherits' : 'implements', name.startIndex);
  };

/** `- (void)store:(Cart *)cart forKey:(NSString *)key`, with a body or without. */
const method: Rule = (node, walk) => {
  const children = node.namedChildren.filter((child): child is Node => child !== null);
  const at = children.findIndex(({ type }) => type === 'identifier');
  const name = children[at];
  if (!name) return;
  const labels: string[] = [];
  for (const [i, child] of children.entries()) {
    if (child.type !== 'method_parameter') continue;
    const before = children[i - 1];
    const label = labels.length > 0 && before?.type === 'identifier' ? textOf(walk, before) : '_';
    const own = child.namedChildren.findLast((one) => one?.type === 'identifier');
    const held = child.namedChildren.find((one) => one?.type === 'method_type');
    labels.push(`${label} ${own ? textOf(walk, own) : '_'}: ${held ? textOf(walk, held).slice(1, -1) : 'id'}`);
  }
  const body = children.find(({ type }) => type === 'compound_statement');
  const returned = children.find(({ type }) => type === 'method_type');
  const holder = walk.symbols[walk.owner?.symbol ?? -1]?.name;
  const isOfClass = walk.text[node.startIndex] === '+';
  walk.add({
    kind: 'method',
    name: textOf(walk, name),
    nameSpan: spanOf(name),
    start: node.startIndex,
    end: node.endIndex,
    body: body ? { start: body.startIndex + 1, end: Math.max(body.startIndex + 1, body.endIndex - 1) } : undefined,
    parameters: `(${labels.join(', ')})`,
    returnType: returned && typeIn(textOf(walk, returned).slice(1, -1), holder),
    tags: isOfClass ? ['static'] : undefined,
  });
};

/** The name of the type that a declaration holds: `Cart` for `nullable Cart *` and for `NSArray<Item *> *` the array. */
function typeIn(text: string, holder: string | undefined): string | undefined {
  const name = /(?<![\w<])(?!(?:nullable|nonnull|const|out|in|inout|bycopy|byref|oneway|__\w+|_N\w+)\b)[A-Za-z_]\w*/.exec(text)?.[0];
  return name === 'instancetype' ? holder : name;
}

/** Of `@property (copy) NSString *name, *title;` each name. */
const property: Rule = (node, walk) => {
  const held = node.namedChildren.find((child) => child?.type === 'struct_declaration');
  const type = held?.namedChildren.find((child) => child !== null && !/declarator$|qualifier$/.test(child.type));
  const declarators = held ? namesIn(held, ['struct_declarator']) : [];
  for (const [i, declarator] of declarators.entries()) {
    const { name } = unwrap(declarator);
    if (!name) continue;
    walk.add({
      kind: 'property',
      name: textOf(walk, name),
      nameSpan: spanOf(name),
      start: i === 0 ? node.startIndex : declarator.startIndex,
      end: i === declarators.length - 1 ? node.endIndex : declarator.endIndex,
      returnType: type ? typeIn(textOf(walk, type), undefined) : undefined,
    });
  }
};

/** What a message is sent to: the qualifier of its name where the text says it, or the value whose declaration may. */
function receiverOf(walk: Walk, node: Node): string | Receiver {
  const text = textOf(walk, node);
  if (node.type === 'message_expression') {
    const [inner, name] = [node.childForFieldName('receiver'), node.childForFieldName('method')];
    const owner = inner?.type === 'identifier' ? textOf(walk, inner) : '';
    if (!name) return SOME_VALUE;
    const called = textOf(walk, name);
    // `[Cart alloc]`, `[Cart new]`.
    if (/^[A-Z]/.test(owner)) return called === 'alloc' || called === 'new' ? `${SOME_VALUE}${owner}` : `${SOME_VALUE}${owner}.${called}()`;
    return `${SOME_VALUE}${called}()`;
  }
  if (text === 'self') return OWN_SCOPE;
  if (text === 'super') return `${SOME_VALUE}${TYPE_ABOVE}`;
  if (node.type === 'identifier') {
    if (/^[A-Z]/.test(text)) return text;
    return text.startsWith('_')
      ? { name: text.slice(1), owner: 'self', at: node.startIndex }
      : { name: text, owner: null, at: node.startIndex };
  }
  const [, owner, name = ''] = /^(\w+)\.(\w+)$/.exec(text) ?? [];
  if (owner === 'self') return { name, owner, at: node.startIndex };
  // A property of the class: `Cart.shared`.
  return owner !== undefined && /^[A-Z]/.test(owner) ? `${SOME_VALUE}${owner}.${name}()` : SOME_VALUE;
}

/** What every class has; the class itself is a mention of its own. */
const OF_ALL = words('alloc new class');

/** `[cart store:item forKey:key]` calls `store` with the labels `_` and `forKey`. */
const message: Rule = (node, walk) => {
  const parts = node.childrenForFieldName('method').filter((part): part is Node => part !== null);
  const [name, ...labels] = parts;
  const receiver = node.childForFieldName('receiver');
  if (!name || !receiver || OF_ALL.has(textOf(walk, name))) return;
  const hasArguments = /^\s*:/.test(walk.parsed.slice(name.endIndex, name.endIndex + 20));
  const written = hasArguments ? ['_', ...labels.map((label) => textOf(walk, label))] : [];
  walk.call(textOf(walk, name), name.startIndex, receiverOf(walk, receiver), `(${written.join(':')})`);
};

const enumMacro =
  /\btypedef\s+(?:NS_(?:ENUM|OPTIONS|CLOSED_ENUM|ERROR_ENUM)|CF_(?:ENUM|OPTIONS|CLOSED_ENUM))\s{0,9}\(\s{0,9}[\w ]{1,80},\s{0,9}(\w{1,80})\s{0,9}\)/g;
/** Attributes that macros of Apple's frameworks add, with their arguments. */
const attribute =
  /@onExit(?=\s{0,9}\{)|\b(?:cg_n(?:ullable|onnull)|CF_(?:NO_)?(?:RETURNS_(?:NOT_)?RETAINED|NOESCAPE)|NS_ASSUME_NONNULL_(?:BEGIN|END)|NS_(?:DESIGNATED_INITIALIZER|REQUIRES_SUPER|UNAVAILABLE|NOESCAPE|REFINED_FOR_SWIFT|RETURNS_RETAINED|SWIFT_NOTHROW|WARN_UNUSED_RESULT|ROOT_CLASS|FORMAT_FUNCTION\([^()\n]{0,40}\))|NS_(?:TYPED_|EXTENSIBLE_|STRING_|TYPED_EXTENSIBLE_)\w{0,40}ENUM|(?:NS|API|CF|UI)_\w{0,40}(?:AVAILABLE|DEPRECATED|UNAVAILABLE)\w{0,40}\((?:[^()\n"]|"[^"\n]{0,200}"|\([^()\n]{0,100}\)){0,400}\)|NS_SWIFT_(?:NAME|UI_ACTOR|SENDABLE|NONSENDABLE)(?:\([^()\n]{0,80}(?:\([^()\n]{0,80}\))?[^()\n]{0,20}\))?)/g;
const attributeHint = /\b(?:NS|API|CF|UI)_[A-Z]|\bcg_n|@onExit/;

/** The same length without macros that the grammar does not know: `typedef NS_ENUM(int, Mode) {` as `enum Mode {`. */
function prepare(text: string): string {
  if (!attributeHint.test(text)) return text;
  return text.replace(attribute, blank).replace(enumMacro, (all: string, name: string) => {
    const at = all.lastIndexOf(name);
    return `${'enum'.padEnd(at)}${name}${' '.repeat(all.length - at - name.length)}`;
  });
}

const isCategory = (node: Node): boolean => node.childForFieldName('category') !== null;
/** `@interface Cart ()`. */
const isExtension = (node: Node): boolean => /^@interface\s+\w+\s*(?:<[^>]*>\s*)?\(/.test(node.text.slice(0, 200));

export const objectiveC: Grammar = {
  ...cFamily,
  wasm: 'objc',
  isLarge: true,
  values: objectiveCForms,
  labelsArguments: true,
  underscoredMembers: true,
  keywords: new Set([
    ...cFamily.keywords,
    ...words('property selector synchronized autoreleasepool available encode protocol macos ios tvos watchos visionos macCatalyst'),
  ]),
  strings: ['string_content', 'char_literal', 'system_lib_string'],
  scopes: ['block_literal'],
  prepare,
  repairs: [firstBranches],
  rules: {
    ...cFamily.rules,
    class_interface: type((node) => (isCategory(node) || isExtension(node) ? 'impl' : 'class')),
    class_implementation: type(() => 'impl'),
    protocol_declaration: type(() => 'interface'),
    method_declaration: method,
    method_definition: method,
    property_declaration: property,
    message_expression: message,
    // Of other values the text tells who reads a member.
    field_expression(node, walk) {
      const [owner, name] = [node.childForFieldName('argument'), node.childForFieldName('field')];
      if (owner && name && walk.isLocal && textOf(walk, owner) === 'self')
        walk.mention(textOf(walk, name), 'use', name.startIndex, walk.ownerIndex(), OWN_SCOPE);
    },
    // Handed over mostly to be sent to the own object.
    selector_expression(node, walk) {
      const name = /@selector\s*\(\s*(\w+)/.exec(textOf(walk, node));
      if (name)
        walk.mention(name[1] as string, 'use', node.startIndex + name[0].lastIndexOf(name[1] as string), walk.ownerIndex(), OWN_SCOPE);
    },
    module_import(node, walk) {
      const path = /@import\s+([\w.]+)/.exec(textOf(walk, node))?.[1];
      if (path) walk.mention(path.slice(path.lastIndexOf('.') + 1), 'import', node.startIndex, -1, path);
    },
  },
};
