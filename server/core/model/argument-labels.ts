/**
 * Labels of arguments, which are part of a function's name in Swift: `insert(article, at: 0)` is `insert(_:at:)`; in Objective-C the parts of a
 * selector behind the first: `[list insert:article at:0]`. Read from the text of a call, and compared with the parameters that a function
 * declares. Pure.
 */

import { escapePattern } from '../../util/escape-pattern.js';
import { hasDefault, STORED_CHARS, STORED_PARAMETERS } from './stored-parameters.js';

/** The arguments of a call. */
export interface ArgumentLabels {
  /** Of the arguments between the parentheses, in order; `_` for one without a label. */
  readonly labels: readonly string[];
  /** Whether a brace follows, which may be that of a closure, the last argument, or of a condition. */
  readonly hasBlock: boolean;
}

/** A longer list is not read. UTF-16 units. */
const MAX_CHARS = 6_000;
const MAX_NAME = 600;
const MAX_QUOTED = 300;
/** Arguments that may be closures behind the parentheses. */
const MAX_CLOSURES = 3;

/** Of the first call of a name in a text; null where there is none, or the text does not say. @param from where to begin, @param chars where to end */
export function labelsOfNamed(text: string, name: string, from = 0, chars = text.length): ArgumentLabels | null {
  const called = new RegExp(`(?<![\\w$])${escapePattern(name)}(?=[?!]?[ \\t]{0,9}[<({])`);
  const found = called.exec(text.slice(from, from + chars));
  return found && labelsOfCall(text, from + found.index + name.length);
}

/** Of the first message of a name in a text, or else of its first call. */
export function labelsOfMessage(text: string, name: string, from = 0, chars = text.length): ArgumentLabels | null {
  const sent = new RegExp(`(?<=[\\s\\])}])${escapePattern(name)}(?=\\s{0,9}(?::(?!:)|\\]))`);
  const found = sent.exec(text.slice(from, from + chars));
  return found ? labelsBehind(text, from + found.index + name.length) : labelsOfNamed(text, name, from, chars);
}

/** Of the message whose first part ends at an offset; null where its bracket does not close. */
function labelsBehind(text: string, end: number): ArgumentLabels | null {
  const labels: string[] = [];
  const most = Math.min(text.length, end + MAX_CHARS);
  let depth = 0;
  for (let at = end; at < most; at++) {
    const c = text[at] as string;
    if (c === '/' && (text[at + 1] === '/' || text[at + 1] === '*')) at = commentEnd(text, at);
    else if (c === '"') at = stringEnd(text, at);
    else if (c === "'") at = quotedEnd(text, at);
    else if (/[([{]/.test(c)) depth++;
    else if (c === ']' && depth === 0) return { labels, hasBlock: false };
    else if (/[)\]}]/.test(c)) depth--;
    else if (c === ':' && depth === 0) {
      const label = /(?<=\s)[A-Za-z_]\w{0,80}$/.exec(text.slice(Math.max(end, at - 100), at))?.[0];
      // A colon of `a ? b : c` stands apart.
      if (labels.length === 0) labels.push('_');
      else if (label !== undefined) labels.push(label);
    }
    if (depth < 0) return null;
  }
  return null;
}

/** @param end of the name that is called. @returns null where the text does not say */
export function labelsOfCall(text: string, end: number): ArgumentLabels | null {
  const open = /^[?!]?[ \t]{0,9}(?:<[\w.,:?[\] ]{1,200}>)?([({])/.exec(text.slice(end, end + 220));
  if (!open) return null;
  if (open[1] === '{') return { labels: [], hasBlock: true };
  // Named and not called: `#selector(insert(_:at:))`.
  const named = /^((?:[A-Za-z_]\w{0,80}:){1,20})\)/.exec(text.slice(end + open[0].length, end + MAX_NAME));
  if (named) return { labels: (named[1] as string).split(':').slice(0, -1), hasBlock: false };
  const labels: string[] = [];
  const most = Math.min(text.length, end + MAX_CHARS);
  let depth = 1;
  let isStart = true;
  for (let at = end + open[0].length; at < most; at++) {
    const c = text[at] as string;
    if (/\s/.test(c)) continue;
    if (c === '/' && (text[at + 1] === '/' || text[at + 1] === '*')) {
      at = commentEnd(text, at);
      continue;
    }
    if (depth === 1 && c === ')') return { labels, hasBlock: /^[ \t]*\{/.test(text.slice(at + 1, at + 9)) };
    if (isStart && depth === 1) {
      labels.push(/^([A-Za-z_]\w{0,80})\s{0,9}:(?!:)/.exec(text.slice(at, at + 100))?.[1] ?? '_');
      isStart = false;
    }
    if (c === '"') at = stringEnd(text, at);
    else if (c === "'" || c === '`') at = quotedEnd(text, at);
    else if (/[([{]/.test(c)) depth++;
    else if (/[)\]}]/.test(c)) depth--;
    else if (c === ',' && depth === 1) isStart = true;
    if (depth < 1) return null;
  }
  return null;
}

/** The last character of a comment. */
function commentEnd(text: string, at: number): number {
  const end = text[at + 1] === '*' ? text.indexOf('*/', at + 2) + 1 : text.indexOf('\n', at);
  return end <= at ? text.length : end;
}

/** The last quotation mark of a string. */
function stringEnd(text: string, at: number): number {
  if (text.startsWith('"""', at)) {
    const end = text.indexOf('"""', at + 3);
    return end < 0 ? text.length : end + 2;
  }
  let end = at + 1;
  while (end < text.length && text[end] !== '"' && text[end] !== '\n') end += text[end] === '\\' ? 2 : 1;
  return end;
}

/** Of `'` and `` ` `` the last one, if it is near; a lifetime of Rust has none. */
function quotedEnd(text: string, at: number): number {
  const mark = text[at] as string;
  let end = at + 1;
  while (end < text.length && end - at < MAX_QUOTED && text[end] !== mark && (mark === '`' || text[end] !== '\n'))
    end += text[end] === '\\' ? 2 : 1;
  return text[end] === mark ? end : at;
}

interface Parameter {
  readonly label: string;
  readonly isOptional: boolean;
  readonly isRest: boolean;
}

/** @param parameters as written, `at index: Int`. True where they are not all known. */
export function takesLabels(parameters: readonly string[], call: ArgumentLabels): boolean {
  if (parameters.length >= STORED_PARAMETERS) return true;
  // A function of C has none.
  if (parameters.length > 0 && parameters.every((one) => !one.includes(':')))
    return call.labels.length === parameters.length || parameters.some((one) => one.includes('...') || one.trim() === 'void');
  const declared = parameters
    .map((written) => written.trim())
    .filter(Boolean)
    .map(parameterOf);
  return fits(declared, call, 0, 0);
}

const parameterOf = (written: string): Parameter => ({
  label: /^(?:@\w+(?:\([^)]*\))?\s+)*([A-Za-z_]\w*)/.exec(written)?.[1] ?? '_',
  isOptional: written.length >= STORED_CHARS || hasDefault(written),
  isRest: /\.\.\.\s*(?:=|$)/.test(written),
});

/** Whether the parameters from the first index on can take the arguments from the second on. */
function fits(parameters: readonly Parameter[], call: ArgumentLabels, from: number, at: number): boolean {
  const label = call.labels[at];
  const parameter = parameters[from];
  if (label === undefined) {
    const left = parameters.slice(from).filter(({ isOptional, isRest }) => !isOptional && !isRest).length;
    return left === 0 || (call.hasBlock && left <= MAX_CLOSURES);
  }
  if (!parameter) return false;
  if (parameter.label === label) {
    let next = at + 1;
    while (parameter.isRest && call.labels[next] === '_') next++;
    if (fits(parameters, call, from + 1, next)) return true;
  }
  return (parameter.isOptional || parameter.isRest) && fits(parameters, call, from + 1, at);
}
