/**
 * Texts of the question that the source contains word for word: a pasted error message, a line of a log, a quoted string. Pairs of
 * neighbouring words find candidates in the lexical index, rarest first; their text is compared, placeholders matching anything. The
 * definition around the matching lines is the place.
 */
import { wordsOf } from '../../chunking/words.js';
import { type ChunkRecord, comparePlaces } from '../../model/chunk.js';
import type { FileRole, LineSpan } from '../../model/file.js';
import { originality } from '../../model/translated-files.js';
import type { IndexReader } from '../ports.js';
import { STOP } from '../query/analyse-query.js';
import { type Passage, passagesOf, printedText } from '../query/passages.js';
import { byBits, compare, isPrinted, type Match, type WordBits } from './compare-passages.js';
import { moduleNamed } from './file-named.js';
import { definitionAt, symbolsNamed } from './look-up.js';
import { isMessageTable, usesOfMessage } from './message-tables.js';
import { nestedKeys } from './nested-keys.js';
import { literalMatch as limits } from './weights.js';

export interface LiteralMatch {
  readonly chunkId: number;
  /** Lines of the file that contain the text, 0-based. */
  readonly lines: LineSpan;
  /** Whether the question is that text and little else. */
  readonly isQuestion: boolean;
}

const RARELY_MEANT: ReadonlySet<FileRole> = new Set<FileRole>(['example', 'legacy', 'migration', 'script', 'vendored', 'generated']);

/** What has the text of a table, and does not print it. */
const QUOTING: ReadonlySet<FileRole> = new Set<FileRole>(['test', 'documentation']);

/** Which matches are meant, if there are any: what prints a message before what quotes it. */
const prints: readonly ((match: Match) => boolean)[] = [
  ({ compared: { role, language } }) => role === 'source' && language !== 'plaintext',
  ({ compared: { role } }) => role === 'source',
  ({ compared: { role } }) => RARELY_MEANT.has(role),
  // Tests and documents, where the question quotes, or is that text.
  ({ passage, isExact, isWhole }) => passage.isQuoted && !passage.isOption && (isExact || isWhole),
  ({ isQuestion, isAll, bits }) => isQuestion && isAll && bits >= limits.sureBits,
];

/** Best first. @param isGuess whether the question is a list of words that somebody guessed, of which only what is quoted is a text */
export function findLiterals(
  reader: IndexReader,
  question: string,
  accept: ((record: ChunkRecord) => boolean) | null,
  isGuess = false,
): LiteralMatch[] {
  const isAsked = (passage: Passage): boolean => (!isGuess || isPrinted(passage)) && !(passage.isOption && isNamed(reader, passage.text));
  const passages = passagesOf(question).filter(isAsked);
  if (!passages.length) return [];
  const bitsOf = wordBits(reader, passages);
  const asked = printedText(question) ?? question.trim();
  const isQuestion = ({ text }: Passage): boolean => text.length >= asked.length * limits.questionShare;
  const found = compare(reader, findCandidates(reader, passages, bitsOf, isQuestion), passages, bitsOf, isQuestion);
  const recordOf = ({ compared, lines }: Match): ChunkRecord => definitionAt(reader, compared, lines.start);
  const matches = accept ? found.filter((match) => accept(recordOf(match))) : found;
  const printed = prints.map((isMeant) => matches.filter(isMeant)).find(({ length }) => length > 0) ?? [];
  const isInCode = printed.some((match) => isWholeText(match) && !isMessageTable(match.compared) && !QUOTING.has(match.compared.role));
  const tables = isInCode ? [] : matches.filter((match) => isMessageTable(match.compared) && isWholeText(match)).sort(inOrder);
  const uses = usesOf(reader, tables, accept);
  const others = printed.filter((match) => !tables.includes(match));
  const meant = meantOf(uses.length ? others : printed.length ? printed : tables.slice(0, 1))
    .map((match) => ({ ...match, record: recordOf(match) }))
    .sort((a, b) => byBits(a, b) || comparePlaces(a.record, b.record))
    .map(({ record, lines, isQuestion }) => ({ chunkId: record.id, lines, isQuestion }));
  return [...uses, ...meant, ...(uses.length || meant.length ? [] : keysOf(reader, passages, isQuestion, accept))];
}

/** Keys of configuration that are written as paths. */
function keysOf(
  reader: IndexReader,
  passages: readonly Passage[],
  isQuestion: (passage: Passage) => boolean,
  accept: ((record: ChunkRecord) => boolean) | null,
): LiteralMatch[] {
  const paths = passages.filter(({ isOption }) => isOption);
  return paths.flatMap((passage) =>
    nestedKeys(reader, passage.text).flatMap(({ record, lines }) =>
      accept && !accept(record) ? [] : { chunkId: record.id, lines, isQuestion: isQuestion(passage) },
    ),
  );
}

/** Whether a name is that of a symbol or a module: of one with dots the member, since keys of data have dots in their own names. */
function isNamed(reader: IndexReader, text: string): boolean {
  if (text.startsWith('/')) return false;
  // `Gui_LockIdle` is the constant for the key `Gui/LockIdle`.
  if (text.includes('/')) return moduleNamed(reader, text).length > 0;
  const symbols = symbolsNamed(reader, { symbol: text }).filter(({ role }) => role === 'source');
  if (!text.includes('.')) return symbols.some(({ name }) => name === text);
  return symbols.some(({ name }) => !name.includes('.')) || moduleNamed(reader, text).length > 0;
}

/** Whether a match is all that was pasted, or a string as a whole. */
const isWholeText = (match: Match): boolean => match.isWhole || match.isQuestion || isPasted(match);

/** The best first, English before other languages. */
const inOrder = (a: Match, b: Match): number =>
  byBits(a, b) || originality(b.compared) - originality(a.compared) || comparePlaces(a.compared, b.compared);

/** The code that has the keys of messages in tables, and of each message one table. @param tables best first */
function usesOf(reader: IndexReader, tables: readonly Match[], accept: ((record: ChunkRecord) => boolean) | null): LiteralMatch[] {
  const found = new Map<number, LiteralMatch>();
  for (const { compared, lines, isQuestion } of tables.slice(0, limits.places)) {
    const uses = usesOfMessage(reader, compared, lines.start).filter(({ record }) => !accept || accept(record));
    for (const { record, line } of uses) {
      const { id } = definitionAt(reader, record, line);
      if (!found.has(id)) found.set(id, { chunkId: id, lines: { start: line, end: line + 1 }, isQuestion });
    }
    const { id } = definitionAt(reader, compared, lines.start);
    // Other languages have the same key.
    if (uses.length) return [...found.values(), { chunkId: id, lines, isQuestion: false }];
  }
  return [];
}

/**
 * The best matches, without those of common phrases. A string that is a further part of the same passage is meant too: an error is often
 * printed behind what failed by it.
 */
function meantOf(matches: readonly Match[]): Match[] {
  const groups: Match[][] = [];
  for (const match of [...matches].sort((a, b) => byBits(a, b) || comparePlaces(a.compared, b.compared))) {
    const rivals = groups.find(([leader]) => !isFurtherPart(match, leader as Match));
    if (!rivals) groups.push([match]);
    else if (match.bits >= (rivals[0] as Match).bits * limits.nearBest) rivals.push(match);
  }
  return groups.flatMap((group) => {
    if (group.length <= limits.places) return group;
    const best = group.filter((match) => byBits(match, group[0] as Match) === 0);
    if (best.length <= limits.places) return best;
    // A text that is meant as such is wanted however often it is printed: each file that does.
    const files = group.filter(isPasted).filter(isFirstOfFile);
    return files.length <= limits.places ? files : [];
  });
}

const isPasted = ({ passage, isAll }: Match): boolean => isPrinted(passage) || isAll;
const isFirstOfFile = ({ compared }: Match, i: number, all: readonly Match[]): boolean =>
  all.findIndex((other) => other.compared.fileId === compared.fileId) === i;

/** Whether a string is another part of what was pasted: of the same passage, or, of a line with a quotation, beside that. */
function isFurtherPart(match: Match, other: Match): boolean {
  const { passage, inPassage, isWhole } = match;
  if (!isWhole) return false;
  if (passage === other.passage) return inPassage.end <= other.inPassage.start || inPassage.start >= other.inPassage.end;
  return !wordsOfRun(match).some((word) => wordsOfRun(other).includes(word));
}

const wordsOfRun = ({ passage: { words }, inPassage: { start, end } }: Match): readonly string[] => words.slice(start, end);

/** The information of a word: the logarithm of how rare it is among chunks. */
function wordBits(reader: IndexReader, passages: readonly Passage[]): WordBits {
  const chunks = Math.max(reader.chunkCount(), limits.minChunks);
  // In small letters a word loses its parts: `HidePassword`.
  const parts = new Set(passages.flatMap(({ text, words }) => [text, ...words].flatMap((part) => wordsOf(part).split(' '))));
  const frequency = reader.documentFrequency([...parts]);
  const known = new Map<string, number>();
  const bitsOf = (word: string): number => {
    // Numbers change from run to run: a time, a count, a line.
    if (/^\d+$/.test(word)) return 0;
    if (STOP.has(word)) return limits.stopWordBits;
    const frequencies = wordsOf(word)
      .split(' ')
      .map((part) => (part ? (frequency.get(part) ?? 0) : chunks));
    return Math.log2((chunks + 1) / (Math.min(chunks, ...frequencies) + 1));
  };
  return (word) => {
    let bits = known.get(word);
    if (bits === undefined) known.set(word, (bits = bitsOf(word)));
    return bits;
  };
}

/** Words of a passage at one place, of which the first two are a pair that is looked up. */
interface Start {
  readonly words: readonly string[];
  readonly bits: number;
  /** So many words may be between two of them: placeholders, where the passage has values. */
  readonly gap: number;
}

/**
 * Chunks that contain neighbouring words of the passages, those with the rarest first. A pair that too many have is looked up with the words
 * behind it.
 */
function findCandidates(
  reader: IndexReader,
  passages: readonly Passage[],
  bitsOf: WordBits,
  isQuestion: (passage: Passage) => boolean,
): number[] {
  const mostBits = Math.log2(Math.max(reader.chunkCount(), limits.minChunks) + 1);
  const isUnknown = (word: string): boolean => bitsOf(word) >= mostBits;
  const startsByPassage = passages.map(({ text }) => {
    const words = wordsOf(withoutHashes(text)).split(' ');
    const isValue = (word: string): boolean => /^\d+$/.test(word) || isUnknown(word);
    const starts = words.slice(1).map((word, i): Start => {
      const ahead = words.slice(i, i + limits.phraseWords);
      // A word that no chunk has, such as a value of whoever got the message, is in no phrase.
      const end = ahead.findIndex(isUnknown);
      const gap = isValue(word) ? limits.placeholderWords : 0;
      const around = gap > 0 ? ahead.filter((one) => !isValue(one)) : end < 0 ? ahead : ahead.slice(0, end);
      return { words: isValue(words[i] as string) ? [] : around, bits: bitsOf(words[i] as string) + bitsOf(around[1] ?? word), gap };
    });
    return starts.filter(({ words: ahead }) => ahead.length > 1).sort((a, b) => b.bits - a.bits);
  });
  const scores = new Map<number, number>();
  // A common quotation in a message must not put out what has the message.
  const ofQuestion = new Set<number>();
  const searched = new Set<string>();
  const chunks = reader.chunkCount();
  const isSpent = () => searched.size >= limits.pairs;
  /** Whether the words at a place are specific: few chunks have them, but some. */
  const lookUp = ({ words, gap }: Start, passage: Passage): boolean => {
    let common: readonly string[] | null = null;
    for (let length = 2; length <= words.length && !isSpent(); length++) {
      const phrase = words.slice(0, length);
      const searchedAs = `${gap} ${phrase.join(' ')}`;
      if (searched.has(searchedAs)) return false;
      searched.add(searchedAs);
      const rare = reader.phraseIfRare(phrase, limits.chunksPerPair, gap);
      if (rare === null) common = phrase;
      if (rare === null && length < words.length) continue;
      // Translations of a message are many, the code that prints it is not. Behind it may stand the value of whoever got it, as in a test.
      const written = passage.isOption ? passage.text.toLowerCase() : isPrinted(passage) ? (common ?? phrase).join(' ') : null;
      const ofCommon = common && codeAmong(reader, reader.phrase(common, limits.commonChunks, gap), written);
      const hits = [...new Set([...(rare ?? []), ...(ofCommon ?? [])])];
      for (const id of hits) scores.set(id, (scores.get(id) ?? 0) + Math.log2((chunks + 1) / hits.length));
      if (isQuestion(passage)) for (const id of hits) ofQuestion.add(id);
      return hits.length > 0 && hits.length < limits.chunksPerPair;
    }
    return false;
  };
  const mostRounds = Math.max(...startsByPassage.map(({ length }) => length));
  const successes = startsByPassage.map(() => 0);
  for (let round = 0; round < mostRounds && !isSpent(); round++) {
    for (const [i, starts] of startsByPassage.entries()) {
      const start = starts[round];
      // Values of whoever got the message are often rare words, in no pair that the source has.
      if (start && (successes[i] as number) < limits.pairsPerPassage && lookUp(start, passages[i] as Passage))
        successes[i] = (successes[i] as number) + 1;
    }
  }
  const byScore = [...scores].sort((a, b) => b[1] - a[1]).map(([id]) => id);
  return [...new Set([...byScore.slice(0, limits.compared), ...byScore.filter((id) => ofQuestion.has(id)).slice(0, limits.compared)])];
}

/** Ids and hashes are values of whoever got a message; their parts make many pairs. */
const withoutHashes = (text: string): string =>
  text.replace(/\b[0-9a-f]{8,64}\b/gi, (word) => ((word.match(/\d/g) ?? []).length > 2 ? ' ' : word));

/** Chunks of code and a few of tables of messages, first those that have the words as written, with blanks or as an option: `PipelineEmpty` has the words of "pipeline empty" too. */
function codeAmong(reader: IndexReader, ids: readonly number[], written: string | null): number[] {
  const records = reader.chunks(ids);
  const code = records.filter(({ role, language }) => role === 'source' && language !== 'plaintext');
  const texts = written === null ? null : reader.fileTexts([...new Set(code.map(({ fileId }) => fileId))], written);
  const hasText = ({ fileId, span }: ChunkRecord): boolean =>
    texts
      ?.get(fileId)
      ?.slice(span.start, span.end)
      .toLowerCase()
      .includes(written as string) === true;
  const first = texts ? code.filter(hasText) : [];
  const chosen = [...first, ...code.filter((record) => !first.includes(record))].slice(0, limits.chunksPerPair);
  const tables = records
    .filter((record) => record.role !== 'source' && isMessageTable(record))
    .sort((a, b) => originality(b) - originality(a));
  chosen.push(...tables.slice(0, limits.tables));
  return chosen.map(({ id }) => id);
}
