/** The figures of many questions together, each defined in docs/evaluation.md; null where nothing can be said. Pure. */
import { AMPLE, DEPTH, type QuestionScore, TOKEN_BUDGETS } from './score-question.js';

/** One question as the summary sees it. */
export interface Outcome {
  readonly score: QuestionScore;
  /** Tokens of all files that the first ten results come from, each read whole. */
  readonly wholeFileTokens: number;
}

export interface Figures {
  readonly questions: number;
  readonly ndcg10: number | null;
  readonly mrr: number | null;
  readonly recall10: number | null;
  /** Over the questions with at least five expected places. */
  readonly precision5Ample: number | null;
  readonly ampleQuestions: number;
  readonly precision5: number | null;
  /** Expected places that are not covered by the first ten results, of all. */
  readonly falseNegativeRate: number | null;
  /** Results among the first ten that cover no expected place, of all. */
  readonly falsePositiveRate: number | null;
  /** Questions with a result among the first ten that they say should not come, of those that say so of any. */
  readonly unwantedRate: number | null;
  /** By tokens of context, as in `TOKEN_BUDGETS`. */
  readonly recallWithin: Readonly<Record<string, number>> | null;
  /** Mean tokens of the first ten results. */
  readonly tokens: number | null;
  /** 1 - tokens of the first ten results / tokens of their files read whole. */
  readonly tokensSaved: number | null;
}

export function summarise(outcomes: readonly Outcome[]): Figures {
  const scores = outcomes.map(({ score }) => score);
  // Where nothing is expected there is nothing to find: only false positives can be counted.
  const answerable = scores.filter(({ ranks }) => ranks.length > 0);
  const ample = answerable.filter(({ ranks }) => ranks.length >= AMPLE);
  const places = answerable.flatMap(({ ranks }) => ranks);
  const shown = scores.flatMap(({ isHit }) => isHit.slice(0, DEPTH));
  const guarded = scores.flatMap(({ isViolated }) => (isViolated === null ? [] : [isViolated ? 1 : 0]));
  const tokens = sum(scores.map((score) => score.tokens));
  const whole = sum(outcomes.map(({ wholeFileTokens }) => wholeFileTokens));
  return {
    questions: outcomes.length,
    ndcg10: mean(answerable.map(({ ndcg10 }) => ndcg10)),
    mrr: mean(answerable.map(({ reciprocalRank }) => reciprocalRank)),
    recall10: mean(answerable.map(({ recall10 }) => recall10)),
    precision5Ample: mean(ample.map(({ precision5 }) => precision5)),
    ampleQuestions: ample.length,
    precision5: mean(answerable.map(({ precision5 }) => precision5)),
    falseNegativeRate: mean(places.map((rank) => (rank === null || rank > DEPTH ? 1 : 0))),
    falsePositiveRate: mean(shown.map((isHit) => (isHit ? 0 : 1))),
    unwantedRate: mean(guarded),
    recallWithin: answerable.length
      ? Object.fromEntries(
          TOKEN_BUDGETS.map((budget, i) => [budget, mean(answerable.map(({ recallWithin }) => recallWithin[i] ?? 0)) ?? 0]),
        )
      : null,
    tokens: mean(scores.map((score) => score.tokens)),
    tokensSaved: whole > 0 ? 1 - tokens / whole : null,
  };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
export const mean = (values: readonly number[]): number | null => (values.length ? sum(values) / values.length : null);

export interface Latency {
  readonly samples: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
  /** Counts of samples up to a time and above the bound before; the last bound is the slowest sample. Milliseconds. */
  readonly histogram: readonly { readonly upToMs: number; readonly count: number }[];
}

/** Milliseconds each. Null without samples. */
export function latencyOf(samples: readonly number[]): Latency | null {
  if (!samples.length) return null;
  const sorted = [...samples].sort((a, b) => a - b);
  const max = sorted.at(-1) as number;
  const bounds = [1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 200, 500, 1_000, 2_000].filter((bound) => bound < max);
  let below = 0;
  const histogram = [...bounds, max].map((upToMs) => {
    const count = sorted.filter((ms) => ms <= upToMs).length - below;
    below += count;
    return { upToMs, count };
  });
  return { samples: sorted.length, p50: percentile(sorted, 50), p95: percentile(sorted, 95), p99: percentile(sorted, 99), max, histogram };
}

/** Nearest rank; `sorted` ascending and not empty. */
export const percentile = (sorted: readonly number[], percent: number): number =>
  sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] as number;

/** A bound that published systems aim at; the figures of a run are shown beside it. */
export interface Target {
  readonly figure: 'precision5Ample' | 'recall10' | 'mrr' | 'ndcg10' | 'tokensSaved' | 'p50' | 'p95' | 'p99';
  readonly bound: number;
  readonly want: 'more' | 'less';
}

export const targets: readonly Target[] = [
  { figure: 'ndcg10', bound: 0.85, want: 'more' },
  { figure: 'mrr', bound: 0.8, want: 'more' },
  { figure: 'recall10', bound: 0.9, want: 'more' },
  { figure: 'precision5Ample', bound: 0.85, want: 'more' },
  { figure: 'tokensSaved', bound: 0.7, want: 'more' },
  { figure: 'p50', bound: 100, want: 'less' },
  { figure: 'p95', bound: 200, want: 'less' },
  { figure: 'p99', bound: 500, want: 'less' },
];

export const isMet = ({ bound, want }: Target, value: number): boolean => (want === 'more' ? value > bound : value < bound);
