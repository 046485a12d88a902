/**
 * Last stage: assembles primary and related results within a token budget (the shares are in budget.ts); the primary results may use what
 * the others leave. Tokens left at the end complete results, best first.
 * Invariant: the answer as a document, headings, line numbers and needed signatures included, never exceeds the budget.
 */

import type { CallerLine, GraphEdge, NeededSignature, RelatedResult, Result } from '../../model/answer.js';
import { isFunction } from '../../model/symbol.js';
import type { Expansion } from '../graph/expand-graph.js';
import { usage } from '../graph/weights.js';
import type { IndexReader, TokenCounter } from '../ports.js';
import type { Ranked } from '../rank/rank.js';
import { type Entry, isCutShort, isWithin } from './answer-entry.js';
import type { AssembleOptions } from './assemble-options.js';
import { budget } from './budget.js';
import { fitCallers, fitNeeded } from './document-tokens.js';
import { Draft } from './draft.js';
import { listsBeside } from './lists-beside.js';
import { ResultForms } from './result-forms.js';
import { toResult } from './to-result.js';

export interface Assembled {
  readonly results: readonly Result[];
  readonly related: readonly RelatedResult[];
  readonly needed: readonly NeededSignature[];
  readonly callers: readonly CallerLine[];
  readonly graph: readonly GraphEdge[];
  /** Of the answer as a document. */
  readonly tokens: number;
  /** True where the budget shortened or dropped something. */
  readonly cut: boolean;
}

export function assemble(
  reader: IndexReader,
  tokens: TokenCounter,
  primary: readonly Ranked[],
  expansion: Expansion,
  options: AssembleOptions,
): Assembled {
  const { withText, brief, furtherUses } = options;
  const forms = new ResultForms(primary, options);
  const draft = new Draft(reader, tokens, forms, options);
  const shares = sharesOf(options, forms, expansion);

  draft.addPrimary(shares.primary - shares.lists);
  // The rest of the best functions says more than code that is related to them.
  if (shares.isBounded && !brief) {
    draft.complete(budget.completedFirst, shares.functions(draft.used), ({ symbolKind }) => isFunction(symbolKind));
  }
  draft.addRelated(expansion.related, shares.related(draft.used));
  // Further primary results use what the related ones left.
  draft.addPrimary(shares.results - shares.lists);
  if (draft.lacksResults) draft.cut = true;
  if (forms.opensPlaces) draft.openPlaces(options.budgetTokens * budget.openedShare);

  const lists = listsBeside(reader, draft, forms, options);
  const unused = options.budgetTokens - draft.used;
  const callers = fitCallers(lists.callers, tokens, shares.callers(unused));
  if (furtherUses && callers.list.length < furtherUses.length) draft.cut = true;
  if (withText) {
    const shown = [...draft.entries, ...draft.related];
    const needed = fitNeeded(lists.neededBy(shown), tokens, shares.needed(unused - callers.tokens));
    const reserved = callers.tokens + needed.tokens + shares.graph(unused);
    const before = draft.entries.length;
    draft.complete(before, unused - reserved);
    if (draft.entries.length < before) draft.addPrimary(options.budgetTokens - reserved);
  }
  if (shares.isBounded && options.resultTokens === Number.POSITIVE_INFINITY && draft.entries.some(isShortened(options, forms))) {
    draft.cut = true;
  }
  draft.dropRepeatedRelated();

  const { entries, related } = draft;
  const all = [...entries, ...related];
  const needed = fitNeeded(lists.neededBy(all), tokens, shares.needed(options.budgetTokens - draft.used - callers.tokens));
  const used = draft.used + needed.tokens + callers.tokens;
  const keys = new Set(all.map(({ record }) => record.key));
  const edges = shares.isBounded ? Math.floor(shares.graph(options.budgetTokens - used) / budget.edgeTokens) : expansion.edges.length;
  const toAnswer = (entry: Entry): Result => toResult(entry, draft.textOf(entry.record), options.explain);
  return {
    results: entries.map(toAnswer),
    related: related.flatMap((entry) =>
      entry.relation ? [{ ...toAnswer(entry), relation: entry.relation.relation, of: standsIn(entry.relation.of, primary, entries) }] : [],
    ),
    needed: needed.list,
    callers: callers.list,
    graph: expansion.edges.filter(({ from, to }) => keys.has(from) && keys.has(to)).slice(0, edges),
    tokens: used,
    cut: draft.cut,
  };
}

/** How the budget is divided: bounds on the tokens of the whole answer, and of parts of it. Without a budget or texts nothing is bounded. */
interface Shares {
  readonly isBounded: boolean;
  /** Until the answer has so many tokens, primary results are added before related ones; and after them. */
  readonly primary: number;
  readonly results: number;
  /** Kept for the lists of a short answer. */
  readonly lists: number;
  /** For completing the first functions, and until how many tokens related results are added. */
  readonly functions: (used: number) => number;
  readonly related: (used: number) => number;
  /** What the parts may take of the tokens that are left. */
  readonly callers: (left: number) => number;
  readonly needed: (left: number) => number;
  readonly graph: (left: number) => number;
}

function sharesOf(options: AssembleOptions, { isFound, isQuoted }: ResultForms, { related, edges }: Expansion): Shares {
  const { budgetTokens: all, withText, brief, isReport, isList, furtherUses } = options;
  const isBounded = withText && Number.isFinite(all);
  const primaryShare = isReport ? budget.reportPrimaryShare : budget.primaryShare;
  const relatedShare = isReport ? budget.reportRelatedShare : budget.relatedShare;
  const results = isBounded ? all * (1 - budget.graphShare) : all;
  // Lines with what the question quotes are part of its answer.
  const quoted = options.mentions.reduce((sum, { isQuoted, code }) => sum + (isQuoted ? Math.min(code.length, usage.quotedLines) : 0), 0);
  const quotedTokens = Math.min(all * budget.quotedShare, quoted * budget.quotedLineTokens);
  const lists = brief && isBounded ? all * budget.listsShare + quotedTokens : 0;
  const isHalf = isFound || isQuoted || furtherUses !== null;
  return {
    isBounded,
    primary: isBounded && related.length ? all * primaryShare : all,
    results,
    lists,
    functions: (used) => Math.min(all * budget.relatedShare, all - used),
    related: (used) => (isBounded ? Math.min(results, used + all * relatedShare) : all),
    callers: (left) => (isList ? left : isHalf ? left / 2 : Math.min(left, all * budget.callersShare + quotedTokens)),
    needed: (left) => (brief ? Math.min(left, lists) : left),
    graph: (left) => (isBounded ? Math.min(left, all * budget.graphShare, edges.length * budget.edgeTokens) : 0),
  };
}

/** Whether the budget has shortened a result. */
const isShortened =
  ({ relevance }: AssembleOptions, { linesAlone }: ResultForms) =>
  (entry: Entry): boolean =>
    (isCutShort(entry) && !(linesAlone && entry.item.focus)) || (!relevance && entry.shown.shortening === 'documentation');

/** The result that a related one belongs to; where that is shown inside another result, the other. */
function standsIn(of: string, primary: readonly Ranked[], entries: readonly Entry[]): string {
  const record = primary.find(({ candidate }) => candidate.record.key === of)?.candidate.record;
  const around = record && entries.find((entry) => entry.expanded.has(record.id) || isWithin(record, entry));
  return around && !entries.some((entry) => entry.record.key === of) ? around.record.key : of;
}
