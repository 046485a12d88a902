/**
 * Answers to questions: each waits for the open documents and is compared with the disk before it is returned.
 * Invariant: an answer never names a file that is not on disk, and reports in `problems` what it lacks.
 */

import type { CodeGraph } from '../code-graph/code-graph.js';
import type { Models } from '../embedding/models.js';
import type { Indexer } from '../indexing/indexer.js';
import type { Answer, Question, Result, SymbolAnswer } from '../model/answer.js';
import { checkLanguages } from '../model/check-languages.js';
import { limits } from '../model/limits.js';
import type { RelatedAnswer, RelatedQuestion } from '../model/related.js';
import type { ShowAnswer, ShowQuestion } from '../model/show.js';
import type { TextAnswer, TextQuestion } from '../model/text-search.js';
import { attachCommits } from '../retrieval/assemble/attach-commits.js';
import { showSymbols } from '../retrieval/assemble/show-symbols.js';
import { findRelated } from '../retrieval/graph/find-related.js';
import type { FileHistory } from '../retrieval/history-port.js';
import { type RetrievalPorts, retrieve } from '../retrieval/pipeline.js';
import type { LineSearch } from '../retrieval/ports.js';
import { findText } from '../retrieval/recall/find-text.js';
import { searchAhead } from '../retrieval/recall/search.js';
import { searchSymbols } from '../retrieval/recall/search-symbols.js';
import { answerFiles, relatedFiles, shownFiles, symbolFiles, textMatchFiles } from './answer-files.js';
import type { SymbolQuestion } from './engine-api.js';
import type { EngineStatus } from './engine-status.js';
import { type AnswerKind, type AnswerState, freshAnswer } from './fresh-answer.js';

export interface AnswersDependencies {
  readonly ports: RetrievalPorts;
  readonly findLines: LineSearch;
  readonly indexer: Indexer;
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

export class Answers {
  readonly #of: AnswersDependencies;

  constructor(dependencies: AnswersDependencies) {
    this.#of = dependencies;
  }

  async retrieve(question: Question, signal?: AbortSignal): Promise<Answer> {
    const { ports, indexer, codeGraph, history, status, before } = this.#of;
    if (indexer.pendingDocuments > 0) this.#searchAhead(question);
    await before(signal);
    this.#checkLanguages(question);
    const budgetTokens = question.budgetTokens ?? this.#of.budgetTokens;
    const asked = { ...question, ...(budgetTokens !== undefined && { budgetTokens }) };
    const ask = () => retrieve(ports, asked, status.problems(), signal);
    const answer = await this.#fresh({ ...answerFiles, ask }, signal);
    const shown = [...answer.results, ...answer.related];
    codeGraph.returned(shown.map(({ path }) => path));
    let { results, related } = this.#withProvenances(answer);
    if (history) {
      results = await attachCommits(history, ports.reader, results, question.lastCommit, signal);
      related = await attachCommits(history, ports.reader, related, 'file', signal);
    }
    return this.#withProblems({ ...answer, results, related }, shown);
  }

  async symbols(question: SymbolQuestion, signal?: AbortSignal): Promise<SymbolAnswer> {
    const { ports, status, before } = this.#of;
    await before(signal);
    this.#checkLanguages(question);
    const ask = () => searchSymbols(ports, question, status.problems(), signal);
    return this.#withProblems(await this.#fresh({ ...symbolFiles, ask }, signal));
  }

  async related(question: RelatedQuestion, signal?: AbortSignal): Promise<RelatedAnswer> {
    const { ports, codeGraph, status, before } = this.#of;
    await before(signal);
    const ask = () => findRelated(ports.reader, question, status.problems());
    const answer = await this.#fresh({ ...relatedFiles, ask }, signal);
    codeGraph.returned(answer.of.map(({ path }) => path));
    return this.#withProblems(answer, answer.of);
  }

  async show(question: ShowQuestion, signal?: AbortSignal): Promise<ShowAnswer> {
    const { ports, status, before } = this.#of;
    await before(signal);
    const ask = () => showSymbols(ports.reader, ports.tokens, question, status.problems());
    return this.#withProblems(await this.#fresh({ ...shownFiles, ask }, signal));
  }

  async findText(question: TextQuestion, signal?: AbortSignal): Promise<TextAnswer> {
    const { ports, findLines, status, before } = this.#of;
    await before(signal);
    this.#checkLanguages(question);
    const ask = () => findText({ ...ports, findLines }, question, status.problems(), signal);
    return this.#withProblems(await this.#fresh({ ...textMatchFiles, ask }, signal));
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
    } catch {
      // The question itself reports what is wrong.
    }
  }

  async #fresh<T extends AnswerState>(kind: AnswerKind<T>, signal: AbortSignal | undefined): Promise<T> {
    const answer = await this.#of.codeGraph.undisturbed(() => freshAnswer(this.#of.indexer, kind, signal));
    signal?.throwIfAborted();
    return answer;
  }

  /** The results with who stated the edges of their files. */
  #withProvenances({ results, related }: Answer): Pick<Answer, 'results' | 'related'> {
    const stated = this.#of.ports.reader.provenances([...results, ...related].map(({ path }) => path));
    const withProvenance = <R extends Result>(list: readonly R[]): R[] =>
      list.map((result) => ({ ...result, provenance: stated.get(result.path) ?? result.provenance }));
    return { results: withProvenance(results), related: withProvenance(related) };
  }

  /**
   * Adds the problems that are known only after the answer: of the language servers for the languages shown, and of an index that the
   * question itself found damaged and that was therefore empty.
   */
  #withProblems<T extends AnswerState>(answer: T, shown: readonly { readonly language: string }[] = []): T {
    const { codeGraph, status } = this.#of;
    const problems = [...answer.problems, ...(shown.length > 0 ? codeGraph.problems(new Set(shown.map(({ language }) => language))) : [])];
    if (status.wasDamaged) problems.push({ code: 'storage', message: 'the index was damaged and is being rebuilt', incomplete: true });
    return { ...answer, problems, isIncomplete: problems.some(({ incomplete }) => incomplete) };
  }
}
