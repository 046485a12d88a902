/** What a reader has to know of an answer that hardly fits its question: how weak the match is, and which of its words the index lacks. */
import type { FileRole } from '../model/file.js';
import type { Problem } from '../model/problem.js';
import { redactSecretsAndEmails } from '../security/redact.js';
import type { IndexReader } from './ports.js';
import { expandWords } from './query/expand-words.js';
import type { Evidence } from './rank/evidence.js';
import { bm25, evidence as scales } from './rank/weights.js';
import { linesWith } from './recall/lines-with.js';

const MAX_WORDS = 3;
/** Words that say nothing of what is sought, besides adverbs in -ly: that the index lacks them is no news. */
const FILLERS: ReadonlySet<string> = new Set(
  'although though said says say far soon still even ever never always often already away else instead maybe perhaps quite rather several sometimes thing things together yet somehow anyway nothing something everything someone everyone nobody whatever whenever'.split(
    ' ',
  ),
);
/** Numbers and ids are values of whoever asks. */
function isValue(word: string): boolean {
  const digits = word.match(/\d/g)?.length ?? 0;
  return digits > 2 || (digits > 0 && /^[\da-f]+$/.test(word));
}
const isTelling = (word: string): boolean => !FILLERS.has(word) && !/..ly$/.test(word) && !isValue(word);

/**
 * @param question as asked: of one with a secret or an e-mail address no word is named, since the index may have it masked
 * @param isNamed whether the answer names what is missing already
 * @param guessed names in other wordings that the index lacks: of a weak answer they tell that there may be no such thing; null where there are
 * no other wordings. With them the confidence says little: in five trials those answers were right as often below the limit as above
 */
export function weakMatch(
  reader: IndexReader,
  question: string,
  { confidence, isByMeaning, absent, rare, missed }: Evidence,
  isNamed: boolean,
  guessed: readonly string[] | null,
): Problem[] {
  // A small workspace has few of the words of any question.
  if (confidence >= scales.surelyFrom || reader.chunkCount() < scales.manyChunks) return [];
  const isOpen = !isNamed && redactSecretsAndEmails(question) === question;
  const only = (isOpen ? rare.filter(isTelling) : []).slice(0, MAX_WORDS).flatMap((word) => {
    const [first, ...others] = linesWith(reader, word);
    // A license has common words of its own.
    return first?.record.role === 'source' && !others.length ? [`"${word}" is only in ${first.record.path}:${first.line + 1}`] : [];
  });
  const isWeak = confidence < scales.weakBelow;
  const lacking = [
    ...(isOpen
      ? absent
          .filter(isTelling)
          .slice(0, MAX_WORDS)
          .map((word) => asWritten(question, word))
      : []),
    ...(isWeak && guessed ? guessed.slice(0, MAX_WORDS) : []),
  ];
  const nowhere = lacking.length ? [`no indexed file contains ${lacking.map(quoted).join(', ')}`] : [];
  const isUncertain = isByMeaning && guessed === null && confidence < scales.unsureBelow;
  const byMeaning = isUncertain ? ['found by words and meaning alone: the first result is right in three of ten such answers'] : [];
  const weak = isWeak && guessed === null ? ['the match is weak'] : byMeaning;
  const others = (isOpen ? missed : [])
    .filter((word) => isTelling(word) && !absent.includes(word) && !rare.includes(word))
    .flatMap((word) => {
      const path = outsideOwnCode(reader, word);
      return path === null ? [] : [`"${asWritten(question, word)}" only in tests, documentation or third-party code, as ${path}`];
    })
    .slice(0, MAX_WORDS);
  const facts = [...weak, ...nowhere, ...only, ...others];
  if (!facts.length) return [];
  return [{ code: 'weakMatch', message: `${facts.join('; ')}; other wordings with the code's own terms may find more`, incomplete: false }];
}

/** Where a word is, in any of its forms, that no code of the workspace's own has; null where that has it. */
function outsideOwnCode(reader: IndexReader, word: string): string | null {
  const words = [word, ...expandWords([word])];
  const found = reader.chunks(reader.lexical({ words, weights: bm25.usageFields }, scales.scarceChunks).map(({ chunkId }) => chunkId));
  return found.every(({ role }) => OUTSIDE.has(role)) ? (found[0]?.path ?? null) : null;
}
const OUTSIDE: ReadonlySet<FileRole> = new Set(['test', 'documentation', 'vendored', 'generated', 'example']);

/** A word, which is in small letters, as the question has it. */
function asWritten(question: string, word: string): string {
  const at = question.toLowerCase().indexOf(word);
  return at < 0 ? word : question.slice(at, at + word.length);
}

const quoted = (word: string): string => `"${word}"`;
