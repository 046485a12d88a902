/**
 * Answers a question: the stages of retrieval in their order.
 * Invariant: no stage waits between the search and the answer but the reranker, so that all of them see the same index.
 */
import { wordsOf } from '../chunking/words.js';
import type { Answer, Question } from '../model/answer.js';
import { notesOf, unknownText } from '../model/answer-text.js';
import type { ChunkRecord } from '../model/chunk.js';
import { limits } from '../model/limits.js';
import { type Problem, queryError } from '../model/problem.js';
import { counted } from '../model/progress.js';
import { isDistinctive } from '../model/symbol.js';
import { answerRelation, type RelationAnswer } from './assemble/answer-relation.js';
import { type Assembled, assemble } from './assemble/assemble.js';
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
import { type AnalysedQuery, STOP } from './query/analyse-query.js';
import { correctionProblem } from './query/correct-words.js';
import { compileFilters, type GlobMatcher, unmatchedPaths } from './query/filter.js';
import { passageWords, unquoted } from './query/passages.js';
import { readQuestion, translationProblem } from './query/read-question.js';
import { type AskedRelation, askedRelations, excludesTests } from './query/relation-phrases.js';
import { isTraceAlone } from './query/stack-frames.js';
import { isWrittenAsName, MAX_PHRASE_CHARS } from './query/stated-names.js';
import { isPartOfName, missingText, unknownNames } from './query/unknown-names.js';
import { combineWordings } from './rank/combine-wordings.js';
import { definitionsInstead } from './rank/definitions-instead.js';
import { isInlineTest } from './rank/demotions.js';
import { evidenceOf } from './rank/evidence.js';
import { oneTranslation } from './rank/one-translation.js';
import { gate, type Ranked } from './rank/rank.js';
import { rarityOf } from './rank/rarity.js';
import { type RerankStage, rerankWith } from './rank/rerank.js';
import { gateLimits, evidence as thresholds } from './rank/weights.js';
import { namesToTell } from './recall/names-alike.js';
import type { SearchOutcome } from './recall/search.js';
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

  const query = readQuestion(ports.reader, cut(question.query, add));
  if (query.untranslated !== undefined) add(translationProblem(query.text));
  const isPart = problems.some(({ incomplete }) => incomplete);
  add(...query.corrections.map((one) => correctionProblem(one, isPart)));
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
  const mayLack = problems.some(({ incomplete }) => incomplete) || relevant[0]?.candidate.place;
  const unknown = mayLack ? [] : unknownNames(ports.reader, query);
  // A name that nothing has so far may be in the files that are missing: what is listed meanwhile is hardly meant.
  const notYet = isPart && query.isName && !relevant[0]?.candidate.place ? unknownNames(ports.reader, query) : [];
  if (notYet.length) add({ code: 'unknownName', message: `${unknownText(notYet)} so far`, incomplete: false });
  const missing = mayLack || relation || accept ? null : missingText(ports.reader, query);
  const isNamed = unknown.length > 0 || missing !== null;
  // Of a longer question a name that was guessed wrong is one of several grounds.
  const isShort = query.text.length <= MAX_PHRASE_CHARS && wordsBeside(query, unknown) < WORDS_OF_DESCRIPTION;
  const isAbsent =
    (missing !== null || (isShort && unknown.length > 0)) &&
    (unknown.includes(query.subject ?? '') || evidence.confidence < thresholds.unknownBelow);
  const alike = namesToTell(ports.reader, unknown, accept);
  // A name that was remembered by its parts is found, although nothing has it as it was written.
  const isRemembered = alike.some(({ qualifiedName }) => qualifiedName === relevant[0]?.candidate.record.qualifiedName);
  const isNothing = !isRemembered && mayDeny(question, query, found, relation, problems) && (isAbsent || nothing >= thresholds.nothingFrom);
  // Who asks for the users of something that does not exist wants no other code.
  const isMissing =
    !relation && askedRelations(query.text).some(({ of, to = of }) => unknown.includes(of.name) || unknown.includes(to.name));
  const isHardly = isNothing || notYet.length > 0;
  const kept = isMissing ? [] : (relation?.ranked ?? (isHardly ? relevant.slice(0, thresholds.weakResults) : relevant));
  const isIndexing = problems.some(({ code }) => code === 'indexing');
  const lacking = { unknown, missing, alike };
  add(...matchProblems(query, found, { isFiltered: accept !== null, isIndexing }, kept, relation, isNothing, lacking));
  if (kept.length && !isNothing && !isRemembered && mayDeny(question, query, found, relation, problems))
    add(...weakMatch(ports.reader, query.text, evidence, isNamed, guessedNames(ports.reader, wordings)));
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

/** So many words describe something, whatever it is called. */
const WORDS_OF_DESCRIPTION = 6;

/** How many words of a question are not of these names. */
function wordsBeside({ words }: AnalysedQuery, names: readonly string[]): number {
  const own = new Set(names.flatMap((name) => wordsOf(name).split(' ')));
  return words.filter((word) => !own.has(word)).length;
}

/** Whether the question asks for named symbols and has hardly a word besides; the class of an error is named before its message. */
function isNameAlone({ text, isName, stated, words }: AnalysedQuery): boolean {
  if (text.match(ERROR_CLASS)?.[1] === stated[0]?.name && stated.length) return true;
  const named = new Set(stated.flatMap(({ name }) => wordsOf(name).split(' ')));
  const isContainer = (word: string): boolean => stated.some(({ container }) => container?.includes(word));
  return isName || (stated.length > 0 && words.filter((word) => !named.has(word) && !isContainer(word)).length < 2);
}

/** Words around a quoted text that ask where it stands; more ask for something else. */
const WORDS_OF_TEXT = 4;

/** Whether the question is a text, or asks for a quoted one. */
function isTextAlone({ text }: AnalysedQuery): boolean {
  const around = unquoted(text);
  return around === text || passageWords(around).filter((word) => !STOP.has(word)).length < WORDS_OF_TEXT;
}

const ERROR_CLASS = /^\s*(?:[\w$]+(?:\.|::))*([A-Z][\w$]*): /;

const nothingFound = { results: [], related: [], needed: [], callers: [], graph: [], tokens: 0, considered: 0, confidence: 0 };

function checkNumbers(question: Question): void {
  for (const name of ['limit', 'related', 'budgetTokens', 'resultTokens', 'reservedTokens'] as const) {
    const value = question[name];
    const isBounded = name === 'limit' || name === 'related';
    if (value === undefined || (typeof value === 'number' && value >= 0 && (!isBounded || Number.isFinite(value)))) continue;
    throw queryError(`${name}: expected a number of at least 0, got ${String(value)}`, { name });
  }
}

/** Most results of an answer. */
export const resultLimit = ({ limit = budget.results }: Pick<Question, 'limit'>): number => Math.min(limit, limits.maxResults);

function boundsOf(question: Question) {
  const asked = question.budgetTokens ?? budget.defaultTokens;
  const reserved = question.reservedTokens ?? (question.budgetTokens === undefined ? budget.reservedTokens : 0);
  return {
    limit: resultLimit(question),
    related: question.related ?? budget.related,
    budgetTokens: Math.max(0, asked - reserved),
  };
}

function cut(text: string, add: (problem: Problem) => void): string {
  if (text.length <= limits.maxQueryChars) return text;
  add({ code: 'queryCut', message: `the query was cut to ${limits.maxQueryChars} characters`, incomplete: false });
  return text.slice(0, limits.maxQueryChars);
}

/** A tag selects by itself: its chunks are listed however little they have to do with the rest of the question. */
const floorOf = ({ filters, minScore = 0 }: Question): number => Math.max(filters?.tags?.length ? 0 : gateLimits.floor, minScore);

function filterOf({ reader, globs, history }: RetrievalPorts, question: Question): ((record: ChunkRecord) => boolean) | null {
  return compileFilters(question.filters, question.exclude, globs, (path) => {
    const mtimeMs = reader.file(path)?.mtimeMs ?? 0;
    return history?.changedAt(path, mtimeMs) ?? mtimeMs;
  });
}

/**
 * Whether the answer may say that nothing matches: not while files are missing, which may match, and not by the cosines of another model,
 * on which the evidence was not fitted.
 */
const mayDeny = (
  { filters }: Question,
  query: AnalysedQuery,
  { isOtherModel }: SearchOutcome,
  relation: RelationAnswer | null,
  problems: readonly Problem[],
): boolean => !isOtherModel && !relation && !query.paths.length && !filters?.tags?.length && !problems.some(({ incomplete }) => incomplete);

/** Whether another wording has the name of a result, as it is written. */
function isGuessed({ alternatives = [] }: Question, { candidate: { name, record } }: Ranked): boolean {
  if (name !== 'identifier' || !isWrittenAsName(record.name) || !isDistinctive(record.name)) return false;
  return alternatives.some((text) => text.match(/[\w$]+/g)?.includes(record.name));
}

/** Names in the other wordings that nothing has. */
const guessedNames = (reader: IndexReader, wordings: readonly { readonly query: AnalysedQuery }[]): string[] =>
  wordings.slice(1).flatMap(({ query }) => unknownNames(reader, query).filter((name) => !isPartOfName(reader, name)));

/** What no indexed text has: names of the question, and the printed text that it is. */
interface Lacking {
  readonly unknown: readonly string[];
  readonly missing: string | null;
  /** Symbols with the parts of the unknown names. */
  readonly alike: readonly ChunkRecord[];
}

function matchProblems(
  { words, identifiers, relation }: AnalysedQuery,
  { candidates }: SearchOutcome,
  { isFiltered, isIndexing }: { readonly isFiltered: boolean; readonly isIndexing: boolean },
  kept: readonly Ranked[],
  answered: RelationAnswer | null,
  isNothing: boolean,
  { unknown, missing, alike }: Lacking,
): Problem[] {
  const noMatch = (message: string): Problem => ({ code: 'noMatch', message, incomplete: false });
  const similar = alike.length
    ? `; similar names: ${alike.map(({ qualifiedName, path, lines }) => `${qualifiedName} (${path}:${lines.start + 1})`).join(', ')}`
    : '';
  const absent = missing === null ? `${unknownText(unknown)}${similar}` : unknownText([`the text ${JSON.stringify(missing)}`]);
  if (!kept.length) {
    if (unknown.length || missing !== null) return [noMatch(absent)];
    if (!words.length && !identifiers.length) return [noMatch('the question has no word to search for')];
    if (candidates.length) return [noMatch('nothing found is relevant enough')];
    const soFar = isIndexing ? ' so far: the index is not complete' : '';
    return [noMatch(`${isFiltered ? 'nothing within the filters matches' : 'nothing matches'}${soFar}`)];
  }
  const unknownName: Problem = { code: 'unknownName', message: absent, incomplete: false };
  return [
    ...(isNothing
      ? [noMatch(`${unknown.length || missing !== null ? absent : 'nothing matches the question'}; the closest results are listed`)]
      : []),
    ...(!isNothing && (unknown.length || missing !== null) ? [unknownName] : []),
    ...(relation && !answered?.count ? [noMatch(notFound(relation))] : []),
    ...(relation && answered?.indirect ? [indirect(relation, answered.indirect)] : []),
    ...(relation && answered?.type !== undefined ? [fromOutside(relation, answered.type)] : []),
    ...(relation && answered?.built ? [built(relation, answered.built)] : []),
    ...(relation && answered?.guesses ? [sameName(relation, answered.count, answered.guesses)] : []),
  ];
}

const built = ({ of: { name } }: AskedRelation, count: number): Problem => ({
  code: 'budgetExceeded',
  message: `${counted(count, 'users')} of ${name} in generated and vendored code are not listed`,
  incomplete: false,
});

const indirect = ({ of: { name } }: AskedRelation, how: NonNullable<RelationAnswer['indirect']>): Problem => ({
  code: 'indirect',
  message: `no test calls ${name} itself; the tests listed ${how === 'byName' ? 'are named after it' : 'call functions that lead to it'}`,
  incomplete: false,
});

const fromOutside = ({ of: { name } }: AskedRelation, type: string): Problem => ({
  code: 'indirect',
  message: `the workspace does not define ${type}.${name}; listed is what mentions it behind ${type}`,
  incomplete: false,
});

/** What the graph could not tell apart by names alone. */
function sameName({ kind, of: { name } }: AskedRelation, count: number, guesses: number): Problem {
  const message =
    kind === 'path'
      ? `${guesses} of ${count} calls on the way may mean another function of the same name`
      : `${guesses} of ${count} users call something named ${name} of a value whose type is not known`;
  return { code: 'sameName', message, incomplete: false };
}

function notFound({ kind, of: { name }, to }: AskedRelation): string {
  switch (kind) {
    case 'path':
      return `no chain of calls from ${name} to ${to?.name} was found`;
    case 'subtypes':
      return `nothing that extends or implements ${name} was found`;
    case 'tests':
      return `no test of ${name} was found`;
    case 'callees':
      return `nothing that ${name} calls was found`;
    case 'importers':
      return `nothing that imports ${name} was found`;
    case 'contents':
      return `${name} is outside the filters`;
    default:
      return `no use of ${name} was found`;
  }
}

/** @param users of the symbol whose users were asked for, all of which a brief answer lists where they fit */
function cutProblems({ cut, callers, results }: Assembled, budgetTokens: number, users: number | null): Problem[] {
  if (!cut || !Number.isFinite(budgetTokens)) return [];
  const listed = new Set([...callers.map(({ path, caller }) => `${path} ${caller}`), ...results.map(({ key }) => key)]).size;
  const what = users !== null && listed < users ? `${listed} of ${users} users are listed` : 'results were shortened or left out';
  return [{ code: 'budgetExceeded', message: `${what} to stay within ${budgetTokens} tokens`, incomplete: false }];
}
