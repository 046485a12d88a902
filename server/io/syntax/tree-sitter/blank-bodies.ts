/** A repair of last resort: one function that a grammar cannot read makes an error of everything around it. */
import type { TextSpan } from '../../../core/model/symbol.js';
import { blank } from './blank.js';
import type { Repair } from './grammar.js';

/** Lines that an error must take in before bodies are given up for it. */
const MIN_LINES = 10;

/**
 * A repair that blanks the bodies of those functions which the grammar cannot read by themselves, so that it reads the others.
 * @param heads matches, with the flags `gm`, the heads of functions that begin a line and end with a brace; the brace that closes the body
 * begins a line
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
      const start = index + head.length;
      const end = text.indexOf('\n}', start);
      if (index < done || end < 0) continue;
      out += between(index) + head;
      const body = text.slice(start, end);
      out += parses(`${head}${body}\n}`) ? body : plain(body);
      done = end + 2;
      out += '\n}';
    }
    return done > 0 ? out + between(text.length) : text;
  };

const linesOf = (text: string, { start, end }: TextSpan): number => text.slice(start, end).split('\n').length;
