/** Names in a question that the workspace has nowhere: neither a symbol nor any text that is indexed. */
import { wholeWord } from '../../chunking/words.js';
import type { IndexReader } from '../ports.js';
import type { AnalysedQuery } from './analyse-query.js';
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

/** Those of a short question; a longer text is often pasted. */
export function unknownNames(reader: Pick<IndexReader, 'documentFrequency' | 'named'>, { text, untranslated }: AnalysedQuery): string[] {
  if (text.length > MAX_PHRASE_CHARS) return [];
  const isEnglish = untranslated === undefined && ENGLISH.test(text);
  const found = [...text.matchAll(WORD)].filter(({ 0: word, index }) => {
    if (CODE.test(word)) return !isHash(word);
    return isEnglish && CAPITALISED.test(word) && !SENTENCE_START.test(text.slice(0, index).trimEnd());
  });
  const names = [...new Set(found.map(([word]) => word))];
  const frequency = reader.documentFrequency(names.map(wholeWord));
  return names.filter((name) => !frequency.get(wholeWord(name)) && !reader.named([name], 1).length);
}
