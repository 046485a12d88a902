/** Ruby: bodies end at `end`, visibility is switched by bare words, attributes are made by calls. */
import type { Node } from '@vscode/tree-sitter-wasm';
import type { Visibility } from '../../../../core/model/symbol.js';
import { rubyForms } from '../../../../core/model/value-forms.js';
import { calledInRuby, handedOverInRuby } from '../calls-without-parentheses.js';
import { declarationOf, declareAt, mentionBases, textOf } from '../declare.js';
import type { Declaration, Grammar, Rule } from '../grammar.js';
import { words } from '../grammar.js';
import type { Walk } from '../walk.js';
import { boundIn, mayCallOwn } from './ruby-own-calls.js';

/** The body between the heading and `end`, whatever node the grammar gives it. */
function bodyOf(walk: Walk, node: Node, declaration: Declaration): void {
  const body = node.childForFieldName('body');
  if (!body) {
    declaration.body = undefined;
    declaration.signatureEnd = headingEnd(node, declaration);
    return;
  }
  const end = walk.text.endsWith('end', node.endIndex) ? node.endIndex - 3 : body.endIndex;
  declaration.body = { start: body.startIndex, end: Math.max(body.startIndex, trimBack(walk.text, end)) };
  declaration.signatureEnd = headingEnd(node, declaration);
}
/** Comments may stand between the heading and the body. */
const headingEnd = (node: Node, declaration: Declaration): number =>
  (node.childForFieldName('parameters') ?? node.childForFieldName('superclass'))?.endIndex ?? declaration.nameSpan.end;
function trimBack(text: string, end: number): number {
  while (end > 0 && /\s/.test(text[end - 1] as string)) end--;
  return end;
}

const method: Rule = (node, walk) => {
  const name = node.childForFieldName('name');
  if (!name) return;
  const owner = walk.owner;
  const declaration = declarationOf(walk, owner && owner.kind !== 'test' ? 'method' : 'function', node, name);
  bodyOf(walk, node, declaration);
  if (declaration.name === 'initialize') declaration.kind = 'constructor';
  if (node.type === 'singleton_method') declaration.tags = ['static'];
  const inline = /\b(private|protected|public|private_class_method)\s+$/.exec(
    walk.text.slice(Math.max(0, node.startIndex - 24), node.startIndex),
  )?.[1];
  if (owner)
    declaration.visibility = inline
      ? (inline.replace('_class_method', '') as Visibility)
      : node.type === 'singleton_method'
        ? 'public'
        : switched(walk, owner.start, node.startIndex);
  walk.add(declaration);
};

const bareWord = /^[ \t]*(private|protected|public)[ \t]*(?:#.*)?\r?$/gm;
const markers = new WeakMap<Walk, { at: number; word: Visibility }[]>();

/** The visibility that a bare `private` above switched to, inside the same class. */
function switched(walk: Walk, from: number, to: number): Visibility {
  let known = markers.get(walk);
  if (!known) {
    known = Array.from(walk.text.matchAll(bareWord), (match) => ({ at: match.index, word: match[1] as Visibility }));
    markers.set(walk, known);
  }
  for (let i = known.length - 1; i >= 0; i--) {
    const marker = known[i] as { at: number; word: Visibility };
    if (marker.at < from) break;
    if (marker.at < to && !insideClosed(walk, marker.at, to)) return marker.word;
  }
  return 'public';
}
/** True where a class that has ended before `to` holds the offset. */
const insideClosed = (walk: Walk, at: number, to: number): boolean =>
  walk.symbols.some(
    (symbol) =>
      (symbol.kind === 'class' || symbol.kind === 'module') && symbol.span.start <= at && symbol.span.end > at && symbol.span.end <= to,
  );

const container =
  (kind: 'class' | 'module'): Rule =>
  (node, walk) => {
    const name = node.childForFieldName('name');
    if (!name) return;
    const declaration = declarationOf(walk, kind, node, name);
    bodyOf(walk, node, declaration);
    const base = node.childForFieldName('superclass');
    const index = walk.add(declaration);
    const parent = base && /(?<![\w:])(?:::)?((?:[A-Z]\w*::)*[A-Z]\w*)\s*(?:\[[^[\]]*\]\s*)?$/.exec(textOf(walk, base))?.[1];
    if (parent && index >= 0) mentionBases(walk, index, [parent], 'inherits', name.startIndex);
  };

const call =
  /(?:RSpec\.)?(require|require_relative|load|autoload|include|extend|prepend|attr_accessor|attr_reader|attr_writer|[mc]attr_(?:accessor|reader|writer)|thread_[mc]attr_accessor|class_attribute|config_accessor|preference|delegate|scope|has_many|has_one|belongs_to|define_method|describe|context|it|specify|test|feature|scenario|namespace|task|alias_method)\b[ \t(]+(.*)/y;
const attributes = /^(?:(?:[mc]|thread_[mc])?attr_(?:accessor|reader|writer)|config_accessor)$/;
const testWords = new Set(['describe', 'context', 'it', 'specify', 'test', 'feature', 'scenario']);

/** `Some::Module.name` without parentheses: others are found by them. */
const remoteName = /(?<!\w)(?:::)?[A-Z]\w*(?:::[A-Z]\w*)*\.([a-z_]\w*[!?]?)(?![\w(.:=])/y;

const callRule: Rule = (node, walk) => {
  remoteName.lastIndex = node.startIndex;
  const remote = remoteName.exec(walk.text);
  if (remote) {
    const name = remote[1] as string;
    if (remoteName.lastIndex <= node.endIndex) walk.mention(name, 'call', remoteName.lastIndex - name.length, walk.ownerIndex());
    return;
  }
  call.lastIndex = node.startIndex;
  const found = call.exec(walk.text);
  if (!found) return;
  const word = found[1] as string;
  const rest = found[2] as string;
  const at = node.startIndex;
  if (/^(?:require|load|require_relative|autoload)$/.test(word)) {
    const module = /["']([^"']+)["']/.exec(rest)?.[1];
    if (module) walk.mention(module.replace(/^.*\//, ''), 'import', at, walk.ownerIndex(), module);
  } else if (/^(?:include|extend|prepend)$/.test(word)) {
    const owner = walk.owner;
    if (owner && !walk.isLocal)
      for (const name of rest.matchAll(/(?<![\w:])(?:::)?((?:[A-Z]\w*::)*[A-Z]\w*)(?=\s*(?:,|$|\)|#))/g))
        walk.mention(name[1] as string, 'implements', at, owner.symbol);
  } else if (attributes.test(word)) {
    if (walk.isLocal) return;
    const names = Array.from(textOf(walk, node).matchAll(/:(\w+[?!]?)/g));
    const signature = textOf(walk, node);
    const visibility = walk.owner ? switched(walk, walk.owner.start, at) : undefined;
    names.forEach((name, i) => {
      const start = at + name.index;
      declareAt(walk, 'property', node, name[1] as string, start + 1, {
        start: i ? start : at,
        end: i < names.length - 1 ? start + name[0].length : node.endIndex,
        signature,
        visibility,
      });
    });
  } else if (testWords.has(word) || word === 'task' || word === 'namespace') {
    const block = node.childForFieldName('block');
    if (!block) return;
    const title = /^["']((?:(?!["']).)*)["']|^(:?[A-Z\w][\w:]*)/.exec(rest);
    const name = title?.[1] ?? title?.[2]?.replace(/^:/, '');
    const body = block.childForFieldName('body');
    if (name && (testWords.has(word) || (!walk.isLocal && /^["':]/.test(rest)))) {
      const nameAt = walk.text.indexOf(name, at);
      declareAt(walk, testWords.has(word) ? 'test' : 'function', node, name, nameAt, {
        body: body ? { start: body.startIndex, end: body.endIndex } : undefined,
      });
    }
  } else if (!walk.isLocal) {
    const name = /^:(\w+[?!]?)/.exec(rest)?.[1];
    if (name && word !== 'delegate' && word !== 'alias_method')
      declareAt(walk, word === 'define_method' ? 'method' : 'property', node, name, walk.text.indexOf(`:${name}`, at) + 1, {
        tags: [word],
      });
  }
};

/** `RSpec.describe Shop::Cart do`: what `described_class` is in a file of tests. */
function describedClass(text: string): ReadonlyMap<string, string> {
  const name = /(?:^|\bRSpec\.)describe[ \t(]{1,9}(?:::)?([A-Z][\w:]{1,200})/m.exec(text)?.[1];
  return new Map(name === undefined ? [] : [['described_class', name.replaceAll('::', '.')]]);
}

export const ruby: Grammar = {
  constructs: /(?<![\w.:])((?:[A-Z]\w{0,60}::){0,6}[A-Z]\w{0,60}|described_class)\.new$/,
  standIns: describedClass,
  wasm: 'ruby',
  values: rubyForms,
  importsBind: false,
  markedNames: true,
  comments: ['comment'],
  strings: ['string_content', 'heredoc_content'],
  scopes: ['lambda'],
  isCalled: calledInRuby,
  ownCalls: { boundIn, mayBe: mayCallOwn },
  callsAlone: true,
  setsByAssignment: true,
  isHandedOver: handedOverInRuby,
  brackets: {
    lineComment: '#',
    longQuote: null,
    hasCharacters: false,
    opensBlock:
      /^(?:(?:[\w.@$]{1,60}\s*(?:\|\|)?=\s*)?(?:if|unless|while|until|for|case|begin)\b|class\b|module\b|(?:private\s+|protected\s+)?def\s+(?![\w.?!]{1,80}(?:\([^()]{0,200}\))?\s*=\s))(?!.*\bend\b)|\bdo(?:\s*\|[^|]{0,100}\|)?$/,
  },
  keywords: words(
    'class module def begin then else ensure rescue end alias undef loop self nil true false if unless while until case when return yield super puts raise and or not defined? elsif do in',
  ),
  rules: {
    method,
    singleton_method: method,
    class: container('class'),
    module: container('module'),
    call: callRule,
    assignment(node, walk) {
      const c = walk.text.charCodeAt(node.startIndex);
      if (c < 65 || c > 90 || walk.isLocal) return;
      const left = node.childForFieldName('left');
      if (left?.type !== 'constant' && left?.type !== 'scope_resolution') return;
      const declaration = declarationOf(walk, 'constant', node, left);
      const value = node.childForFieldName('right');
      const text = value ? textOf(walk, value) : '';
      if (value && /^(?:Struct|Class|Data|Module)\.(?:new|define)\b/.test(text)) declaration.kind = 'class';
      else if (value && /^[[{%]/.test(text) && text.includes('\n'))
        declaration.body = { start: value.startIndex + 1, end: value.endIndex - 1 };
      walk.add(declaration);
    },
    alias(node, walk) {
      const name = node.childForFieldName('name');
      if (name && walk.owner && !walk.isLocal)
        declareAt(
          walk,
          'method',
          node,
          textOf(walk, name).replace(/^:/, ''),
          name.startIndex + (walk.text[name.startIndex] === ':' ? 1 : 0),
          { tags: ['alias'] },
        );
    },
  },
};
