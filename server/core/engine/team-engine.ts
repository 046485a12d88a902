/**
 * An engine over a team's index: it answers questions about the published branches of some repositories, and changes nothing. Documents,
 * files and models are not its business: what concerns them does nothing, or says that this index is only read.
 */

import type { Answer, Question, Result, Status, SymbolAnswer } from '../model/answer.js';
import { checkLanguages } from '../model/check-languages.js';
import type { WorkspacePath } from '../model/file.js';
import type { MaskedInFile } from '../model/masked-place.js';
import { ContextError, indexError, type Problem, withProblems } from '../model/problem.js';
import type { RelatedAnswer, RelatedQuestion } from '../model/related.js';
import type { RootFolder } from '../model/root-name.js';
import type { ShowAnswer, ShowQuestion } from '../model/show.js';
import type { TextAnswer, TextQuestion } from '../model/text-search.js';
import { showSymbols } from '../retrieval/assemble/show-symbols.js';
import { findRelated } from '../retrieval/graph/find-related.js';
import { type RetrievalPorts, retrieve } from '../retrieval/pipeline.js';
import type { IndexReader, LineSearch } from '../retrieval/ports.js';
import { findText } from '../retrieval/recall/find-text.js';
import { searchSymbols } from '../retrieval/recall/search-symbols.js';
import type { Engine, SymbolQuestion } from './engine-api.js';

interface TeamIndex {
  readonly reader: IndexReader;
  /** As of the last question. */
  readonly branches: readonly { readonly repository: string; readonly name: string; readonly commit: string | null }[];
  /** Work that reads one state of the index. Throws ContextError('index') where that cannot be reached or read. */
  ask<T>(work: () => T | Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface TeamEngineOptions {
  readonly index: TeamIndex;
  readonly ports: Omit<RetrievalPorts, 'reader' | 'reranker' | 'history'>;
  readonly findLines: LineSearch;
  readonly model: { readonly name: string; readonly dimensions: number };
  /** Folders that the client has open. */
  readonly roots: readonly RootFolder[];
  /** The database, without user and password. */
  readonly source: string;
  readonly budgetTokens: number | undefined;
  /** The local file of a path, where the repository is checked out. */
  readonly absolute: (path: WorkspacePath) => string | null;
  readonly relative: (absolutePath: string) => WorkspacePath | null;
  readonly memoryBytes: () => number;
}

const onlyRead = (what: string): Promise<never> => Promise.reject(indexError(`${what}: the index of a team is only read`));
const nothing = (): (() => void) => () => {};

export class TeamEngine implements Engine {
  readonly #given: TeamEngineOptions;
  readonly #ports: RetrievalPorts;
  #isClosed = false;
  /** Why the last question was not answered; null where it was. */
  #failure: string | null = null;
  #counts: ReturnType<IndexReader['counts']> = { files: 0, chunks: 0, vectors: 0, symbols: 0, references: 0, languages: {} };
  #generation = 0;

  constructor(given: TeamEngineOptions) {
    this.#given = given;
    this.#ports = { ...given.ports, reader: given.index.reader, reranker: () => null };
  }

  retrieve(question: Question, signal?: AbortSignal): Promise<Answer> {
    const budgetTokens = question.budgetTokens ?? this.#given.budgetTokens;
    const asked = { ...question, ...(budgetTokens !== undefined && { budgetTokens }) };
    return this.#answer(async (problems) => {
      this.#checkLanguages(question);
      const found = await retrieve(this.#ports, asked, problems, signal);
      const provenances = this.#ports.reader.provenances([...found.results, ...found.related].map(({ path }) => path));
      const stated = <R extends Result>(list: readonly R[]): readonly R[] =>
        list.map((result) => ({ ...result, provenance: provenances.get(result.path) ?? result.provenance }));
      return { ...found, results: stated(found.results), related: stated(found.related) };
    }, signal);
  }
  symbols(question: SymbolQuestion, signal?: AbortSignal): Promise<SymbolAnswer> {
    return this.#answer((problems) => {
      this.#checkLanguages(question);
      return searchSymbols(this.#ports, question, problems, signal);
    }, signal);
  }
  related(question: RelatedQuestion, signal?: AbortSignal): Promise<RelatedAnswer> {
    return this.#answer((problems) => findRelated(this.#ports.reader, question, problems), signal);
  }
  show(question: ShowQuestion, signal?: AbortSignal): Promise<ShowAnswer> {
    return this.#answer((problems) => showSymbols(this.#ports.reader, this.#ports.tokens, question, problems), signal);
  }
  findText(question: TextQuestion, signal?: AbortSignal): Promise<TextAnswer> {
    const { findLines } = this.#given;
    return this.#answer((problems) => findText({ ...this.#ports, findLines }, question, problems, signal), signal);
  }

  async #answer<Found>(ask: (problems: Problem[]) => Found | Promise<Found>, signal: AbortSignal | undefined) {
    const problems: Problem[] = [];
    return withProblems(await this.#asked(() => ask(problems), signal), problems);
  }

  async #asked<T>(work: () => T | Promise<T>, signal?: AbortSignal): Promise<T> {
    if (this.#isClosed) throw indexError('the workspace is closed');
    const { index } = this.#given;
    try {
      const result = await index.ask(() => {
        signal?.throwIfAborted();
        if (this.#generation !== index.reader.generation) this.#counts = index.reader.counts();
        this.#generation = index.reader.generation;
        return work();
      });
      this.#failure = null;
      return result;
    } catch (error) {
      if (error instanceof ContextError && error.code === 'index') this.#failure = error.message;
      throw error;
    }
  }

  #checkLanguages({ filters }: Pick<Question, 'filters'>): void {
    checkLanguages(filters?.languages, () => Object.keys(this.#counts.languages));
  }

  status(): Status {
    const { roots, source, model, index, memoryBytes } = this.#given;
    const { files } = this.#counts;
    const failure = this.#failure;
    return {
      state: this.#isClosed ? 'closed' : failure === null ? 'ready' : 'failed',
      roots,
      ...this.#counts,
      ...{ skippedFiles: [], skippedCount: 0, pending: 0, done: files, total: files, openDocuments: 0, forgotten: [] },
      ...{ model, building: null, behind: 0, reranker: null, providers: [], servers: [], structure: [], packs: null },
      vectorIndex: index.reader.vectorIndex,
      generation: this.#generation,
      indexFolder: source,
      lastIndexedAt: null,
      problems: failure === null ? [] : [{ code: 'team', message: failure, incomplete: true }],
      memoryBytes: memoryBytes(),
    };
  }
  async statusNow(): Promise<Status> {
    await this.#asked(() => {}).catch((error: unknown) => {
      if (!(error instanceof ContextError)) throw error;
    });
    return this.status();
  }
  async listFiles() {
    const { files, languages } = await this.#asked(() => this.#ports.reader.counts());
    return { files, languages };
  }
  maskedSecrets(): Promise<readonly MaskedInFile[]> {
    return this.#asked(() => this.#ports.reader.masked());
  }

  absolute(path: WorkspacePath): string | null {
    return this.#given.absolute(path);
  }
  relative(absolutePath: string): WorkspacePath | null {
    return this.#given.relative(absolutePath);
  }
  entryPath(absolutePath: string): WorkspacePath | null {
    return this.#given.relative(absolutePath);
  }
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#given.index.close();
  }

  // --- what a published index has nothing to do with ---------------------------------------------------------------

  openDocument(): void {}
  changeDocument(): void {}
  closeDocument(): void {}
  filesChanged(): void {}
  async settled(): Promise<void> {}
  async ready(): Promise<void> {}
  async embedded(): Promise<void> {}
  async edgesIndexed(): Promise<void> {}
  async configureModels(): Promise<void> {}
  async reused(): Promise<number> {
    return 0;
  }
  explainPath = (): Promise<never> => onlyRead('why');
  reindex = (): Promise<never> => onlyRead('reindex');
  forget = (): Promise<never> => onlyRead('forget');
  unforget = (): Promise<never> => onlyRead('unforget');
  exportIndex = (): Promise<never> => onlyRead('export');
  importIndex = (): Promise<never> => onlyRead('import');
  publishPacks = (): Promise<never> => onlyRead('pack publish');
  readonly proxiedServers = null;
  onServersReplaced = nothing;
  onProgress = nothing;
  onEdgeProgress = nothing;
  onStatus = nothing;
}
