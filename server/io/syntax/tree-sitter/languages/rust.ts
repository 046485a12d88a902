/** Rust: impl blocks hold methods under the name of their type; attributes are siblings of what they mark. */

import type { Node } from '@vscode/tree-sitter-wasm';
import { rustForms } from '../../../../core/model/value-forms.js';
import { declarationOf, declare, inside, mentionBases, spanOf, textOf } from '../declare.js';
import type { Declaration, Grammar, Rule } from '../grammar.js';
import { words } from '../grammar.js';
import { dropArguments } from '../signature-text.js';
import type { Walk } from '../walk.js';
import { openMacros } from './rust-macros.js';

const functionRule = declare('function', {
  returns: 'return_type',
  fix(declaration, _node, walk) {
    const owner = walk.top;
    if (owner && (owner.kind === 'impl' || owner.kind === 'trait')) declaration.kind = 'method';
  },
});

const notLocal =
  (rule: Rule): Rule =>
  (node, walk) => {
    if (!walk.isLocal) rule(node, walk);
  };

/** `fmt::Display` of `fmt::Display<T>`. */
const wholePath = (path: string): string => /(?<![\w:])(?:::)?((?:[A-Za-z_]\w*::)*[A-Za-z_]\w*)\s*$/.exec(dropArguments(path))?.[1] ?? '';
const lastName = (path: string): string => /(?<!\w)([A-Za-z_]\w*)\s*$/.exec(dropArguments(path))?.[1] ?? '';

const implRule: Rule = (node, walk) => {
  const type = node.childForFieldName('type');
  if (!type) return;
  const declaration = declarationOf(walk, 'impl', node, type);
  const whole = declaration.name;
  const last = lastName(whole.replace(/^[&*]\s*(?:'\w+\s*)?(?:mut\s|const\s)?/, ''));
  const at = last ? whole.indexOf(last) : -1;
  if (at >= 0) {
    declaration.name = last;
    declaration.nameSpan = { start: type.startIndex + at, end: type.startIndex + at + last.length };
  }
  const trait = node.childForFieldName('trait');
  const implemented = trait ? wholePath(textOf(walk, trait)) : '';
  if (implemented) declaration.tags = [lastName(implemented)];
  const index = walk.add(declaration);
  if (implemented && index >= 0) walk.mention(implemented, 'implements', node.startIndex, index);
};

/** `a::{b, c as d, e::*}` as paths; nested groups are opened. */
function usePaths(tree: string, prefix: string, out: { path: string; alias?: string }[], depth = 0): void {
  const open = tree.indexOf('{');
  if (open < 0 || depth > 20) {
    const [path = '', alias] = tree.trim().split(/(?<!\s)\s+as\s+/);
    if (path) out.push({ path: prefix + path, alias });
    return;
  }
  const base = prefix + tree.slice(0, open).trim();
  let level = 0;
  let from = open + 1;
  for (let i = open + 1; i < tree.length; i++) {
    const c = tree[i];
    if (c === '{') level++;
    else if ((c === ',' && level === 0) || (c === '}' && level-- === 0)) {
      usePaths(tree.slice(from, i), base, out, depth + 1);
      from = i + 1;
      if (c === '}') return;
    }
  }
}

function useRule(node: Node, walk: Walk): void {
  const argument = node.childForFieldName('argument');
  if (!argument) return;
  const paths: { path: string; alias?: string }[] = [];
  usePaths(
    textOf(walk, argument).replace(/\/\/[^\n]*|\s+(?!as\s)(?<!\sas\s)/g, (found) => (found.startsWith('//') ? '' : ' ')),
    '',
    paths,
  );
  for (const { path, alias } of paths.slice(0, 200)) {
    const parts = path.replace(/\s/g, '').split('::');
    const last = parts.pop() as string;
    const module = parts.join('::');
    const name = last === 'self' || last === '*' ? (parts[parts.length - 1] ?? last) : last;
    walk.mention(name, 'import', node.startIndex, walk.ownerIndex(), module || name, alias);
  }
}

/** Fields in parentheses are part of the signature. */
function tuple(declaration: Declaration, _node: Node, walk: Walk): void {
  if (declaration.body && walk.text[declaration.body.start - 1] === '(') declaration.body = undefined;
}

export const rust: Grammar = {
  constructs: /(?<![\w:])((?:\w{1,60}::){0,6}[A-Z]\w{0,60})::new$/,
  wasm: 'rust',
  selfIsModule: true,
  prepare: openMacros,
  values: rustForms,
  countsArguments: true,
  comments: ['line_comment', 'block_comment'],
  strings: ['string_content'],
  types: ['type_identifier'],
  prefixes: ['attribute_item'],
  scopes: ['closure_expression'],
  imports: ['use_declaration'],
  attributes: 'hash',
  brackets: { lineComment: '//', longQuote: '"', rawString: /r(#{0,9})"[\s\S]*?"\1/y, hasCharacters: true },
  keywords: words(
    'if while for match return fn in as loop move unsafe async await where impl dyn pub mut ref let else self Self Some Ok Err None',
  ),
  rules: {
    function_item: functionRule,
    function_signature_item: functionRule,
    struct_item: declare('struct', { fix: tuple }),
    union_item: declare('struct'),
    enum_item: declare('enum'),
    enum_variant: declare('enumMember', { fix: tuple }),
    trait_item: declare('trait', {
      after(index, node, walk, declaration) {
        const bounds = node.childForFieldName('bounds');
        if (bounds)
          mentionBases(walk, index, textOf(walk, bounds).slice(1).split('+').map(wholePath), 'inherits', declaration.nameSpan.start);
      },
    }),
    impl_item: implRule,
    mod_item: declare('module'),
    macro_definition(node, walk) {
      const name = node.childForFieldName('name');
      if (!name) return;
      const open = walk.text.slice(name.endIndex, name.endIndex + 20).search(/[({[]/);
      const body = open < 0 ? undefined : { start: name.endIndex + open + 1, end: node.endIndex - 1 };
      walk.add({ kind: 'macro', name: textOf(walk, name), nameSpan: spanOf(name), start: node.startIndex, end: node.endIndex, body });
    },
    static_item: notLocal(declare('variable', { fix: brackets })),
    const_item: notLocal(declare('constant', { fix: brackets })),
    type_item: notLocal(declare('type')),
    associated_type: declare('type'),
    field_declaration(node, walk) {
      if (walk.top?.kind === 'struct' || walk.top?.kind === 'enumMember') declare('field', { returns: 'type' })(node, walk);
    },
    use_declaration: useRule,
    macro_invocation(node, walk) {
      // Items made by a macro of the file's own making are unknown; `bitflags!` names its types.
      const isOfFlags = /^(?:\w+::)*bitflags!/.test(walk.text.slice(node.startIndex, node.startIndex + 60));
      if (isOfFlags && !walk.isLocal) declareFlags(node, walk);
    },
  },
  complete(declaration, head, walk) {
    const pub = /\bpub\b\s*(\()?/.exec(head);
    if (pub) declaration.visibility = pub[1] ? 'internal' : 'public';
    else if (sharesVisibility(walk)) declaration.visibility = 'public';
    else if (declaration.kind !== 'impl' && declaration.kind !== 'enumMember') declaration.visibility = 'private';
    if (pub) declaration.exported = !pub[1];
    if (/\basync\b/.test(head)) declaration.async = true;
  },
};

/** Members of traits, of their implementations and of enum variants are as visible as what they belong to. */
function sharesVisibility(walk: Walk): boolean {
  const owner = walk.owner;
  if (!owner) return false;
  return (
    owner.kind === 'trait' ||
    owner.kind === 'enumMember' ||
    (owner.kind === 'impl' && /\bfor\b/.test(walk.symbols[owner.symbol]?.signature ?? ''))
  );
}

function brackets(declaration: Declaration, node: Node, walk: Walk): void {
  const value = node.childForFieldName('value');
  if (value && /array|struct|block/.test(value.type) && walk.text.slice(value.startIndex, value.endIndex).includes('\n')) {
    const open = walk.text.slice(value.startIndex, value.endIndex).search(/[[{]/);
    if (open >= 0) declaration.body = inside(walk, value.type === 'struct_expression' ? (value.childForFieldName('body') ?? value) : value);
  }
}

const flagItem = /(?<![\w:])(struct|const)\s{1,9}([A-Za-z_]\w*)/g;

/** The types of `bitflags!` and their flags, which are tokens to the grammar. */
function declareFlags(node: Node, walk: Walk): void {
  const text = textOf(walk, node);
  const base = node.startIndex;
  for (const { index, 0: head, 1: keyword, 2: name = '' } of text.matchAll(flagItem)) {
    const nameAt = index + head.length - name.length;
    const line = text.lastIndexOf('\n', index) + 1;
    const from = line + text.slice(line, index).search(/\S|$/);
    const nameSpan = { start: base + nameAt, end: base + nameAt + name.length };
    if (keyword === 'const') {
      const end = text.indexOf(';', nameAt);
      if (end >= 0) walk.add({ kind: 'constant', name, nameSpan, start: base + from, end: base + end + 1 });
      continue;
    }
    const open = text.indexOf('{', nameAt);
    const close = open < 0 ? -1 : text.indexOf('}', open);
    if (close < 0) return;
    walk.add({
      kind: 'struct',
      name,
      nameSpan,
      start: base + from,
      end: base + close + 1,
      body: { start: base + open + 1, end: base + close },
    });
  }
}
