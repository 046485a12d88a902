/**
 * Reads a question in another language in English, word by word: words that hold it together, and common words about code. Names, quoted
 * texts and words that are in no table stay as they are. Pure.
 */
import { STOP } from '../analyse-query.js';
import { contentWords, type Language, languages } from './content-words.js';
import { functionWordsOf, tellTale } from './function-words.js';

const CYRILLIC = /\p{Script=Cyrillic}/gu;
const HAN = /\p{Script=Han}/gu;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const HANGUL = /\p{Script=Hangul}/gu;
/** Quoted text, code, or a run of letters of natural language; what is between stays. */
const PIECE = /`[^`]*`|"[^"]*"|[\p{L}\p{M}]*[\p{N}_$.:/#@]+[\p{L}\p{N}_$.:/#@]+|[\p{L}\p{M}’']+/gu;
const WORDS = /[\p{L}\p{M}]+/gu;
/** Camel case, or capitals alone: a name. */
const NAME = /\p{Ll}\p{Lu}|^\p{Lu}{2,}$/u;
/** A longer question is a text that quotes much. */
const MAX_CHARS = 4_000;
/** Letters that an ending may add to a stem. */
const MAX_ENDING = 7;
/** Share of the words or letters of a question that tell its language. */
const TELLING = 0.15;
/** In fewer words one that tells the language is enough. */
const FEW_WORDS = 6;

interface Dictionary {
  /** Words that hold a question together; '' for one that says nothing. */
  readonly small: ReadonlyMap<string, string>;
  readonly words: ReadonlyMap<string, string>;
  /** Longest first. */
  readonly stems: readonly (readonly [stem: string, english: string])[];
}

/** The question in English; null where it is in English or in a language that is not known. */
export function translate(question: string): string | null {
  const text = question.normalize('NFC');
  if (text.length > MAX_CHARS) return null;
  const language = languageOf(text);
  if (!language) return null;
  const spaced = language === 'zh' || language === 'ja' ? segmented(text, language) : phrased(text, language);
  const english = spaced.replace(PIECE, (piece) => wordIn(piece, language) ?? piece);
  return rephrased(
    english
      .replace(/[？¿¡]/g, (mark) => (mark === '？' ? '?' : ''))
      .replace(/[^\S\n]+/g, ' ')
      .replace(/ ([?.,!])/g, '$1')
      .trim(),
  );
}

/** The words of a question that is not in English but for those that hold it together. */
export function contentOf(question: string): string[] {
  const language = languageOf(question);
  const pieces = question.normalize('NFC').match(PIECE) ?? [];
  return language ? pieces.filter((piece) => !dictionaryOf(language).small.has(piece.toLowerCase())) : pieces;
}

function languageOf(text: string): Language | null {
  const plain = text.replace(/`[^`]*`|"[^"]*"/g, ' ');
  const letters = plain.match(/\p{L}/gu)?.length ?? 0;
  const isMostly = (script: RegExp): boolean => (plain.match(script)?.length ?? 0) > letters * TELLING;
  if (isMostly(KANA)) return 'ja';
  if (isMostly(HANGUL)) return 'ko';
  if (isMostly(HAN)) return 'zh';
  if (isMostly(CYRILLIC)) return 'ru';
  const words = (plain.match(WORDS) ?? []).map((word) => word.toLowerCase());
  let best: { readonly language: Language; readonly fit: number } | null = null;
  for (const [language, told] of Object.entries(tellTale) as [Language, ReadonlySet<string>][]) {
    const hits = words.filter((word) => told.has(word)).length;
    if (!hits) continue;
    const english = words.filter((word) => STOP.has(word) && !dictionaryOf(language).small.has(word)).length;
    const known = words.filter((word) => wordIn(word, language) !== null).length;
    const isPlain = english === 0 && words.length > 2 && (words.length <= FEW_WORDS || known > words.length / 2);
    const isEnough = hits >= Math.max(2, words.length * TELLING) || isPlain;
    // Related languages share such words; the others decide.
    const fit = hits + known;
    if (isEnough && hits > english && fit > (best?.fit ?? 0)) best = { language, fit };
  }
  return best?.language ?? null;
}

const dictionaries = new Map<Language, Dictionary>();

/** Built at the first question of a language. */
function dictionaryOf(language: Language): Dictionary {
  const known = dictionaries.get(language);
  if (known) return known;
  const column = languages.indexOf(language) + 1;
  const words = new Map<string, string>();
  const stems: [string, string][] = [];
  for (const line of contentWords.trim().split('\n')) {
    const cells = line.split('|');
    for (const word of cells[column]?.split(',') ?? []) {
      // A Korean word has its particles at its end.
      if (word.endsWith('*') || language === 'ko') stems.push([word.replace('*', ''), cells[0] as string]);
      else if (!words.has(word)) words.set(word, cells[0] as string);
    }
  }
  stems.sort((a, b) => b[0].length - a[0].length);
  const dictionary = { small: functionWordsOf(language), words, stems };
  dictionaries.set(language, dictionary);
  return dictionary;
}

/** The English of one word, '' for one that says nothing; null where it is a name or not known. */
function wordIn(piece: string, language: Language): string | null {
  if (!/^[\p{L}\p{M}’']+$/u.test(piece) || NAME.test(piece)) return null;
  // `l'erreur`, `d'un`
  const word = piece.toLowerCase().replace(/^(?:l|d|qu|n|s|j|c|dell|nell|all|un)[’']/u, '');
  const { small, words, stems } = dictionaryOf(language);
  const whole = small.get(word) ?? words.get(word);
  if (whole !== undefined) return whole;
  const stem = stems.find(([one]) => word.startsWith(one) && word.length - one.length <= MAX_ENDING);
  const isEnding = stem && word.length - stem[0].length < MIN_PART;
  return (language === 'de' && !isEnding ? compoundIn(word, language) : null) ?? stem?.[1] ?? null;
}

/** A part of a compound has so many letters at least. */
const MIN_PART = 4;
/** German: `Konfigurationsdatei` is read as `configuration file`, `Fenstergröße` as `window size`; null unless both parts are known words. */
function compoundIn(word: string, language: Language): string | null {
  for (let at = MIN_PART; at <= word.length - MIN_PART; at++) {
    const first = word.slice(0, at);
    const second = wordIn(word.slice(at), language);
    if (!second) continue;
    const known = wordIn(first, language) ?? (first.endsWith('s') && at > MIN_PART ? wordIn(first.slice(0, -1), language) : null);
    if (known) return `${known} ${second}`;
  }
  return null;
}

/** With phrases of several words in English. */
function phrased(text: string, language: Language): string {
  let out = text;
  for (const [phrase, english] of dictionaryOf(language).words) {
    if (phrase.includes(' ')) out = out.replace(new RegExp(`(?<!\\p{L})${phrase}(?!\\p{L})`, 'giu'), english);
  }
  return out;
}

const RUN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+/gu;

/** Text without blanks: the longest known word at each place in English, between blanks; what is not known stays together. */
function segmented(text: string, language: Language): string {
  const { small, words, stems } = dictionaryOf(language);
  const known = new Map<string, string>([...stems, ...words, ...small]);
  const longest = Math.max(...[...known.keys()].map(({ length }) => length));
  return text.replace(RUN, (run) => {
    let out = ' ';
    let isKnown = true;
    for (let at = 0; at < run.length; ) {
      let length = Math.min(longest, run.length - at);
      while (length > 0 && !known.has(run.slice(at, at + length))) length--;
      out += length ? ` ${known.get(run.slice(at, at + length))} ` : `${isKnown ? ' ' : ''}${run[at]}`;
      isKnown = length > 0;
      at += length || 1;
    }
    return `${out} `;
  });
}

/** Questions whose words other languages put in another order, by the words that they must have. */
const PHRASES: readonly (readonly [words: readonly RegExp[], phrase: (name: string) => string])[] = [
  [[/\bwhere\b/, /\bdefined\b/], (name) => `where is ${name} defined`],
  [[/\bwho\b/, /\bcalls\b/], (name) => `who calls ${name}`],
  [[/\bwhere\b/, /\bcalls\b/], (name) => `who calls ${name}`],
  [[/\bwhere\b/, /\bused\b/], (name) => `where is ${name} used`],
  [[/\bwho\b/, /\bused\b/], (name) => `who uses ${name}`],
];
const TOKEN = /`[^`]+`|[\w$:.]+/g;
const isCode = (token: string): boolean => /^`|[a-z][A-Z]|_|\.\w|::/.test(token);

/** A question about one name in the words that are read as such. */
function rephrased(english: string): string {
  const names = (english.match(TOKEN) ?? []).filter(isCode);
  const [name] = names;
  const words = english.replace(TOKEN, (token) => (isCode(token) ? ' ' : token)).match(WORDS) ?? [];
  const isSaid = (needed: RegExp): boolean => words.some((word) => needed.test(word));
  const phrase = PHRASES.find(([needed]) => needed.every(isSaid))?.[1];
  const isAll = words.every((word) => STOP.has(word) || PHRASES.some(([needed]) => needed.some((one) => one.test(word))));
  return names.length === 1 && name && phrase && isAll ? phrase(name.replaceAll('`', '')) : english;
}
