/** Names and printed texts of a question that the workspace has nowhere: neither a symbol nor any text that is indexed. */
import { partsOfName, wholeWord, wordsOf } from '../../chunking/words.js';
import { redactSecretsAndEmails } from '../../security/redact.js';
import type { IndexReader } from '../ports.js';
import type { AnalysedQuery } from './analyse-query.js';
import { printedText } from './passages.js';
import { MAX_PHRASE_CHARS, SENTENCE_START } from './stated-names.js';

/** A word by itself, with or without a call's parentheses, in its sentence or quoted; its qualification is left out. */
const WORD = /(?<=^|[\s`'"(]|[\s`'"(][\w$.:#>-]{0,80}(?:\.|::|->|#))[A-Za-z_$][\w$]*(?=\(\)|[\s`'"),?!;]|[.:](?:\s|$)|$)/g;
/** Written as code, `renderWrap`, `render_wrap`: capitals alone may be anything. */
const CODE = /[a-z\d][A-Z]|[A-Za-z\d]_[A-Za-z\d]/;
/** `Dropbox`, in a sentence in English: in German every noun begins with a capital. */
const CAPITALISED = /^[A-Z][a-z]+$/;
const ENGLISH = /\b(?:the|are|does|how|where|what|why|which|who|when)\b/i;
/** Hashes and keys are no names. */
const isHash = (word: string): boolean => word.length > 60 || (word.match(/\d/g) ?? []).length > 2;

/** Of a question in one line. */
const MAX_QUESTION_CHARS = 240;

/** Those of a short question; a longer text is often pasted. */
export function unknownNames(reader: Pick<IndexReader, 'documentFrequency' | 'named'>, { text, isTranslated }: AnalysedQuery): string[] {
  if (text.length > MAX_QUESTION_CHARS || (text.length > MAX_PHRASE_CHARS && text.includes('\n'))) return [];
  const isEnglish = !isTranslated && ENGLISH.test(text);
  const found = [...text.matchAll(WORD)].filter(({ 0: word, index }) => {
    if (CODE.test(word)) return !isHash(word);
    return isEnglish && CAPITALISED.test(word) && !SENTENCE_START.test(text.slice(0, index).trimEnd());
  });
  const names = [...new Set(found.map(([word]) => word))];
  const frequency = reader.documentFrequency(names.map(wholeWord));
  return names.filter((name) => !frequency.get(wholeWord(name)) && !reader.named([name], 1).length);
}

/** Whether longer names, or texts, have the words of a name in its order: `cp_r` in `git_futils_cp_r`. */
export function isPartOfName(reader: Pick<IndexReader, 'phrase'>, name: string): boolean {
  const words = partsOfName(name);
  return words.length > 1 && reader.phrase(words, 1).length > 0;
}

/** Chunks that are looked through. */
const MAX_CHUNKS = 20;

/** Whether a text has a name as a part of a longer one: `FK_Cart` in `FK_Cart_Item`. */
export function isInLongerName(reader: Pick<IndexReader, 'phrase' | 'chunks' | 'fileText'>, name: string): boolean {
  const words = partsOfName(name);
  const found = words.length > 1 ? reader.chunks(reader.phrase(words, MAX_CHUNKS)) : [];
  return [...new Set(found.map(({ fileId }) => fileId))].some((id) => reader.fileText(id)?.includes(name));
}

const MAX_QUOTED_CHARS = 60;
/** So many words of a text in a row are no coincidence. */
const RUN = 4;

const OF_RUNTIME =
  /^\s{0,20}(?:Uncaught\s)?(?:[\w.]{1,60}\.)?(?:(?:Type|Value|Key|Index|Attribute|Name|ZeroDivision|Recursion|UnboundLocal|UnicodeDecode|UnicodeEncode|Reference|Range|Syntax)Error|(?:NullPointer|ArrayIndexOutOfBounds|IndexOutOfBounds|ClassCast|NullReference|ConcurrentModification|NumberFormat)Exception|panic: runtime error)\b/;

/**
 * The beginning of the printed text that the question is, if nothing that is indexed has a run of its words; null for any
 * other question, and for an error of a language's runtime, whose text no program has. Also null for a text with a secret or an
 * e-mail address: the index may have it masked.
 */
export function missingText(reader: Pick<IndexReader, 'phraseIfRare'>, { text, isReport }: AnalysedQuery): string | null {
  const printed = isReport || OF_RUNTIME.test(text) ? null : printedText(text);
  if (printed === null || redactSecretsAndEmails(printed) !== printed) return null;
  const beginning = printed.length > MAX_QUOTED_CHARS ? printed.slice(0, MAX_QUOTED_CHARS).replace(/\s+\S*$/, '') : printed;
  const words = wordsOf(beginning).split(' ').filter(Boolean);
  const runs = words.slice(0, Math.max(1, words.length - RUN + 1)).map((_, i) => words.slice(i, i + RUN));
  return words.length > 1 && runs.every((run) => reader.phraseIfRare(run, 1) !== null) ? beginning : null;
}
