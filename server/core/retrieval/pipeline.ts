import type { Answer, Question } from '../model/answer.js';
import { notesOf, unknownText } from '../model/answer-text.js';
import type { ChunkRecord } from '../model/chunk.js';
import { isIncomplete, type Problem } from '../model/problem.js';
import { isDistinctive } from '../model/symbol.js';
import { absenceOf, mayDeny } from './absence.js';
import { cutProblems, matchProblems } from './answer-problems.js';
import { answerRelation } from './assemble/answer-relation.js';
import { assemble } from './assemble/assemble.js';
import { budget } from './assemble/budget.js';
import { asksForDefaults } from './assemble/default-lines.js';
import { lineRelevance } from './assemble/extract-statements.js';
import { maskedLines } from './assemble/masked-lines.js';
import { mentionsOf } from './assemble/mention-lines.js';
import { explainStages, type Trace } from './explain-stages.js';
import { besideCertain } from './graph/beside-certain.js';
import { expandGraph, noExpansion } from './graph/expand-graph.js';
import { findHubs } from './graph/find-hubs.js';
import type { FileHistory } from './history-port.js';
import type { Embedder, IndexReader, TokenCounter } from './ports.js';
import { isNameAlone, isTextAlone } from './query/alone.js';
import type { AnalysedQuery } from './query/analyse-query.js';
import { correctionProblem } from './query/correct-words.js';
import { compileFilters, type GlobMatcher, unmatchedPaths } from './query/filter.js';
import { readQuestion, translationProblem } from './query/read-question.js';
import { excludesTests } from './query/relation-phrases.js';
import { isTraceAlone } from './query/stack-frames.js';
import { isWrittenAsName } from './query/stated-names.js';
import { isPartOfName, unknownNames } from './query/unknown-names.js';
import { boundsOf, checkNumbers, cutQuestion } from './question-bounds.js';
import { combineWordings } from './rank/combine-wordings.js';
import { definitionsInstead } from './rank/definitions-instead.js';
import { isInlineTest } from './rank/demotions.js';
import { evidenceOf } from './rank/evidence.js';
import { oneTranslation } from './rank/one-translation.js';
import { gate, type Ranked } from './rank/rank.js';
import { rarityOf } from './rank/rarity.js';
import { type RerankStage, rerankWith } from './rank/rerank.js';
import { gateLimits, evidence as thresholds } from './rank/weights.js';
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
  if (query.untranslated !== undefined) add(translationProblem(query.text));
  add(...query.corrections.map((one) => correctionProblem(one, isIncomplete(problems))));
  if (!query.text) {
    add({ code: 'emptyQuery', message: 'the query is empty', incomplete: false });
    return answer({});
  }

  const accept = filterOf(ports, question);
  const { wordings, found, facts, asked } = await searchWordings(ports, question, query, accept, signal);
  add(...found.problems);

  const ordered = oneTranslation(definitionsInstead(ports.reader, query.text, combineWordings(wordings), accept));
  const reranker = ports.reranker();
  const { ranked, problems: unranked } = await rerankWith(reranker, ports.reader, query.text, ordered, signal);
  add(...unranked);
  signal?.throwIfAborted();

  const isBrief = (question.brief ?? false) && (question.withText ?? true);
  const relevant = gate(ranked, found.bestSemantic, floorOf(question));
  const relation =
    query.relation &&
    answerRelation(
      ports.reader,
      query.relation,
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
  const searched = { question, query, found, ranked: relevant, relation, accept, confidence: evidence.confidence, nothing };
  const absence = absenceOf(ports.reader, searched, problems);
  const { unknown, missing, notYet, isRemembered, isNothing } = absence;
  // A name that nothing has so far may be in the files that are missing: what is listed meanwhile is hardly meant.
  if (notYet.length) add({ code: 'unknownName', message: `${unknownText(notYet)} so far`, incomplete: false });
  const isHardly = isNothing || notYet.length > 0;
  // Who asks for the users of something that does not exist wants no other code.
  const kept = absence.isOfNothing ? [] : (relation?.ranked ?? (isHardly ? relevant.slice(0, thresholds.weakResults) : relevant));
  const isIndexing = problems.some(({ code }) => code === 'indexing');
  add(...matchProblems(query, found, { isFiltered: accept !== null, isIndexing }, kept, relation, isNothing, absence));
  if (kept.length && !isNothing && !isRemembered && mayDeny(searched, problems)) {
    const isNamed = unknown.length > 0 || missing !== null;
    add(...weakMatch(ports.reader, query.text, evidence, isNamed, guessedNames(ports.reader, wordings)));
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

  const leading = kept.slice(0, bounds.limit);
  const isExpanded = bounds.related > 0 && !isHardly && !relation;
  const hubs = isExpanded ? findHubs(ports.reader, leading) : [];
  const expansion = relation?.expansion ?? (isExpanded ? expandGraph(ports.reader, leading, hubs, accept, bounds.related) : noExpansion);
  const notes = (question.withText ?? true) ? notesOf(problems) : '';
  const noteTokens = notes ? ports.tokens.count(`${notes}\n\n`) : 0;
  const about = lineRelevance(asked, rarityOf(asked.words, facts));
  const isPlaceAlone = isTraceAlone(query.text) || kept[0]?.candidate.place?.isQuestion === true || (!query.isReport && isTextAlone(query));
  const isAlone = isNameAlone(query);
  const isMeant = ({ candidate: { place, name } }: Ranked): boolean => place !== undefined || (isAlone && name === 'identifier');
  const shown =
    isBrief && !relation && !isHardly
      ? besideCertain(ports.reader, kept, {
          isCertain: (one) => isMeant(one) || isGuessed(question, one) || (isRemembered && one === kept[0]),
          isGuessed: (one) => !isMeant(one) && isGuessed(question, one),
          isPlaceAlone: isPlaceAlone && kept[0]?.candidate.place !== undefined,
        })
      : kept;
  const assembled = assemble(ports.reader, ports.tokens, shown, expansion, {
    ...bounds,
    budgetTokens: Math.max(0, bounds.budgetTokens - noteTokens),
    // Code that does not answer the question is noise.
    resultTokens: Math.min(
      question.resultTokens ?? Number.POSITIVE_INFINITY,
      isHardly ? budget.weakResultTokens : Number.POSITIVE_INFINITY,
    ),
    withText: question.withText ?? true,
    brief: question.brief ?? false,
    explain: question.explain ?? false,
    isReport: query.isReport,
    hasOtherWordings: wordings.length > 1,
    isUnsure: evidence.confidence < thresholds.unsureBelow,
    isNameAlone: isAlone,
    isPlaceAlone,
    isNothing: isHardly,
    isForDefaults: asksForDefaults(query.text),
    mentions:
      isBrief && !relation && !isHardly && !(isPlaceAlone && kept[0]?.candidate.place)
        ? mentionsOf(
            ports.reader,
            wordings.map((one) => one.query),
            accept,
          )
        : [],
    furtherUses: isBrief ? (relation?.further ?? null) : null,
    isList: relation?.isList ?? false,
    relevance: question.extract ? about : null,
    fit: { about, cosines: found.cosines },
  });
  add(...cutProblems(assembled, bounds.budgetTokens, isBrief && relation?.further ? relation.count : null));
  const { results, related, needed, callers, graph } = assembled;
  add(...maskedLines(ports.reader, [...results, ...related]));
  const tokens = assembled.tokens + (results.length ? noteTokens : 0);
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
    record.role !== 'test' && !isInlineTest(record) && accept?.(record) !== false;

const nothingFound = { results: [], related: [], needed: [], callers: [], graph: [], tokens: 0, considered: 0, confidence: 0 };

/** A tag selects by itself: its chunks are listed however little they have to do with the rest of the question. */
const floorOf = ({ filters, minScore = 0 }: Question): number => Math.max(filters?.tags?.length ? 0 : gateLimits.floor, minScore);

function filterOf({ reader, globs, history }: RetrievalPorts, question: Question): ((record: ChunkRecord) => boolean) | null {
  return compileFilters(question.filters, question.exclude, globs, (path) => {
    const mtimeMs = reader.file(path)?.mtimeMs ?? 0;
    return history?.changedAt(path, mtimeMs) ?? mtimeMs;
  });
}

/** Whether another wording has the name of a result, as it is written. */
function isGuessed({ alternatives = [] }: Question, { candidate: { name, record } }: Ranked): boolean {
  if (name !== 'identifier' || !isWrittenAsName(record.name) || !isDistinctive(record.name)) return false;
  return alternatives.some((text) => text.match(/[\w$]+/g)?.includes(record.name));
}

/** Names in the other wordings that nothing has. */
const guessedNames = (reader: IndexReader, wordings: readonly { readonly query: AnalysedQuery }[]): string[] =>
  wordings.slice(1).flatMap(({ query }) => unknownNames(reader, query).filter((name) => !isPartOfName(reader, name)));
