/** The value that a member is named of, read backwards from its name, over lines too: `new Desk(1).carts.First().`. Pure. */
import { ELEMENT } from './value-forms.js';

/**
 * The names that lead to a value, each a member of the one before: `carts`; `find()` for a call, with `[]` behind it for one of the values that
 * it gives; `Desk{}` for a new value of a type, or one that is said to be of it.
 */
export type Chain = readonly string[];

export const CALL = '()';
export const MADE = '{}';

/** Names of one value, and characters that are looked at before a name. */
const MAX_LINKS = 8;
const MAX_CHARS = 3_000;

const isBlank = (c: string | undefined): boolean => c === ' ' || c === '\t' || c === '\n' || c === '\r';
const isName = (c: string | undefined): boolean => c !== undefined && /[\w$]/.test(c);

/** Comments to the end of a line. */
const SLASHES = /(?:^|\s)\/\/.*$/;
const HASH = /(?:^|\s)#.*$/;
const withHashes: ReadonlySet<string> = new Set(['python', 'ruby', 'elixir', 'crystal', 'perl', 'r']);

/** Offset of the end of the code before an offset: blanks, and comments at the ends of lines above, are left out. */
function skipBlanks(text: string, end: number, language: string): number {
  let at = end;
  for (;;) {
    while (at > 0 && isBlank(text[at - 1])) at--;
    if (!text.slice(at, end).includes('\n')) return at;
    const line = text.lastIndexOf('\n', at - 1) + 1;
    const comment = (withHashes.has(language) ? HASH : SLASHES).exec(text.slice(line, at));
    if (!comment) return at;
    at = line + comment.index;
  }
}

const OPEN: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** Offset of the bracket that the one before an offset closes; -1 where it is too far. Strings on one line are left out. */
function openingOf(text: string, end: number): number {
  let depth = 0;
  const least = Math.max(0, end - MAX_CHARS);
  for (let at = end - 1; at >= least; at--) {
    const c = text[at] as string;
    if (c === ')' || c === ']' || c === '}') depth++;
    else if (c === '(' || c === '[' || c === '{') {
      if (--depth === 0) return c === OPEN[text[end - 1] as string] ? at : -1;
    } else if (c === '"' || c === "'" || c === '`') {
      const line = text.lastIndexOf('\n', at) + 1;
      let start = text.lastIndexOf(c, at - 1);
      while (start > line && text[start - 1] === '\\') start = text.lastIndexOf(c, start - 1);
      if (start >= Math.max(line, least)) at = start;
    }
  }
  return -1;
}

/** Offset before `<Cart>` that ends at an offset; the offset itself where there is none. */
function beforeArguments(text: string, end: number): number {
  if (text[end - 1] !== '>' || text[end - 2] === '-' || text[end - 2] === '=') return end;
  let depth = 0;
  for (let at = end - 1; at >= Math.max(0, end - 200); at--) {
    const c = text[at] as string;
    if (c === '>') depth++;
    else if (c === '<' && --depth === 0) return at;
    else if (!/[\w\s.,:?*&[\]()>'|-]/.test(c)) return end;
  }
  return end;
}

/** `(Cart)desk.find()` in its parentheses, and `value as Cart`. */
const CAST = /^\(\s{0,9}((?:[A-Za-z_]\w{0,60}(?:\.|::)){0,6}[A-Z]\w{0,60})(?:<[^<>()]{0,80}>)?\??\s{0,9}\)\s{0,9}[\w(]/;
const AS = /\bas[?!]?\s{1,9}((?:[A-Za-z_]\w{0,60}(?:\.|::)){0,6}[A-Z]\w{0,60})(?:<[^<>()]{0,80}>)?\??$/;
const WORD =
  /^(?:return|await|yield|throw|in|of|case|else|do|not|and|or|if|when|where|let|var|val|const|auto|is|as|typeof|delete|new|out|ref)$/;

/** Before the name of a type that is made. */
const NEW = /\bnew\s{1,9}(?:[\w$]{1,60}\s{0,3}(?:\.|::|\\)\s{0,3}){0,6}\\?$/;

interface Read {
  readonly chain: Chain;
  /** Offset of the first character. */
  readonly start: number;
}

/** What a parenthesised value is. @param open offset of the parenthesis */
function inParentheses(text: string, open: number, end: number, language: string): Chain | null {
  const inside = text.slice(open + 1, end - 1).trim();
  const type = CAST.exec(inside)?.[1] ?? AS.exec(inside.slice(-200))?.[1];
  if (type !== undefined) return [`${type}${MADE}`];
  const from = open + 1 + (/^\s{0,99}(?:await\s{1,9})?/.exec(text.slice(open + 1, open + 120))?.[0].length ?? 0);
  const read = chainEndingAt(text, end - 1, language);
  return read?.start === from ? read.chain : null;
}

/** The value whose expression ends at an offset; null for one that is no chain of names and calls. */
export function chainEndingAt(text: string, end: number, language: string): Read | null {
  const links: string[] = [];
  let at = skipBlanks(text, end, language);
  while (links.length < MAX_LINKS) {
    let marks = '';
    while (text[at - 1] === '!' || text[at - 1] === '?') at--;
    while (text[at - 1] === ']') {
      const open = openingOf(text, at);
      if (open < 0) return null;
      marks += ELEMENT;
      at = open;
      while (text[at - 1] === '!' || text[at - 1] === '?') at--;
    }
    let isCall = false;
    // Arguments, and a closure behind them.
    if (text[at - 1] === '}') {
      const open = openingOf(text, at);
      if (open < 0) return null;
      at = skipBlanks(text, open, language);
      isCall = true;
    }
    if (text[at - 1] === ')') {
      const open = openingOf(text, at);
      if (open < 0) return null;
      const before = beforeArguments(text, skipBlanks(text, open, language));
      const word = wordBefore(text, before);
      if (word === '' || (WORD.test(word) && separatorBefore(text, before - word.length, language) === null)) {
        const inner = inParentheses(text, open, at, language);
        if (!inner || isCall) return null;
        const [last = ''] = inner.slice(-1);
        return { chain: [...inner.slice(0, -1), `${last}${marks}`, ...links], start: open };
      }
      const given = GIVES_ARGUMENT.test(word) ? firstArgument(text, open, language) : null;
      if (given) return { chain: [...given, ...links], start: before - word.length };
      isCall = true;
      at = before;
    }
    const name = wordBefore(text, at);
    if (name === '' || /^\d/.test(name)) return null;
    at -= name.length;
    const separator = separatorBefore(text, at, language);
    const made = isCall ? NEW.exec(text.slice(Math.max(0, at - 200), at)) : null;
    if (made) return { chain: [`${name}${MADE}${marks}`, ...links], start: at - made[0].length };
    links.unshift(`${name}${isCall ? CALL : ''}${marks}`);
    if (separator === null) return { chain: links, start: at };
    at = separator;
  }
  return null;
}

/** Functions that give what they are given: of mocks, and such that check that a value is there. */
const GIVES_ARGUMENT =
  /^(?:verify|coVerify|when|whenever|given|spy|spyk|mocked|requireNotNull|checkNotNull|requireNonNull|notNull|assertNotNull|assertInstanceOf|unref|toRef|cloneDeep)$/;

/** The value that is the first argument of a call, by the offset of its parenthesis. */
function firstArgument(text: string, open: number, language: string): Chain | null {
  const start = open + 1 + (/^\s{0,99}/.exec(text.slice(open + 1, open + 101))?.[0].length ?? 0);
  return chainFrom(text, start, language);
}

function wordBefore(text: string, end: number): string {
  let at = end;
  while (at > 0 && end - at < 80 && isName(text[at - 1])) at--;
  return text.slice(at, end);
}

/** In these `->` leads to a member; elsewhere it stands before the body of a closure. */
const withArrows: ReadonlySet<string> = new Set(['c', 'cpp', 'objective-c', 'objective-cpp', 'php']);

/** Offset before the `.`, `?.` or `->` that ends at an offset, with the blanks before it; null where none does. */
function separatorBefore(text: string, end: number, language: string): number | null {
  const at = skipBlanks(text, end, language);
  // In PHP a dot joins texts.
  if (text[at - 1] === '.' && text[at - 2] !== '.' && language !== 'php') return skipBlanks(text, at - 1, language);
  const two = text.slice(Math.max(0, at - 2), at);
  return two === '::' || (two === '->' && withArrows.has(language)) ? skipBlanks(text, at - 2, language) : null;
}

/** The value that the name at an offset is a member of: empty where it stands alone, null where the value is no chain of names and calls. */
export function chainBefore(text: string, at: number, language: string): Chain | null {
  const separator = separatorBefore(text, at, language);
  // `{ .size = 1 }`.
  if (separator === null || /[{,(]/.test(text[separator - 1] ?? '')) return [];
  return chainEndingAt(text, separator, language)?.chain ?? null;
}

/** `cart =`, `cart: Cart =`, `cart := await`. */
const FIRST_VALUE = /^[\w$]{1,80}(?:\s{0,9}:[^=;\n]{1,100})?\s{0,9}:?=(?![=>])\s{0,99}(?:(?:await|try[?!]?)\s{1,9})?/;
/** Characters of an expression. */
const MAX_EXPRESSION = 2_000;

/** The value that a variable is set to where it is declared, by the offset of its name; null for one that is no chain of names and calls. */
export function firstValue(text: string, declaredAt: number, language: string): Chain | null {
  const head = FIRST_VALUE.exec(text.slice(declaredAt, declaredAt + 300))?.[0];
  if (head === undefined) return null;
  return chainFrom(text, declaredAt + head.length, language);
}

/** The value whose expression begins at an offset; null for one that is no chain of names and calls. */
export function chainFrom(text: string, start: number, language: string): Chain | null {
  const end = endOfExpression(text, start);
  const read = end < 0 ? null : chainEndingAt(text, end, language);
  return read?.start === start ? read.chain : null;
}

/** Offset behind an expression: before `;`, or before the end of the line that no further line continues; -1 where it is too far. */
function endOfExpression(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < Math.min(text.length, start + MAX_EXPRESSION); at++) {
    const c = text[at] as string;
    if (c === '(' || c === '[' || c === '{') depth++;
    else if (c === ')' || c === ']' || c === '}') {
      if (depth-- === 0) return at;
    } else if (depth === 0 && (c === ';' || c === ',')) return at;
    else if (depth === 0 && c === '\n' && !/^\s{0,200}(?:[?!]?\.|->)/.test(text.slice(at, at + 210))) return at;
  }
  return -1;
}

/** Before the parameter of a closure: `carts.map(cart =>`, `carts.fold(0, cart =>`, `carts.forEach { cart ->`, `carts.iter().map(|cart|`. */
const PARAMETER = /(?:[(,]\s{0,99}(?:async\s{1,9})?(?:\(\s{0,9}|\|\s{0,9}[&*]{0,3}|(?:mut|\w{1,60})\s{1,9})?|\{\s{0,99}\(?\s{0,9})$/;
/** Before a brace that is no closure. */
const CONTROL = /^(?:if|for|while|when|switch|catch|synchronized|guard|fun|func|function)$/;

/** What a closure is handed to. */
export interface Given {
  /** The value whose function it is; empty for a function that is named alone. */
  readonly chain: Chain;
  readonly called: string;
  /** The one type argument of the call. */
  readonly argument: string | null;
  /** Which argument the closure is, from 0 on; -1 behind the parentheses. */
  readonly position: number;
}

/** What a closure is handed to, by the offset of its first parameter; null for a function that is handed to nothing. */
export function closureGivenTo(text: string, at: number, language: string): Given | null {
  const match = PARAMETER.exec(text.slice(Math.max(0, at - 160), at));
  if (!match) return null;
  const first = argumentsBefore(text, at - match[0].length, match[0], language);
  if (!first) return null;
  const { end, position } = first;
  const name = beforeArguments(text, end);
  const called = wordBefore(text, name);
  const chain = called === '' || CONTROL.test(called) ? null : chainBefore(text, name - called.length, language);
  return chain && { chain, called, argument: /^<\s{0,9}([\w.:]{1,100})\s{0,9}>$/.exec(text.slice(name, end))?.[1] ?? null, position };
}

/** Where the name of what a closure is handed to ends. @param head what stands before the closure's first parameter, from an offset on */
function argumentsBefore(
  text: string,
  start: number,
  head: string,
  language: string,
): (Pick<Given, 'position'> & { readonly end: number }) | null {
  const end = skipBlanks(text, start, language);
  if (head.startsWith('{')) {
    // `carts.fold(0) { …`.
    const open = text[end - 1] === ')' ? openingOf(text, end) : end;
    return open < 0 ? null : { end: skipBlanks(text, open, language), position: -1 };
  }
  if (head.startsWith('(')) return { end, position: 0 };
  let position = 1;
  for (let at = end; at > Math.max(0, end - MAX_CHARS); at--) {
    const c = text[at - 1] as string;
    if (c === ')' || c === ']' || c === '}') {
      const open = openingOf(text, at);
      if (open < 0) return null;
      at = open + 1;
    } else if (c === ',') position++;
    else if (c === '(') return { end: skipBlanks(text, at - 1, language), position };
    else if (c === '{' || c === '[' || c === ';') return null;
  }
  return null;
}

/** The same of the innermost closure around an offset that names no parameter, with where that begins: `carts.forEach { it.total() }`. */
export function closureAround(text: string, at: number, language: string): (Given & { readonly at: number }) | null {
  let depth = 0;
  for (let i = at - 1; i >= Math.max(0, at - MAX_CHARS); i--) {
    const c = text[i];
    if (c === '}') depth++;
    else if (c === '{' && depth > 0) depth--;
    else if (c === '{') {
      if (/^\s{0,99}\(?\w{1,60}[^{}\n]{0,80}(?:->|\bin\b)/.test(text.slice(i + 1, i + 200))) return null;
      const given = closureGivenTo(text, i + 1, language);
      if (given) return { ...given, at: i };
    }
  }
  return null;
}
