/**
 * Corrects misspelt names: a word of a short question that the index does not contain is read as a similar name of a symbol, and the answer
 * says so.
 */
import { editDistance } from '../../../util/nearest.js';
import { foldName, partsOfName, wholeWord } from '../../chunking/words.js';
import type { Problem } from '../../model/problem.js';
import type { IndexReader, SimilarName } from '../ports.js';
import { correction as limits } from '../recall/weights.js';
import { expandWords } from './expand-words.js';
import { isPrintedLine } from './passages.js';
import { usedName } from './relation-phrases.js';
import { isWrittenAsName, wholeName } from './stated-names.js';

export type CorrectionLookup = Pick<IndexReader, 'named' | 'documentFrequency' | 'similarNames'>;

export interface Correction {
  readonly typed: string;
  readonly meant: string;
  /** `meant` is the member of a type above, which the type in `typed` has from it. */
  readonly isInherited?: true;
  /** Further names that begin with what was typed. */
  readonly others?: readonly string[];
}

/** A question with a path is found by the path. */
const PATH = /[/\\]|\w\.[a-z]{1,4}(?!\w)/;
const WORD = /[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*/g;

/** A longer name that has a qualifier inside is not what the member is in: `AddCartService` for the `CartService` of `CartService.add`. */
const MAX_QUALIFIER_EDITS = 2;
const isQualifier = (word: string, text: string): boolean => /^(?:\.|::|->|#)\w/.test(text.slice(text.indexOf(word) + word.length));

/** The question with misspelt names corrected, and the corrections. */
export function correctWords(
  reader: CorrectionLookup,
  text: string,
): { readonly text: string; readonly corrections: readonly Correction[] } {
  // A printed message contains values of whoever got it.
  const isPrinted = isPrintedLine(text);
  const words = isPrinted || text.length > limits.maxChars || PATH.test(text) ? [] : [...new Set(text.match(WORD) ?? [])];
  if (words.length > limits.maxWords) return { text, corrections: [] };
  const corrections: Correction[] = [];
  const alone = words.length === 1 ? words[0] : words.length ? (usedName(text) ?? wholeName(text))?.name : undefined;
  for (const typed of words.filter((word) => isUnknown(reader, word)).slice(0, limits.unknownWords)) {
    const isAlone = typed === alone;
    if (!(isAlone && words.length === 1) && !isWrittenAsName(typed) && hasKnownForm(reader, typed)) continue;
    const isMeant = (near: SimilarName): boolean =>
      !isOtherThing(typed, near.name) &&
      !isOfRuntime(typed, near.name) &&
      isLikely(typed, near, isAlone) &&
      (near.distance <= MAX_QUALIFIER_EDITS || !isQualifier(typed, text));
    const meant = reader.similarNames(typed, 3).find(isMeant);
    if (meant) corrections.push({ typed, meant: meant.name });
  }
  const meant = new Map(corrections.map((one) => [one.typed, one.meant]));
  return { text: corrections.length ? text.replace(WORD, (word) => meant.get(word) ?? word) : text, corrections };
}

/** @param isPart whether the index may lack files */
export function correctionProblem({ typed, meant, isInherited, others = [] }: Correction, isPart: boolean): Problem {
  const unknown = `nothing ${isPart ? 'that is indexed so far ' : ''}is named ${JSON.stringify(typed)}`;
  const reason = isInherited ? `${typed} is inherited` : unknown;
  const more = others.length ? `; ${others.join(', ')} ${others.length === 1 ? 'begins' : 'begin'} so too` : '';
  return { code: 'corrected', message: `${reason}; the answer is for ${JSON.stringify(meant)}${more}`, incomplete: false };
}

function isUnknown(reader: CorrectionLookup, word: string): boolean {
  const whole = wholeWord(word);
  if (!whole || foldName(word).length < limits.minChars || reader.documentFrequency([whole]).get(whole)) return false;
  return !reader.named([word], 1).length;
}

/** `writing` is a known word where the index contains `write`. */
function hasKnownForm(reader: CorrectionLookup, word: string): boolean {
  return [...reader.documentFrequency(expandWords([word.toLowerCase()])).values()].some((count) => count > 0);
}

/** The name of an error, or of a type that only messages have, is that of a library rather than a misspelt name of something else. */
export const isOfRuntime = (typed: string, name: string): boolean => typed === 'NoneType' || (ERROR.test(typed) && !ERROR.test(name));
const ERROR = /[a-z](?:Exception|Error|Warning)$/;

/** Whether a name that is nearly the same is that of another thing, not the typed one misspelt. */
export const isOtherThing = (typed: string, name: string): boolean => hasOtherNumber(typed, name) || hasOtherWord(typed, name);

/** `part2` is another thing than `part1`; `sha265` may be `sha256`. */
const hasOtherNumber = (typed: string, name: string): boolean =>
  foldName(typed).replace(DIGITS, '') === foldName(name).replace(DIGITS, '') && sortedDigits(typed) !== sortedDigits(name);
/** `SendPolicy` is another thing than `GetPolicy`: of several words one is another word. */
function hasOtherWord(typed: string, name: string): boolean {
  const [own, others] = [partsOfName(typed), partsOfName(name)];
  if (own.length < 2 || own.length !== others.length) return false;
  const pairs = own.map((part, i) => [part, others[i] as string] as const).filter(([a, b]) => a !== b);
  return pairs.length === 1 && pairs.every(([a, b]) => editDistance(a, b) * 2 > Math.max(a.length, b.length));
}
const DIGITS = /\d/g;
const sortedDigits = (name: string): string => (name.match(DIGITS) ?? []).sort().join('');

/** What the question asks for, or what is written as a name, may be misspelt; in a sentence an inflected word is not a mistake. */
const isLikely = (typed: string, { name, distance }: SimilarName, isAlone: boolean): boolean =>
  isAlone ||
  isWrittenAsName(typed) ||
  (distance <= (typed.length < limits.minLongChars ? 1 : 2) &&
    typed.length >= limits.minPlainChars &&
    // People rarely get the first letter wrong: `Bitbucket` is no `getBucket`.
    foldName(typed)[0] === foldName(name)[0] &&
    !isInflected(foldName(typed), foldName(name)));

/** `parsers` and `parser`, `cached` and `caches`: equal but for the last letter. */
const isInflected = (a: string, b: string): boolean => {
  const stem = Math.min(a.length, b.length) - 1;
  return a.slice(0, stem) === b.slice(0, stem);
};
