/**
 * Texts of the question that the source contains word for word: a pasted error message, a line of a log, a quoted string. Pairs of
 * neighbouring words find candidates in the lexical index, rarest first; their text is compared, placeholders matching anything. The
 * definition around the matching lines is the place.
 */
import { wordsOf } from '../../chunking/words.js';
import { type ChunkRecord, comparePlaces } from '../../model/chunk.js';
import type { LineSpan } from '../../model/file.js';
import type { IndexReader } from '../ports.js';
import { STOP } from '../query/analyse-query.js';
import { type Passage, passagesOf } from '../query/passages.js';
import type { SourceWords } from '../query/source-words.js';
import { literalMatch as limits, report } from '../rank/weights.js';
import { definitionAround } from './look-up.js';
import { matchingRun, preparePassage, type Run } from './matching-run.js';

type Reader = Pick<IndexReader, 'phrase' | 'documentFrequency' | 'chunkCount' | 'chunks' | 'chunksOfFile' | 'fileText' | 'chunkWords'>;

export interface LiteralMatch {
  readonly chunkId: number;
  /** Lines of the file that contain the text, 0-based. */
  readonly lines: LineSpan;
}

interface Match {
  /** The chunk that was compared. */
  readonly compared: ChunkRecord;
  readonly lines: LineSpan;
  readonly bits: number;
  readonly passage: Passage;
  /** The words of the passage that matched, `end` exclusive. */
  readonly inPassage: Run['inPassage'];
  /** Whether it is a string literal as a whole. */
  readonly isWhole: boolean;
}

/** Which matches are meant, if there are any: what prints a message before what quotes it. */
const prints: readonly ((match: Match) => boolean)[] = [
  ({ compared: { role, language } }) => role === 'source' && language !== 'plaintext',
  ({ compared: { role } }) => role === 'source',
  ({ compared: { role } }) => role === 'legacy' || role === 'script' || role === 'vendored' || role === 'generated',
  // Tests and documents, where the question quotes.
  ({ passage }) => passage.isQuoted,
];

/** Best first. */
export function findLiterals(reader: Reader, question: string, accept: ((record: ChunkRecord) => boolean) | null): LiteralMatch[] {
  const passages = passagesOf(question);
  if (!passages.length) return [];
  const bitsOf = wordBits(reader, passages);
  const found = compare(reader, findCandidates(reader, passages, bitsOf), passages, bitsOf);
  const recordOf = ({ compared, lines }: Match): ChunkRecord =>
    definitionAround(reader.chunksOfFile(compared.fileId), lines.start) ?? compared;
  const matches = accept ? found.filter((match) => accept(recordOf(match))) : found;
  const eligible = prints.map((isMeant) => matches.filter(isMeant)).find(({ length }) => length > 0) ?? [];
  return meantOf(eligible)
    .map((match) => ({ ...match, record: recordOf(match) }))
    .sort((a, b) => b.bits - a.bits || comparePlaces(a.record, b.record))
    .map(({ record, lines }) => ({ chunkId: record.id, lines }));
}

/**
 * The best matches, without those of common phrases. A string that is a further part of the same passage is meant too: an error is often
 * printed behind what failed by it.
 */
function meantOf(matches: readonly Match[]): Match[] {
  const groups: Match[][] = [];
  for (const match of [...matches].sort((a, b) => b.bits - a.bits || comparePlaces(a.compared, b.compared))) {
    const rivals = groups.find(([leader]) => !isFurtherPart(match, leader as Match));
    if (!rivals) groups.push([match]);
    else if (match.bits >= (rivals[0] as Match).bits * limits.nearBest) rivals.push(match);
  }
  return groups.filter(({ length }) => length <= limits.places).flat();
}

const isFurtherPart = ({ passage, inPassage: { start, end }, isWhole }: Match, other: Match): boolean =>
  isWhole && passage === other.passage && (end <= other.inPassage.start || start >= other.inPassage.end);

type WordBits = (word: string) => number;

/** The information of a word: the logarithm of how rare it is among chunks. */
function wordBits(reader: Reader, passages: readonly Passage[]): WordBits {
  const chunks = Math.max(reader.chunkCount(), limits.minChunks);
  const parts = new Set(passages.flatMap(({ words }) => words.flatMap((word) => wordsOf(word).split(' '))));
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

/** Chunks that contain pairs of neighbouring words of the passages, those with the rarest pairs first. */
function findCandidates(reader: Reader, passages: readonly Passage[], bitsOf: WordBits): number[] {
  const mostBits = Math.log2(Math.max(reader.chunkCount(), limits.minChunks) + 1);
  const isUnknown = (word: string): boolean => bitsOf(word) >= mostBits;
  const pairsByPassage = passages.map(({ text }) => {
    const words = wordsOf(text).split(' ');
    const pairs = words.slice(1).map((word, i) => ({ pair: [words[i] as string, word], bits: bitsOf(words[i] as string) + bitsOf(word) }));
    // A word that no chunk has, such as a value of whoever got the message, is in no pair.
    return pairs.filter(({ pair }) => !pair.some(isUnknown)).sort((a, b) => b.bits - a.bits);
  });
  const scores = new Map<number, number>();
  const searched = new Set<string>();
  const chunks = reader.chunkCount();
  const mostRounds = Math.max(...pairsByPassage.map(({ length }) => length));
  const successes = pairsByPassage.map(() => 0);
  for (let round = 0; round < mostRounds; round++) {
    for (const [i, pairs] of pairsByPassage.entries()) {
      const pair = pairs[round]?.pair;
      if (!pair || searched.has(pair.join(' ')) || searched.size >= limits.pairs || (successes[i] as number) >= limits.pairsPerPassage)
        continue;
      searched.add(pair.join(' '));
      const hits = reader.phrase(pair, limits.chunksPerPair);
      // Values of whoever got the message are often rare words, in no pair that the source has.
      if (hits.length) successes[i] = (successes[i] as number) + 1;
      for (const id of hits) scores.set(id, (scores.get(id) ?? 0) + Math.log2((chunks + 1) / hits.length));
    }
  }
  return [...scores]
    .sort((a, b) => b[1] - a[1])
    .slice(0, limits.compared)
    .map(([id]) => id);
}

/** The best match of each line of each candidate. */
function compare(reader: Reader, candidates: readonly number[], passages: readonly Passage[], bitsOf: WordBits): Match[] {
  const prepared = passages.map((passage) => {
    const words = preparePassage(passage.words, bitsOf);
    return { passage, words, total: words.bits.reduce((sum, bits) => sum + bits, 0) };
  });
  const isReport = passages.filter(({ isMessage }) => !isMessage).length >= report.passages;
  const matches = new Map<string, Match>();
  let chars = 0;
  for (const record of reader.chunks(candidates)) {
    chars += record.span.end - record.span.start;
    if (chars > limits.comparedChars) break;
    const text = reader.fileText(record.fileId) ?? '';
    const source = reader.chunkWords(record);
    for (const { passage, words, total } of prepared) {
      const run = matchingRun(source, words);
      if (!run) continue;
      const isWhole = isEnough(run) && isWholeString(text, source, run);
      if (!isWhole && !isMatch(run, run.bits / (total - run.filledBits), passage, isReport, text, source)) continue;
      const lines = linesOf(text, record, source, run);
      const key = `${record.fileId}:${lines.start}`;
      if ((matches.get(key)?.bits ?? Number.NEGATIVE_INFINITY) >= run.bits) continue;
      matches.set(key, { compared: record, lines, bits: run.bits, passage, inPassage: run.inPassage, isWhole });
    }
  }
  return [...matches.values()];
}

const isEnough = ({ matched, bits }: Run): boolean => matched >= limits.minWords && bits >= limits.wholeBits;

/** @param coverage share of the passage that the source contains, 0 to 1, by bits */
function isMatch(run: Run, coverage: number, passage: Passage, isReport: boolean, text: string, source: SourceWords): boolean {
  const { matched, bits } = run;
  const isSure = matched >= limits.sureWords && bits >= limits.sureBits;
  if (isReport && !isSure && !passage.isMessage && (!passage.isQuoted || bits < limits.minBits)) return false;
  if (passage.isQuoted && coverage >= limits.quotedCoverage && matched >= Math.min(passage.words.length, limits.minWords)) return true;
  const isWhole = coverage >= limits.wholeCoverage && bits >= limits.wholeBits;
  const isLargePart = coverage >= limits.minCoverage && bits >= limits.minBits;
  if (matched < limits.minWords || !(isWhole || isLargePart || isSure)) return false;
  // Comments are full of the phrases of any question: only a long text that one contains as a whole was copied from it.
  const at = (word: number): number => source.offsets[word] as number;
  // The name of an error stands before its message in the source as well: `new Error('…')`.
  const isPrinted = isInString(text, at(run.start)) || isInString(text, at(run.end - 1));
  return passage.isQuoted || isPrinted || (isSure && coverage >= limits.wholeCoverage);
}

const COMMENT = /^\s*(?:\/\/|\/\*|\*|#\s|--\s|;;|%%)/;
const TRIPLE_QUOTES = /"""|'''/;
const OPEN_QUOTE = /(?:^|[\s(,=:[{+>?])[a-zA-Z@$]{0,2}(["'`])[^"'`]*$/;
const MAX_STRING_CHARS = 600;

/** Where the string literal around an offset begins, if that is on its line: text that a program prints. -1 outside of one. */
function stringStart(text: string, at: number): number {
  const lineStart = text.lastIndexOf('\n', at - 1) + 1;
  const before = text.slice(lineStart, at);
  const open = COMMENT.test(before) || TRIPLE_QUOTES.test(before) ? null : OPEN_QUOTE.exec(before);
  return open ? lineStart + open.index + open[0].indexOf(open[1] as string) : -1;
}

const isInString = (text: string, at: number): boolean => stringStart(text, at) >= 0;

/** Whether a run is all of a string literal of several words, but its placeholders: then the passage has it, whatever else it has. */
function isWholeString(text: string, { offsets, holeEnds }: SourceWords, { start, end }: Run): boolean {
  const at = (word: number): number => offsets[word] ?? Number.POSITIVE_INFINITY;
  const isHole = (word: number): boolean => (holeEnds[word] ?? -1) >= 0;
  const open = stringStart(text, at(start));
  if (open < 0) return false;
  let close = stringEnd(text, open, open + 1);
  // A string that an expression is joined to goes on behind it.
  for (let word = start; close >= 0 && close < at(end - 1); ) {
    while (at(word) < close) word++;
    if (!isHole(word)) return false;
    close = stringEnd(text, open, at(holeEnds[word] as number));
  }
  if (close < 0 || !/\s/.test(text.slice(open, close))) return false;
  for (let word = start - 1; word >= 0 && at(word) > open; word--) if (!isHole(word)) return false;
  for (let word = end; at(word) < close; word++) if (!isHole(word)) return false;
  return true;
}

/** Where the string literal that begins at `open` ends, at the earliest at `from`; -1 where it is long or does not end. */
function stringEnd(text: string, open: number, from: number): number {
  for (let at = from; at < Math.min(text.length, from + MAX_STRING_CHARS); at++) {
    if (text[at] === text[open]) return at;
    if (text[at] === '\\') at++;
  }
  return -1;
}

function linesOf(text: string, { span, lines }: ChunkRecord, { offsets }: SourceWords, run: Run): LineSpan {
  const lineAt = (word: number): number => {
    let line = lines.start;
    const to = offsets[word] as number;
    for (let i = text.indexOf('\n', span.start); i >= 0 && i < to; i = text.indexOf('\n', i + 1)) line++;
    return line;
  };
  return { start: lineAt(run.start), end: lineAt(run.end - 1) + 1 };
}
