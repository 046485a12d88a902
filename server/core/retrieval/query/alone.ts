/** Whether a question is a name or a text and little else. Pure. */
import { wordsOf } from '../../chunking/words.js';
import { type AnalysedQuery, STOP } from './analyse-query.js';
import { passageWords, unquoted } from './passages.js';

/** Whether the question asks for named symbols and has hardly a word besides; the class of an error is named before its message. */
export function isNameAlone({ text, isName, stated, words }: AnalysedQuery): boolean {
  if (text.match(ERROR_CLASS)?.[1] === stated[0]?.name && stated.length) return true;
  const named = new Set(stated.flatMap(({ name }) => wordsOf(name).split(' ')));
  const isContainer = (word: string): boolean => stated.some(({ container }) => container?.includes(word));
  return isName || (stated.length > 0 && words.filter((word) => !named.has(word) && !isContainer(word)).length < 2);
}

/** Words around a quoted text that ask where it stands; more ask for something else. */
const WORDS_OF_TEXT = 4;

/** Whether the question is a text, or asks for a quoted one. */
export function isTextAlone({ text }: AnalysedQuery): boolean {
  const around = unquoted(text);
  return around === text || passageWords(around).filter((word) => !STOP.has(word)).length < WORDS_OF_TEXT;
}

const ERROR_CLASS = /^\s*(?:[\w$]+(?:\.|::))*([A-Z][\w$]*): /;

/** Words around the name of a setting that ask where it is read or set; more ask for something else. */
const WORDS_OF_SETTING = 3;
const SETTING = /^[A-Z][A-Z\d]*(?:_[A-Z\d]+)+$/;

/** The one name that the question asks for, which may be that of a setting: `where is SHOP_URL read`. Null for another question. */
export function nameAsked(query: AnalysedQuery): string | null {
  const [name, ...others] = query.identifiers;
  if (name === undefined || others.length) return null;
  return isNameAlone(query) || (SETTING.test(name) && wordsBeside(query, [name]) <= WORDS_OF_SETTING) ? name : null;
}

/** How many words of a question are not of these names. */
export function wordsBeside({ words }: AnalysedQuery, names: readonly string[]): number {
  const own = new Set(names.flatMap((name) => wordsOf(name).split(' ')));
  return words.filter((word) => !own.has(word)).length;
}
