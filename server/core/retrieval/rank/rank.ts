/**
 * Ranking: each candidate's score is a sum of named parts; good files and folders lift their chunks; leaders come first; further chunks of
 * a file count less. Then the relevance gate. Pure; all numbers are in weights.ts.
 */
import { foldName } from '../../chunking/words.js';
import type { Anchor, ScorePart } from '../../model/answer.js';
import { type ChunkRecord, comparePlaces } from '../../model/chunk.js';
import type { AnalysedQuery } from '../query/analyse-query.js';
import type { Candidate } from '../recall/search.js';
import { boostFunctions, boostNames, boostSimilar } from './boost-symbols.js';
import { demotionsFor } from './demotions.js';
import { boostFiles, boostFolders } from './group-boost.js';
import { leadWithHeadings, leadWithNamed, leadWithPlaces } from './leaders.js';
import {
  asksForComments,
  isFileName,
  OUTLINES,
  OUTLINES_AND_COMMENTS,
  promoteAroundComments,
  promoteCodeChunks,
  promoteFunctions,
} from './promote-code-chunks.js';
import { rarityOf } from './rarity.js';
import { type FileAge, scoreFile } from './score-file.js';
import type { Similarity } from './similar-words.js';
import { definitionShare, gateLimits, report, symbolSpread, weights } from './weights.js';

export interface Ranked {
  readonly candidate: Candidate;
  readonly score: number;
  readonly parts: readonly ScorePart[];
  /** Lines of the file (0-based) that answer the question, which are always shown, and why, in a few words. */
  readonly focus?: { readonly lines: readonly number[]; readonly reason: string };
  /** Of a file whose contents are asked for: lines that name them, fullest list first. */
  readonly outlines?: readonly (readonly number[])[];
  /** Set where it has nothing to do with the first results, which are certain: a short answer only names it. */
  readonly isAside?: true;
}

/** A candidate during ranking. */
export interface Scoring {
  readonly candidate: Candidate;
  score: number;
  readonly parts: ScorePart[];
}

/** What ranking knows about the corpus as a whole. */
export interface CorpusFacts {
  /** Chunks that contain a word. */
  readonly frequency: ReadonlyMap<string, number>;
  readonly chunks: number;
  /** 0 to 1 by file id: how many other files depend on it. */
  readonly importance: (fileId: number) => number;
  /** Cosine of two words. Absent: only equal words and other forms of a word are similar. */
  readonly similarity?: Similarity;
  /** The start of a chunk's source. */
  readonly textOf?: (record: ChunkRecord) => string;
  /** Absent without version control. */
  readonly age?: FileAge;
}

/** What a list of results should contain: `files`, many of them; `symbols`, all that answer, even if they are in one file. */
export type Spread = 'files' | 'symbols';

export function rank(
  query: AnalysedQuery,
  candidates: readonly Candidate[],
  corpus: CorpusFacts,
  anchor: Anchor | null,
  spread: Spread = 'files',
): Ranked[] {
  const rarity = rarityOf(query.words, corpus);
  const bestSemantic = candidates.reduce((max, c) => Math.max(max, c.semantic), 0) || 1;
  const definitions = countDefinitions(candidates);
  const mentions = pathMentions(query, candidates);
  // A single word that names nothing is searched as a text (a message, a key, a flag).
  // A comment and a block of statements have their first line as their name.
  const isNamed = ({ name, record }: Candidate): boolean => name !== null && record.kind !== 'comment' && record.kind !== 'block';
  const isLiteral = query.isName && !candidates.some(isNamed);
  const demotionsOf = demotionsFor(
    query,
    candidates.map(({ record }) => record),
  );
  const fileParts = new Map<string, ScorePart[]>();
  const scored = candidates.map((candidate): Scoring => {
    const { record } = candidate;
    let ofFile = fileParts.get(record.path);
    if (!ofFile) {
      ofFile = scoreFile(query, rarity, record.path, corpus.importance(record.fileId), anchor, corpus.age ?? null);
      fileParts.set(record.path, ofFile);
    }
    const parts: ScorePart[] = [];
    const add = (name: string, value: number) => {
      if (value !== 0) parts.push({ name, value });
    };
    add('semantic', (Math.max(0, candidate.semantic) / bestSemantic) * weights.semantic);
    add('lexical', candidate.lexical * weights.lexical);
    if (isLiteral) add('literal', candidate.lexical * weights.literal);
    const isScattered = !query.isName && isNamespace(record) && (definitions.get(foldName(record.name)) ?? 0) >= weights.scatteredFrom;
    if (candidate.name && !isScattered)
      add(`name:${candidate.name}`, nameScore(candidate, definitions) * (query.isReport ? report.name : 1));
    parts.push(...ofFile);
    add('length', Math.log(1 + Math.min(record.tokens, weights.maxLength) / weights.lengthUnit) * weights.length);
    add('path in question', pathScore(candidate, mentions));
    let kept = total(parts);
    const demoted = demotionsOf(record);
    if (isLiteral && candidate.lexical === 0) demoted.push({ name: 'literal not found', factor: weights.noLiteral });
    for (const { name, factor } of demoted) {
      add(name, kept * (factor - 1));
      kept *= factor;
    }
    return { candidate, parts, score: total(parts) };
  });
  boostFiles(scored);
  // A name means one place, a change request its functions, wherever they are; a subject has its folder.
  if (!query.isName && !query.isChangeRequest) boostFolders(scored);
  // A change is often not in what it names.
  if (!query.isName && !query.isChangeRequest && !isFileName(query)) boostNames(scored, query, rarity, corpus.similarity, spread);
  if (!asksForComments(query) && !query.isName) promoteAroundComments(scored);
  if (!asksForComments(query) && !isFileName(query)) promoteCodeChunks(scored, query.isName ? OUTLINES : OUTLINES_AND_COMMENTS);
  if (!query.isName) promoteFunctions(scored, query);
  if (!query.isName && !query.isReport && !isFileName(query) && !asksForComments(query)) {
    boostFunctions(scored, query, spread);
    if (spread === 'symbols') boostSimilar(scored, query, rarity, corpus);
  }
  const guides = leadWithHeadings(query, scored);
  const named = leadWithNamed(query, scored);
  const places = leadWithPlaces(scored);
  return diversify(scored, new Set([...guides, ...named, ...places]), sameFileShare(query, spread), spread);
}

function sameFileShare({ isReport, isChangeRequest }: AnalysedQuery, spread: Spread): number {
  if (isReport) return report.sameFile;
  if (isChangeRequest) return spread === 'symbols' ? symbolSpread.sameFileInChange : weights.sameFileInChange;
  return spread === 'symbols' ? symbolSpread.sameFile : weights.sameFile;
}

const total = (parts: readonly ScorePart[]): number => parts.reduce((sum, part) => sum + part.value, 0);

/** Opened again in file after file: beside other words its name says where to look, not what is meant. */
const isNamespace = ({ symbolKind }: ChunkRecord): boolean => symbolKind === 'module' || symbolKind === 'namespace';

function countDefinitions(candidates: readonly Candidate[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { record, name } of candidates) {
    if (name) counts.set(foldName(record.name), (counts.get(foldName(record.name)) ?? 0) + 1);
  }
  return counts;
}

/** A name in another case or with other separators leads where the question names it (leaders.ts), and scores nothing by itself. */
function nameScore({ name, record }: Candidate, definitions: ReadonlyMap<string, number>): number {
  if (name === null || name === 'identifierFolded') return 0;
  const others = (definitions.get(foldName(record.name)) ?? 1) - 1;
  return (weights[name] * definitionShare(record.symbolKind)) / (1 + weights.ambiguity * others);
}

/** For a file whose path the question contains (a compiler error), most for the innermost symbol around the line. */
function pathScore({ record }: Candidate, mentions: readonly PathMention[]): number {
  const mention = mentions.find(({ isMeant }) => isMeant(record.path));
  if (!mention) return 0;
  return weights.path * (record.id === mention.innermost ? weights.innermost : isAround(record, mention.line) ? weights.around : 1);
}

interface PathMention {
  readonly isMeant: (path: string) => boolean;
  readonly line: number | null;
  /** Id of the smallest candidate around the line; null where there is none. */
  readonly innermost: number | null;
}

/** A module chunk spans its whole file and says nothing about a line. */
const isAround = ({ kind, lines }: ChunkRecord, line: number | null): boolean =>
  line !== null && kind !== 'module' && line >= lines.start && line < lines.end;

function pathMentions(query: AnalysedQuery, candidates: readonly Candidate[]): PathMention[] {
  return query.paths.map(({ path, line }) => {
    const isMeant = (other: string) => other === path || other.endsWith(`/${path}`) || path.endsWith(`/${other}`);
    let innermost: ChunkRecord | null = null;
    for (const { record } of candidates) {
      if (!isMeant(record.path) || !isAround(record, line)) continue;
      if (!innermost || record.lines.end - record.lines.start < innermost.lines.end - innermost.lines.start) innermost = record;
    }
    return { isMeant, line, innermost: innermost?.id ?? null };
  });
}

const best = (a: Ranked, b: Ranked): number => b.score - a.score || comparePlaces(a.candidate.record, b.candidate.record);

/**
 * Best first; each further chunk of a file already listed counts less than the one before (diversity), unless the question names it. Among
 * symbols, outlines and comments of a file come after its code and take no turn.
 */
function diversify(scored: readonly Scoring[], named: ReadonlySet<Scoring>, share: number, spread: Spread): Ranked[] {
  const seen = new Map<number, number>();
  const out = [...scored].sort(best);
  for (const ranked of out) {
    const file = ranked.candidate.record.fileId;
    const count = seen.get(file) ?? 0;
    const isOutline = spread === 'symbols' && OUTLINES_AND_COMMENTS.has(ranked.candidate.record.kind);
    if (!isOutline) seen.set(file, count + 1);
    if (!count || named.has(ranked)) continue;
    const value = ranked.score * (share ** count * (isOutline ? symbolSpread.outline : 1) - 1);
    ranked.score += value;
    ranked.parts.push({ name: 'same file', value });
  }
  return out.sort(best);
}

/**
 * The relevance gate: removes results far below the best.
 * @param floor share of the best score that a result needs, 0 to 1; with 0 everything is kept
 */
export function gate(ranked: readonly Ranked[], bestSemantic: number, floor: number): readonly Ranked[] {
  const first = ranked[0];
  if (!first) return [];
  const anyWord = ranked.some(({ candidate }) => candidate.lexical > 0 || candidate.name !== null);
  if (floor > 0 && !anyWord && bestSemantic < gateLimits.cosine) return [];
  return floor > 0 ? ranked.filter(({ score }) => score > 0 && score >= first.score * Math.min(1, floor)) : ranked;
}
