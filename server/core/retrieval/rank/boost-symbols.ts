/** Symbols whose names contain words of a question, which is no name itself, come before others. */
import type { AnalysedQuery } from '../query/analyse-query.js';
import { wordsIn } from '../query/name-match.js';
import type { Scoring, Spread } from './rank.js';
import type { Rarity } from './rarity.js';
import { weights } from './weights.js';

/**
 * In a list of files they do so within their file only, whose best score stays as it is: a file is found better by what is in it
 * (docs/decisions/words-in-names.md).
 */
export function boostNames(scored: readonly Scoring[], query: AnalysedQuery, rarity: Rarity, spread: Spread): void {
  const bonuses = scored.map(({ candidate: { record }, score }) =>
    record.kind === 'symbol' ? wordsIn(query.words, rarity.of, record.name) * weights.nameWords * Math.max(0, score) : 0,
  );
  const best = new Map<number, { before: number; after: number }>();
  for (const [i, { candidate, score }] of scored.entries()) {
    const { before, after } = best.get(candidate.record.fileId) ?? { before: score, after: score };
    best.set(candidate.record.fileId, { before: Math.max(before, score), after: Math.max(after, score + (bonuses[i] as number)) });
  }
  for (const [i, ranked] of scored.entries()) {
    const { before, after } = best.get(ranked.candidate.record.fileId) as { before: number; after: number };
    const value = (bonuses[i] as number) + (spread === 'files' ? before - after : 0);
    if (value === 0) continue;
    ranked.score += value;
    ranked.parts.push({ name: 'words in name', value });
  }
}
