/**
 * Strings of a file (names, signatures, documentation) as positions in its text. A pack holds positions only, so it shows nothing to
 * a reader who does not have the file, and it cannot bring in words that the file does not contain.
 *
 * Form: a list of numbers. One that is at least 0 is the distance from the end of the last piece to the start of the next, and the length
 * of the piece follows. One below 0 stands between pieces: the code of a character that is no letter and no digit, or an entry of `literals`.
 * Invariant: pieces are whole words of the text, in the order of the text. Only the end of the last piece may cut a word short.
 */
export type TextSlices = readonly number[];

/** Words that outlines add to what a file says: prefixes and labels of tags. Only added to, since packs name them by their place. */
const literals = ['receiver:', 'TODO', 'FIXME', 'NOTE', 'HACK', 'selector:', 'template:'] as const;
const firstLiteral = 0x110000;

const wordCharacter = /[\p{L}\p{N}\p{M}_]/u;
/** Over single UTF-16 units; halves of a pair count as part of a word, so that no pair is cut. */
const isWordAt = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  if (Number.isNaN(code)) return false;
  if (code < 128) return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95;
  return (code >= 0xd800 && code <= 0xdfff) || wordCharacter.test(text.charAt(at));
};
/** No part of a word, and no control character besides white space. */
const isPlainMark = (mark: string): boolean => !isWordAt(mark, 0) && (mark >= ' ' || /\s/.test(mark));
const isBoundary = (text: string, at: number): boolean => !(isWordAt(text, at - 1) && isWordAt(text, at));

/** Starts that are tried for one string: the first words of most occur once or a few times. */
const maxStarts = 40;

/**
 * The string as slices of `text`; null where it is not made of the text's words in their order.
 * @param from where the string is likely to begin: that place is tried first
 */
export function sliceString(text: string, string: string, from: number): TextSlices | null {
  if (string === '') return [];
  const label = (literals as readonly string[]).indexOf(string);
  if (label >= 0) return [-(firstLiteral + label)];
  const whole = findWhole(text, string, from);
  if (whole >= 0) return [whole, string.length];
  const first = string.search(/[\p{L}\p{N}_]/u);
  if (first < 0) return sliceFrom(text, string, 0);
  const word = /^[\p{L}\p{N}\p{M}_]+/u.exec(string.slice(first))?.[0] ?? string.charAt(first);
  let tries = 0;
  for (const begin of [from, 0]) {
    for (let at = text.indexOf(word, begin); at >= 0 && tries < maxStarts; at = text.indexOf(word, at + 1)) {
      tries++;
      const slices = sliceFrom(text, string, at);
      if (slices) return slices;
    }
    if (from === 0) break;
  }
  return sliceFrom(text, string, from);
}

/** Place of the whole string between word boundaries, or -1. */
function findWhole(text: string, string: string, from: number): number {
  for (const begin of [from, 0]) {
    for (let at = text.indexOf(string, begin); at >= 0; at = text.indexOf(string, at + 1))
      if (isBoundary(text, at) && isBoundary(text, at + string.length)) return at;
    if (from === 0) break;
  }
  return -1;
}

function sliceFrom(text: string, string: string, from: number): TextSlices | null {
  const slices: number[] = [];
  let end = 0;
  let at = from;
  let i = 0;
  while (i < string.length) {
    const literal = literals.findIndex((one) => one.endsWith(':') && string.startsWith(one, i));
    if (literal >= 0 && !isWordAt(string, i - 1)) {
      slices.push(-(firstLiteral + literal));
      i += (literals[literal] as string).length;
      continue;
    }
    if (!isWordAt(string, i)) {
      slices.push(-string.charCodeAt(i));
      i++;
      continue;
    }
    const start = nextPiece(text, string, i, at);
    if (start < 0) return null;
    const length = commonLength(text, start, string, i);
    slices.push(start - end, length);
    i += length;
    at = end = start + length;
  }
  return slices;
}

/** The next place of the word at `i` that begins a word of the text; -1 where there is none. */
function nextPiece(text: string, string: string, i: number, from: number): number {
  let wordEnd = i;
  while (wordEnd < string.length && isWordAt(string, wordEnd)) wordEnd++;
  const word = string.slice(i, wordEnd);
  for (let at = text.indexOf(word, from); at >= 0; at = text.indexOf(word, at + 1)) {
    const isWhole = isBoundary(text, at + word.length) || wordEnd === string.length;
    if (isBoundary(text, at) && isWhole) return at;
  }
  return -1;
}

/** How far text and string agree, up to the end of a word of both, or the end of the string. */
function commonLength(text: string, start: number, string: string, i: number): number {
  let length = 0;
  while (i + length < string.length && text.charCodeAt(start + length) === string.charCodeAt(i + length)) length++;
  if (i + length === string.length) return length;
  while (length > 0 && !(isBoundary(text, start + length) && isBoundary(string, i + length))) length--;
  return length;
}

/** The string that slices stand for; null for slices that break the rules above. */
export function joinSlices(text: string, slices: TextSlices): string | null {
  let string = '';
  let end = 0;
  for (let n = 0; n < slices.length; n++) {
    const number = slices[n] as number;
    if (!Number.isInteger(number)) return null;
    if (number < 0) {
      const constant = -number >= firstLiteral ? literals[-number - firstLiteral] : String.fromCharCode(-number);
      if (constant === undefined || (-number < firstLiteral && !isPlainMark(constant))) return null;
      string += constant;
      continue;
    }
    const start = end + number;
    const length = slices[++n];
    if (length === undefined || !Number.isInteger(length) || length <= 0 || start + length > text.length) return null;
    end = start + length;
    if (!isBoundary(text, start) || (n < slices.length - 1 && !isBoundary(text, end))) return null;
    string += text.slice(start, end);
  }
  return string;
}
