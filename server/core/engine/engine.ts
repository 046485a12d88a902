/**
 * The engine of one workspace: joins indexing and retrieval behind the face that fronts see (engine-face.ts).
 * It works in workspace paths, knows no protocol, and lets no failure of one part silence the others.
 */
import { messageOf } from '../../util/bug.js';
import { Listeners } from '../../util/listeners.js';
import type { Log } from '../../util/log.js';
import { CodeGraph } from '../code-graph/code-graph.js';
import type { EdgeSource } from '../code-graph/ports.js';
import type { LanguageServers } from '../code-graph/servers-port.js';
import type { Archive } from '../embedding/archive-ports.js';
import type { ModelId } from '../embedding/model-switch.js';
import { type BaseModel, Models, type WantedModel, type WantedReranker } from '../embedding/models.js';
import { Indexer } from '../indexing/indexer.js';
import type { Analyser, DiskChange, FileSource, FileWatch, IndexLife, IndexWriter } from '../indexing/ports.js';
import { Reembedder } from '../indexing/reembed.js';
import type { LoadPrecomputed } from '../indexing/take-precomputed.js';
import type { Answer, Question, Status, SymbolAnswer } from '../model/answer.js';
import type { ExportReport, ImportReport } from '../model/archive-report.js';
import type { RootExcluded } from '../model/excluded-files.js';
import type { WorkspacePath } from '../model/file.js';
import { languageOf } from '../model/language.js';
import type { ModelSettings } from '../model/model-settings.js';
import { ContextError, type Problem } from '../model/problem.js';
import { counted, describeProgress, type Progress } from '../model/progress.js';
import type { RelatedAnswer, RelatedQuestion } from '../model/related.js';
import type { ShowAnswer, ShowQuestion } from '../model/show.js';
import type { TextAnswer, TextQuestion } from '../model/text-search.js';
import type { FileHistory, HistoryLife } from '../retrieval/history-port.js';
import type { RetrievalPorts } from '../retrieval/pipeline.js';
import type { IndexReader, LineSearch } from '../retrieval/ports.js';
import { Answers } from './answers.js';
import type { EdgeIndexProgress, Engine, Listed, SymbolQuestion } from './engine-api.js';
import { Forgetting } from './forgetting.js';
import { IdleTask } from './idle-task.js';
import { KnownProblems } from './known-problems.js';
import type { ProxiedServers } from './proxied-server.js';

export interface EngineDependencies {
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
  readonly structure?: EdgeSource;
  readonly log: Log;
  readonly watch: boolean;
  readonly memoryBytes: () => number;
  /** Defaults for questions that name no budget. */
  readonly budgetTokens?: number;
}

/** Status listeners hear of changes at most this often. */
const STATUS_INTERVAL_MS = 500;

export class WorkspaceEngine implements Engine {
  readonly #parts: EngineDependencies;
  readonly #indexer: Indexer;
  readonly #answers: Answers;
  readonly #forgetting: Forgetting;
  readonly #models: Models;
  readonly #reembedder: Reembedder;
  readonly #abort = new AbortController();
  readonly #progressListeners = new Listeners<Progress>();
  readonly #edgeListeners = new Listeners<EdgeIndexProgress>();
  readonly #structure: CodeGraph;
  readonly #statusListeners = new Listeners<Status>();
  readonly #housekeeping: IdleTask;
  readonly #known = new KnownProblems();
  #state: Status['state'] = 'starting';
  #wasComplete: boolean;
  /** Languages on disk where `look` was called instead of `start`: then nothing is indexed, watched or compared. */
  #listedLanguages: readonly string[] | null = null;
  #knowsHistory = false;
  #lastIndexedAt: number | null = null;
  #watcher: FileWatch | null = null;
  #statusTimer: NodeJS.Timeout | null = null;
  #started: Promise<void> = Promise.resolve();
  /** The models that the settings ask for are open, as far as they can be. Never rejects. */
  #configured: Promise<void> = Promise.resolve();

  constructor(parts: EngineDependencies) {
    this.#parts = parts;
    this.#models = new Models({
      base: parts.model,
      store: parts.index.models,
      log: parts.log,
      onChanged: () => this.#statusChanged(),
      onWork: () => this.#embedSoon(),
    });
    const ports: RetrievalPorts = {
      ...parts.retrieval,
      reader: parts.index,
      embedder: this.#models,
      reranker: () => this.#models.reranker,
      ...(parts.history && { history: parts.history }),
    };
    this.#wasComplete = parts.index.isComplete();
    this.#lastIndexedAt = parts.index.completedAt;
    this.#housekeeping = new IdleTask(() => {
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
        found: (changes) => this.#structure.filesChanged(changes),
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
      local: (path) => parts.source.local(path),
      isIdle: () => this.#state === 'ready' && !this.#indexer.busy && parts.index.isComplete(),
      loadPrecomputed: parts.loadPrecomputed,
      onStale: (paths) => void this.#indexer.reanalyse(paths),
      onProgress: (done, total) => this.#embedding('embedding', done, total),
      onEnd: (done) => this.#embedding('ready', done, done),
    });
    if (parts.modelSettings.embedding || parts.modelSettings.reranker) void this.configureModels(parts.modelSettings);
    this.#structure = new CodeGraph({
      servers: parts.servers,
      source: parts.structure,
      store: parts.index.structure,
      absolute: (path) => this.absolute(path),
      heal: (path, stored, outline) => this.#indexer.heal(path, stored, outline),
      log: parts.log,
      onProgress: (progress) => this.#edgeProgress(progress),
      onLooked: () => this.#statusChanged(),
      onStorageFailed: (error) => this.#storageFailed(error),
    });
    this.#answers = new Answers({
      ports,
      findLines: parts.findLines,
      index: parts.index,
      indexer: this.#indexer,
      structure: this.#structure,
      models: this.#models,
      history: parts.history,
      budgetTokens: parts.budgetTokens,
      before: (signal) => this.#beforeAnswer(signal),
      isClosed: () => this.#state === 'closed',
      problems: () => this.#problems(),
      languages: () => Object.keys(this.#counts().languages),
      wasDamaged: () => this.#wasComplete && !parts.index.isComplete(),
    });
    this.#forgetting = new Forgetting({
      source: parts.source,
      index: parts.index,
      indexer: this.#indexer,
      history: parts.history,
      servers: parts.servers,
      models: this.#models,
      log: parts.log,
      signal: this.#abort.signal,
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
      await this.#forgetting.start();
      await this.#indexer.fullPass();
    })();
  }

  async look(): Promise<Listed> {
    const { source, index } = this.#parts;
    for (const { path, problem } of index.fileStates().values()) this.#known.skip(path, problem);
    const languages: Record<string, number> = {};
    let files = 0;
    const onProblem = (path: string, reason: string) => this.#known.skip(path, reason);
    const onEmpty = (root: RootExcluded) => this.#known.nothingListed(root);
    for await (const batch of source.list({ signal: this.#abort.signal, onProblem, onEmpty }))
      for (const { path } of batch) {
        files++;
        const language = languageOf(path);
        languages[language] = (languages[language] ?? 0) + 1;
      }
    this.#state = 'ready';
    this.#listedLanguages = Object.keys(languages);
    await this.#configured;
    this.#structure.indexed(Object.keys(languages));
    await Promise.all([this.#structure.looked(), index.vectorsReady()]);
    return { files, languages };
  }

  retrieve(question: Question, signal?: AbortSignal): Promise<Answer> {
    return this.#answers.retrieve(question, signal);
  }
  symbols(question: SymbolQuestion, signal?: AbortSignal): Promise<SymbolAnswer> {
    return this.#answers.symbols(question, signal);
  }
  related(question: RelatedQuestion, signal?: AbortSignal): Promise<RelatedAnswer> {
    return this.#answers.related(question, signal);
  }
  show(question: ShowQuestion, signal?: AbortSignal): Promise<ShowAnswer> {
    return this.#answers.show(question, signal);
  }
  findText(question: TextQuestion, signal?: AbortSignal): Promise<TextAnswer> {
    return this.#answers.findText(question, signal);
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
      forgotten: source.forgotten.list(),
      servers: this.#structure.servers(this.#listedLanguages ?? Object.keys(counts.languages)),
      structure: this.#structure.languages(),
    };
  }

  async statusNow(): Promise<Status> {
    return this.status();
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
    // One that only looks compares nothing: it tells of the index as it lies, with the time of its last comparison.
    if (this.#listedLanguages) return null;
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
  onEdgeProgress(listener: (progress: EdgeIndexProgress) => void): () => void {
    return this.#edgeListeners.add(listener);
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
    if (paths) return this.#forgetting.forget(paths);
    await this.#forgetting.forgetAll();
    this.#models.reset();
    this.#wasComplete = false;
    this.#known.forgotten();
  }
  unforget(paths?: readonly WorkspacePath[]): Promise<void> {
    return this.#forgetting.unforget(paths);
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
  async reused(): Promise<number> {
    const { models } = this.#parts.index;
    return this.#models.inUse.reduce((sum, model) => sum + models.reused(model), 0);
  }
  async embedded(): Promise<void> {
    await this.settled();
    await this.#reembedder.finish();
  }
  async edgesIndexed(): Promise<void> {
    await this.settled();
    await this.#structure.settled();
  }
  onServersReplaced(): () => void {
    return () => {};
  }
  get passed(): ProxiedServers | null {
    return this.#parts.servers.passed;
  }
  absolute(path: WorkspacePath): string | null {
    return this.#parts.source.absolute(path);
  }
  relative(absolutePath: string): WorkspacePath | null {
    return this.#parts.source.relative(absolutePath);
  }
  entryPath(absolutePath: string): WorkspacePath | null {
    return this.#parts.source.entryPath(absolutePath);
  }

  async close(): Promise<void> {
    if (this.#state === 'closed') return;
    this.#state = 'closed';
    this.#abort.abort();
    this.#parts.source.forgotten.close();
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

  #edgeProgress(progress: EdgeIndexProgress): void {
    if (this.#state === 'closed') return;
    this.#edgeListeners.tell(progress);
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
