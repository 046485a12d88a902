/**
 * Ranking: every candidate gets a score that is a sum of named parts (R6); files that are about the question lift
 * their chunks; then the list is made diverse. Pure; all numbers are in weights.ts.
 */
import { foldName } from '../chunking/words.js';
import type { Anchor, ScorePart } from '../model/answer.js';
import type { ChunkRecord } from '../model/chunk.js';
import { foldersOf, stemOf } from '../model/file.js';
import type { AnalysedQuery } from './analyse-query.js';
import { coveredBy, wordsIn } from './name-match.js';
import { asksForPlatform, isForOtherPlatform, type Platform } from './platform.js';
import type { Candidate } from './search.js';
import { definitionShare, roleFactor, roleWords, weights } from './weights.js';

export interface Ranked {
  readonly candidate: Candidate;
  readonly score: number;
  readonly parts: readonly ScorePart[];
}

/** What ranking knows of the corpus as a whole. */
export interface CorpusFacts {
  /** Chunks that hold a word. */
  readonly frequency: ReadonlyMap<string, number>;
  readonly chunks: number;
  /** 0 to 1 by file id: how many other files lean on it. */
  readonly importance: (fileId: number) => number;
  readonly platform: Platform;
}

export function rank(query: AnalysedQuery, candidates: readonly Candidate[], corpus: CorpusFacts, anchor: Anchor | null): Ranked[] {
  const rarity = (word: string) => Math.log(1 + corpus.chunks / (1 + (corpus.frequency.get(word) ?? 0)));
  const bestSemantic = candidates.reduce((max, c) => Math.max(max, c.semantic), 0) || 1;
  const definitions = countDefinitions(candidates);
  const paths = new Set(candidates.map(({ record }) => record.path));
  const fileParts = new Map<string, ScorePart[]>();
  const scored = candidates.map((candidate): Ranked => {
    const { record } = candidate;
    let ofFile = fileParts.get(record.path);
    if (!ofFile) {
      ofFile = scoreFile(query, rarity, record.path, corpus.importance(record.fileId), anchor);
      fileParts.set(record.path, ofFile);
    }
    const parts: ScorePart[] = [];
    const add = (name: string, value: number) => {
      if (value !== 0) parts.push({ name, value });
    };
    add('semantic', (Math.max(0, candidate.semantic) / bestSemantic) * (query.isName ? weights.semanticForName : weights.semantic));
    add('lexical', (query.isName ? candidate.lexical : candidate.lexical ** weights.lexicalPower) * weights.lexical);
    if (candidate.name) add(`name:${candidate.name}`, nameScore(query, candidate, definitions));
    parts.push(...ofFile);
    if (record.name && record.kind === 'symbol') {
      add('name words', wordsIn(query.words, rarity, record.name) * coveredBy(query.words, record.name) * weights.nameWords);
    }
    add('length', Math.log(1 + Math.min(record.tokens, 2000) / 100) * weights.length);
    add('path in question', pathScore(query, candidate));
    const sum = total(parts);
    if (!roleWords[record.role]?.test(query.text)) add(`role:${record.role}`, sum * (roleFactor[record.role] - 1));
    if (isDeclaration(record)) add('declaration', sum * (weights.declaration - 1));
    if (isOlderVersion(record.path, paths) && !/\bv\d+\b/i.test(query.text)) add('older version', sum * (weights.olderVersion - 1));
    if (isForOtherPlatform(record.path, corpus.platform) && !asksForPlatform(query)) {
      add('other platform', sum * (weights.otherPlatform - 1));
    }
    return { candidate, parts, score: total(parts) };
  });
  return diversify(supportFiles(scored));
}

const total = (parts: readonly ScorePart[]): number => parts.reduce((sum, part) => sum + part.value, 0);

function countDefinitions(candidates: readonly Candidate[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { record, name } of candidates) {
    if (name) counts.set(foldName(record.name), (counts.get(foldName(record.name)) ?? 0) + 1);
  }
  return counts;
}

function nameScore(query: AnalysedQuery, { name, record }: Candidate, definitions: ReadonlyMap<string, number>): number {
  if (!name) return 0;
  const ambiguity = 1 + weights.ambiguity * Math.max(0, (definitions.get(foldName(record.name)) ?? 1) - 1);
  const inSentence = !query.isName && (name === 'identifier' || name === 'identifierFolded') ? weights.identifierInSentence : 1;
  return (weights[name] * definitionShare(record.symbolKind) * inSentence) / ambiguity;
}

/** A C or C++ function without a body: the definition is what is asked for. */
function isDeclaration(record: ChunkRecord): boolean {
  return (
    (record.language === 'c' || record.language === 'cpp') &&
    record.bodySpan === null &&
    (record.symbolKind === 'function' || record.symbolKind === 'method')
  );
}

/** `api/v1/fields.py` where there is an `api/fields.py`. */
function isOlderVersion(path: string, paths: ReadonlySet<string>): boolean {
  const match = /(?:^|\/)v\d+\//i.exec(path);
  return (
    match !== null && paths.has(path.slice(0, match.index) + path.slice(match.index + match[0].length - (match[0].startsWith('/') ? 1 : 0)))
  );
}

/** The parts that all chunks of a file share: its name, its folders, its weight, its nearness to the user. */
function scoreFile(
  query: AnalysedQuery,
  rarity: (word: string) => number,
  path: string,
  importance: number,
  anchor: Anchor | null,
): ScorePart[] {
  const stem = stemOf(path);
  const folded = foldName(stem);
  const share = wordsIn(query.words, rarity, stem);
  const covered = share > 0 ? coveredBy(query.words, stem) : 0;
  const isIdentifier = query.identifiers.some((name) => foldName(name) === folded);
  const parts: ScorePart[] = [
    { name: 'file name', value: share * weights.stem + share * covered * weights.stemWhole + covered * weights.stemCovered },
    {
      name: 'file named in question',
      value:
        (isIdentifier ? weights.stemIsIdentifier : 0) +
        (query.compounds.includes(folded) ? weights.stemIsCompound : 0) +
        (query.words.includes(folded) ? weights.stemIsWord : 0),
    },
    { name: 'folder', value: wordsIn(query.words, rarity, foldersOf(path)) * weights.folder },
    { name: 'importance', value: importance * weights.importance },
    { name: 'depth', value: Math.min(4, path.split('/').length) * weights.depth },
    { name: 'near the anchor', value: anchor ? nearness(anchor, path) * weights.anchor : 0 },
  ];
  return parts.filter((part) => part.value !== 0);
}

/** A path in the question (a stack trace, a compiler error) is meant, and the symbol around its line most of all. */
function pathScore(query: AnalysedQuery, { record }: Candidate): number {
  for (const { path, line } of query.paths) {
    if (record.path !== path && !record.path.endsWith(`/${path}`) && !path.endsWith(`/${record.path}`)) continue;
    const around = line !== null && line >= record.lines.start && line < record.lines.end;
    return weights.path * (around ? 1 + 1 / (1 + Math.log(record.lines.end - record.lines.start)) : 1);
  }
  return 0;
}

/** 1 in the same file, less with each folder between. */
function nearness(anchor: Anchor, path: string): number {
  if (anchor.path === path) return 1;
  const a = anchor.path.split('/');
  const b = path.split('/');
  let same = 0;
  while (same < a.length - 1 && same < b.length - 1 && a[same] === b[same]) same++;
  return 0.6 / (1 + (a.length - 1 - same) + (b.length - 1 - same));
}

/** A file with several good chunks lifts its best ones: it is about the question, not only touched by it. */
function supportFiles(scored: readonly Ranked[]): Ranked[] {
  const byFile = new Map<number, number[]>();
  for (const { candidate, score } of scored) {
    const list = byFile.get(candidate.record.fileId);
    if (list) list.push(score);
    else byFile.set(candidate.record.fileId, [score]);
  }
  const support = new Map<number, number>();
  let most = 0;
  let top = 0;
  for (const [file, list] of byFile) {
    list.sort((a, b) => b - a);
    top = Math.max(top, list[0] as number);
    const sum = list.slice(0, 3).reduce((s, v) => s + v, 0);
    support.set(file, sum);
    most = Math.max(most, sum);
  }
  if (most <= 0) return [...scored];
  return scored.map((ranked) => {
    const value = ((support.get(ranked.candidate.record.fileId) as number) / most) * top * weights.fileSupport;
    return { ...ranked, score: ranked.score + value, parts: [...ranked.parts, { name: 'file support', value }] };
  });
}

const best = (a: Ranked, b: Ranked): number => b.score - a.score || a.candidate.record.id - b.candidate.record.id;

/** Best first; each further chunk of a file already listed counts less than the one before (R6, diversity). */
function diversify(scored: readonly Ranked[]): Ranked[] {
  const seen = new Map<number, number>();
  const out = [...scored].sort(best).map((ranked) => {
    const file = ranked.candidate.record.fileId;
    const count = seen.get(file) ?? 0;
    seen.set(file, count + 1);
    if (!count) return ranked;
    const value = ranked.score * (weights.sameFile ** count - 1);
    return { ...ranked, score: ranked.score + value, parts: [...ranked.parts, { name: 'same file', value }] };
  });
  return out.sort(best);
}
