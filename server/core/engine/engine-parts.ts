/**
 * The parts of an engine and how they are connected: what one part reports reaches the others and the listeners.
 * Owns no decision of the engine's life; see engine.ts.
 */
import { messageOf } from '../../util/bug.js';
import type { Log } from '../../util/log.js';
import { CodeGraph } from '../code-graph/code-graph.js';
import type { EdgeSource } from '../code-graph/ports.js';
import type { LanguageServers } from '../code-graph/servers-port.js';
import { Indexer } from '../indexing/indexer.js';
import type { Analyser, FileSource, WordScan, WorkspaceIndex } from '../indexing/ports.js';
import { QuestionFirst } from '../indexing/question-first.js';
import type { WorkspacePath } from '../model/file.js';
import type { ModelSettings } from '../model/model-settings.js';
import { ContextError } from '../model/problem.js';
import type { Progress } from '../model/progress.js';
import { PackSupply } from '../packs/pack-supply.js';
import type { PackSource, PublishPacks } from '../packs/ports.js';
import type { FileHistory, HistoryLife } from '../retrieval/history-port.js';
import type { RetrievalPorts } from '../retrieval/pipeline.js';
import type { LineSearch } from '../retrieval/ports.js';
import { Answers } from './answers.js';
import type { EdgeIndexProgress } from './engine-api.js';
import { EngineEvents } from './engine-events.js';
import { EngineStatus } from './engine-status.js';
import { Forgetting } from './forgetting.js';
import { IdleTask } from './idle-task.js';
import { KnownProblems } from './known-problems.js';
import { ModelControl, type ModelControlDependencies } from './model-control.js';

export interface EngineDependencies
  extends Pick<ModelControlDependencies, 'model' | 'openModels' | 'embedding' | 'archive' | 'loadPrecomputed'> {
  readonly source: FileSource;
  readonly analyser: Analyser;
  readonly index: WorkspaceIndex;
  readonly retrieval: Omit<RetrievalPorts, 'reader' | 'history' | 'embedder' | 'reranker'>;
  readonly findLines: LineSearch;
  readonly scanWords: WordScan;
  readonly modelSettings: ModelSettings;
  /** Absent where there is no version control. */
  readonly history?: FileHistory & HistoryLife;
  readonly servers: LanguageServers;
  /** Absent where no source of packs is set. */
  readonly packSource?: PackSource;
  readonly publishPacks: PublishPacks;
  /** Absent where language servers are not to be asked for edges. */
  readonly structure?: EdgeSource;
  readonly log: Log;
  readonly watch: boolean;
  readonly memoryBytes: () => number;
  /** For questions that name no budget. */
  readonly budgetTokens?: number;
}

export class EngineParts {
  /** Aborted when the engine is closed. */
  readonly ending = new AbortController();
  readonly known = new KnownProblems();
  readonly events = new EngineEvents(() => this.status.report());
  readonly indexer: Indexer;
  readonly packs: PackSupply | undefined;
  readonly models: ModelControl;
  readonly codeGraph: CodeGraph;
  readonly status: EngineStatus;
  readonly answers: Answers;
  readonly forgetting: Forgetting;
  readonly maintenance: IdleTask;
  readonly #given: EngineDependencies;
  #isHistoryRead = false;

  constructor(given: EngineDependencies) {
    const { index, source, analyser, servers, history, log } = given;
    const onStorageFailed = (error: unknown) => this.#storageFailed(error);
    this.#given = given;
    this.models = new ModelControl({
      ...given,
      onChanged: () => this.#statusChanged(),
      onProgress: (phase, done, total) => this.#embeddingProgress(phase, done, total),
      isReady: () => this.status.state === 'ready',
      isClosed: () => this.isClosed,
    });
    const { models } = this.models;
    this.maintenance = new IdleTask(() => {
      index.maintenance.maintain(this.ending.signal, models.inUse).catch(onStorageFailed);
    });
    this.packs =
      given.packSource &&
      new PackSupply({
        source: given.packSource,
        store: index.packs,
        placeOf: this.placeOf,
        log,
        onChanged: () => this.#statusChanged(),
      });
    this.indexer = new Indexer(
      source,
      analyser,
      index.writer,
      {
        progress: (phase) => this.#filesProgress(this.status.filesProgress(phase)),
        storageFailed: onStorageFailed,
        passBegins: () => this.known.passBegins(),
        rootExcluded: (root) => this.known.rootExcluded(root),
        skipped: (path, reason) => this.known.skip(path, reason),
        folderCompared: (changes) => this.codeGraph.filesChanged(changes),
        committed: (paths) => this.#committed(paths),
      },
      log,
      this.packs,
    );
    this.codeGraph = new CodeGraph({
      servers,
      source: given.structure,
      store: index.edges,
      absolute: (path) => source.absolute(path),
      heal: (path, stored, outline) => this.indexer.applyServerOutline(path, stored, outline),
      log,
      onProgress: (progress) => this.#edgeProgress(progress),
      onLooked: () => this.#statusChanged(),
      onStorageFailed,
    });
    this.status = new EngineStatus(this.known, {
      index,
      source,
      models,
      indexer: this.indexer,
      codeGraph: this.codeGraph,
      packs: this.packs,
      memoryBytes: given.memoryBytes,
      onStorageFailed,
    });
    this.answers = new Answers({
      ports: {
        ...given.retrieval,
        reader: index.reader,
        embedder: models,
        reranker: () => models.reranker,
        ...(history && { history }),
      },
      findLines: given.findLines,
      indexer: this.indexer,
      questionFirst: new QuestionFirst({
        indexer: this.indexer,
        source,
        scan: given.scanWords,
        isIndexing: () => this.status.state === 'indexing',
      }),
      codeGraph: this.codeGraph,
      models,
      history,
      budgetTokens: given.budgetTokens,
      before: (signal) => this.#beforeAnswer(signal),
      status: this.status,
    });
    this.forgetting = new Forgetting({
      source,
      index,
      indexer: this.indexer,
      history,
      servers,
      models,
      log,
      signal: this.ending.signal,
    });
    this.models.start(this.indexer);
    if (given.modelSettings.embedding || given.modelSettings.reranker) void this.models.configure(given.modelSettings);
  }

  /** Of a workspace path. */
  readonly placeOf = (path: WorkspacePath) => ({
    absolutePath: this.#given.source.absolute(path) ?? path,
    localPath: this.#given.source.local(path),
  });

  get isClosed(): boolean {
    return this.status.state === 'closed';
  }

  /** Read your writes: open documents are brought up to date first, and nothing else is waited for. */
  async #beforeAnswer(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    this.maintenance.used();
    if (this.isClosed) throw new ContextError('index', 'the workspace is closed');
    await Promise.all([this.indexer.documentsSettled(), this.models.configured]);
    signal?.throwIfAborted();
  }

  #committed(paths: readonly WorkspacePath[]): void {
    this.known.committed(paths, (path) => this.#given.index.writer.fileState(path) !== null);
    this.models.embedSoon();
    this.codeGraph.committed(paths);
    // A pass over the files ends with it.
    if (this.status.state === 'ready') this.maintenance.wait();
  }

  #filesProgress(progress: Progress): void {
    if (this.isClosed) return;
    if (progress.phase === 'ready') this.#passEnded();
    else {
      this.status.state = 'indexing';
      this.codeGraph.indexing();
    }
    this.events.progress.tell(progress);
    this.#statusChanged();
  }

  #passEnded(): void {
    this.known.passEnded();
    this.status.state = 'ready';
    this.status.wasComplete = this.#given.index.writer.isComplete();
    this.status.lastIndexedAt = Date.now();
    this.maintenance.wait();
    // Once: from then on the history keeps itself up to date.
    if (!this.#isHistoryRead) void this.#given.history?.refresh();
    this.#isHistoryRead = true;
    this.models.embedSoon();
    this.codeGraph.indexed(this.status.languages());
  }

  /** While files are indexed, that progress is reported instead. */
  #embeddingProgress(phase: 'embedding' | 'ready', done: number, total: number): void {
    if (this.status.state !== 'ready') return;
    this.events.progress.tell({ phase, unit: 'texts', done, total, listed: 0 });
    if (phase === 'ready') this.maintenance.wait();
  }

  #edgeProgress(progress: EdgeIndexProgress): void {
    if (this.isClosed) return;
    this.events.edgeProgress.tell(progress);
    this.#statusChanged();
  }

  #statusChanged(): void {
    this.codeGraph.changed();
    this.events.statusChanged();
  }

  #storageFailed(error: unknown): void {
    this.known.storageFailed(error);
    this.#given.log('error', `storing: ${messageOf(error)}`);
    this.#statusChanged();
  }
}
