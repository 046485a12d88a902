/**
 * What a template consists of: tags, attributes and expressions, by their places in the text. One pass; broken markup is read as far as it
 * goes. Knows no framework but by its rules.
 */
import type { TextSpan } from '../../../core/model/symbol.js';
import type { TemplateRules } from './template-rules.js';

export interface Template {
  /** Names of opening tags. */
  readonly tags: readonly TextSpan[];
  /** Names of attributes. */
  readonly attributes: readonly TextSpan[];
  readonly expressions: readonly TextSpan[];
  /** Names that the template binds for itself, anywhere in it. */
  readonly locals: ReadonlySet<string>;
}

/** Their content is no markup. */
const raw = /^(?:script|style)$/i;
const tagName = /<([A-Za-z][\w.:-]*)/y;
const attributeName = /[^\s=>/"'][^\s=>"']*/y;
const names = /[\p{L}_$][\p{L}\p{N}_$]*/gu;

export function readTemplate(text: string, { start, end }: TextSpan, rules: TemplateRules): Template {
  const reader = new Reader(text, end, rules);
  reader.content(start);
  return reader;
}

class Reader implements Template {
  readonly tags: TextSpan[] = [];
  readonly attributes: TextSpan[] = [];
  readonly expressions: TextSpan[] = [];
  readonly locals = new Set<string>();
  readonly #text: string;
  readonly #end: number;
  readonly #rules: TemplateRules;
  /** From here on no expression, or no block, is closed: looking for its end each time would be quadratic. */
  #unclosed = Number.POSITIVE_INFINITY;
  #unclosedBlock = Number.POSITIVE_INFINITY;

  constructor(text: string, end: number, rules: TemplateRules) {
    this.#text = text;
    this.#end = end;
    this.#rules = rules;
  }

  content(start: number): void {
    const text = this.#text;
    for (let at = start; at < this.#end; ) {
      const char = text[at];
      if (char === '<') at = this.#markup(at);
      else at = this.#expressionAt(at, this.#end) ?? (char === '@' ? this.#block(at) : null) ?? at + 1;
    }
  }

  /** Reads what begins with `<`; where it ends. */
  #markup(at: number): number {
    const text = this.#text;
    if (text.startsWith('<!--', at)) return this.#behind('-->', at);
    const name = matchAt(tagName, text, at)?.[1];
    if (name === undefined) return at + 1;
    const end = this.#attributes(at + 1 + name.length);
    if (!raw.test(name)) this.tags.push({ start: at + 1, end: at + 1 + name.length });
    else if (text[end - 2] !== '/') return this.#behind(`</${name}`, end);
    return end;
  }

  /** Reads attributes up to the end of the tag. */
  #attributes(start: number): number {
    const text = this.#text;
    for (let at = start; at < this.#end; ) {
      if (text[at] === '>') return at + 1;
      const expression = this.#expressionAt(at, this.#end);
      const name = expression === null ? matchAt(attributeName, text, at)?.[0] : undefined;
      if (name === undefined) at = expression ?? at + 1;
      else at = this.#attribute({ start: at, end: at + name.length });
    }
    return this.#end;
  }

  #attribute(name: TextSpan): number {
    const text = this.#text;
    this.attributes.push(name);
    const equals = /\s{0,100}=\s{0,100}/y;
    const length = matchAt(equals, text, name.end)?.[0].length;
    const at = name.end + (length ?? 0);
    const mark = text[at];
    const isQuoted = mark === '"' || mark === "'";
    const close = isQuoted ? text.indexOf(mark, at + 1) : -1;
    const value =
      length === undefined
        ? { start: at, end: at }
        : isQuoted
          ? { start: at + 1, end: close < 0 || close > this.#end ? this.#end : close }
          : { start: at, end: this.#expressionAt(at, this.#end) ?? at + (matchAt(/[^\s>]*/y, text, at)?.[0].length ?? 0) };
    if (this.#rules.bound.test(text.slice(name.start, name.end))) this.#expression(value, name.start);
    else {
      if (isQuoted) this.#expressionsIn(value);
      this.#bind(text.slice(name.start, value.end));
    }
    return isQuoted ? Math.min(value.end + 1, this.#end) : value.end;
  }

  /** Reads the expression that opens at a place; where it ends, or null where none is. */
  #expressionAt(at: number, limit: number): number | null {
    const { open, close } = this.#rules;
    const text = this.#text;
    if (!text.startsWith(open, at) || at >= this.#unclosed) return null;
    const start = at + open.length;
    const found = open === '{' ? closing(text, at, limit) : text.indexOf(close, start);
    if (found < 0 || found >= limit) {
      if (limit === this.#end) this.#unclosed = at;
      return null;
    }
    this.#expression({ start, end: found }, start);
    return found + close.length;
  }

  #expressionsIn({ start, end }: TextSpan): void {
    const value = this.#text.slice(start, end);
    const { open } = this.#rules;
    for (let at = value.indexOf(open); at >= 0; at = value.indexOf(open, at)) {
      const next = this.#expressionAt(start + at, end);
      if (next === null) return;
      at = next - start;
    }
  }

  #block(at: number): number | null {
    const text = this.#text;
    const head = this.#rules.block && at < this.#unclosedBlock ? matchAt(this.#rules.block, text, at)?.[0] : undefined;
    if (!head) return null;
    const start = at + head.length;
    const found = head.endsWith('(') ? closing(text, start - 1, this.#end) : text.indexOf(';', start);
    if (found < 0 || found >= this.#end) {
      this.#unclosedBlock = at;
      return start;
    }
    this.#expression({ start, end: found }, at);
    return found + 1;
  }

  /** @param from where what the expression belongs to begins, as `locals` of the rules read it */
  #expression(span: TextSpan, from: number): void {
    if (span.end > span.start) this.expressions.push(span);
    this.#bind(this.#text.slice(from, span.end));
  }

  #bind(text: string): void {
    for (const pattern of this.#rules.locals)
      for (const [, list = ''] of text.matchAll(pattern)) for (const [name] of list.matchAll(names)) this.locals.add(name);
  }

  #behind(mark: string, from: number): number {
    const at = this.#text.indexOf(mark, from);
    return at < 0 || at > this.#end ? this.#end : at + mark.length;
  }
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Where the bracket that opens at an offset is closed, strings left out; -1 where it is not. */
function closing(text: string, at: number, limit: number): number {
  let depth = 0;
  for (let i = at; i < limit; i++) {
    const char = text[i] as string;
    if (char === '"' || char === "'" || char === '`') i = stringEnd(text, i, limit);
    else if (char === '{' || char === '(' || char === '[') depth++;
    else if ((char === '}' || char === ')' || char === ']') && --depth === 0) return i;
  }
  return -1;
}

/** Where the string that opens at an offset ends; the offset itself where it does not, as the mark is then an apostrophe. */
export function stringEnd(text: string, at: number, limit: number): number {
  const mark = text[at];
  for (let i = at + 1; i < limit; i++) {
    if (text[i] === '\\') i++;
    else if (text[i] === mark) return i;
  }
  return at;
}
