/** Mentions in a template: components by their tags, and names in expressions. Which names count, the rules of the framework say. */
import { limits } from '../../../core/model/limits.js';
import { type OutlineReference, OWN_SCOPE, type ReferenceKind, SOME_VALUE, type TextSpan } from '../../../core/model/symbol.js';
import { ELEMENT_MARK } from '../../../core/model/template-tags.js';
import type { LineIndex } from '../../../util/text.js';
import type { Qualifiers } from '../tree-sitter/qualifiers.js';
import { readTemplate, stringEnd } from './read-template.js';
import type { TemplateRules } from './template-rules.js';

export interface TemplateSource {
  readonly text: string;
  /** Where the template is in the text. */
  readonly span: TextSpan;
  readonly lines: LineIndex;
  readonly rules: TemplateRules;
  readonly qualifiers: Qualifiers;
  /** What names of the file's script mean, each with its qualifier. */
  readonly names: ReadonlyMap<string, MeantName>;
  /** Index of the symbol that the template belongs to, or -1. */
  readonly from: number;
}

export interface MeantName {
  readonly name: string;
  readonly qualifier?: string;
}

const name = /[\p{L}_$][\p{L}\p{N}_$]*/uy;
const interpolation = /\$\{([^{}`]*)\}/g;

export function templateReferences({ text, span, lines, rules, qualifiers, names, from }: TemplateSource): OutlineReference[] {
  const template = readTemplate(text, span, rules);
  const found = new Map<string, OutlineReference>();
  const add = (name: string, kind: ReferenceKind, at: number, qualifier?: string): void => {
    const key = `${kind} ${qualifier ?? ''} ${name}`;
    if (!name || name.length > 200 || found.has(key) || found.size >= limits.maxReferencesPerSymbol) return;
    found.set(key, { name, kind, from, line: lines.lineAt(at), ...(qualifier !== undefined && { qualifier }) });
  };
  for (const { start, end } of template.tags) {
    const component = rules.tag(text.slice(start, end));
    const known = component ? names.get(component) : undefined;
    if (known) add(known.name, 'use', start, known.qualifier);
    else if (rules.hasGlobalTags) add(component, 'use', start);
  }
  for (const { start, end } of rules.directive ? template.attributes : []) {
    const known = names.get(rules.directive?.(text.slice(start, end)) ?? '');
    if (known) add(known.name, 'use', start, known.qualifier);
  }
  if (rules.attribute) for (const { start, end } of template.attributes) add(rules.attribute(text.slice(start, end)), 'use', start);
  // What stands in the tag of a component names its inputs and outputs.
  if (rules.member) {
    let at = 0;
    for (const { start, end } of template.attributes) {
      while ((template.tags[at + 1]?.start ?? Number.POSITIVE_INFINITY) < start) at++;
      const tag = template.tags[at];
      const element = tag && tag.start < start ? rules.tag(text.slice(tag.start, tag.end)) : '';
      if (element) add(rules.member(text.slice(start, end)), 'use', start, `${ELEMENT_MARK}${element}`);
    }
  }
  const mention = ({ start, end }: TextSpan, word: string): void => {
    const isCall = /^(?:\?\.)?\(/.test(text.slice(end, end + 3));
    const kind = isCall ? 'call' : 'use';
    const isMember = text[start - 1] === '.' && text[start - 2] !== '.';
    const qualifier = isMember ? qualifiers.of(start, end) : undefined;
    if (isMember && qualifier !== OWN_SCOPE) {
      // What the browser hands to a listener, and what the template binds, is mostly of another library.
      const value = /(?<![\w$.])([\w$]+)[?!]?\.$/.exec(text.slice(Math.max(0, start - 60), start))?.[1];
      if (value === '$event' || (value !== undefined && template.locals.has(value))) return;
      if (qualifier !== undefined && (isCall || qualifier !== SOME_VALUE)) add(word, kind, start, qualifier);
      return;
    }
    if (!isMember && (template.locals.has(word) || rules.words.has(word) || isLabel(text, start, end))) return;
    if (rules.pipe && /(?<!\|)\|\s*$/.test(text.slice(Math.max(0, start - 10), start))) add(rules.pipe(word), 'use', start);
    else if (rules.declaredIn === 'class') {
      if (!word.startsWith('$')) add(word, kind, start, OWN_SCOPE);
    } else {
      const known = names.get(word) ?? (word.startsWith('$') ? names.get(word.slice(1)) : undefined);
      if (known) add(known.name, kind, start, known.qualifier);
    }
  };
  for (const expression of template.expressions) eachName(text, expression, mention);
  return [...found.values()].sort((a, b) => a.line - b.line);
}

/** Members further down a chain (`a.b.c.d.e.f`) say nothing of where they are declared. */
const maxChain = 5;

/** Calls `take` for each name of an expression that is not in a string. */
function eachName(text: string, { start, end }: TextSpan, take: (span: TextSpan, name: string) => void): void {
  let chain = 0;
  for (let i = start; i < end; ) {
    const char = text[i] as string;
    if (char === '"' || char === "'" || char === '`') {
      const close = stringEnd(text, i, end);
      if (char === '`')
        for (const { 1: inner = '', index } of text.slice(i, close).matchAll(interpolation))
          eachName(text, { start: i + index + 2, end: i + index + 2 + inner.length }, take);
      i = close + 1;
      continue;
    }
    name.lastIndex = i;
    const word = name.exec(text)?.[0];
    // The letters of a number (`0xff`) and of an entity (`&amp;`) are no name.
    if (word === undefined) i += /[0-9&]/.test(char) ? (/^[0-9]\w*|^&(?:\w+;)?/.exec(text.slice(i, i + 30))?.[0].length ?? 1) : 1;
    else {
      chain = text[i - 1] === '.' ? chain + 1 : 0;
      if (chain <= maxChain) take({ start: i, end: i + word.length }, word);
      i += word.length;
    }
  }
}

/** The key of an object or of Angular's short syntax (`trackBy: byId`): a name before a colon that is no branch of a condition. */
const isLabel = (text: string, start: number, end: number): boolean =>
  /^\s*:(?!:)/.test(text.slice(end, end + 10)) && /[{,;]\s*$/.test(text.slice(Math.max(0, start - 40), start));
