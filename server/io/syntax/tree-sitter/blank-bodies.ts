/** A repair of last resort: one function that a grammar cannot read makes an error of everything around it. */
import type { TextSpan } from '../../../core/model/symbol.js';
import { blank } from './blank.js';
import type { Repair } from './grammar.js';

/** Lines that an error must take in before bodies are given up for it. */
const MIN_LINES = 10;

/**
 * A repair that blanks the bodies of those functions which the grammar cannot read by themselves, so that it reads the others.
 * @param heads matches, with the flags `gm`, the heads of functions that begin a line and end with a brace; the brace that closes the body
 * begins a line, behind the indentation that a head begins with
 * @param kept what is read all the same of lines that the grammar cannot read, in their length: of bodies, and of what stands between functions;
 * absent: nothing of a body
 */
export const blankBodies =
  (heads: RegExp, kept?: (lines: string, parses: (part: string) => boolean) => string): Repair =>
  (text, errors, parses) => {
    if (!errors.some((error) => linesOf(text, error) >= MIN_LINES)) return text;
    const plain = (lines: string): string => (kept ? kept(lines, parses) : blank(lines));
    let out = '';
    let done = 0;
    const between = (end: number): string => {
      const part = text.slice(done, end);
      return kept && !parses(part) ? plain(part) : part;
    };
    for (const { index, 0: head } of text.matchAll(heads)) {
      if (index < done) continue;
      const start = index + head.length;
      const indent = /^[ \t]*/.exec(head)?.[0] ?? '';
      const close = `\n${indent}}`;
      const end = text.indexOf(close, start);
      if (end < 0) continue;
      const body = text.slice(start, end);
      if (hasShallower(body, indent.length)) continue;
      out += between(index) + head;
      const alone = `${head}${body}${close}`;
      out += parses(indent ? `struct {\n${alone}\n};` : alone) ? body : plain(body);
      done = end + close.length;
      out += close;
    }
    return done > 0 ? out + between(text.length) : text;
  };

/** Whether a line begins before this column: then the function ended on its first line, or is laid out in another way. */
const hasShallower = (body: string, column: number): boolean =>
  column > 0 && body.split('\n').some((line) => line.search(/[^\s#]/) >= 0 && line.search(/\S/) < column && !line.startsWith('#'));

const linesOf = (text: string, { start, end }: TextSpan): number => text.slice(start, end).split('\n').length;
