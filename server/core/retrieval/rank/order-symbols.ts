/**
 * The order of the best symbols for a change that names symbols: a linear model of their score, their kind, the words that they share with the question,
 * and the best symbols that call them or that they call. The scores stay as they are and are given out in the new order, so that thresholds
 * on them keep their meaning. Pure.
 *
 * The coefficients are those of a conditional logit (McFadden, "Conditional logit analysis of qualitative choice behavior", 1974), fitted by
 * `scripts/answers/fit-order.mjs`; docs/decisions/order-of-symbols.md.
 */
import type { ChunkRecord } from '../../model/chunk.js';
import { isFunction } from '../../model/symbol.js';
import type { AnalysedQuery } from '../query/analyse-query.js';
import { isForTests, isInlineTest } from './demotions.js';
import type { Ranked } from './rank.js';
import type { SimilarShares } from './similar-words.js';
import { type OrderSignals, symbolOrder } from './weights.js';

/** Pairs of ids: a symbol of the list, and one that it calls, uses or extends. */
export type Links = (records: readonly ChunkRecord[]) => readonly (readonly [from: number, to: number])[];

/** Whether a text says what to change and names symbols, which are often not what is changed. */
export const isChangeOfNamed = ({ isChangeRequest, stated }: AnalysedQuery): boolean => isChangeRequest && stated.length > 0;

/** @param ranked best first; those that the question points to keep their places in front */
export function orderSymbols(
  ranked: readonly Ranked[],
  query: AnalysedQuery,
  sharesOf: (record: ChunkRecord) => SimilarShares,
  links: Links,
): Ranked[] {
  const first = ranked.filter(({ candidate }) => candidate.place);
  const others = ranked.filter(({ candidate }) => !candidate.place);
  const best = others.slice(0, symbolOrder.candidates);
  const signals = orderSignals(best, query, sharesOf, links);
  const { coefficients } = symbolOrder;
  const names = Object.keys(coefficients) as (keyof OrderSignals)[];
  const utility = (one: OrderSignals): number => names.reduce((sum, name) => sum + coefficients[name] * one[name], 0);
  const ordered = best
    .map((one, i) => ({ one, value: utility(signals[i] as OrderSignals), i }))
    .sort((a, b) => b.value - a.value || a.i - b.i)
    .map(({ one }, i): Ranked => {
      const { score } = best[i] as Ranked;
      return score === one.score ? one : { ...one, score, parts: [...one.parts, { name: 'order of symbols', value: score - one.score }] };
    });
  return [...first, ...ordered, ...others.slice(best.length)];
}

/** What the model reads of each symbol, in the order of `best`. */
export function orderSignals(
  best: readonly Ranked[],
  query: AnalysedQuery,
  sharesOf: (record: ChunkRecord) => SimilarShares,
  links: Links,
): OrderSignals[] {
  const top = best[0]?.score || 1;
  const scores = new Map(best.map(({ candidate: { record }, score }) => [record.id, score / top]));
  const callers = new Map<number, number>();
  const callees = new Map<number, number>();
  const keepBest = (of: Map<number, number>, id: number, score: number) => of.set(id, Math.max(of.get(id) ?? 0, score));
  for (const [from, to] of links(best.map(({ candidate }) => candidate.record))) {
    const [caller, callee] = [scores.get(from), scores.get(to)];
    if (caller === undefined || callee === undefined || from === to) continue;
    keepBest(callers, to, caller);
    keepBest(callees, from, callee);
  }
  const asksForTests = isForTests(query);
  return best.map(({ candidate: { record }, score }, i) => {
    return {
      score: score / top,
      rank: -Math.log1p(i),
      caller: callers.get(record.id) ?? 0,
      callee: callees.get(record.id) ?? 0,
      isFunction: Number(isFunction(record.symbolKind)),
      isValue: Number(VALUES.has(record.symbolKind)),
      body: sharesOf(record).body,
      isTest: Number(!asksForTests && (record.role === 'test' || isInlineTest(record))),
    };
  });
}

const VALUES: ReadonlySet<ChunkRecord['symbolKind']> = new Set(['field', 'property', 'variable', 'constant', 'enumMember']);
