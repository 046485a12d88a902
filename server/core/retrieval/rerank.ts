/**
 * An optional stage after ranking (E4): a reranker reads the best results together with the question, and its opinion is
 * blended with the ranking's. It may be slow, wrong or away: then the ranking stands as it was, with a problem. Pure but for the
 * reranker itself.
 */
import { messageOf } from '../../util/bug.js';
import type { Reranker } from '../embedding/ports.js';
import type { Problem } from '../model/problem.js';
import type { Ranked } from './rank.js';

/** R6: shares of the reranker and of the ranking in the new score. */
export const rerankShare = 0.65;
export const rankShare = 0.35;

export interface RerankOptions {
  /** Only so many, from the best down, are shown to the reranker. */
  readonly top: number;
  /** An answer is not held up longer than this. */
  readonly deadlineMs: number;
  /** What the reranker reads of a result. */
  readonly textOf: (ranked: Ranked) => string;
}

export const defaultRerankTop = 30;
export const defaultRerankDeadlineMs = 8_000;

export interface Reranked {
  readonly ranked: readonly Ranked[];
  readonly problems: readonly Problem[];
}

/** @param ranked best first. Throws only what `signal` brings when the question itself is given up. */
export async function rerank(
  reranker: Reranker,
  query: string,
  ranked: readonly Ranked[],
  options: RerankOptions,
  signal?: AbortSignal,
): Promise<Reranked> {
  const head = ranked.slice(0, options.top);
  if (head.length < 2) return { ranked, problems: [] };
  const deadline = AbortSignal.timeout(options.deadlineMs);
  try {
    const ends = signal ? AbortSignal.any([signal, deadline]) : deadline;
    const scores = await reranker.rerank(query, head.map(options.textOf), ends);
    return { ranked: blend(ranked, scores), problems: [] };
  } catch (error) {
    signal?.throwIfAborted();
    const why = deadline.aborted ? `no answer within ${options.deadlineMs} ms` : messageOf(error);
    return { ranked, problems: [{ code: 'reranker', message: `not reranked: ${why}`, incomplete: false }] };
  }
}

/**
 * New scores on the scale of the old ones, best first: 0.65 of the reranker's (0 to 1, times the best old score) and 0.35 of the
 * old score. What lies beyond `scores` counts as 0 there and so stays below. The parts of each still sum to its score.
 */
export function blend(ranked: readonly Ranked[], scores: ArrayLike<number>): Ranked[] {
  const best = Math.max(0, ranked[0]?.score ?? 0);
  const blended = ranked.map((result, i): Ranked => {
    const opinion = i < scores.length ? rerankShare * (scores[i] as number) * best : 0;
    const parts = result.parts.map(({ name, value }) => ({ name, value: value * rankShare }));
    return { ...result, score: result.score * rankShare + opinion, parts: [...parts, { name: 'reranker', value: opinion }] };
  });
  return blended.sort((a, b) => b.score - a.score);
}
