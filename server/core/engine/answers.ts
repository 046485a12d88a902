/**
 * Answers to questions: each waits for the open documents, is compared with the disk before it is given out, and says what it rests on.
 * Invariant: an answer never names a file that is not on disk, and says in `problems` what it lacks.
 */

import type { CodeGraph } from '../code-graph/code-graph.js';
import type { Models } from '../embedding/models.js';
import type { Indexer } from '../indexing/indexer.js';
import type { IndexLife } from '../indexing/ports.js';
import type { Answer, Question, Result, SymbolAnswer } from '../model/answer.js';
import { checkLanguages } from '../model/check-languages.js';
import { limits } from '../model/limits.js';
import type { Problem } from '../model/problem.js';
import type { RelatedAnswer, RelatedQuestion } from '../model/related.js';
import type { ShowAnswer, ShowQuestion } from '../model/show.js';
import type { TextAnswer, TextQuestion } from '../model/text-search.js';
import { attachCommits } from '../retrieval/assemble/attach-commits.js';
import { showSymbols } from '../retrieval/assemble/show-symbols.js';
import { findRelated } from '../retrieval/graph/find-related.js';
import type { FileHistory } from '../retrieval/history-port.js';
import { type RetrievalPorts, retrieve } from '../retrieval/pipeline.js';
import type { IndexReader, LineSearch } from '../retrieval/ports.js';
import { findText } from '../retrieval/recall/find-text.js';
import { searchAhead } from '../retrieval/recall/search.js';
import { searchSymbols } from '../retrieval/recall/search-symbols.js';
import { ofAnswer, ofRelated, ofShown, ofSymbols, ofTextMatches } from './answer-files.js';
import type { SymbolQuestion } from './engine-api.js';
import { type AnswerShape, type AskedAnswer, freshAnswer } from './fresh-answer.js';

export interface AnswersDependencies {
  readonly ports: RetrievalPorts;
  readonly findLines: LineSearch;
  readonly index: IndexReader & IndexLife;
  readonly indexer: Indexer;
  readonly structure: CodeGraph;
  readonly models: Models;
  /** Absent where there is no version control. */
  readonly history: FileHistory | undefined;
  /** For questions that name no budget. */
  readonly budgetTokens: number | undefined;
  /** Resolves when the open documents are in the index. Throws ContextError('index') where the workspace is closed. */
  readonly before: (signal: AbortSignal | undefined) => Promise<void>;
  readonly isClosed: () => boolean;
  readonly problems: () => Problem[];
  /** Languages that the index has files of. */
  readonly languages: () => string[];
  /** The index was complete and is not any more: it was found damaged. */
  readonly wasDamaged: () => boolean;
}

export class Answers {
  readonly #of: AnswersDependencies;

  constructor(dependencies: AnswersDependencies) {
    this.#of = dependencies;
  }

  async retrieve(question: Question, signal?: AbortSignal): Promise<Answer> {
    const { ports, index, indexer, structure, history, before, problems } = this.#of;
    if (indexer.pendingDocuments > 0) this.#ahead(question);
    await before(signal);
    this.#checkLanguages(question);
    const budgetTokens = question.budgetTokens ?? this.#of.budgetTokens;
    const asked = { ...question, ...(budgetTokens !== undefined && { budgetTokens }) };
    const ask = () => retrieve(ports, asked, problems(), signal);
    const found = await this.#fresh({ ...ofAnswer, ask }, signal);
    structure.returned([...found.results, ...found.related].map(({ path }) => path));
    signal?.throwIfAborted();
    const answer = this.#onStructure(found);
    if (!history) return this.#checked(answer);
    const results = await attachCommits(history, index, answer.results, question.lastCommit, signal);
    const related = await attachCommits(history, index, answer.related, 'file', signal);
    return this.#checked({ ...answer, results, related });
  }

  async symbols(question: SymbolQuestion, signal?: AbortSignal): Promise<SymbolAnswer> {
    const { ports, before, problems } = this.#of;
    await before(signal);
    this.#checkLanguages(question);
    const ask = () => searchSymbols(ports, question, problems(), signal);
    const answer = await this.#fresh({ ...ofSymbols, ask }, signal);
    signal?.throwIfAborted();
    return this.#checked(answer);
  }

  async related(question: RelatedQuestion, signal?: AbortSignal): Promise<RelatedAnswer> {
    const { index, structure, before, problems } = this.#of;
    await before(signal);
    const ask = () => findRelated(index, question, problems());
    const answer = await this.#fresh({ ...ofRelated, ask }, signal);
    structure.returned(answer.of.map(({ path }) => path));
    const ofStructure = structure.problems(new Set(answer.of.map(({ language }) => language)));
    return this.#checked({ ...answer, problems: [...answer.problems, ...ofStructure] });
  }

  async show(question: ShowQuestion, signal?: AbortSignal): Promise<ShowAnswer> {
    const { ports, index, before, problems } = this.#of;
    await before(signal);
    const ask = () => showSymbols(index, ports.tokens, question, problems());
    return this.#checked(await this.#fresh({ ...ofShown, ask }, signal));
  }

  async findText(question: TextQuestion, signal?: AbortSignal): Promise<TextAnswer> {
    const { ports, findLines, before, problems } = this.#of;
    await before(signal);
    this.#checkLanguages(question);
    const ask = () => findText({ ...ports, findLines }, question, problems(), signal);
    return this.#checked(await this.#fresh({ ...ofTextMatches, ask }, signal));
  }

  #checkLanguages({ filters }: Pick<Question, 'filters'>): void {
    checkLanguages(filters?.languages, this.#of.languages);
  }

  /** While an edit is being stored its question's vector search is under way: both take some milliseconds. */
  #ahead({ query, filters, exclude }: Question): void {
    const { index, models, isClosed } = this.#of;
    if (filters || exclude || query.length > limits.maxQueryChars || isClosed()) return;
    try {
      searchAhead(index, (text, corpus) => models.embedAhead(text, corpus), query.trim());
    } catch {
      // The question itself will say what is wrong.
    }
  }

  #fresh<T extends AskedAnswer>(shape: AnswerShape<T>, signal: AbortSignal | undefined): Promise<T> {
    return this.#of.structure.undisturbed(() => freshAnswer(this.#of.indexer, shape, signal));
  }

  /** The answer with what its structure rests on. */
  #onStructure(answer: Answer): Answer {
    const { index, structure } = this.#of;
    const all = [...answer.results, ...answer.related];
    const stated = index.provenances(all.map(({ path }) => path));
    const withProvenance = <R extends Result>(list: readonly R[]): R[] =>
      list.map((result) => ({ ...result, provenance: stated.get(result.path) ?? result.provenance }));
    const [results, related] = [withProvenance(answer.results), withProvenance(answer.related)];
    const problems = structure.problems(new Set(all.map(({ language }) => language)));
    return { ...answer, results, related, problems: [...answer.problems, ...problems] };
  }

  /** A question may be the first to meet a damaged index: then it was answered from an empty one, and says so. */
  #checked<T extends AskedAnswer>(answer: T): T {
    if (!this.#of.wasDamaged()) return answer;
    const problem: Problem = { code: 'storage', message: 'the index was damaged and is being rebuilt', incomplete: true };
    return { ...answer, problems: [...answer.problems, problem], isIncomplete: true };
  }
}
