/**
 * An optional stage after ranking: a reranker reads the best results together with the question, and its opinion is
 * blended with the ranking's. It may be slow, wrong or away: then the ranking stands as it was, with a problem. Pure but for the
 * reranker itself.
 */
import { messageOf } from '../../../util/bug.js';
import { timeLimit } from '../../../util/time-limit.js';
import { renderChunk } from '../../chunking/render-chunk.js';
import type { Reranker } from '../../embedding/ports.js';
import type { ChunkRecord } from '../../model/chunk.js';
import type { Problem } from '../../model/problem.js';
import type { IndexReader } from '../ports.js';
import type { Ranked } from './rank.js';

/** R6: shares of the reranker and of the ranking in the new score. */
const rerankShare = 0.65;
const rankShare = 0.35;

const defaultRerankTop = 30;
const defaultRerankDeadlineMs = 8_000;
/** A reranker that failed is left alone for so long: a question must not wait for a dead one each time. */
const restMs = 20_000;
/** Enough of a long function to judge it by. */
const maxChars = 4_000;

export interface Reranked {
  readonly ranked: readonly Ranked[];
  readonly problems: readonly Problem[];
}

export interface RerankLimits {
  /** Only so many, from the best down, are shown to the reranker. */
  readonly top: number;
  /** An answer is not held up longer than this. */
  readonly deadlineMs: number;
}

/** A reranker with what is known of how it does. */
export class RerankStage {
  readonly reranker: Reranker;
  readonly #limits: RerankLimits;
  #rest: { readonly until: number; readonly why: string } | null = null;

  constructor(reranker: Reranker, limits: Partial<RerankLimits> = {}) {
    this.reranker = reranker;
    this.#limits = { top: limits.top ?? defaultRerankTop, deadlineMs: limits.deadlineMs ?? defaultRerankDeadlineMs };
  }

  /**
   * @param ranked best first
   * @param textOf what the reranker reads of a result
   * Throws only what `signal` brings when the question itself is given up.
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
      this.#rest = { until: performance.now() + restMs, why };
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

/** Also where what is waited for does not listen to its signal. */
function orAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}

/** The stage as the pipeline calls it; without a reranker nothing happens. */
export async function rerankWith(
  stage: RerankStage | null,
  reader: IndexReader,
  query: string,
  ranked: readonly Ranked[],
  signal?: AbortSignal,
): Promise<Reranked> {
  return stage ? stage.run(query, ranked, (result) => textOf(reader, result.candidate.record), signal) : { ranked, problems: [] };
}

/** Where it stands, and its source with children collapsed. */
function textOf(reader: IndexReader, record: ChunkRecord): string {
  const source = reader.fileText(record.fileId);
  const shown = source === null ? record.signature : renderChunk(source, record, reader.children(record.id), record.language);
  return `${record.path} ${record.qualifiedName}\n${shown}`.slice(0, maxChars);
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
