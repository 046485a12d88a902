/**
 * Joins an answer of a team's index with one of the local index, which is not complete. Of files that are here as they were published the
 * team's part stands; of all others the local one. Pure.
 */
import type { Answer, SymbolAnswer } from '../model/answer.js';
import type { WorkspacePath } from '../model/file.js';

export interface JoinBounds {
  /** Whether a file is here as it was published. */
  readonly isPublished: (path: WorkspacePath) => boolean;
  /** Most results. */
  readonly limit: number;
}

const byScore = (a: { readonly score: number }, b: { readonly score: number }): number => b.score - a.score;

/** @param team without what it says of files that differ */
export function joinAnswers(local: Answer, team: Answer, { isPublished, limit }: JoinBounds): Answer {
  const own = local.results.filter(({ path }) => !isPublished(path));
  const results = [...team.results, ...own].sort(byScore).slice(0, limit);
  // The tokens of both answers count what surrounds their results, too: their sum is never too small.
  const cost = (list: Answer['results']): number => list.reduce((sum, result) => sum + result.tokens, 0);
  const around = team.tokens - cost(team.results) + (own.length > 0 ? local.tokens - cost(local.results) : 0);
  while (results.length > 1 && around + cost(results) > team.budgetTokens) results.pop();
  // Where there is no room for both, the one with the best result fits by itself.
  if (around + cost(results) > team.budgetTokens) {
    const best = results[0] !== undefined && own.includes(results[0]) ? local : team;
    return { ...best, problems: local.problems, isIncomplete: local.isIncomplete };
  }
  const kept = new Set(results.map(({ key }) => key));
  return {
    ...team,
    results,
    related: team.related.filter(({ of, key }) => kept.has(of) && !kept.has(key)),
    callers: team.callers,
    graph: team.graph.filter(({ from, to }) => kept.has(from) || kept.has(to)),
    tokens: results.length > 0 ? around + cost(results) : 0,
    considered: team.considered + local.considered,
    confidence: Math.max(team.confidence, own.length > 0 ? local.confidence : 0),
    elapsedMs: local.elapsedMs + team.elapsedMs,
    problems: local.problems,
    isIncomplete: local.isIncomplete,
  };
}

export const joinSymbols = (local: SymbolAnswer, team: SymbolAnswer, { isPublished, limit }: JoinBounds): SymbolAnswer => ({
  ...local,
  hits: [...team.hits, ...local.hits.filter(({ path }) => !isPublished(path))].sort(byScore).slice(0, limit),
});
