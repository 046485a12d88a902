/**
 * An optional stage after ranking: a reranker reads the best results together with the question, and its scores are blended with those of
 * the ranking. Where it fails or is too slow the ranking stays as it was, with a problem.
 */
import { messageOf } from '../../../util/bug.js';
import { timeLimit } from '../../../util/time-limit.js';
import { renderChunk } from '../../chunking/render-chunk.js';
import type { Reranker } from '../../embedding/ports.js';
import type { ChunkRecord } from '../../model/chunk.js';
import type { Problem } from '../../model/problem.js';
import type { IndexReader } from '../ports.js';
import type { Ranked } from './rank.js';
import { rerank } from './weights.js';

export interface Reranked {
  readonly ranked: readonly Ranked[];
  readonly problems: readonly Problem[];
}

export interface RerankLimits {
  /** How many of the best results the reranker reads. */
  readonly top: number;
  /** An answer does not wait longer. */
  readonly deadlineMs: number;
}

/** A reranker, which is not asked for a while after it failed. */
export class RerankStage {
  readonly reranker: Reranker;
  readonly #limits: RerankLimits;
  #rest: { readonly until: number; readonly why: string } | null = null;

  constructor(reranker: Reranker, limits: Partial<RerankLimits> = {}) {
    this.reranker = reranker;
    this.#limits = { top: limits.top ?? rerank.top, deadlineMs: limits.deadlineMs ?? rerank.deadlineMs };
  }

  /**
   * @param ranked best first
   * @param textOf what the reranker reads of a result
   * Throws only the signal's reason, when the question is cancelled.
   */
  async run(query: string, ranked: readonly Ranked[], textOf: (ranked: Ranked) => string, signal?: AbortSignal): Promise<Reranked> {
    const { top, deadlineMs } = this.#limits;
    const head = ranked.slice(0, top);
    if (head.length < 2) return { ranked, problems: [] };
    if (this.#rest && performance.now() < this.#rest.until) return notReranked(ranked, this.#rest.why);
    const limit = timeLimit(deadlineMs, signal ? [signal] : []);
    try {
      const scores = await orAbort(this.reranker.rerank(query, head.map(textOf), limit.signal), limit.signal);
      this.#rest = null;
      return { ranked: blend(ranked, scores), problems: [] };
    } catch (error) {
      signal?.throwIfAborted();
      const why = limit.isOver() ? `no answer within ${deadlineMs} ms` : messageOf(error);
      this.#rest = { until: performance.now() + rerank.pauseMs, why };
      return notReranked(ranked, why);
    } finally {
      limit.clear();
    }
  }
}

const notReranked = (ranked: readonly Ranked[], why: string): Reranked => ({
  ranked,
  problems: [{ code: 'reranker', message: `not reranked: ${why}`, incomplete: false }],
});

/** Rejects when aborted, even if the work does not listen to its signal. */
function orAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}

/** The stage as the pipeline calls it; without a reranker the results stay as they are. */
export async function rerankWith(
  stage: RerankStage | null,
  reader: IndexReader,
  query: string,
  ranked: readonly Ranked[],
  signal?: AbortSignal,
): Promise<Reranked> {
  return stage ? stage.run(query, ranked, (result) => textOf(reader, result.candidate.record), signal) : { ranked, problems: [] };
}

/** Its path and name, and its source with children collapsed. */
function textOf(reader: IndexReader, record: ChunkRecord): string {
  const source = reader.fileText(record.fileId);
  const shown = source === null ? record.signature : renderChunk(source, record, reader.children(record.id), record.language);
  return `${record.path} ${record.qualifiedName}\n${shown}`.slice(0, rerank.maxChars);
}

/**
 * New scores on the scale of the old ones, best first: a share of the reranker's (0 to 1, times the best old score) and of the
 * old score. Results beyond `scores` count as 0 there and stay below. The parts of each still sum to its score.
 */
export function blend(ranked: readonly Ranked[], scores: ArrayLike<number>): Ranked[] {
  const best = Math.max(0, ranked[0]?.score ?? 0);
  const blended = ranked.map((result, i): Ranked => {
    const opinion = i < scores.length ? rerank.rerankerShare * (scores[i] as number) * best : 0;
    const parts = result.parts.map(({ name, value }) => ({ name, value: value * rerank.rankingShare }));
    return { ...result, score: result.score * rerank.rankingShare + opinion, parts: [...parts, { name: 'reranker', value: opinion }] };
  });
  return blended.sort((a, b) => b.score - a.score);
}
