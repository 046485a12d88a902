import type { Answer, Question } from '../model/answer.js';
import { unknownText } from '../model/answer-text.js';
import type { ChunkRecord } from '../model/chunk.js';
import { isIncomplete, type Problem } from '../model/problem.js';
import { isTestCode } from '../model/test-code.js';
import { absenceOf, mayDeny } from './absence.js';
import { cutProblems, matchProblems } from './answer-problems.js';
import { answerRelation } from './assemble/answer-relation.js';
import { maskedLines } from './assemble/masked-lines.js';
import { composeAnswer, isBriefAnswer } from './compose-answer.js';
import { explainStages, type Trace } from './explain-stages.js';
import type { FileHistory } from './history-port.js';
import type { Embedder, IndexReader, TokenCounter } from './ports.js';
import type { AnalysedQuery } from './query/analyse-query.js';
import { correctionProblem } from './query/correct-words.js';
import { compileFilters, type GlobMatcher, unmatchedPaths } from './query/filter.js';
import { readQuestion, translationProblem } from './query/read-question.js';
import { excludesTests } from './query/relation-phrases.js';
import { isPartOfName, unknownNames } from './query/unknown-names.js';
import { boundsOf, checkNumbers, cutQuestion } from './question-bounds.js';
import { combineWordings } from './rank/combine-wordings.js';
import { definitionsInstead } from './rank/definitions-instead.js';
import { evidenceOf } from './rank/evidence.js';
import { linesOfNameAlone, mentionedFirst } from './rank/mentioned-first.js';
import { oneTranslation } from './rank/one-translation.js';
import { gate } from './rank/rank.js';
import { type RerankStage, rerankWith } from './rank/rerank.js';
import { gateLimits, evidence as thresholds } from './rank/weights.js';
import { misqualifiedProblem } from './recall/find-named.js';
import { searchWordings } from './search-wordings.js';
import { weakMatch } from './weak-match.js';

export interface RetrievalPorts {
  readonly reader: IndexReader;
  readonly embedder: Embedder;
  /** The reranker at this moment; null where none is set. */
  readonly reranker: () => RerankStage | null;
  readonly tokens: TokenCounter;
  readonly globs: GlobMatcher;
  readonly now: () => number;
  /** What version control knows; absent without version control. */
  readonly history?: FileHistory;
}

/** An answer without its problems, which its caller completes and adds. */
export type Found<Of> = Omit<Of, 'problems' | 'isIncomplete'>;

/**
 * @param problems what the engine knows of its state (still indexing …); the problems of this answer are added to it
 * Throws ContextError('query') for numbers out of range, and the signal's reason when aborted; a failing store or provider costs its
 * part of the answer and adds a problem.
 */
export async function retrieve(
  ports: RetrievalPorts,
  question: Question,
  problems: Problem[],
  signal?: AbortSignal,
): Promise<Found<Answer>> {
  checkNumbers(question);
  const started = ports.now();
  const bounds = boundsOf(question);
  const add = (...more: readonly Problem[]) => problems.push(...more);
  const answer = (rest: Partial<Answer>): Found<Answer> => ({
    ...nothingFound,
    query: question.query,
    budgetTokens: bounds.budgetTokens,
    ...rest,
    elapsedMs: Math.round((ports.now() - started) * 100) / 100,
  });

  const query = readQuestion(ports.reader, cutQuestion(question.query, add));
  if (query.isTranslated) add(translationProblem(query.text));
  const isPart = isIncomplete(problems);
  add(...query.corrections.map((one) => correctionProblem(one, isPart)));
  if (!isPart) add(...query.misqualified.map(misqualifiedProblem));
  if (!query.text) {
    add({ code: 'emptyQuery', message: 'the query is empty', incomplete: false });
    return answer({});
  }

  const accept = filterOf(ports, question);
  const searched = await searchWordings(ports, question, query, accept, signal);
  const { wordings, found } = searched;
  add(...found.problems);

  const ordered = oneTranslation(definitionsInstead(ports.reader, query.text, combineWordings(wordings), accept));
  const reranker = ports.reranker();
  const { ranked, problems: unranked } = await rerankWith(reranker, ports.reader, query.text, ordered, signal);
  add(...unranked);
  signal?.throwIfAborted();

  const isBrief = isBriefAnswer(question);
  const gated = gate(ranked, found.bestSemantic, floorOf(question));
  // Where a search has failed, its index is not asked again.
  const named = found.problems.length ? [] : linesOfNameAlone(ports.reader, query, gated);
  const relevant = mentionedFirst(gated, named);
  const relation =
    query.relation &&
    answerRelation(
      ports.reader,
      { relation: query.relation, paths: query.paths },
      relevant,
      excludesTests(query.text) ? outsideTests(accept) : accept,
      bounds.limit,
      bounds.related,
      isBrief,
    );
  const users = relation?.count ?? 0;
  const { bestSemantic } = found;
  const evidences = wordings.map((one) =>
    evidenceOf(ports.reader, { query: one.query, ranked: relevant, facts: one.facts, bestSemantic, users }),
  );
  const evidence = evidences.reduce((best, one) => (one.confidence > best.confidence ? one : best));
  // What one wording finds is there, although another is a name that nothing has.
  const nothing = Math.min(...evidences.map((one) => one.nothing));
  const judged = { question, query, found, ranked: relevant, relation, accept, confidence: evidence.confidence, nothing };
  const absence = absenceOf(ports.reader, judged, problems);
  const { unknown, missing, notYet, isRemembered, isNothing } = absence;
  // A name that nothing has so far may be in the files that are missing: what is listed meanwhile is hardly meant.
  if (notYet.length) add({ code: 'unknownName', message: `${unknownText(notYet)} so far`, incomplete: false });
  const isHardly = isNothing || notYet.length > 0;
  // Who asks for the users of something that does not exist wants no other code.
  const kept = absence.isOfNothing ? [] : (relation?.ranked ?? (isHardly ? relevant.slice(0, thresholds.weakResults) : relevant));
  const isIndexing = problems.some(({ code }) => code === 'indexing');
  add(...matchProblems(query, found, { isFiltered: accept !== null, isIndexing }, kept, relation, isNothing, absence));
  if (kept.length && !isNothing && !isRemembered && !named.length && mayDeny(judged, problems)) {
    const isNamed = unknown.length > 0 || missing !== null;
    add(...weakMatch(ports.reader, query.text, evidence, isNamed, wordings.length > 1 ? guessedNames(ports.reader, wordings) : null));
  }
  const paths = found.candidates.map(({ record }) => record.path);
  add(...unmatchedPaths(question.filters, ports.globs, paths, () => ports.reader.files()));

  const trace: Trace = {
    query,
    found,
    ranked: ordered,
    ...(reranker && !unranked.length && { reranked: ranked }),
    kept: relevant,
    evidence,
  };
  const explained = (more: Partial<Trace>): Partial<Answer> =>
    question.explain ? { explanation: explainStages({ ...trace, ...more }) } : {};
  if (!kept.length) return answer({ considered: found.candidates.length, ...explained({}) });

  const { hubs, expansion, assembled, tokens } = composeAnswer(ports.reader, ports.tokens, {
    ...{ question, bounds, query, searched, accept, relation, kept, isHardly, isRemembered, problems },
    confidence: evidence.confidence,
  });
  add(...cutProblems(assembled, bounds.budgetTokens, isBrief && relation?.further ? relation.count : null));
  const { results, related, needed, callers, graph } = assembled;
  add(...maskedLines(ports.reader, [...results, ...related]));
  return answer({
    ...{ results, related, needed, callers, graph, tokens },
    considered: found.candidates.length,
    confidence: evidence.confidence,
    ...explained({ hubs, expansion, assembled: { results, tokens, budgetTokens: bounds.budgetTokens } }),
  });
}

const outsideTests =
  (accept: ((record: ChunkRecord) => boolean) | null) =>
  (record: ChunkRecord): boolean =>
    !isTestCode(record) && accept?.(record) !== false;

const nothingFound = { results: [], related: [], needed: [], callers: [], graph: [], tokens: 0, considered: 0, confidence: 0 };

/** A tag selects by itself: its chunks are listed however little they have to do with the rest of the question. */
const floorOf = ({ filters, minScore = 0 }: Question): number => Math.max(filters?.tags?.length ? 0 : gateLimits.floor, minScore);

function filterOf({ reader, globs, history }: RetrievalPorts, question: Question): ((record: ChunkRecord) => boolean) | null {
  return compileFilters(question.filters, question.exclude, globs, (path) => {
    const mtimeMs = reader.file(path)?.mtimeMs ?? 0;
    return history?.changedAt(path, mtimeMs) ?? mtimeMs;
  });
}

/** Names in the other wordings that nothing has. */
const guessedNames = (reader: IndexReader, wordings: readonly { readonly query: AnalysedQuery }[]): string[] =>
  wordings.slice(1).flatMap(({ query }) => unknownNames(reader, query).filter((name) => !isPartOfName(reader, name)));
