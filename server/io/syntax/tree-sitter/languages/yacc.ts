/** Grammars of yacc and bison, and scanners of lex: the C in them, which is before the rules, within `%{ %}`, and behind the rules. */

import { blank } from '../blank.js';
import type { Grammar } from '../grammar.js';
import { asCpp, cFamily } from './c-family.js';

const RULES = /^%%[^\S\n]*$/gm;
const PROLOGUE = /^%\{[^\S\n]*\n[\s\S]*?^%\}/gm;

/** The text with blanks in place of all that is no C of its own; of the same length. */
function blankRules(text: string): string {
  const [first, second] = [...text.matchAll(RULES)].map(({ index }) => index);
  if (first === undefined) return text;
  let before = '';
  let at = 0;
  for (const { index, 0: prologue } of text.slice(0, first).matchAll(PROLOGUE)) {
    // The marks themselves are no C.
    before += `${blank(text.slice(at, index))}  ${prologue.slice(2, -2)}  `;
    at = index + prologue.length;
  }
  const end = second === undefined ? text.length : second + 2;
  return before + blank(text.slice(at, end)) + text.slice(end);
}

export const yacc: Grammar = { ...cFamily, prepare: (text) => asCpp(blankRules(text)) };
