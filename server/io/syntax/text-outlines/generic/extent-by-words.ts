/** Extents of definitions without braces: closed by a word (`end`), by indentation, or by a parenthesis (Lisp). */
import { type Extent, endOn, lastLine, none, skipBlanks, startsWith } from './declaration-lines.js';
import type { DefinitionRule, Grammar } from './grammar.js';
import type { Source } from './source.js';

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
  const opens = rule.shape === 'block';
  const last = lastLine(source, grammar, first, line);
  const next = source.nextCode[last] as number;
  const own = source.indent[first] as number;
  if (opens && next >= 0 && (source.indent[next] as number) === own && startsWith(source, next, closing)) {
    const headerEnd = params ? params.end + 1 : (source.codeEnd[line] as number);
    const end = endOn(source, next, first);
    return {
      end,
      headerEnd,
      bodyStart: headerEnd,
      bodyEnd: source.codeStart[next] as number,
      params,
    };
  }
  const end = endOn(source, last, first);
  // `f(x) = y` (Julia).
  const inline = code.slice(at, Math.min(end, at + 2_000)).search(/=(?![=~])/);
  if (rule.quotedName) at = Math.min(end, source.codeEnd[first] as number);
  if (params || rule.quotedName) {
    const word = /\bend\W*$/.exec(code.slice(Math.max(at, end - 12), end));
    return { end, headerEnd: at, bodyStart: at, bodyEnd: word ? end - word[0].length : end, params };
  }
  if (inline >= 0) {
    const mark = at + inline;
    return { end, headerEnd: mark, bodyStart: skipBlanks(code, mark + 1, end), bodyEnd: end, params };
  }
  return none(end, end, params);
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

export function inParens(source: Source, grammar: Grammar, rule: DefinitionRule, first: number, nameEnd: number): Extent {
  const open = source.codeStart[first] as number;
  const close = source.balanced ? (source.partner[open] as number) : -1;
  const end = close > 0 ? close + 1 : (source.codeEnd[lastLine(source, grammar, first, first)] as number);
  let list = skipBlanks(source.code, nameEnd, end);
  // A docstring may stand between the name and the parameters; masked, it is blanks between quotes.
  while (list < end && source.code.charCodeAt(list) === 34) list = skipBlanks(source.code, list + 1, end);
  const opener = source.code.charCodeAt(list);
  // Behind the name of a value or a namespace no list is one of parameters.
  const hasParameters = /^(?:function|method|macro|class)$/.test(rule.kind);
  const listEnd = hasParameters && (opener === 40 || opener === 91) ? (source.partner[list] as number) : -1;
  if (listEnd > 0 && listEnd < end)
    return { end, headerEnd: listEnd + 1, bodyStart: listEnd + 1, bodyEnd: end - 1, params: { start: list + 1, end: listEnd } };
  const lineEnd = Math.min(source.codeEnd[first] as number, end);
  return { end, headerEnd: lineEnd, bodyStart: lineEnd, bodyEnd: end - 1, params: null };
}
