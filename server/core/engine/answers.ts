/**
 * Answers to questions: each waits for the open documents, is compared with the disk before it is given out, and says what it rests on.
 * Invariant: an answer never names a file that is not on disk, and says in `problems` what it lacks.
 */

import type { CodeGraph } from '../code-graph/code-graph.js';
import type { Models } from '../embedding/models.js';
import type { Indexer } from '../indexing/indexer.js';
import type { QuestionFirst } from '../indexing/question-first.js';
import type { Answer, Question, Result, SymbolAnswer } from '../model/answer.js';
import { checkLanguages } from '../model/check-languages.js';
import { limits } from '../model/limits.js';
import { ContextError, type Problem, withProblems } from '../model/problem.js';
import type { RelatedAnswer, RelatedQuestion } from '../model/related.js';
import type { ShowAnswer, ShowQuestion } from '../model/show.js';
import type { TextAnswer, TextQuestion } from '../model/text-search.js';
import { attachCommits } from '../retrieval/assemble/attach-commits.js';
import { showSymbols } from '../retrieval/assemble/show-symbols.js';
import { findRelated } from '../retrieval/graph/find-related.js';
import type { FileHistory } from '../retrieval/history-port.js';
import { type Found, type RetrievalPorts, retrieve } from '../retrieval/pipeline.js';
import type { LineSearch } from '../retrieval/ports.js';
import { findText } from '../retrieval/recall/find-text.js';
import { searchAhead } from '../retrieval/recall/search.js';
import { searchSymbols } from '../retrieval/recall/search-symbols.js';
import { answerFiles, relatedFiles, shownFiles, symbolFiles, textMatchFiles } from './answer-files.js';
import type { SymbolQuestion } from './engine-api.js';
import type { EngineStatus } from './engine-status.js';
import { type AnswerKind, freshAnswer } from './fresh-answer.js';

export interface AnswersDependencies {
  readonly ports: RetrievalPorts;
  readonly findLines: LineSearch;
  readonly indexer: Indexer;
  readonly questionFirst: QuestionFirst;
  readonly codeGraph: CodeGraph;
  readonly models: Models;
  /** Absent where there is no version control. */
  readonly history: FileHistory | undefined;
  /** For questions that name no budget. */
  readonly budgetTokens: number | undefined;
  /** Resolves when the open documents are in the index. Throws ContextError('index') where the workspace is closed. */
  readonly before: (signal: AbortSignal | undefined) => Promise<void>;
  readonly status: EngineStatus;
}

interface Asked<Found> extends AnswerKind<Found> {
  /** Completes the answer once its files are up to date; adds its problems to the list. */
  readonly complete?: (found: Found, problems: Problem[]) => Found | Promise<Found>;
  readonly signal: AbortSignal | undefined;
}

export class Answers {
  readonly #of: AnswersDependencies;

  constructor(dependencies: AnswersDependencies) {
    this.#of = dependencies;
  }

  async retrieve(question: Question, signal?: AbortSignal): Promise<Answer> {
    const { ports, indexer, before } = this.#of;
    if (indexer.pendingDocuments > 0) this.#searchAhead(question);
    await before(signal);
    await this.#of.questionFirst.prepare(question.query, signal);
    this.#checkLanguages(question);
    const budgetTokens = question.budgetTokens ?? this.#of.budgetTokens;
    const asked = { ...question, ...(budgetTokens !== undefined && { budgetTokens }) };
    const kind: Asked<Found<Answer>> = {
      ...answerFiles,
      ask: (problems) => retrieve(ports, asked, problems, signal),
      complete: (found, problems) => this.#completed(question, found, problems, signal),
      signal,
    };
    const lacks = (problems: readonly Problem[]): boolean => problems.some(({ code }) => code === 'unknownName');
    return this.#secondLook(kind, question.query, ({ results }) => results.length === 0, lacks);
  }

  async symbols(question: SymbolQuestion, signal?: AbortSignal): Promise<SymbolAnswer> {
    await this.#of.before(signal);
    await this.#of.questionFirst.prepare(question.query, signal);
    this.#checkLanguages(question);
    const kind: Asked<Found<SymbolAnswer>> = {
      ...symbolFiles,
      ask: (problems) => searchSymbols(this.#of.ports, question, problems, signal),
      signal,
    };
    return this.#secondLook(kind, question.query, ({ hits }) => hits.length === 0);
  }

  async related(question: RelatedQuestion, signal?: AbortSignal): Promise<RelatedAnswer> {
    const { ports, codeGraph } = this.#of;
    await this.#beforeNamed(question, signal);
    const kind: Asked<Found<RelatedAnswer>> = {
      ...relatedFiles,
      ask: (problems) => findRelated(ports.reader, question, problems),
      complete: (found, problems) => {
        codeGraph.returned(found.of.map(({ path }) => path));
        problems.push(...codeGraph.problems(new Set(found.of.map(({ language }) => language))));
        return found;
      },
      signal,
    };
    return this.#secondLook(kind, question.symbol, ({ of }) => of.length === 0);
  }

  async show(question: ShowQuestion, signal?: AbortSignal): Promise<ShowAnswer> {
    const { ports } = this.#of;
    await this.#beforeNamed(question, signal);
    const kind: Asked<Found<ShowAnswer>> = {
      ...shownFiles,
      ask: (problems) => showSymbols(ports.reader, ports.tokens, question, problems),
      signal,
    };
    return this.#secondLook(kind, question.symbol, ({ results }) => results.length === 0);
  }

  async findText(question: TextQuestion, signal?: AbortSignal): Promise<TextAnswer> {
    const { ports, findLines, before } = this.#of;
    await before(signal);
    this.#checkLanguages(question);
    return this.#answer({ ...textMatchFiles, ask: (problems) => findText({ ...ports, findLines }, question, problems, signal), signal });
  }

  /** Before an answer about a symbol or a place. */
  async #beforeNamed({ at, symbol }: Pick<ShowQuestion, 'at' | 'symbol'>, signal: AbortSignal | undefined): Promise<void> {
    const { ports, before, questionFirst } = this.#of;
    await before(signal);
    if (at && !ports.reader.file(at.path)) await questionFirst.prepareFile(at.path, signal);
    else if (symbol) await questionFirst.prepare(symbol, signal);
  }

  /**
   * Answers, and once more where nothing was found, or not what the question names, and a file that may have it was indexed since: one of
   * the first moments, for which more time is taken, or one that was written just before the question.
   * @param sought what was asked for, in words; undefined for a place or a key
   * @param lacks whether an answer that is not empty lacks a name of the question, as its problems say
   */
  async #secondLook<Found extends object>(
    kind: Asked<Found>,
    sought: string | undefined,
    isEmpty: (found: Found) => boolean,
    lacks: (problems: readonly Problem[]) => boolean = () => false,
  ) {
    const { ports, questionFirst, indexer } = this.#of;
    const { generation } = ports.reader;
    const answer = await this.#answer(kind);
    if (!sought || !(isEmpty(answer) || lacks(answer.problems))) return answer;
    if (await questionFirst.prepareAgain(sought, kind.signal)) return this.#answer(kind);
    await indexer.reportedSoon(kind.signal);
    // What is still under way is at least said.
    return ports.reader.generation === generation && !indexer.busy ? answer : this.#answer(kind);
  }

  #checkLanguages({ filters }: Pick<Question, 'filters'>): void {
    checkLanguages(filters?.languages, () => this.#of.status.languages());
  }

  /** Starts the vector search of a question while an edit is being stored: both take some milliseconds. */
  #searchAhead({ query, filters, exclude }: Question): void {
    const { ports, models, status } = this.#of;
    if (filters || exclude || query.length > limits.maxQueryChars || status.state === 'closed') return;
    try {
      searchAhead(ports.reader, (text, corpus) => models.embedAhead(text, corpus), query.trim());
    } catch (error) {
      // The question itself reports a failure of the index.
      if (!(error instanceof ContextError)) throw error;
    }
  }

  /** Asks, brings stale files up to date, completes what was found, and builds the answer once, with all problems. */
  async #answer<Found>({ ask, filesOf, without, complete, signal }: Asked<Found>) {
    const { codeGraph, indexer, status } = this.#of;
    const shape: AnswerKind<Found> = {
      filesOf,
      without,
      ask: (problems) => {
        problems.push(...status.problems());
        return ask(problems);
      },
    };
    const { found, problems } = await codeGraph.undisturbed(() => freshAnswer(indexer, shape, signal));
    signal?.throwIfAborted();
    const completed = complete ? await complete(found, problems) : found;
    // A question may be the first to find that the index is damaged: then it was answered from an empty one.
    if (status.wasDamaged) problems.push({ code: 'storage', message: 'the index was damaged and is being rebuilt', incomplete: true });
    return withProblems(completed, problems);
  }

  /** With where the edges of each file come from, and with last commits. */
  async #completed(
    { lastCommit }: Question,
    found: Found<Answer>,
    problems: Problem[],
    signal: AbortSignal | undefined,
  ): Promise<Found<Answer>> {
    const { ports, codeGraph, history } = this.#of;
    const all = [...found.results, ...found.related];
    codeGraph.returned(all.map(({ path }) => path));
    problems.push(...codeGraph.problems(new Set(all.map(({ language }) => language))));
    const provenances = ports.reader.provenances(all.map(({ path }) => path));
    const withProvenance = <R extends Result>(list: readonly R[]): readonly R[] =>
      list.map((result) => ({ ...result, provenance: provenances.get(result.path) ?? result.provenance }));
    const [results, related] = [withProvenance(found.results), withProvenance(found.related)];
    if (!history) return { ...found, results, related };
    return {
      ...found,
      results: await attachCommits(history, ports.reader, results, lastCommit, signal),
      related: await attachCommits(history, ports.reader, related, 'file', signal),
    };
  }
}
