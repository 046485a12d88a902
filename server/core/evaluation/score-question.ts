/**
 * The figures of one question: which of the expected places its ranked results cover, and how early. A result covers a
 * place in the same file when their lines overlap, or when the place has none. Relevance is binary. Pure.
 */
import { estimateTokens } from '../../util/estimate-tokens.js';
import type { LineSpan } from '../model/file.js';
import type { JudgedQuestion, Place } from './question-file.js';

/** What of a result is judged. */
export interface Judged {
  readonly path: string;
  readonly lines: LineSpan;
  readonly tokens: number;
}

/** Most results that the figures "@10" look at. */
export const DEPTH = 10;
/** Precision looks at the first screen only. */
const PRECISION_DEPTH = 5;
/** Precision at five can only be 1 where five places are relevant. */
export const AMPLE = 5;
/** Tokens of context within which recall is measured. */
export const TOKEN_BUDGETS = [500, 1_000, 2_000, 4_000] as const;

export interface QuestionScore {
  /** 1-based rank of the first result that covers each expected place; null where none does. */
  readonly ranks: readonly (number | null)[];
  /** Whether each result covers an expected place. */
  readonly isHit: readonly boolean[];
  /** Whether each result is one that the question says should not come. */
  readonly isUnwanted: readonly boolean[];
  /**
   * The question says what should not be found (`notExpected`, or nothing expected at all) and it came among the first ten;
   * null where it says nothing of the kind.
   */
  readonly isViolated: boolean | null;
  readonly firstRank: number | null;
  readonly precision5: number;
  readonly recall10: number;
  /** 1 / rank of the first hit among the first ten, else 0. */
  readonly reciprocalRank: number;
  readonly ndcg10: number;
  /** Share of the expected places that the results cover, in order, as far as they fit whole: one figure a budget. */
  readonly recallWithin: readonly number[];
  /** Of the first ten results. */
  readonly tokens: number;
}

export function covers(result: Judged, place: Place): boolean {
  return (
    result.path === place.path && (!place.lines || (result.lines.start < place.lines.end && place.lines.start < spanEnd(result.lines)))
  );
}

/** An empty span still names its line. */
const spanEnd = ({ start, end }: LineSpan): number => Math.max(start + 1, end);

/** Where nothing is expected the shares are 0; `summarise` leaves such questions out of their means. */
export function scoreQuestion({ expected, notExpected }: JudgedQuestion, results: readonly Judged[]): QuestionScore {
  const ranks = expected.map((place) => results.findIndex((result) => covers(result, place)) + 1 || null);
  const isHit = results.map((result) => expected.some((place) => covers(result, place)));
  const isUnwanted = results.map((result) => expected.length === 0 || notExpected.some((place) => covers(result, place)));
  const found = ranks.filter((rank) => rank !== null);
  const firstRank = found.length ? Math.min(...found) : null;
  const share = (depth: number): number => (expected.length ? found.filter((rank) => rank <= depth).length / expected.length : 0);
  return {
    ranks,
    isHit,
    isUnwanted,
    isViolated: expected.length && !notExpected.length ? null : isUnwanted.slice(0, DEPTH).some(Boolean),
    firstRank,
    precision5: isHit.slice(0, PRECISION_DEPTH).filter(Boolean).length / PRECISION_DEPTH,
    recall10: share(DEPTH),
    reciprocalRank: firstRank !== null && firstRank <= DEPTH ? 1 / firstRank : 0,
    ndcg10: ndcg(found, expected.length, DEPTH),
    recallWithin: TOKEN_BUDGETS.map((budget) => share(resultsWithin(results, budget))),
    tokens: results.slice(0, DEPTH).reduce((sum, { tokens }) => sum + tokens, 0),
  };
}

/**
 * Binary normalised discounted cumulative gain (Järvelin and Kekäläinen, 2002): `ranks` are 1-based, one for each place
 * found. Two places first covered by the same result gain once, as in the published code-search figures.
 */
export function ndcg(ranks: readonly number[], expected: number, depth: number): number {
  if (expected === 0) return 0;
  const discount = (rank: number): number => 1 / Math.log2(rank + 1);
  const gain = [...new Set(ranks)].filter((rank) => rank <= depth).reduce((sum, rank) => sum + discount(rank), 0);
  let ideal = 0;
  for (let rank = 1; rank <= Math.min(depth, expected); rank++) ideal += discount(rank);
  return gain / ideal;
}

/** How many results, from the first on, fit whole into a budget. */
function resultsWithin(results: readonly Judged[], budget: number): number {
  let used = 0;
  const first = results.findIndex(({ tokens }) => (used += tokens) > budget);
  return first < 0 ? results.length : first;
}

/** Counts the tokens of the distinct files of the first ten results, each read whole: estimates, within a few per cent. */
export function wholeFileCounter(textOf: (path: string) => string): (results: readonly { readonly path: string }[]) => number {
  const known = new Map<string, number>();
  const tokensOf = (path: string): number => {
    let tokens = known.get(path);
    if (tokens === undefined) known.set(path, (tokens = estimateTokens(textOf(path))));
    return tokens;
  };
  return (results) => [...new Set(results.slice(0, DEPTH).map(({ path }) => path))].reduce((sum, path) => sum + tokensOf(path), 0);
}
