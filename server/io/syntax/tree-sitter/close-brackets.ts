/**
 * A repair for text that is being written: a bracket or a quote that is open yet takes the declarations behind it into one error. Indentation
 * says where each should have ended. A brace is closed there; the line of another bracket, or of a block without its `end`, is blanked, of a
 * quote the rest of its line. No offset changes. Pure.
 */

import type { TextSpan } from '../../../core/model/symbol.js';

export interface BracketLexis {
  /** What begins a comment that ends with its line. */
  readonly lineComment: '//' | '#' | '--';
  /** What begins and ends a string of several lines. */
  readonly longQuote: '`' | '"' | '"""' | null;
  /** Strings without escapes, sticky. */
  readonly rawString?: RegExp;
  /** Whether `'` encloses one character alone. */
  readonly hasCharacters: boolean;
  /** Of a language whose blocks end with `end`: whether a line, trimmed, opens one that it does not end. */
  readonly opensBlock?: RegExp;
}

interface Open {
  readonly bracket: string;
  readonly line: number;
  readonly indent: number;
}

interface Line {
  readonly start: number;
  /** Offset of its line break, or the end of the text. */
  readonly end: number;
  /** White space before its first character. */
  readonly indent: number;
  readonly isBlank: boolean;
}

/** Of a text with more open brackets at its end, or in one place, little can be said. */
const MAX_OPEN = 100;
const MAX_DEPTH = 1_000;
/** A longer line is hardly being written. */
const MAX_UNFINISHED = 300;

const CLOSERS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };
const CLOSER_OF: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
/** What begins a declaration: none stands in a bracket of its own indentation, or unindented in a string. */
const DECLARATION =
  /^(?:export|func|function|fn|def|class|struct|interface|type|enum|trait|impl|pub|public|private|protected|static|abstract|import|from|package|namespace|async def|@\w)(?![\w$])/;

/** The text with open brackets and quotes closed or blanked; the text itself where none is open. */
export function closeBrackets(text: string, lexis: BracketLexis): string {
  const lines = linesOf(text);
  const { unclosed, quotes } = openOnes(text, lines, lexis);
  const blocks = lexis.opensBlock ? openBlocks(text, lines, lexis.opensBlock) : [];
  const unfinished = lexis.lineComment === '//' ? unfinishedLines(text, lines) : [];
  const count = unclosed.length + quotes.length + blocks.length + unfinished.length;
  if (count === 0 || count > MAX_OPEN) return text;
  const chars = text.split('');
  const blank = (from: number, to: number): void => {
    for (let i = from; i < to; i++) if (chars[i] !== '\n' && chars[i] !== '\r') chars[i] = ' ';
  };
  for (const { start, end } of quotes) blank(start, end);
  for (const line of [...blocks, ...unfinished]) blank((lines[line] as Line).start, (lines[line] as Line).end);
  // The innermost is closed first. Where a line is blanked, nothing on it is open any more.
  const blanked = new Set(unclosed.filter((one) => !isBlock(one, lexis)).map(({ line }) => line));
  for (const one of unclosed.sort((a, b) => b.line - a.line)) {
    const { start, end } = lines[one.line] as Line;
    const at = blanked.has(one.line) ? -1 : roomBefore(chars, lines, endOf(lines, one));
    if (at >= end) chars[at] = CLOSER_OF[one.bracket] as string;
    else blank(start, end);
  }
  return chars.join('');
}

/** Whether declarations may stand in a bracket. */
const isBlock = ({ bracket }: Open, { lineComment }: BracketLexis): boolean => bracket === '{' && lineComment === '//';

/** Lines of blocks that no `end` of their indentation closes. */
function openBlocks(text: string, lines: readonly Line[], opens: RegExp): number[] {
  const unclosed: number[] = [];
  let stack: { readonly line: number; readonly indent: number }[] = [];
  for (const [line, { start, end, indent }] of lines.entries()) {
    const source = text.slice(start + indent, end).trimEnd();
    if (/^(?:end|until)\b/.test(source)) {
      const same = stack.findLastIndex((one) => one.indent === indent);
      if (same < 0) continue;
      unclosed.push(...stack.slice(same + 1).map((one) => one.line));
      stack = stack.slice(0, same);
    } else if (stack.length < MAX_DEPTH && opens.test(source)) stack.push({ line, indent });
  }
  return [...unclosed, ...stack.map(({ line }) => line)];
}

/** What no line ends with that the next one does not continue, indented more. */
const UNFINISHED =
  /(?:[^=!<>]=|[\w)\]]\.|=>|->|\b(?:if|let|match|for|in|while|switch|const|var|val|fn|func|function|use|impl|type|static|struct|enum|trait|mod|pub|mut|new|throw|await|import|from|class)|^(?:pub\s+)?(?:fn|func|function)\s+\w+|^(?:pub\s+)?(?:const|static|let|type)\s+\w+\s*:)$/;
/** What goes on with the line before. */
const CONTINUED = /^[{([.?:&|+*/=,)\]}<>-]/;

/** Lines that end in the middle of a statement, where the next line is another one. */
function unfinishedLines(text: string, lines: readonly Line[]): number[] {
  const code = lines.flatMap(({ start, end, indent, isBlank }, line) =>
    isBlank ? [] : { line, indent, source: text.slice(start + indent, end).trimEnd() },
  );
  return code.flatMap(({ line, indent, source }, i) => {
    const next = code[i + 1];
    const isAnother =
      next !== undefined &&
      next.indent <= indent &&
      !next.source.startsWith('{') &&
      !(next.indent === indent && CONTINUED.test(next.source));
    return isAnother && source.length < MAX_UNFINISHED && !source.startsWith('//') && UNFINISHED.test(source) ? line : [];
  });
}

function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  for (let start = 0; start <= text.length; ) {
    const next = text.indexOf('\n', start);
    const end = next < 0 ? text.length : next;
    const line = text.slice(start, end);
    const indent = indentOf(line);
    lines.push({ start, end, indent, isBlank: indent === line.length });
    start = end + 1;
  }
  return lines;
}

const indentOf = (line: string): number => line.length - line.trimStart().length;

/** The line before which a bracket should have been closed: the first behind it that is not indented more. */
function endOf(lines: readonly Line[], { line, indent }: Open): number {
  const end = lines.findIndex((one, at) => at > line && !one.isBlank && one.indent <= indent);
  return end < 0 ? lines.length : end;
}

/** The last place for a character before a line: the break of a line before it, in which nothing was put yet; -1 without one. */
function roomBefore(chars: readonly string[], lines: readonly Line[], line: number): number {
  for (let at = line - 1; at >= 0; at--) {
    const { end, isBlank } = lines[at] as Line;
    if (chars[end] === '\n') return end;
    if (!isBlank) return -1;
  }
  return -1;
}

/** Brackets that nothing closes by the indentation of what does, and the rest of the line from each quote that nothing ends. */
function openOnes(
  text: string,
  lines: readonly Line[],
  lexis: BracketLexis,
): { readonly unclosed: Open[]; readonly quotes: readonly TextSpan[] } {
  const unclosed: Open[] = [];
  const quotes: TextSpan[] = [];
  let stack: Open[] = [];
  const drop = (from: number): void => {
    unclosed.push(...stack.slice(from));
    stack = stack.slice(0, from);
  };
  for (let at = 0, line = 0; at < text.length; at++) {
    while (at > (lines[line] as Line).end) line++;
    const { start, end, indent } = lines[line] as Line;
    if (at === start && DECLARATION.test(text.slice(start + indent, start + indent + 20))) {
      // A declaration stands in no bracket, but for braces, that is not indented less.
      const first = stack.findIndex((one) => !isBlock(one, lexis) && one.indent >= indent);
      if (first >= 0) drop(first);
    }
    const skipped = skip(text, at, lines[line] as Line, lexis);
    if (skipped === null) {
      quotes.push({ start: at, end });
      at = end - 1;
    } else if (skipped > at) at = skipped - 1;
    else {
      const char = text[at] as string;
      if (CLOSER_OF[char]) stack.push({ bracket: char, line, indent });
      if (stack.length > MAX_DEPTH) return { unclosed: [], quotes: [] };
      if (CLOSERS[char]) {
        const isFirst = at === start + indent;
        const same = isFirst ? stack.findLastIndex((one) => one.bracket === CLOSERS[char] && one.indent === indent) : -1;
        if (same >= 0) drop(same + 1);
        if (stack.at(-1)?.bracket === CLOSERS[char]) stack.pop();
      }
    }
  }
  return { unclosed: [...unclosed, ...stack], quotes };
}

/** Where a comment or a string at an offset ends; the offset itself where none begins; null for a quote that is not ended. */
function skip(text: string, at: number, { end: lineEnd, indent }: Line, lexis: BracketLexis): number | null {
  const { lineComment, longQuote, rawString, hasCharacters } = lexis;
  if (text.startsWith(lineComment, at)) return lineEnd;
  if (lineComment === '//' && text.startsWith('/*', at)) {
    const end = text.indexOf('*/', at + 2);
    return end < 0 ? lineEnd : end + 2;
  }
  const raw = rawString && !/[\w]/.test(text[at - 1] ?? '') ? matchAt(rawString, text, at) : null;
  if (raw) return at + raw.length;
  const quote = text[at];
  if (longQuote && text.startsWith(longQuote, at)) {
    const end = longQuote === '"' ? at + (matchAt(LONG_STRING, text, at)?.length ?? -1 - at) : endBehind(text, at, longQuote);
    const isOutside = (line: string): boolean =>
      (indentOf(line) <= indent && (DECLARATION.test(line.trimStart()) || /[;{}]$/.test(line.trimEnd()))) ||
      (indentOf(line) < indent && /^\s*end\b/.test(line));
    const isOpen = end < 0 || text.slice(at, end).split('\n').slice(1).some(isOutside);
    return isOpen ? null : end;
  }
  if (quote !== '"' && quote !== "'") return at;
  const string = (quote === "'" && hasCharacters ? CHARACTER : STRING).exec(text.slice(at, lineEnd));
  return string ? at + string[0].length : quote === "'" && hasCharacters ? at : null;
}

function matchAt(sticky: RegExp, text: string, at: number): string | null {
  sticky.lastIndex = at;
  return sticky.exec(text)?.[0] ?? null;
}

/** Where a string ends that another mark of its kind ends; -1 without one. */
function endBehind(text: string, at: number, mark: string): number {
  const end = text.indexOf(mark, at + mark.length);
  return end < 0 ? -1 : end + mark.length;
}

const LONG_STRING = /"(?:\\[\s\S]|[^"\\])*"/y;
const STRING = /^(["'])(?:\\.|(?!\1|\\).)*\1/;
const CHARACTER = /^'(?:\\.[^'\n]{0,10}|[^'\\\n])'/u;
