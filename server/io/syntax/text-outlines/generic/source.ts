/** One file prepared for scanning: masked code, lines with their indentation, brackets with their partners. */
import { LineIndex } from '../../../../util/text.js';
import { mask } from './mask.js';
import type { TokenRule } from './tokens.js';

export interface Source {
  readonly text: string;
  readonly code: string;
  readonly index: LineIndex;
  readonly lines: number;
  readonly comments: readonly { readonly start: number; readonly end: number }[];
  /** Offset of the first code on each line, -1 where there is none. */
  readonly codeStart: Int32Array;
  /** Offset behind the last code on each line. */
  readonly codeEnd: Int32Array;
  /** Columns of indentation of the code; a tab counts 4. */
  readonly indent: Int32Array;
  /** Brackets open at the start of each line. */
  readonly depth: Int32Array;
  /** The next line with code after each line, -1 at the end. */
  readonly nextCode: Int32Array;
  /** 1: comment and nothing else. */
  readonly commentLine: Uint8Array;
  /** At the offset of a bracket: the offset of its partner, or -1. Elsewhere meaningless. */
  readonly partner: Int32Array;
  /** False where brackets have no partners: extents then follow indentation alone. */
  readonly balanced: boolean;
}

export function prepare(text: string, tokens: readonly TokenRule[]): Source {
  const { code, comments } = mask(text, tokens);
  const index = new LineIndex(text);
  const lines = index.lines;
  const codeStart = new Int32Array(lines).fill(-1);
  const codeEnd = new Int32Array(lines);
  const indent = new Int32Array(lines);
  const depth = new Int32Array(lines);
  const nextCode = new Int32Array(lines);
  const commentLine = new Uint8Array(lines);
  const partner = new Int32Array(text.length + 1).fill(-1);
  const stack: number[] = [];
  /** Open brackets of each kind: an unexpected closer without an opener is not searched for. */
  const open = { 40: 0, 91: 0, 123: 0 } as Record<number, number>;
  let balanced = true;
  for (let line = 0; line < lines; line++) {
    depth[line] = stack.length;
    const end = index.offsetOf(line + 1);
    let column = 0;
    let first = -1;
    let last = index.offsetOf(line);
    for (let i = last; i < end; i++) {
      const char = code.charCodeAt(i);
      if (char === 32) column++;
      else if (char === 9) column += 4;
      else if (char === 10 || char === 13 || char === 0xfeff) continue;
      else {
        if (first < 0) {
          first = i;
          indent[line] = column;
        }
        last = i + 1;
        if (char === 40 || char === 91 || char === 123) {
          stack.push(i);
          open[char] = (open[char] ?? 0) + 1;
        } else if (char === 41 || char === 93 || char === 125) {
          const wanted = char === 41 ? 40 : char - 2;
          if (!open[wanted]) balanced = false;
          else {
            for (;;) {
              const at = stack.pop() as number;
              const kind = code.charCodeAt(at);
              open[kind] = (open[kind] ?? 0) - 1;
              if (kind === wanted) {
                partner[at] = i;
                partner[i] = at;
                break;
              }
              balanced = false;
            }
          }
        }
      }
    }
    codeStart[line] = first;
    codeEnd[line] = last;
  }
  if (stack.length) balanced = false;
  for (let line = lines - 1, next = -1; line >= 0; line--) {
    nextCode[line] = next;
    if ((codeStart[line] as number) >= 0) next = line;
  }
  let at = 0;
  for (const comment of comments) {
    while (at + 1 < lines && index.offsetOf(at + 1) <= comment.start) at++;
    for (let line = at; line < lines && index.offsetOf(line) < comment.end; line++)
      if ((codeStart[line] as number) < 0) commentLine[line] = 1;
  }
  return { text, code, index, lines, comments, codeStart, codeEnd, indent, depth, nextCode, commentLine, partner, balanced };
}
