/** The relevance gate: what is far below the best is left out; two good results are two. Pure. */
import type { Ranked } from './rank.js';
import { gateLimits } from './weights.js';

/** @param floor share of the best score that a result needs, 0 to 1; with 0 everything is kept. */
export function gate(ranked: readonly Ranked[], bestSemantic: number, floor: number): readonly Ranked[] {
  const first = ranked[0];
  if (!first) return [];
  const anyWord = ranked.some(({ candidate }) => candidate.lexical > 0 || candidate.name !== null);
  if (floor > 0 && !anyWord && bestSemantic < gateLimits.cosine) return [];
  return floor > 0 ? ranked.filter(({ score }) => score > 0 && score >= first.score * Math.min(1, floor)) : ranked;
}
