/** The stages of retrieval in their order: analyse, search, rank, gate, assemble. */
import type { Answer, Question } from '../model/answer.js';
import { limits } from '../model/limits.js';
import { type Problem, queryError } from '../model/problem.js';
import { answerUsage } from './assemble/answer-usage.js';
import { assemble } from './assemble/assemble.js';
import { explainStages, type Trace } from './explain-stages.js';
import { expandGraph } from './graph/expand-graph.js';
import { findHubs } from './graph/find-hubs.js';
import type { FileHistory } from './history-port.js';
import type { Embedder, IndexReader, TokenCounter } from './ports.js';
import type { AnalysedQuery } from './query/analyse-query.js';
import { correctionProblem } from './query/correct-words.js';
import { compileFilters, type GlobMatcher } from './query/filter.js';
import type { Platform } from './query/platform.js';
import { readQuestion } from './query/read-question.js';
import { evidenceOf } from './rank/evidence.js';
import { gate } from './rank/gate.js';
import { lineRelevance } from './rank/line-relevance.js';
import { type CorpusFacts, rank } from './rank/rank.js';
import { rarityOf } from './rank/rarity.js';
import { type RerankStage, rerankWith } from './rank/rerank.js';
import { gateLimits, evidence as thresholds } from './rank/weights.js';
import { search } from './recall/search.js';

export interface RetrievalPorts {
  readonly reader: IndexReader;
  readonly embedder: Embedder;
  /** The reranker at this moment; null where none is set. */
  readonly reranker: () => RerankStage | null;
  readonly tokens: TokenCounter;
  readonly globs: GlobMatcher;
  readonly now: () => number;
  /** The user's operating system. */
  readonly platform: Platform;
  /** What version control knows; absent where there is none. */
  readonly history?: FileHistory;
}

const DEFAULT_LIMIT = 20;
const DEFAULT_RELATED = 10;

function checkNumber(name: string, value: number | undefined, allowInfinity: boolean): void {
  if (value === undefined) return;
  if (typeof value !== 'number' || Number.isNaN(value) || value < 0 || (!allowInfinity && !Number.isFinite(value))) {
    throw queryError(`${name}: expected a number of at least 0, got ${String(value)}`, { name });
  }
}

/** Answers a question. `known` are the problems of the engine at this moment (still indexing …). */
export async function retrieve(
  ports: RetrievalPorts,
  question: Question,
  known: readonly Problem[],
  signal?: AbortSignal,
): Promise<Answer> {
  checkNumber('limit', question.limit, false);
  checkNumber('related', question.related, false);
  checkNumber('budgetTokens', question.budgetTokens, true);
  checkNumber('resultTokens', question.resultTokens, true);
  checkNumber('reservedTokens', question.reservedTokens, true);
  const started = ports.now();
  const problems: Problem[] = [...known];
  let text = question.query;
  if (text.length > limits.maxQueryChars) {
    text = text.slice(0, limits.maxQueryChars);
    problems.push({ code: 'queryCut', message: `the query was cut to ${limits.maxQueryChars} characters`, incomplete: false });
  }
  const query = readQuestion(ports.reader, text);
  problems.push(...query.corrections.map(correctionProblem));
  const budget = question.budgetTokens ?? limits.defaultBudgetTokens;
  const reserved = question.reservedTokens ?? (question.budgetTokens === undefined ? limits.reservedAnswerTokens : 0);
  const budgetTokens = Math.max(0, budget - reserved);
  const explained = (trace: Trace): Partial<Answer> => (question.explain ? { explanation: explainStages(trace) } : {});
  const finish = (rest: Partial<Answer>): Answer => ({
    query: question.query,
    intent: query.intent,
    results: [],
    related: [],
    needed: [],
    graph: [],
    tokens: 0,
    budgetTokens,
    considered: 0,
    confidence: 0,
    ...rest,
    problems,
    isIncomplete: problems.some((problem) => problem.incomplete),
    elapsedMs: Math.round((ports.now() - started) * 100) / 100,
  });
  if (!query.text) {
    problems.push({ code: 'emptyQuery', message: 'the query is empty', incomplete: false });
    return finish({});
  }
  const { reader } = ports;
  const mtimeOf = (path: string) => {
    const mtimeMs = reader.file(path)?.mtimeMs ?? 0;
    return ports.history?.changedAt(path, mtimeMs) ?? mtimeMs;
  };
  const accept = compileFilters(question.filters, question.exclude, ports.globs, mtimeOf);
  const found = await search(reader, ports.embedder, query, accept, signal, question.filters?.tags);
  problems.push(...found.problems);
  const facts = corpusFacts(ports, query);
  const ordered = rank(query, found.candidates, facts, question.anchor ?? null);
  const reranker = ports.reranker();
  const { ranked, problems: unranked } = await rerankWith(reranker, reader, query.text, ordered, signal);
  problems.push(...unranked);
  // A tag selects by itself: what carries it is listed, however little it has to do with the rest of the question.
  const floor = question.filters?.tags?.length ? 0 : gateLimits.floor;
  const close = gate(ranked, found.bestSemantic, Math.max(floor, question.minScore ?? 0));
  const limit = Math.min(question.limit ?? DEFAULT_LIMIT, limits.maxResults);
  const wanted = question.related ?? DEFAULT_RELATED;
  const usage = query.usesOf && answerUsage(reader, query.usesOf, close, accept, limit, wanted);
  const evidence = evidenceOf(reader, query, close, facts, found.bestSemantic, usage?.count ?? 0);
  // What is not indexed yet may well be about it, and what was fitted to one model's cosines says nothing about another's.
  const mayDeny =
    !found.isOtherModel &&
    !usage &&
    !query.paths.length &&
    !question.filters?.tags?.length &&
    !problems.some(({ incomplete }) => incomplete);
  const isNothing = mayDeny && evidence.nothing >= thresholds.nothingFrom;
  const kept = usage?.ranked ?? (isNothing ? close.slice(0, thresholds.weakResults) : close);
  const trace: Trace = { query, found, ranked: ordered, ...(reranker && !unranked.length && { reranked: ranked }), kept: close, evidence };
  if (!kept.length) {
    const why = whyNothing(query, found.candidates.length, accept !== null);
    problems.push({ code: 'noMatch', message: why, incomplete: false });
    return finish({ considered: found.candidates.length, ...explained(trace) });
  }
  if (isNothing)
    problems.push({ code: 'noMatch', message: 'nothing here is about that; what is listed is the closest', incomplete: false });
  if (query.usesOf && !usage) problems.push({ code: 'noMatch', message: `nothing here uses ${query.usesOf.name}`, incomplete: false });
  const { confidence } = evidence;
  const leading = kept.slice(0, limit);
  const isExpanded = wanted > 0 && !isNothing && !usage;
  const hubs = isExpanded ? findHubs(reader, leading) : [];
  const expansion = usage?.expansion ?? (isExpanded ? expandGraph(reader, leading, hubs, accept, wanted) : { related: [], edges: [] });
  const assembled = assemble(reader, ports.tokens, kept, expansion, {
    limit,
    budgetTokens,
    resultTokens: question.resultTokens ?? Number.POSITIVE_INFINITY,
    withText: question.withText ?? true,
    explain: question.explain ?? false,
    relevance: question.extract ? lineRelevance(query, rarityOf(query.words, facts)) : null,
  });
  if (assembled.cut && Number.isFinite(budgetTokens))
    problems.push({
      code: 'budgetExceeded',
      message: `results were shortened or left out to stay within ${budgetTokens} tokens`,
      incomplete: false,
    });
  return finish({
    results: assembled.results,
    related: assembled.related,
    needed: assembled.needed,
    graph: assembled.graph,
    tokens: assembled.tokens,
    considered: found.candidates.length,
    confidence,
    ...explained({ ...trace, hubs, expansion, assembled: { ...assembled, budgetTokens } }),
  });
}

function whyNothing(query: AnalysedQuery, candidates: number, isFiltered: boolean): string {
  if (!query.words.length && !query.identifiers.length) return 'no word of the question says what to look for';
  if (candidates) return 'nothing found is close enough to the question';
  return isFiltered ? 'nothing that the filters let through matches' : 'nothing matches';
}

/** What ranking asks the index about the corpus as a whole; cheap, the index keeps it. */
export function corpusFacts({ reader, platform, history }: RetrievalPorts, query: AnalysedQuery): CorpusFacts {
  const importance = reader.fileImportance();
  return {
    frequency: reader.documentFrequency(query.words),
    chunks: reader.chunkCount(),
    importance: (fileId) => importance.get(fileId) ?? 0,
    platform,
    ...(history && { age: history }),
  };
}
