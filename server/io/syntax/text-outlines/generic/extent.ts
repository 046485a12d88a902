/**
 * How far a definition reaches: its header, its parameters, its body and its end. Brackets decide where they
 * are balanced; else, and for bodies without brackets, the next line that is not indented deeper.
 */
import { continues, type Extent, endOn, lastLine, none, skipBlanks, startsWith } from './declaration-lines.js';
import { byLayout, inParens, toEndWord } from './extent-by-words.js';
import type { DefinitionRule, Grammar } from './grammar.js';
import type { Source } from './source.js';
import { toSemicolon } from './sql-statements.js';

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
  // Behind the quote of a quoted name, and its parenthesis.
  let i = rule.quotedName ? from + (code.charCodeAt(from + 1) === 41 ? 2 : 1) : from;
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

/** Up to the next definition by the same rule, as deep as this one; without what follows the last code. */
function restOf(source: Source, rule: DefinitionRule, first: number, nameEnd: number): Extent {
  let last = first;
  for (let line = source.nextCode[first] as number; line >= 0; line = source.nextCode[line] as number) {
    const start = source.codeStart[line] as number;
    if (source.depth[line] === source.depth[first] && rule.pattern.test(source.code.slice(start, source.codeEnd[line] as number))) break;
    last = line;
  }
  const headerEnd = Math.max(nameEnd, source.codeEnd[first] as number);
  const end = Math.max(headerEnd, source.codeEnd[last] as number);
  return { end, headerEnd, bodyStart: headerEnd, bodyEnd: end, params: null };
}

/** Offsets of the definition that begins on line `first` and whose name ends at `nameEnd`. */
export function extentOf(source: Source, grammar: Grammar, rule: DefinitionRule, first: number, nameEnd: number): Extent {
  if (rule.shape === 'rest') return restOf(source, rule, first, nameEnd);
  switch (grammar.blocks) {
    case 'end':
      return toEndWord(source, grammar, rule, first, nameEnd);
    case 'layout':
      return byLayout(source, grammar, rule, first, nameEnd);
    case 'statements':
      return toSemicolon(source, nameEnd, rule.kind === 'function') ?? byLayout(source, grammar, rule, first, nameEnd);
    case 'parens':
      return inParens(source, grammar, rule, first, nameEnd);
    default:
      return inBraces(source, grammar, rule, first, nameEnd);
  }
}
