/** Extents of definitions without braces: closed by a word (`end`), by indentation, or by a parenthesis (Lisp). */
import { type Extent, endOn, lastLine, none, skipBlanks, startsWith } from './declaration-lines.js';
import type { DefinitionRule, Grammar } from './grammar.js';
import type { Source } from './source.js';

const endsWith = (source: Source, line: number, pattern: RegExp): boolean => {
  const end = source.codeEnd[line] as number;
  return pattern.test(source.code.slice(Math.max(source.codeStart[line] as number, end - 60), end));
};

const parameterLead = /^(?:\(| \(|\s*=\s*(?:[\w.]+\()*function\s*\()/;

export function toEndWord(source: Source, grammar: Grammar, rule: DefinitionRule, first: number, nameEnd: number): Extent {
  const { code } = source;
  const closing = grammar.closing as RegExp;
  let line = first;
  let params: Extent['params'] = null;
  let at = nameEnd;
  // The list of parameters follows the name, or `= function`.
  const lead = rule.quotedName ? null : parameterLead.exec(code.slice(nameEnd, Math.min(source.codeEnd[first] as number, nameEnd + 120)));
  if (lead) {
    const paren = nameEnd + lead[0].length - 1;
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
  if (rule.quotedName && grammar.opening === undefined) at = Math.min(end, source.codeEnd[first] as number);
  if ((params || rule.quotedName) && grammar.opening === undefined) {
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

export function byLayout(source: Source, grammar: Grammar, rule: DefinitionRule, first: number, nameEnd: number): Extent {
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

export function inParens(source: Source, grammar: Grammar, first: number, nameEnd: number): Extent {
  const open = source.codeStart[first] as number;
  const close = source.balanced ? (source.partner[open] as number) : -1;
  const end = close > 0 ? close + 1 : (source.codeEnd[lastLine(source, grammar, first, first)] as number);
  let list = skipBlanks(source.code, nameEnd, end);
  // A docstring may stand between the name and the parameters; masked, it is blanks between quotes.
  while (list < end && source.code.charCodeAt(list) === 34) list = skipBlanks(source.code, list + 1, end);
  const opener = source.code.charCodeAt(list);
  const listEnd = opener === 40 || opener === 91 ? (source.partner[list] as number) : -1;
  if (listEnd > 0 && listEnd < end)
    return { end, headerEnd: listEnd + 1, bodyStart: listEnd + 1, bodyEnd: end - 1, params: { start: list + 1, end: listEnd } };
  const lineEnd = Math.min(source.codeEnd[first] as number, end);
  return { end, headerEnd: lineEnd, bodyStart: lineEnd, bodyEnd: end - 1, params: null };
}
