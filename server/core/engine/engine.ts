/**
 * The engine of one workspace behind the interface for fronts (engine-api.ts): its life, and each request handed to the part that
 * answers it. It works in workspace paths, knows no protocol, and lets no failure of one part silence the others.
 */

import { messageOf } from '../../util/bug.js';
import { nextTurn } from '../../util/next-turn.js';
import type { DiskChange } from '../indexing/ports.js';
import type { Answer, Question, Status, SymbolAnswer } from '../model/answer.js';
import type { ExportReport, ImportReport } from '../model/archive-report.js';
import type { RootExcluded } from '../model/excluded-files.js';
import type { WorkspacePath } from '../model/file.js';
import { languageOf } from '../model/language.js';
import type { MaskedInFile } from '../model/masked-place.js';
import type { ModelSettings } from '../model/model-settings.js';
import type { PublishReport } from '../model/pack-report.js';
import type { PathReport } from '../model/path-report.js';
import type { Progress } from '../model/progress.js';
import type { RelatedAnswer, RelatedQuestion } from '../model/related.js';
import type { ShowAnswer, ShowQuestion } from '../model/show.js';
import type { TextAnswer, TextQuestion } from '../model/text-search.js';
import { contentsToPublish } from '../packs/contents-to-publish.js';
import { compilePhrases } from '../retrieval/query/stated-names.js';
import type { DiskListing, EdgeIndexProgress, Engine, SymbolQuestion } from './engine-api.js';
import { type EngineDependencies, EngineParts } from './engine-parts.js';
import { explainPath } from './explain-path.js';
import type { ProxiedServers } from './proxied-server.js';

/** A command that ends within this time needs nothing that later questions do. */
const PREPARED_AFTER_MS = 500;

export class WorkspaceEngine implements Engine {
  readonly #given: EngineDependencies;
  readonly #parts: EngineParts;
  #started: Promise<void> = Promise.resolve();

  constructor(dependencies: EngineDependencies) {
    this.#given = dependencies;
    this.#parts = new EngineParts(dependencies);
  }

  // --- life ------------------------------------------------------------------------------------------------------

  /** Starts watching and the first pass over the workspace; questions are answered meanwhile. */
  start(): void {
    this.#parts.status.state = 'indexing';
    this.#readSkippedFiles();
    this.#started = (async () => {
      if (this.#given.watch) {
        try {
          const watcher = await this.#given.source.watch((changes) => this.filesChanged(changes));
          // Closed meanwhile: nobody else would end it, and its thread would keep the process alive.
          if (this.#parts.isClosed) return await watcher.close();
          this.#parts.status.watcher = watcher;
        } catch (error) {
          this.#given.log('warn', `files are not watched: ${messageOf(error)}`);
        }
      }
      await this.#parts.forgetting.start();
      await this.#parts.indexer.fullPass();
    })();
    const { signal } = this.#parts.ending;
    setTimeout(() => void compilePhrases(nextTurn, signal), PREPARED_AFTER_MS).unref();
  }

  async listFiles(): Promise<DiskListing> {
    const { source, index } = this.#given;
    this.#readSkippedFiles();
    const languages: Record<string, number> = {};
    let files = 0;
    const onProblem = (path: string, reason: string) => this.#parts.known.skip(path, reason);
    const onEmpty = (root: RootExcluded) => this.#parts.known.rootExcluded(root);
    for await (const batch of source.list({ signal: this.#parts.ending.signal, onProblem, onEmpty }))
      for (const { path } of batch) {
        files++;
        const language = languageOf(path);
        languages[language] = (languages[language] ?? 0) + 1;
      }
    this.#parts.status.state = 'ready';
    this.#parts.status.listedLanguages = Object.keys(languages);
    await this.#parts.models.configured;
    this.#parts.codeGraph.indexed(Object.keys(languages));
    await Promise.all([this.#parts.codeGraph.looked(), index.vectorsReady()]);
    return { files, languages };
  }

  #readSkippedFiles(): void {
    for (const { path, problem } of this.#given.index.writer.fileStates().values()) this.#parts.known.skip(path, problem);
  }

  async settled(): Promise<void> {
    await this.#started;
    await this.#parts.models.configured;
    // What a question has found damaged is indexed anew from the next turn on.
    await nextTurn();
    await this.#parts.indexer.settled();
    await this.#given.history?.settled();
  }
  async ready(): Promise<void> {
    await this.settled();
    await Promise.all([this.#given.index.vectorsReady(), this.#parts.codeGraph.looked()]);
  }
  async embedded(): Promise<void> {
    await this.settled();
    await this.#parts.models.embedAll();
  }
  async edgesIndexed(): Promise<void> {
    await this.settled();
    await this.#parts.codeGraph.settled();
  }

  async close(): Promise<void> {
    if (this.#parts.isClosed) return;
    const { source, analyser, history, index } = this.#given;
    this.#parts.status.state = 'closed';
    this.#parts.ending.abort();
    source.forgotten.close();
    this.#parts.events.close();
    this.#parts.maintenance.stop();
    await this.#parts.status.watcher?.close();
    await this.#parts.models.stop();
    await this.#parts.packs?.close();
    await Promise.allSettled([this.#parts.indexer.close(), analyser.close(), history?.close(), this.#parts.codeGraph.close()]);
    await this.#parts.models.close();
    await index.close();
  }

  // --- questions -------------------------------------------------------------------------------------------------

  retrieve(question: Question, signal?: AbortSignal): Promise<Answer> {
    return this.#parts.answers.retrieve(question, signal);
  }
  symbols(question: SymbolQuestion, signal?: AbortSignal): Promise<SymbolAnswer> {
    return this.#parts.answers.symbols(question, signal);
  }
  related(question: RelatedQuestion, signal?: AbortSignal): Promise<RelatedAnswer> {
    return this.#parts.answers.related(question, signal);
  }
  show(question: ShowQuestion, signal?: AbortSignal): Promise<ShowAnswer> {
    return this.#parts.answers.show(question, signal);
  }
  findText(question: TextQuestion, signal?: AbortSignal): Promise<TextAnswer> {
    return this.#parts.answers.findText(question, signal);
  }
  explainPath(absolutePath: string): Promise<PathReport> {
    return explainPath(this.#given, absolutePath, this.#parts.ending.signal);
  }
  async maskedSecrets(): Promise<readonly MaskedInFile[]> {
    await this.settled();
    return this.#given.index.reader.masked();
  }
  status(): Status {
    return this.#parts.status.report();
  }
  async statusNow(): Promise<Status> {
    return this.status();
  }

  // --- documents and files ---------------------------------------------------------------------------------------

  openDocument(path: WorkspacePath, text: string, languageId?: string): void {
    this.#parts.codeGraph.opened(path);
    this.#parts.indexer.openDocument(path, text, languageId);
  }
  changeDocument(path: WorkspacePath, text: string): void {
    this.#parts.maintenance.used();
    this.#parts.indexer.changeDocument(path, text);
  }
  closeDocument(path: WorkspacePath): void {
    this.#parts.codeGraph.closed(path);
    this.#parts.indexer.closeDocument(path);
  }
  filesChanged(changes: readonly DiskChange[]): void {
    this.#parts.codeGraph.filesChanged(changes);
    void this.#parts.indexer.filesChanged(changes);
  }

  async reindex(options: { paths?: readonly WorkspacePath[]; force?: boolean }): Promise<void> {
    void this.#given.history?.refresh(true);
    this.#parts.models.models.retry();
    if (options.paths && options.force) return this.#parts.indexer.indexAnew(options.paths);
    // A path may be a folder, whose files only a listing finds.
    await this.#parts.indexer.fullPass(options.paths === undefined && options.force);
  }

  async forget(paths?: readonly WorkspacePath[]): Promise<void> {
    if (paths) return this.#parts.forgetting.forget(paths);
    await this.#parts.forgetting.forgetAll();
    this.#parts.models.models.reset();
    this.#parts.status.wasComplete = false;
    this.#parts.known.forgotten();
  }
  unforget(paths?: readonly WorkspacePath[]): Promise<void> {
    return this.#parts.forgetting.unforget(paths);
  }

  /** The index was damaged and replaced by an empty one: everything is indexed again. */
  rebuilt(reason: string): void {
    this.#given.log('warn', `the index is rebuilt: ${reason}`);
    this.#parts.status.wasComplete = false;
    this.#parts.models.models.reset();
    void this.#parts.indexer.fullPass(true);
  }

  absolute(path: WorkspacePath): string | null {
    return this.#given.source.absolute(path);
  }
  relative(absolutePath: string): WorkspacePath | null {
    return this.#given.source.relative(absolutePath);
  }
  entryPath(absolutePath: string): WorkspacePath | null {
    return this.#given.source.entryPath(absolutePath);
  }

  // --- models and servers ----------------------------------------------------------------------------------------

  configureModels(settings: ModelSettings): Promise<void> {
    return this.#parts.models.configure(settings);
  }
  exportIndex(file: string, signal?: AbortSignal): Promise<ExportReport> {
    return this.#parts.models.exportIndex(file, signal);
  }
  importIndex(file: string, signal?: AbortSignal): Promise<ImportReport> {
    return this.#parts.models.importIndex(file, signal);
  }
  async publishPacks(folder: string, signal?: AbortSignal): Promise<PublishReport> {
    await this.settled();
    return this.#given.publishPacks(folder, contentsToPublish(this.#given.index.packs, this.#parts.placeOf), signal);
  }
  async reused(): Promise<number> {
    return this.#parts.models.reused();
  }
  onServersReplaced(): () => void {
    return () => {};
  }
  get proxiedServers(): ProxiedServers | null {
    return this.#given.servers.proxiedServers;
  }

  // --- events ----------------------------------------------------------------------------------------------------

  onProgress(listener: (progress: Progress) => void): () => void {
    return this.#parts.events.progress.add(listener);
  }
  onEdgeProgress(listener: (progress: EdgeIndexProgress) => void): () => void {
    return this.#parts.events.edgeProgress.add(listener);
  }
  onStatus(listener: (status: Status) => void): () => void {
    return this.#parts.events.status.add(listener);
  }
}
