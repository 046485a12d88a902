/** Which lines belong to a declaration, whatever closes its body: indentation, open brackets, words that go on. */
import type { Grammar } from './grammar.js';
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

export const startsWith = (source: Source, line: number, pattern: RegExp): boolean => {
  const start = source.codeStart[line] as number;
  return pattern.test(source.code.slice(start, Math.min(source.codeEnd[line] as number, start + 40)));
};

/** True where `line` goes on with a declaration that began on `first`. */
export function continues(source: Source, grammar: Grammar, first: number, line: number): boolean {
  if ((source.indent[line] as number) > (source.indent[first] as number)) return true;
  if (source.balanced && (source.depth[line] as number) > (source.depth[first] as number)) return true;
  // A closer goes on with what it closes, and with nothing else.
  const start = source.codeStart[line] as number;
  const char = source.code.charCodeAt(start);
  if (source.balanced && (char === 41 || char === 93 || char === 125))
    return (source.partner[start] as number) >= (source.codeStart[first] as number);
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

export const none = (end: number, headerEnd: number, params: Extent['params']): Extent => ({
  end,
  headerEnd,
  bodyStart: 1,
  bodyEnd: 0,
  params,
});

export function skipBlanks(code: string, from: number, to: number): number {
  while (from < to && code.charCodeAt(from) <= 32) from++;
  return from;
}

/** End of the text on a line, without a separator that belongs to what surrounds it. */
export function endOn(source: Source, line: number, first: number): number {
  let end = source.codeEnd[line] as number;
  if (line > first || end > 0) while (end > 0 && (source.code.charCodeAt(end - 1) === 44 || source.code.charCodeAt(end - 1) <= 32)) end--;
  return end;
}
