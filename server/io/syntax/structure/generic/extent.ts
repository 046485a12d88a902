/**
 * How far a definition reaches: its header, its parameters, its body and its end. Brackets decide where they
 * are balanced; else, and for bodies without brackets, the next line that is not indented deeper.
 */
import type { DefinitionRule, Grammar } from './grammar.js';
import type { Source } from './source.js';

export interface Extent {
  /** Offset behind the declaration. */
  readonly end: number;
  /** Offset behind the header: where the signature stops. */
  readonly headerEnd: number;
  /** The body between its delimiters; start > end where there is none. */
  readonly bodyStart: number;
  readonly bodyEnd: number;
  /** The parameter list between its parentheses, or null. */
  readonly params: { readonly start: number; readonly end: number } | null;
}

const startsWith = (source: Source, line: number, pattern: RegExp): boolean => {
  const start = source.codeStart[line] as number;
  return pattern.test(source.code.slice(start, Math.min(source.codeEnd[line] as number, start + 40)));
};

/** True where `line` goes on with a declaration that began on `first`. */
function continues(source: Source, grammar: Grammar, first: number, line: number): boolean {
  if ((source.indent[line] as number) > (source.indent[first] as number)) return true;
  if (source.balanced && (source.depth[line] as number) > (source.depth[first] as number)) return true;
  return startsWith(source, line, grammar.continuation);
}

/** The last line of the declaration that began on `first`, looked for from `from` on. */
export function lastLine(source: Source, grammar: Grammar, first: number, from: number): number {
  let last = from;
  for (
    let line = source.nextCode[from] as number;
    line >= 0 && continues(source, grammar, first, line);
    line = source.nextCode[line] as number
  )
    last = line;
  return last;
}

const isWord = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95;

/** Longer headers are no headers: the walk over characters stops there. */
const maxHeaderChars = 6_000;

interface Header {
  readonly stop: '{' | '=' | ';' | 'end';
  readonly at: number;
  readonly line: number;
  readonly params: Extent['params'];
}

/** Walks from the name to what ends the header: a brace, `=`, `;`, or a line that does not go on. */
function walkHeader(source: Source, grammar: Grammar, rule: DefinitionRule, first: number, from: number): Header {
  const { code, partner, index } = source;
  let params: Extent['params'] = null;
  let line = first;
  let lineEnd = source.codeEnd[line] as number;
  let i = from;
  const limit = from + maxHeaderChars;
  while (i < limit) {
    if (i >= lineEnd) {
      const next = source.nextCode[line] as number;
      if (next < 0 || rule.shape === 'line' || !continues(source, grammar, first, next)) break;
      line = next;
      i = source.codeStart[line] as number;
      lineEnd = source.codeEnd[line] as number;
      continue;
    }
    const char = code.charCodeAt(i);
    if (char === 40 || char === 91) {
      const close = partner[i] as number;
      if (close < 0) {
        i++;
        continue;
      }
      if (char === 40 && !params && (rule.shape === 'block' || i === from)) params = { start: i + 1, end: close };
      i = close + 1;
      if (i > lineEnd) {
        line = index.lineAt(close);
        lineEnd = source.codeEnd[line] as number;
      }
    } else if (char === 123) {
      const close = partner[i] as number;
      // An error set or a union in a return type (`error{A,B}!void {`) is no body.
      if (close > 0 && (code.charCodeAt(close + 1) === 33 || (code.charCodeAt(close + 1) === 32 && code.charCodeAt(close + 2) === 123))) {
        i = close + 1;
        line = index.lineAt(close);
        lineEnd = source.codeEnd[line] as number;
        continue;
      }
      return { stop: '{', at: i, line, params };
    } else if (char === 41 || char === 93 || char === 125) return { stop: 'end', at: i, line, params };
    else if (char === 59) return { stop: ';', at: i, line, params };
    else if (char === 61) {
      const before = code.charCodeAt(i - 1);
      const after = code.charCodeAt(i + 1);
      if (after !== 61 && before !== 33 && before !== 60 && before !== 62 && before !== 61 && before !== 58) {
        if (after !== 62) return { stop: '=', at: i, line, params };
        if (rule.shape === 'block' && params) return { stop: '=', at: i + 1, line, params };
      }
      i += after === 61 ? 2 : 1;
    } else if (char === 44 && (rule.kind === 'field' || rule.kind === 'enumMember')) return { stop: 'end', at: i, line, params };
    else i++;
  }
  return { stop: 'end', at: Math.min(i, source.codeEnd[line] as number), line, params };
}

const none = (end: number, headerEnd: number, params: Extent['params']): Extent => ({ end, headerEnd, bodyStart: 1, bodyEnd: 0, params });

function skipBlanks(code: string, from: number, to: number): number {
  while (from < to && code.charCodeAt(from) <= 32) from++;
  return from;
}

/** End of the text on a line, without a separator that belongs to what surrounds it. */
function endOn(source: Source, line: number, first: number): number {
  let end = source.codeEnd[line] as number;
  if (line > first || end > 0) while (end > 0 && (source.code.charCodeAt(end - 1) === 44 || source.code.charCodeAt(end - 1) <= 32)) end--;
  return end;
}

function inBraces(source: Source, grammar: Grammar, rule: DefinitionRule, first: number, nameEnd: number): Extent {
  const header = walkHeader(source, grammar, rule, first, nameEnd);
  const { code, partner } = source;
  if (header.stop === ';') return none(header.at + 1, header.at, header.params);
  if (header.stop === 'end') {
    const last = rule.shape === 'line' ? lastLine(source, grammar, first, first) : header.line;
    const end = Math.max(nameEnd, rule.shape === 'line' && last > first ? endOn(source, last, first) : header.at);
    return none(end, end, header.params);
  }
  if (header.stop === '{') {
    const close = source.balanced ? (partner[header.at] as number) : -1;
    if (close > 0) {
      const closeLine = source.index.lineAt(close);
      // Accessors and trailing calls follow the brace of a value, `}` ends a block.
      const end =
        rule.shape === 'block' ? close + 1 : Math.max(close + 1, endOn(source, lastLine(source, grammar, first, closeLine), first));
      return { end, headerEnd: header.at, bodyStart: header.at + 1, bodyEnd: close, params: header.params };
    }
    const last = lastByIndent(source, grammar, first, header.line);
    const end = source.codeEnd[last] as number;
    const bodyEnd = code.charCodeAt(end - 1) === 125 ? end - 1 : end;
    return { end, headerEnd: header.at, bodyStart: header.at + 1, bodyEnd, params: header.params };
  }
  // `= expression`: indentation, and brackets that are still open, say how far it goes.
  let end = endOn(source, lastLine(source, grammar, first, header.line), first);
  const semicolon = code.charCodeAt(end - 1) === 59;
  const start = skipBlanks(code, header.at + 1, end);
  if (code.charCodeAt(start) === 123 && source.balanced) {
    const close = partner[start] as number;
    if (close > 0 && close + 3 >= end)
      return { end: Math.max(end, close + 1), headerEnd: header.at, bodyStart: start + 1, bodyEnd: close, params: header.params };
  }
  // A block on the line of another (`enum E { A = 1 }`) must not take the other's brace.
  const own = source.index.lineAt(end) === first ? closerOnLine(source, header.at, end) : -1;
  if (own >= 0) end = own;
  return {
    end,
    headerEnd: rule.shape === 'block' ? header.at : header.at,
    bodyStart: start,
    bodyEnd: semicolon && own < 0 ? end - 1 : end,
    params: header.params,
  };
}

/** First closing bracket in `[from, to)` whose partner lies before `from`; -1 where there is none. */
function closerOnLine(source: Source, from: number, to: number): number {
  for (let i = from; i < to; i++) {
    const char = source.code.charCodeAt(i);
    if (char === 40 || char === 91 || char === 123) {
      const close = source.partner[i] as number;
      if (close > i) i = close;
    } else if (char === 41 || char === 93 || char === 125) return i;
  }
  return -1;
}

/** Unbalanced file: the block ends before the next line at its own indentation, or with it where that closes it. */
function lastByIndent(source: Source, grammar: Grammar, first: number, from: number): number {
  let last = from;
  for (let line = source.nextCode[from] as number; line >= 0; line = source.nextCode[line] as number) {
    if ((source.indent[line] as number) <= (source.indent[first] as number)) {
      const start = source.codeStart[line] as number;
      if (source.code.charCodeAt(start) === 125) return line;
      if (!startsWith(source, line, grammar.continuation)) return last;
    }
    last = line;
  }
  return last;
}

const endsWith = (source: Source, line: number, pattern: RegExp): boolean => {
  const end = source.codeEnd[line] as number;
  return pattern.test(source.code.slice(Math.max(source.codeStart[line] as number, end - 60), end));
};

function toEndWord(source: Source, grammar: Grammar, rule: DefinitionRule, first: number, nameEnd: number): Extent {
  const { code } = source;
  const closing = grammar.closing as RegExp;
  let line = first;
  let params: Extent['params'] = null;
  let at = nameEnd;
  const paren = skipBlanks(code, nameEnd, source.codeEnd[first] as number);
  if (code.charCodeAt(paren) === 40 && paren <= nameEnd + 1) {
    const close = source.partner[paren] as number;
    if (close > 0) {
      params = { start: paren + 1, end: close };
      at = close + 1;
      line = source.index.lineAt(close);
    }
  }
  // The line whose end opens the block: the name's own, or a later one of the header.
  let opens = grammar.opening === undefined || rule.shape !== 'block';
  for (let steps = 0; grammar.opening && steps < 40; steps++) {
    if (endsWith(source, line, grammar.opening)) {
      opens = rule.shape === 'block';
      break;
    }
    const next = source.nextCode[line] as number;
    if (rule.shape !== 'block' || next < 0 || (source.indent[next] as number) <= (source.indent[first] as number)) break;
    if (/,\s*do:/.test(code.slice(Math.max(at, source.codeStart[line] as number), source.codeEnd[line] as number))) break;
    line = next;
  }
  if (!opens) line = params ? source.index.lineAt(params.end) : first;
  const last = lastLine(source, grammar, first, line);
  const next = source.nextCode[last] as number;
  const own = source.indent[first] as number;
  if (opens && rule.shape === 'block' && next >= 0 && (source.indent[next] as number) === own && startsWith(source, next, closing)) {
    const headerEnd = params && grammar.opening === undefined ? params.end + 1 : endOfOpening(source, grammar, line);
    const end = endOn(source, next, first);
    return {
      end,
      headerEnd,
      bodyStart: grammar.opening ? (source.codeEnd[line] as number) : headerEnd,
      bodyEnd: source.codeStart[next] as number,
      params,
    };
  }
  const end = endOn(source, last, first);
  // `def a(b), do: c`, `local function a() return 1 end`, `x = function() … end` without a partner.
  const inline = code.slice(at, Math.min(end, at + 2_000)).search(/,\s*do:|=(?![=~])/);
  if (params && grammar.opening === undefined) {
    const word = /\bend\W*$/.exec(code.slice(Math.max(at, end - 12), end));
    return { end, headerEnd: at, bodyStart: at, bodyEnd: word ? end - word[0].length : end, params };
  }
  if (inline >= 0) {
    const mark = at + inline;
    const start = code.charCodeAt(mark) === 44 ? code.indexOf(':', mark) + 1 : mark + 1;
    return { end, headerEnd: mark, bodyStart: skipBlanks(code, start, end), bodyEnd: end, params };
  }
  return none(end, end, params);
}

/** Where the header stops on the line that opens the block: before `do`, `then` and the like. */
function endOfOpening(source: Source, grammar: Grammar, line: number): number {
  const end = source.codeEnd[line] as number;
  const start = Math.max(source.codeStart[line] as number, end - 60);
  const match = grammar.opening ? grammar.opening.exec(source.code.slice(start, end)) : null;
  return match ? start + match.index : end;
}

/** A constructor or field ends where the next line is not indented deeper, whatever that begins with. */
function lastDeeper(source: Source, first: number): number {
  let last = first;
  for (
    let line = source.nextCode[first] as number;
    line >= 0 && (source.indent[line] as number) > (source.indent[first] as number);
    line = source.nextCode[line] as number
  )
    last = line;
  return last;
}

function byLayout(source: Source, grammar: Grammar, rule: DefinitionRule, first: number, nameEnd: number): Extent {
  const { code } = source;
  const last = rule.kind === 'field' || rule.kind === 'enumMember' ? lastDeeper(source, first) : lastLine(source, grammar, first, first);
  const end = source.codeEnd[last] as number;
  const head = code.slice(nameEnd, Math.min(end, nameEnd + 3_000));
  const mark = grammar.bodyMark?.exec(head);
  const paren = skipBlanks(code, nameEnd, end);
  const close = code.charCodeAt(paren) === 40 ? (source.partner[paren] as number) : -1;
  const params = close > 0 && close <= end ? { start: paren + 1, end: close } : null;
  if (!mark || rule.shape === 'line') return none(end, end, params);
  const bodyStart = skipBlanks(code, nameEnd + mark.index + mark[0].length, end);
  return bodyStart < end ? { end, headerEnd: nameEnd + mark.index, bodyStart, bodyEnd: end, params } : none(end, end, params);
}

function inParens(source: Source, grammar: Grammar, first: number, nameEnd: number): Extent {
  const open = source.codeStart[first] as number;
  const close = source.balanced ? (source.partner[open] as number) : -1;
  const end = close > 0 ? close + 1 : (source.codeEnd[lastLine(source, grammar, first, first)] as number);
  const list = skipBlanks(source.code, nameEnd, end);
  const opener = source.code.charCodeAt(list);
  const listEnd = opener === 40 || opener === 91 ? (source.partner[list] as number) : -1;
  if (listEnd > 0 && listEnd < end)
    return { end, headerEnd: listEnd + 1, bodyStart: listEnd + 1, bodyEnd: end - 1, params: { start: list + 1, end: listEnd } };
  const lineEnd = Math.min(source.codeEnd[first] as number, end);
  return { end, headerEnd: lineEnd, bodyStart: lineEnd, bodyEnd: end - 1, params: null };
}

/** Offsets of the definition that begins on line `first` and whose name ends at `nameEnd`. */
export function extentOf(source: Source, grammar: Grammar, rule: DefinitionRule, first: number, nameEnd: number): Extent {
  switch (grammar.blocks) {
    case 'end':
      return toEndWord(source, grammar, rule, first, nameEnd);
    case 'layout':
      return byLayout(source, grammar, rule, first, nameEnd);
    case 'parens':
      return inParens(source, grammar, first, nameEnd);
    default:
      return inBraces(source, grammar, rule, first, nameEnd);
  }
}

export { isWord };
