/**
 * Symbols that a question in words is likely to mean come before others: those that contain its words or similar ones, and functions.
 * In a list of files they do so within their file only, whose best score stays as it is: a file is found better by what is in it
 * (docs/decisions/words-in-names.md).
 */
import { comparePlaces } from '../../model/chunk.js';
import { isFunction } from '../../model/symbol.js';
import type { AnalysedQuery } from '../query/analyse-query.js';
import { wordsIn } from '../query/name-match.js';
import { mentions } from '../query/question-words.js';
import { isTrivial } from './demotions.js';
import type { CorpusFacts, Scoring, Spread } from './rank.js';
import type { Rarity } from './rarity.js';
import { closeness, type Similarity, similarShare } from './similar-words.js';
import { similarWords, weights } from './weights.js';

export function boostNames(
  scored: readonly Scoring[],
  query: AnalysedQuery,
  rarity: Rarity,
  similarity: Similarity | undefined,
  spread: Spread,
): void {
  const similar = similarity && ((a: string, b: string) => closeness(similarity(a, b)));
  boost(scored, spread, 'words in name', ({ candidate: { record }, score }) =>
    record.kind === 'symbol' ? wordsIn(query.words, rarity.of, record.name, similar) * weights.nameWords * Math.max(0, score) : 0,
  );
}

/** What happens is in functions, unless the question names what it is about, or asks for a type or a value. */
export function boostFunctions(scored: readonly Scoring[], query: AnalysedQuery, spread: Spread): void {
  const { text, stated, isChangeRequest } = query;
  if (!isChangeRequest && (stated.length > 0 || mentions(text, 'types') || mentions(text, 'values'))) return;
  boost(scored, spread, 'function', ({ candidate: { record }, score }) =>
    isFunction(record.symbolKind) && !isTrivial(record) ? Math.max(0, score) * weights.functionBonus : 0,
  );
}

/** The best symbols gain by how much of the question stands in them, unless it names what it is about. */
export function boostSimilar(scored: readonly Scoring[], query: AnalysedQuery, rarity: Rarity, { similarity, textOf }: CorpusFacts): void {
  const { words, stated, isChangeRequest } = query;
  if (!similarity || !textOf || words.length < 2 || (stated.length > 0 && !isChangeRequest)) return;
  const first = [...scored].sort(bestFirst).slice(0, similarWords.candidates);
  const asked = new Set(first);
  const most = Math.max(0, first[0]?.score ?? 0);
  const shareOf = similarShare(words, rarity, similarity, textOf);
  boost(scored, 'symbols', 'similar words', (one) => (asked.has(one) ? most * similarWords.worth * shareOf(one.candidate.record) : 0));
}

const bestFirst = (a: Scoring, b: Scoring): number => b.score - a.score || comparePlaces(a.candidate.record, b.candidate.record);

/** Below this a difference of sums is rounding. */
const SMALLEST = 1e-9;

function boost(scored: readonly Scoring[], spread: Spread, name: string, bonusOf: (one: Scoring) => number): void {
  const bonuses = scored.map(bonusOf);
  const best = new Map<number, { before: number; after: number }>();
  for (const [i, { candidate, score }] of scored.entries()) {
    const { before, after } = best.get(candidate.record.fileId) ?? { before: score, after: score };
    best.set(candidate.record.fileId, { before: Math.max(before, score), after: Math.max(after, score + (bonuses[i] as number)) });
  }
  for (const [i, ranked] of scored.entries()) {
    const { before, after } = best.get(ranked.candidate.record.fileId) as { before: number; after: number };
    const value = (bonuses[i] as number) + (spread === 'files' ? before - after : 0);
    if (Math.abs(value) < SMALLEST) continue;
    ranked.score += value;
    ranked.parts.push({ name, value });
  }
}
