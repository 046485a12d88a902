/** Compares the texts of a question with the words of chunks: which run of words matches, and whether that is enough. */
import { escapePattern } from '../../../util/escape-pattern.js';
import type { ChunkRecord } from '../../model/chunk.js';
import type { LineSpan } from '../../model/file.js';
import type { IndexReader } from '../ports.js';
import type { Passage } from '../query/passages.js';
import type { SourceWords } from '../query/source-words.js';
import { report } from '../rank/weights.js';
import { matchingRun, preparePassage, type Run } from './matching-run.js';
import { isMessageTable } from './message-tables.js';
import { isInString, isPlainValue, isPrintedAt, isWholeElement, isWholeString, writtenText } from './string-literals.js';
import { literalMatch as limits } from './weights.js';

export interface Match {
  /** The chunk that was compared. */
  readonly compared: ChunkRecord;
  readonly lines: LineSpan;
  readonly bits: number;
  readonly passage: Passage;
  /** The words of the passage that matched, `end` exclusive. */
  readonly inPassage: Run['inPassage'];
  /** Whether it is a string literal as a whole. */
  readonly isWhole: boolean;
  /** Whether the passage has it letter for letter, case and signs included. */
  readonly isExact: boolean;
  /** Whether it is all of the passage. */
  readonly isAll: boolean;
  /** Whether it is all of the question, and little else is. */
  readonly isQuestion: boolean;
}

export type WordBits = (word: string) => number;

/** What prints all of the question before what has a part of it; of equal runs what is written as the passage is. */
export const byBits = (a: Match, b: Match): number => wholeness(b) - wholeness(a) || b.bits - a.bits || closeness(b) - closeness(a);
const wholeness = ({ isQuestion, isAll, passage, inPassage: { start, end } }: Match): number =>
  Number(isQuestion && (isAll || isPrinted(passage)) && end - start >= limits.minWords);
const closeness = ({ isWhole, isExact }: Match): number => Number(isWhole) + Number(isExact);
export const isPrinted = ({ isQuoted, isMessage }: Passage): boolean => isQuoted || isMessage;

/** The best match of each line of each candidate. */
export function compare(
  reader: IndexReader,
  candidates: readonly number[],
  passages: readonly Passage[],
  bitsOf: WordBits,
  isQuestion: (passage: Passage) => boolean,
): Match[] {
  const prepared = passages.map((passage) => {
    const words = preparePassage(passage, bitsOf);
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
      const all = isAll(run, passage);
      const option = passage.isOption ? lineOfOption(text, record, passage.text) : null;
      const isExact = passage.text.includes(writtenText(text, source, run));
      const isPart = isEnough(run, passage) && (run.matched > limits.minWords || isPrinted(passage) || isExact);
      const isString = (isPart || all) && (isWholeString(text, source, run) || isWholeElement(text, source, run, record.language));
      // A long text of a table is meant whatever else a question has.
      const isValue = (all || isSure(run)) && isMessageTable(record) && isPlainValue(text, source, run);
      const isWhole = option !== null || isString || isValue;
      // Of a question in words, those that a placeholder would take in are as likely the rest of the question.
      const filledBits = all || isPrinted(passage) ? run.filledBits : 0;
      if (!isWhole && !isMatch(run, run.bits / (total - filledBits), passage, isReport, text, source, record.language)) continue;
      const lines = option ?? linesOf(text, record, source, run);
      const key = `${record.fileId}:${lines.start}`;
      if (passage.isOption && !(all && isExact)) continue;
      if (passage.isLabel && !(all && isWhole && isExact)) continue;
      const match: Match = {
        compared: record,
        lines,
        bits: run.bits,
        passage,
        inPassage: run.inPassage,
        isWhole,
        isExact,
        isAll: all,
        isQuestion: all && isQuestion(passage),
      };
      const known = matches.get(key);
      if (!known || byBits(match, known) < 0) matches.set(key, match);
    }
  }
  return [...matches.values()];
}

/** Whether the passage has a run as the source has it, in any case. */
const isWrittenSo = (text: string, source: SourceWords, run: Run, passage: Passage): boolean =>
  passage.text.toLowerCase().includes(writtenText(text, source, run).toLowerCase());

/** Many words in a row are no coincidence, however common each is. */
const isLong = ({ matched, bits }: Run, leastBits = limits.wholeBits): boolean => bits >= leastBits || matched >= limits.plainWords;
/** A run of this length is no coincidence, however small a part of the passage it is. */
const isSure = ({ matched, bits }: Run): boolean => matched >= limits.sureWords && bits >= limits.sureBits;
/** Words that a run needs: two of a printed message may be all that is not a value. */
const leastWords = (passage: Passage): number => (isPrinted(passage) ? limits.minQuotedWords : limits.minWords);
/** What is not marked as printed needs more: `an API key` is a string somewhere, and three words of a sentence. Of three words the case must agree as well. */
const isEnough = (run: Run, passage: Passage): boolean =>
  run.matched >= leastWords(passage) && isLong(run, isPrinted(passage) ? limits.wholeBits : limits.minBits);

/**
 * Whether a run is the whole passage, however common its words are: what is asked for is one string of the source. Two words of it are enough where
 * the rest fills a placeholder: `unknown command: x`. A placeholder does not take in most of a question in words.
 */
const isAll = ({ matched, filled, filledValues }: Run, passage: Passage): boolean =>
  matched + filled === passage.words.length &&
  matched > 1 &&
  (passage.isOption === true || passage.isLabel === true || matched + Math.min(filled, 1) >= limits.minWords) &&
  (isPrinted(passage) || filledValues <= matched);

/** @param coverage share of the passage that the source contains, 0 to 1, by bits */
function isMatch(
  run: Run,
  coverage: number,
  passage: Passage,
  isReport: boolean,
  text: string,
  source: SourceWords,
  language: string,
): boolean {
  const { matched, bits } = run;
  const isCertain = isSure(run);
  if (isReport && !isCertain && !passage.isMessage && (!passage.isQuoted || bits < limits.minBits)) return false;
  if (passage.isQuoted && coverage >= limits.quotedCoverage && matched >= Math.min(passage.words.length, limits.minWords)) return true;
  const isWhole = coverage >= limits.wholeCoverage && isLong(run);
  const isLargePart = coverage >= limits.minCoverage && bits >= limits.minBits;
  if (matched < leastWords(passage) || !(isWhole || isLargePart || isCertain)) return false;
  // Comments are full of the phrases of any question: only a long text that one contains as a whole was copied from it.
  const at = (word: number): number => source.offsets[word] as number;
  // The name of an error stands before its message in the source as well: `new Error('…')`.
  const isInCode = isPrintedAt(text, at(run.start), language) || isPrintedAt(text, at(run.end - 1), language);
  // `movie.Title` has the words of "Movie Title 0", and is no text.
  const isWritten = matched >= limits.minWords || isWrittenSo(text, source, run, passage);
  return (passage.isQuoted && isWritten) || isInCode || (isCertain && coverage >= limits.wholeCoverage);
}

/** The line of a chunk that has the name of an option as a string, dashes before it apart; null where none has. */
function lineOfOption(text: string, { span, lines }: ChunkRecord, option: string): LineSpan | null {
  const own = text.slice(span.start, span.end);
  const found = [...own.matchAll(new RegExp(`(?<!\\\\)(["'\`])-{0,2}${escapePattern(option)}\\1`, 'g'))].find(({ index }) =>
    isInString(own, index + 1),
  );
  if (!found) return null;
  const line = lines.start + own.slice(0, found.index).split('\n').length - 1;
  return { start: line, end: line + 1 };
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
