/**
 * The engine of one workspace: joins indexing and retrieval behind the face that fronts see (engine-face.ts).
 * It works in workspace paths, knows no protocol, and lets no failure of one part silence the others.
 */
import { messageOf } from '../util/bug.js';
import { Listeners } from '../util/listeners.js';
import type { Log } from '../util/log.js';
import { ofAnswer, ofRelated, ofShown, ofSymbols, ofTextMatches } from './answer-files.js';
import type { Archive } from './embedding/archive-ports.js';
import type { ModelId } from './embedding/model-switch.js';
import { type BaseModel, Models, type WantedModel, type WantedReranker } from './embedding/models.js';
import type { Engine, HarvestProgress, SymbolQuestion } from './engine-face.js';
import { type AnswerShape, type AskedAnswer, freshAnswer } from './fresh-answer.js';
import { Indexer } from './indexing/indexer.js';
import type { Analyser, DiskChange, FileSource, FileWatch, IndexLife, IndexWriter } from './indexing/ports.js';
import { Reembedder } from './indexing/reembed.js';
import type { LoadPrecomputed } from './indexing/take-precomputed.js';
import { KnownProblems } from './known-problems.js';
import type { Answer, Question, Result, Status, SymbolAnswer } from './model/answer.js';
import type { ExportReport, ImportReport } from './model/archive-report.js';
import { checkLanguages } from './model/check-languages.js';
import type { WorkspacePath } from './model/file.js';
import { limits } from './model/limits.js';
import type { ModelSettings } from './model/model-settings.js';
import { ContextError, type Problem } from './model/problem.js';
import { counted, describeProgress, type Progress } from './model/progress.js';
import type { RelatedAnswer, RelatedQuestion } from './model/related.js';
import type { ShowAnswer, ShowQuestion } from './model/show.js';
import type { TextAnswer, TextQuestion } from './model/text-search.js';
import type { PassedServers } from './passed-server.js';
import { QuietMoment } from './quiet-moment.js';
import { attachCommits } from './retrieval/attach-commits.js';
import { findRelated } from './retrieval/find-related.js';
import { findText } from './retrieval/find-text.js';
import type { FileHistory, HistoryLife } from './retrieval/history-port.js';
import { type RetrievalPorts, retrieve } from './retrieval/pipeline.js';
import type { IndexReader, LineSearch } from './retrieval/ports.js';
import { searchAhead } from './retrieval/search.js';
import { searchSymbols } from './retrieval/search-symbols.js';
import { showSymbols } from './retrieval/show-symbols.js';
import type { StructureSource } from './structure/ports.js';
import type { LanguageServers } from './structure/servers-port.js';
import { WorkspaceStructure } from './structure/workspace-structure.js';

export interface EngineParts {
  readonly source: FileSource;
  readonly analyser: Analyser;
  readonly index: IndexWriter & IndexReader & IndexLife;
  readonly retrieval: Omit<RetrievalPorts, 'reader' | 'history' | 'embedder' | 'reranker'>;
  readonly findLines: LineSearch;
  /** The embedded model, and how others are opened; opening sends and loads nothing. */
  readonly model: BaseModel;
  readonly openModels: (settings: ModelSettings) => Promise<{ readonly wanted: WantedModel; readonly reranker: WantedReranker }>;
  readonly modelSettings: ModelSettings;
  readonly embedding: 'background' | 'onDemand';
  readonly archive: Archive;
  readonly loadPrecomputed: LoadPrecomputed;
  /** Absent where there is no version control. */
  readonly history?: FileHistory & HistoryLife;
  readonly servers: LanguageServers;
  /** Absent where language servers are not to be asked for structure. */
  readonly structure?: StructureSource;
  readonly log: Log;
  readonly watch: boolean;
  readonly memoryBytes: () => number;
  /** Defaults for questions that name no budget. */
  readonly budgetTokens?: number;
}

/** Status listeners hear of changes at most this often. */
const STATUS_INTERVAL_MS = 500;

export class WorkspaceEngine implements Engine {
  readonly #parts: EngineParts;
  readonly #indexer: Indexer;
  readonly #ports: RetrievalPorts;
  readonly #models: Models;
  readonly #reembedder: Reembedder;
  readonly #abort = new AbortController();
  readonly #progressListeners = new Listeners<Progress>();
  readonly #harvestListeners = new Listeners<HarvestProgress>();
  readonly #structure: WorkspaceStructure;
  readonly #statusListeners = new Listeners<Status>();
  readonly #housekeeping: QuietMoment;
  readonly #known = new KnownProblems();
  #state: Status['state'] = 'starting';
  #wasComplete: boolean;
  #knowsHistory = false;
  #lastIndexedAt: number | null = null;
  #watcher: FileWatch | null = null;
  #statusTimer: NodeJS.Timeout | null = null;
  #started: Promise<void> = Promise.resolve();
  /** The models that the settings ask for are open, as far as they can be. Never rejects. */
  #configured: Promise<void> = Promise.resolve();

  constructor(parts: EngineParts) {
    this.#parts = parts;
    this.#models = new Models({
      base: parts.model,
      store: parts.index.models,
      log: parts.log,
      onChanged: () => this.#statusChanged(),
      onWork: () => this.#embedSoon(),
    });
    this.#ports = {
      ...parts.retrieval,
      reader: parts.index,
      embedder: this.#models,
      reranker: () => this.#models.reranker,
      ...(parts.history && { history: parts.history }),
    };
    this.#wasComplete = parts.index.isComplete();
    this.#housekeeping = new QuietMoment(() => {
      parts.index.maintain(this.#abort.signal, this.#models.inUse).catch((error: unknown) => this.#storageFailed(error));
    });
    this.#indexer = new Indexer(
      parts.source,
      parts.analyser,
      parts.index,
      {
        progress: (phase) => this.#progress(this.#filesProgress(phase)),
        storageFailed: (error) => this.#storageFailed(error),
        passBegins: () => this.#known.passBegins(),
        nothingListed: (root) => this.#known.nothingListed(root),
        skipped: (path, reason) => this.#known.skip(path, reason),
        committed: (paths) => {
          this.#known.committed(paths, (path) => parts.index.fileState(path) !== null);
          this.#embedSoon();
          this.#structure.committed(paths);
        },
      },
      parts.log,
    );
    this.#reembedder = new Reembedder({
      models: this.#models,
      store: parts.index.models,
      analyser: parts.analyser,
      isIdle: () => this.#state === 'ready' && !this.#indexer.busy && parts.index.isComplete(),
      loadPrecomputed: parts.loadPrecomputed,
      onStale: (paths) => void this.#indexer.reanalyse(paths),
      onProgress: (done, total) => this.#embedding('embedding', done, total),
      onEnd: (done) => this.#embedding('ready', done, done),
    });
    if (parts.modelSettings.embedding || parts.modelSettings.reranker) void this.configureModels(parts.modelSettings);
    this.#structure = new WorkspaceStructure({
      servers: parts.servers,
      source: parts.structure,
      store: parts.index.structure,
      absolute: (path) => this.absolute(path),
      heal: (path, stored, outline) => this.#indexer.heal(path, stored, outline),
      log: parts.log,
      onProgress: (progress) => this.#harvesting(progress),
      onLooked: () => this.#statusChanged(),
      onStorageFailed: (error) => this.#storageFailed(error),
    });
  }

  /** Starts watching and the first pass over the workspace; questions are answered meanwhile. */
  start(): void {
    this.#state = 'indexing';
    for (const { path, problem } of this.#parts.index.fileStates().values()) this.#known.skip(path, problem);
    this.#started = (async () => {
      if (this.#parts.watch) {
        try {
          this.#watcher = await this.#parts.source.watch((changes) => this.filesChanged(changes));
        } catch (error) {
          this.#parts.log('warn', `files are not watched: ${messageOf(error)}`);
        }
      }
      await this.#indexer.fullPass();
    })();
  }

  async retrieve(question: Question, signal?: AbortSignal): Promise<Answer> {
    if (this.#indexer.pendingDocuments > 0) this.#ahead(question);
    await this.#beforeAnswer(signal);
    const budgetTokens = question.budgetTokens ?? this.#parts.budgetTokens;
    const asked = { ...question, ...(budgetTokens !== undefined && { budgetTokens }) };
    this.#checkLanguages(question);
    const ask = () => retrieve(this.#ports, asked, this.#problems(), signal);
    const found = await this.#fresh({ ...ofAnswer, ask }, signal);
    this.#structure.returned([...found.results, ...found.related].map(({ path }) => path));
    signal?.throwIfAborted();
    const answer = this.#onStructure(found);
    const { history, index } = this.#parts;
    if (!history) return this.#checked(answer);
    const results = await attachCommits(history, index, answer.results, question.lastCommit, signal);
    const related = await attachCommits(history, index, answer.related, 'file', signal);
    return this.#checked({ ...answer, results, related });
  }

  async symbols(question: SymbolQuestion, signal?: AbortSignal): Promise<SymbolAnswer> {
    await this.#beforeAnswer(signal);
    this.#checkLanguages(question);
    const ask = () => searchSymbols(this.#ports, question, this.#problems(), signal);
    const answer = await this.#fresh({ ...ofSymbols, ask }, signal);
    signal?.throwIfAborted();
    return this.#checked(answer);
  }

  async related(question: RelatedQuestion, signal?: AbortSignal): Promise<RelatedAnswer> {
    await this.#beforeAnswer(signal);
    const { index } = this.#parts;
    const ask = () => findRelated(index, question, this.#problems());
    const answer = await this.#fresh({ ...ofRelated, ask }, signal);
    this.#structure.returned(answer.of.map(({ path }) => path));
    const problems = this.#structure.problems(new Set(answer.of.map(({ language }) => language)));
    return this.#checked({ ...answer, problems: [...answer.problems, ...problems] });
  }

  async show(question: ShowQuestion, signal?: AbortSignal): Promise<ShowAnswer> {
    await this.#beforeAnswer(signal);
    const ask = () => showSymbols(this.#parts.index, this.#ports.tokens, question, this.#problems());
    return this.#checked(await this.#fresh({ ...ofShown, ask }, signal));
  }

  async findText(question: TextQuestion, signal?: AbortSignal): Promise<TextAnswer> {
    await this.#beforeAnswer(signal);
    this.#checkLanguages(question);
    const ask = () => findText({ ...this.#ports, findLines: this.#parts.findLines }, question, this.#problems(), signal);
    return this.#checked(await this.#fresh({ ...ofTextMatches, ask }, signal));
  }

  #checkLanguages({ filters }: Pick<Question, 'filters'>): void {
    checkLanguages(filters?.languages, () => Object.keys(this.#counts().languages));
  }

  /** While an edit is being stored its question's vector search is under way: both take some milliseconds. */
  #ahead({ query, filters, exclude }: Question): void {
    if (filters || exclude || query.length > limits.maxQueryChars || this.#state === 'closed') return;
    try {
      searchAhead(this.#parts.index, (text, corpus) => this.#models.embedAhead(text, corpus), query.trim());
    } catch {
      // The question itself will say what is wrong.
    }
  }

  #fresh<T extends AskedAnswer>(shape: AnswerShape<T>, signal: AbortSignal | undefined): Promise<T> {
    return this.#structure.undisturbed(() => freshAnswer(this.#indexer, shape, signal));
  }

  /** The answer with what its structure rests on. */
  #onStructure(answer: Answer): Answer {
    const all = [...answer.results, ...answer.related];
    const stated = this.#parts.index.provenances(all.map(({ path }) => path));
    const withProvenance = <R extends Result>(list: readonly R[]): R[] =>
      list.map((result) => ({ ...result, provenance: stated.get(result.path) ?? result.provenance }));
    const [results, related] = [withProvenance(answer.results), withProvenance(answer.related)];
    const problems = this.#structure.problems(new Set(all.map(({ language }) => language)));
    return { ...answer, results, related, problems: [...answer.problems, ...problems] };
  }

  /** A question may be what meets a damaged index: then it was answered from an empty one, and says so. */
  #checked<T extends { readonly problems: readonly Problem[]; readonly isIncomplete: boolean }>(answer: T): T {
    if (!this.#wasComplete || this.#parts.index.isComplete()) return answer;
    const problem: Problem = { code: 'storage', message: 'the index was damaged and is being rebuilt', incomplete: true };
    return { ...answer, problems: [...answer.problems, problem], isIncomplete: true };
  }

  /** Read your writes: open documents are brought up to date first, and nothing else is waited for. */
  async #beforeAnswer(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    this.#housekeeping.used();
    if (this.#state === 'closed') throw new ContextError('index', 'the workspace is closed');
    await Promise.all([this.#indexer.documentsSettled(), this.#configured]);
    signal?.throwIfAborted();
  }

  openDocument(path: WorkspacePath, text: string, languageId?: string): void {
    this.#structure.opened(path);
    this.#indexer.openDocument(path, text, languageId);
  }
  changeDocument(path: WorkspacePath, text: string): void {
    this.#housekeeping.used();
    this.#indexer.changeDocument(path, text);
  }
  closeDocument(path: WorkspacePath): void {
    this.#structure.closed(path);
    this.#indexer.closeDocument(path);
  }
  filesChanged(changes: readonly DiskChange[]): void {
    this.#structure.filesChanged(changes);
    void this.#indexer.filesChanged(changes);
  }

  status(): Status {
    const { index, source, memoryBytes } = this.#parts;
    const counts = this.#counts();
    const { done, found, total } = this.#indexer.disk;
    return {
      state: this.#state,
      roots: source.roots,
      ...counts,
      skippedFiles: this.#known.skippedFiles,
      skippedCount: this.#known.skippedCount,
      pending: found - done + this.#indexer.pendingDocuments,
      done,
      total,
      ...this.#models.status(),
      vectorIndex: index.vectorIndex,
      generation: index.generation,
      indexFolder: index.folder,
      lastIndexedAt: this.#lastIndexedAt,
      openDocuments: this.#indexer.openDocuments,
      problems: this.#problems(),
      memoryBytes: memoryBytes(),
      servers: this.#structure.servers(Object.keys(counts.languages)),
      structure: this.#structure.languages(),
    };
  }

  #counts(): ReturnType<IndexReader['counts']> {
    try {
      return this.#parts.index.counts();
    } catch (error) {
      this.#storageFailed(error);
      return { files: 0, chunks: 0, vectors: 0, symbols: 0, references: 0, languages: {} };
    }
  }

  #problems(): Problem[] {
    const problems: Problem[] = [...this.#known.storage, ...this.#models.problems()];
    const behind = this.#parts.source.roots.length ? this.#behindDisk() : 'no workspace folder is open';
    if (behind !== null) {
      const code = this.#wasComplete && this.#parts.source.roots.length ? 'verifying' : 'indexing';
      problems.push({ code, message: behind, incomplete: true });
    }
    problems.push(...this.#known.ofRoots(this.#parts.source.roots.map(({ name }) => name)));
    const absent = this.#known.ofAbsence();
    problems.push(...absent);
    if (!absent.length && this.#known.skippedCount > 0 && this.#state === 'ready' && this.#counts().chunks === 0)
      problems.push(...this.#known.ofNothing());
    return problems;
  }

  /** In which way the index may be behind the disk; null where it is known not to be. */
  #behindDisk(): string | null {
    const { disk, changedFiles } = this.#indexer;
    const what = this.#wasComplete ? 'comparing the index with the disk' : 'indexing';
    if (disk.isComparing) return `${what}: ${describeProgress(this.#filesProgress('indexing'))}`;
    if (!disk.isCompared) return `${what}: the files have not been listed yet`;
    if (changedFiles > 0) return `${counted(changedFiles, 'changed files')} on disk not indexed yet`;
    return this.#watcher?.isBehind ? 'changes on disk are being looked at' : null;
  }

  #filesProgress(phase: 'listing' | 'indexing' | 'ready'): Progress {
    const { done, total, listed } = this.#indexer.disk;
    return { phase, unit: 'files', done, total, listed };
  }

  onProgress(listener: (progress: Progress) => void): () => void {
    return this.#progressListeners.add(listener);
  }
  onHarvest(listener: (progress: HarvestProgress) => void): () => void {
    return this.#harvestListeners.add(listener);
  }
  onStatus(listener: (status: Status) => void): () => void {
    return this.#statusListeners.add(listener);
  }

  async reindex(options: { paths?: readonly WorkspacePath[]; force?: boolean }): Promise<void> {
    void this.#parts.history?.refresh(true);
    this.#models.retry();
    if (options.paths) {
      if (options.force) await this.#indexer.forget(options.paths);
      // A folder names all that is below it, which only a listing knows.
      return this.#indexer.fullPass();
    }
    await this.#indexer.fullPass(options.force);
  }

  async forget(paths?: readonly WorkspacePath[]): Promise<void> {
    await Promise.all([this.#parts.history?.forget(paths), this.#parts.servers.forget()]);
    await this.#indexer.forget(paths);
    if (paths) {
      // What is to be forgotten does not wait for a quiet moment.
      this.#parts.index.forgetCollected();
      return this.#parts.index.maintain(this.#abort.signal, this.#models.inUse);
    }
    await this.#parts.index.forgetAll();
    this.#models.reset();
    this.#wasComplete = false;
    this.#known.forgotten();
  }

  /** The index had to be thrown away: everything is looked at again. */
  rebuilt(reason: string): void {
    this.#parts.log('warn', `the index is rebuilt: ${reason}`);
    this.#wasComplete = false;
    this.#models.reset();
    void this.#indexer.fullPass(true);
  }

  async settled(): Promise<void> {
    await this.#started;
    await this.#configured;
    await this.#indexer.settled();
    await this.#parts.history?.settled();
  }
  async ready(): Promise<void> {
    await this.settled();
    await Promise.all([this.#parts.index.vectorsReady(), this.#structure.looked()]);
  }
  configureModels(settings: ModelSettings): Promise<void> {
    this.#configured = this.#configured.then(async () => {
      const { wanted, reranker } = await this.#parts.openModels(settings);
      if (this.#state === 'closed') return;
      this.#models.configure(wanted, reranker);
      this.#embedSoon();
    });
    return this.#configured;
  }
  async exportIndex(file: string, signal?: AbortSignal): Promise<ExportReport> {
    const [model] = this.#models.inUse as [ModelId];
    return this.#parts.archive.export(this.#parts.index.models.archiveSource(model), file, signal);
  }
  async importIndex(file: string, signal?: AbortSignal): Promise<ImportReport> {
    const { archive, index } = this.#parts;
    await this.#configured;
    const model = this.#models.importable(await archive.modelOf(file));
    const report = await archive.import(index.models.archiveSink(model), file, signal);
    this.#embedSoon();
    return report;
  }
  reused(): number {
    const { models } = this.#parts.index;
    return this.#models.inUse.reduce((sum, model) => sum + models.reused(model), 0);
  }
  async embedded(): Promise<void> {
    await this.settled();
    await this.#reembedder.finish();
  }
  async harvested(): Promise<void> {
    await this.settled();
    await this.#structure.settled();
  }
  get passed(): PassedServers | null {
    return this.#parts.servers.passed;
  }
  absolute(path: WorkspacePath): string | null {
    return this.#parts.source.absolute(path);
  }
  relative(absolutePath: string): WorkspacePath | null {
    return this.#parts.source.relative(absolutePath);
  }

  async close(): Promise<void> {
    if (this.#state === 'closed') return;
    this.#state = 'closed';
    this.#abort.abort();
    if (this.#statusTimer) clearTimeout(this.#statusTimer);
    this.#housekeeping.stop();
    await this.#watcher?.close();
    await this.#configured;
    await this.#reembedder.close();
    await Promise.allSettled([this.#indexer.close(), this.#parts.analyser.close(), this.#parts.history?.close(), this.#structure.close()]);
    await this.#models.close();
    await this.#parts.index.close();
  }

  #storageFailed(error: unknown): void {
    this.#known.storageFailed(error);
    this.#parts.log('error', `storing: ${messageOf(error)}`);
    this.#statusChanged();
  }

  #progress(progress: Progress): void {
    if (this.#state === 'closed') return;
    if (progress.phase === 'ready') {
      this.#known.passEnded();
      this.#state = 'ready';
      this.#wasComplete = this.#parts.index.isComplete();
      this.#lastIndexedAt = Date.now();
      this.#housekeeping.wait();
      this.#readHistory();
      this.#embedSoon();
      this.#structure.indexed(Object.keys(this.#counts().languages));
    } else {
      this.#state = 'indexing';
      this.#structure.indexing();
    }
    this.#progressListeners.tell(progress);
    this.#statusChanged();
  }

  #embedSoon(): void {
    if (this.#parts.embedding === 'background') this.#reembedder.changed();
  }

  /** Indexing that began meanwhile tells of itself. */
  #embedding(phase: 'embedding' | 'ready', done: number, total: number): void {
    if (this.#state !== 'ready') return;
    this.#progressListeners.tell({ phase, unit: 'texts', done, total, listed: 0 });
    if (phase === 'ready') this.#housekeeping.wait();
  }

  #harvesting(progress: HarvestProgress): void {
    if (this.#state === 'closed') return;
    this.#harvestListeners.tell(progress);
    this.#statusChanged();
  }

  /** Once: from then on the history keeps itself up to date. */
  #readHistory(): void {
    if (!this.#knowsHistory) void this.#parts.history?.refresh();
    this.#knowsHistory = true;
  }

  #statusChanged(): void {
    this.#structure.changed();
    if (this.#statusTimer || !this.#statusListeners.size) return;
    this.#statusTimer = setTimeout(() => {
      this.#statusTimer = null;
      this.#statusListeners.tell(this.status());
    }, STATUS_INTERVAL_MS);
    this.#statusTimer.unref();
  }
}
