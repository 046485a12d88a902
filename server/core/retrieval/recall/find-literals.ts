/**
 * Where a text of the question stands in the source word for word: an error message that somebody pasted, a line of a log, a quoted
 * string. Pairs of neighbouring words bring up candidates from the lexical index, rarest first; the text of each is then compared, with
 * placeholders standing for anything. The innermost symbol around the lines found is the place.
 */
import { wordsOf } from '../../chunking/words.js';
import { type ChunkRecord, comparePlaces } from '../../model/chunk.js';
import type { LineSpan } from '../../model/file.js';
import { type Passage, passagesOf } from '../assemble/passages.js';
import type { IndexReader } from '../ports.js';
import { STOP } from '../query/analyse-query.js';
import { type SourceWords, sourceWords } from '../query/source-words.js';
import { literalMatch } from '../rank/weights.js';
import { matchingRun, pairsOf, type Run } from './matching-run.js';

type Reader = Pick<IndexReader, 'phrase' | 'documentFrequency' | 'chunkCount' | 'chunks' | 'chunksOfFile' | 'fileText'>;

export interface LiteralMatch {
  readonly chunkId: number;
  /** Lines of the file on which the text stands, 0-based, `end` exclusive. */
  readonly lines: LineSpan;
  /** Words that stand there, and what they say: 10 bits are a word that one chunk of a thousand holds. */
  readonly matched: number;
  readonly bits: number;
  /** Share of the passage that stands there, 0 to 1, by bits. */
  readonly coverage: number;
  readonly isQuoted: boolean;
}

export function findLiterals(reader: Reader, question: string, accept: ((record: ChunkRecord) => boolean) | null): LiteralMatch[] {
  const passages = passagesOf(question);
  if (!passages.length) return [];
  const bitsOf = weigher(reader, passages);
  const ids = candidates(reader, passages, bitsOf);
  const compared = compare(reader, ids, passages, bitsOf, accept);
  // Tests and documents quote messages too: they are meant where the question quotes and the code has nothing of the kind.
  const code = compared.filter(({ record }) => record.role === 'source');
  const places = code.length ? code : compared.filter(({ written }) => written.isQuoted);
  const best = places.reduce((most, { written }) => Math.max(most, written.bits), 0);
  const meant = places.filter(({ written }) => written.bits >= best * literalMatch.nearBest);
  if (meant.length > literalMatch.places) return [];
  meant.sort((a, b) => b.written.bits - a.written.bits || comparePlaces(a.record, b.record));
  return meant.map(({ written }) => written);
}

type Weigh = (word: string) => number;

/** Bits of a word: the logarithm of how rare it is among chunks. */
function weigher(reader: Reader, passages: readonly Passage[]): Weigh {
  const chunks = Math.max(reader.chunkCount(), literalMatch.minChunks);
  const bits = new Map<string, number>();
  const frequency = reader.documentFrequency([
    ...new Set(passages.flatMap(({ words }) => words.flatMap((word) => wordsOf(word).split(' ')))),
  ]);
  return (word) => {
    let known = bits.get(word);
    if (known === undefined) {
      // Numbers are of the moment: a time, a count, a line.
      if (/^\d+$/.test(word)) return 0;
      const rarest = wordsOf(word)
        .split(' ')
        .reduce((least, part) => Math.min(least, part ? (frequency.get(part) ?? 0) : chunks), chunks);
      known = STOP.has(word) ? literalMatch.stopWordBits : Math.log2((chunks + 1) / (rarest + 1));
      bits.set(word, known);
    }
    return known;
  };
}

/** Chunks that hold pairs of neighbouring words of the passages, those with the rarest pairs first. */
function candidates(reader: Reader, passages: readonly Passage[], bitsOf: Weigh): number[] {
  const ofPassages = passages.map(({ text }) => {
    const words = wordsOf(text).split(' ');
    const pairs = words.slice(1).map((word, i) => ({ pair: [words[i] as string, word], bits: bitsOf(words[i] as string) + bitsOf(word) }));
    return pairs.sort((a, b) => b.bits - a.bits);
  });
  const scores = new Map<number, number>();
  const looked = new Set<string>();
  const chunks = reader.chunkCount();
  for (let round = 0; round < literalMatch.pairsPerPassage; round++) {
    for (const pairs of ofPassages) {
      const pair = pairs[round]?.pair;
      if (!pair || looked.has(pair.join(' ')) || looked.size >= literalMatch.pairs) continue;
      looked.add(pair.join(' '));
      const hits = reader.phrase(pair, literalMatch.chunksPerPair);
      for (const id of hits) scores.set(id, (scores.get(id) ?? 0) + Math.log2((chunks + 1) / hits.length));
    }
  }
  return [...scores]
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, literalMatch.compared)
    .map(([id]) => id);
}

interface Compared {
  readonly record: ChunkRecord;
  readonly written: LiteralMatch;
}

function compare(
  reader: Reader,
  ids: readonly number[],
  passages: readonly Passage[],
  bitsOf: Weigh,
  accept: ((record: ChunkRecord) => boolean) | null,
): Compared[] {
  const prepared = passages.map((passage) => ({
    passage,
    pairs: pairsOf(passage.words),
    total: passage.words.reduce((sum, word) => sum + bitsOf(word), 0),
  }));
  const places = new Map<string, Compared>();
  let chars = 0;
  for (const record of reader.chunks(ids)) {
    chars += record.span.end - record.span.start;
    if (chars > literalMatch.comparedChars) break;
    const text = reader.fileText(record.fileId) ?? '';
    const source = sourceWords(text.slice(record.span.start, record.span.end));
    for (const { passage, pairs, total } of prepared) {
      const run = matchingRun(source, passage.words, pairs, bitsOf);
      const coverage = run ? run.bits / (total - run.filledBits) : 0;
      if (!run || !isTelling(run, coverage, passage)) continue;
      const at = record.span.start + (source.offsets[run.start] as number);
      if (!passage.isQuoted && !isProgramText(text, at) && !isLong(run, coverage)) continue;
      const lines = linesOf(text, record, source, run);
      const around = innermost(reader.chunksOfFile(record.fileId), lines.start) ?? record;
      if (accept && !accept(around)) continue;
      const key = `${record.fileId}:${lines.start}`;
      const known = places.get(key);
      if (known && known.written.bits >= run.bits) continue;
      const written = {
        chunkId: around.id,
        lines,
        matched: run.matched,
        bits: run.bits,
        coverage,
        isQuoted: passage.isQuoted,
      };
      places.set(key, { record: around, written });
    }
  }
  return [...places.values()];
}

function isTelling({ matched, bits }: Run, coverage: number, { isQuoted, words }: Passage): boolean {
  if (isQuoted && coverage >= literalMatch.quotedCoverage && matched >= Math.min(words.length, literalMatch.minWords)) return true;
  if (matched >= literalMatch.minWords && coverage >= literalMatch.wholeCoverage && bits >= literalMatch.wholeBits) return true;
  return (
    matched >= literalMatch.minWords &&
    ((coverage >= literalMatch.minCoverage && bits >= literalMatch.minBits) ||
      (matched >= literalMatch.sureWords && bits >= literalMatch.sureBits))
  );
}

const COMMENT = /^\s*(?:\/\/|\/\*|\*|#\s|--\s|;;|%%)/;
const TRIPLE_QUOTES = /"""|'''/;
const OPEN_QUOTE = /(?:^|[\s(,=:[{+>?])[a-zA-Z@$]{0,2}["'`][^"'`]*$/;

/** True inside of a string literal that begins on the line: what a program prints, and nothing that is said about it. */
function isProgramText(text: string, at: number): boolean {
  const before = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  return OPEN_QUOTE.test(before) && !COMMENT.test(before) && !TRIPLE_QUOTES.test(before);
}

/** Comments and documentation are full of the phrases of any question: only a long text that stands there as a whole was copied from them. */
const isLong = ({ matched, bits }: Run, coverage: number): boolean =>
  matched >= literalMatch.sureWords && bits >= literalMatch.sureBits && coverage >= literalMatch.wholeCoverage;

function linesOf(text: string, { span, lines }: ChunkRecord, { offsets }: SourceWords, run: Run): LineSpan {
  const lineAt = (word: number): number => {
    let line = lines.start;
    const to = span.start + (offsets[word] as number);
    for (let i = text.indexOf('\n', span.start); i >= 0 && i < to; i = text.indexOf('\n', i + 1)) line++;
    return line;
  };
  return { start: lineAt(run.start), end: lineAt(run.end - 1) + 1 };
}

const PARTS = new Set(['field', 'property', 'enumMember', 'variable', 'constant', 'key']);

/** The smallest function or type around a line; outside of those the smallest chunk that is not the file. */
export function innermost(chunks: readonly ChunkRecord[], line: number): ChunkRecord | null {
  const around = chunks.filter(({ kind, lines }) => kind !== 'module' && line >= lines.start && line < lines.end);
  const whole = around.filter(({ symbolKind }) => symbolKind !== null && !PARTS.has(symbolKind));
  const size = ({ lines }: ChunkRecord) => lines.end - lines.start;
  return (whole.length ? whole : around).reduce<ChunkRecord | null>(
    (least, one) => (least && size(least) <= size(one) ? least : one),
    null,
  );
}
