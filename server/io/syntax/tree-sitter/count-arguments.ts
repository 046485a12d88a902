/** How many arguments a call has, from its text. Where the text alone does not say, the result is undefined, never a guess. */
import type { TextSpan } from '../../../core/model/symbol.js';

/** A longer list is not counted. UTF-16 units. */
const MAX_CHARS = 4_000;
/** A list is looked for this far behind the name: white space, `?.`, type arguments. */
const MAX_GAP = 80;

/**
 * @param end of the name that is called
 * @param masked comments and contents of strings, in order
 * @param first of them that ends behind the name
 * @param block behind the parentheses: one more argument, or perhaps one; absent: none
 */
export function countArguments(
  text: string,
  end: number,
  masked: readonly TextSpan[],
  first: number,
  block?: 'counts' | 'mayCount',
): number | undefined {
  let at = end;
  while (text.charCodeAt(at) !== 40) {
    // A macro reads what it is given by rules of its own.
    if (at - end > MAX_GAP || text[at] === '!' || !text[at]) return undefined;
    at++;
  }
  const most = Math.min(text.length, at + MAX_CHARS);
  let mask = first;
  let depth = 0;
  let commas = 0;
  let isEmpty = true;
  let opens = false;
  for (; at < most; at++) {
    while (mask < masked.length && (masked[mask] as TextSpan).end <= at) mask++;
    const next = masked[mask];
    if (next && next.start <= at) {
      // A character is masked with its quotation marks, a string without.
      if (/['"`]/.test(text[next.start] ?? '')) isEmpty = false;
      at = next.end - 1;
      continue;
    }
    const c = text.charCodeAt(at);
    if (c <= 32) continue;
    if (c === 40 || c === 91 || c === 123) {
      if (depth > 0) isEmpty = false;
      depth++;
      if (depth === 1) isEmpty = true;
      continue;
    }
    if (c === 41 || c === 93 || c === 125) {
      depth--;
      if (depth > 0) continue;
      if (depth < 0) return undefined;
      if (!block || !/^[ \t]*\{/.test(text.slice(at + 1, at + 9))) return commas + (isEmpty ? 0 : 1);
      return block === 'counts' ? commas + (isEmpty ? 1 : 2) : undefined;
    }
    // A character, which may be a bracket or a comma: not masked in all languages.
    if (c === 39) {
      if (text.charCodeAt(at + 2) === 39) at += 2;
      else if (text.charCodeAt(at + 1) === 92) at += Math.max(0, text.slice(at, at + 12).indexOf("'", 2));
      isEmpty = false;
      continue;
    }
    if (depth !== 1) continue;
    if (c === 44) {
      if (isEmpty) return undefined;
      commas++;
      isEmpty = true;
      continue;
    }
    // Spread arguments; closures of Rust; a list of type arguments or a comparison; a regular expression or a division.
    if ((c === 42 && isEmpty) || c === 124 || (c === 46 && text.startsWith('...', at)) || (c === 47 && isEmpty)) return undefined;
    if (c === 60 && !/[=<-]/.test(text[at + 1] ?? '')) opens = true;
    if (c === 62 && opens && text[at - 1] !== '=' && text[at - 1] !== '-') return undefined;
    if (c === 108 && text.startsWith('lambda', at)) return undefined;
    isEmpty = false;
  }
  return undefined;
}
