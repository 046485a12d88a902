/**
 * A workspace's engine in another process, as its clients see it. When that process dies the client attaches to the next one, gives it
 * its open documents, and asks again what was not answered.
 */

import type { MessageConnection } from 'vscode-jsonrpc/node';
import type { DiskListing, EdgeIndexProgress, Engine, SymbolQuestion } from '../../core/engine/engine-api.js';
import type { ProxiedServers } from '../../core/engine/proxied-server.js';
import type { Answer, Question, Status, SymbolAnswer } from '../../core/model/answer.js';
import type { ExportReport, ImportReport } from '../../core/model/archive-report.js';
import type { WorkspacePath } from '../../core/model/file.js';
import type { MaskedInFile } from '../../core/model/masked-place.js';
import type { ModelSettings } from '../../core/model/model-settings.js';
import type { PublishReport } from '../../core/model/pack-report.js';
import type { PathReport } from '../../core/model/path-report.js';
import { indexError } from '../../core/model/problem.js';
import type { Progress } from '../../core/model/progress.js';
import type { RelatedAnswer, RelatedQuestion } from '../../core/model/related.js';
import type { ShowAnswer, ShowQuestion } from '../../core/model/show.js';
import type { TextAnswer, TextQuestion } from '../../core/model/text-search.js';
import { messageOf } from '../../util/bug.js';
import { Listeners } from '../../util/listeners.js';
import type { Log, LogLevel } from '../../util/log.js';
import { nextTurn } from '../../util/next-turn.js';
import { within } from '../../util/within.js';
import { ConnectionLost, call, endLink, tell } from './engine-link.js';
import { type DocumentMessage, type EngineRequest, eventMethod, leaveMethod, listenMethod, logMethod } from './engine-messages.js';
import { RemoteProxiedServers } from './remote-proxied.js';

/** A connection that the engine has accepted, not listening to events yet. */
export interface Attached {
  readonly link: MessageConnection;
  readonly status: Status;
  /** Looks whether the engine's process hangs; one that does is ended, and the connection with it. */
  readonly isAlive: () => Promise<boolean>;
}

export interface RemoteEngineOptions {
  /** Attaches to the running engine, or starts it. Rejects where neither can be done. */
  readonly attach: () => Promise<Attached>;
  readonly paths: Pick<Engine, 'absolute' | 'relative' | 'entryPath'>;
  /** Whether requests are passed on to language servers for this client. */
  readonly isEditor: boolean;
  /** A command of the terminal. */
  readonly isVisit: boolean;
  /** For questions that name no budget. */
  readonly budgetTokens: number | undefined;
  readonly log: Log;
}

/** A question that ends the engine's process every time must not be asked for ever. */
const MAX_TRIES = 3;
/** What takes longer makes a client look whether the engine's process still runs. */
const PATIENCE_MS = 5_000;
const LEAVE_WITHIN_MS = 5_000;

export class RemoteEngine implements Engine {
  readonly #options: RemoteEngineOptions;
  readonly #documents = new Map<WorkspacePath, { text: string; languageId: string | undefined }>();
  readonly #progressListeners = new Listeners<Progress>();
  readonly #edgeListeners = new Listeners<EdgeIndexProgress>();
  readonly #statusListeners = new Listeners<Status>();
  readonly #replacedListeners = new Listeners<void>();
  /** With the connection they come and go. */
  #proxied: RemoteProxiedServers | null = null;
  /** The present connection; what is sent before it stands waits for it. */
  #link: MessageConnection | null = null;
  #attaching: Promise<MessageConnection>;
  #isAlive: () => Promise<boolean> = async () => true;
  #status: Status;
  #isClosed = false;

  constructor(first: Attached, options: RemoteEngineOptions) {
    this.#options = options;
    this.#status = first.status;
    this.#attaching = Promise.resolve(this.#use(first));
  }

  #use({ link, status, isAlive }: Attached): MessageConnection {
    this.#status = status;
    this.#link = link;
    this.#isAlive = isAlive;
    if (this.#options.isEditor) this.#proxied = new RemoteProxiedServers(link, () => this.#replaced());
    link.onNotification(eventMethod, ({ name, value }: { name: string; value: unknown }) => {
      if (name === 'progress') this.#progressListeners.tell(value as Progress);
      else if (name === 'edgeProgress') this.#edgeListeners.tell(value as EdgeIndexProgress);
      else if (name === 'status') {
        this.#status = value as Status;
        this.#statusListeners.tell(this.#status);
      }
    });
    link.onNotification(logMethod, ({ level, message }: { level: LogLevel; message: string }) => this.#options.log(level, message));
    link.onClose(() => this.#lost(link));
    void tell(link, listenMethod, { args: [] });
    for (const [path, { text, languageId }] of this.#documents) this.#send(link, 'openDocument', [path, text, languageId]);
    return link;
  }

  #lost(link: MessageConnection): void {
    link.dispose();
    if (this.#isClosed || this.#link !== link) return;
    this.#link = null;
    this.#options.log('warn', 'the connection to the engine of this workspace ended; attaching again');
    this.#attachAgain();
  }

  #attachAgain(): void {
    this.#attaching = this.#options.attach().then((attached) => {
      if (!this.#isClosed) return this.#use(attached);
      endLink(attached.link);
      throw indexError('the workspace is closed');
    });
    this.#attaching.then(
      () => {
        this.#statusListeners.tell(this.#status);
        if (this.#proxied) this.#replacedListeners.tell();
      },
      (error: unknown) => {
        if (!this.#isClosed) this.#options.log('error', `the engine of this workspace could not be started: ${messageOf(error)}`);
      },
    );
  }

  /** Resolves when another engine is attached to and those who listen know it. */
  async #replaced(): Promise<void> {
    // Once the end of the old connection is known here as well.
    await nextTurn();
    await this.#attaching.catch(() => {});
    await nextTurn();
  }

  async #call<T>(method: EngineRequest, args: readonly unknown[], signal?: AbortSignal): Promise<T> {
    for (let tries = 1; ; tries++) {
      if (this.#isClosed) throw indexError('the workspace is closed');
      const attaching = this.#attaching;
      let link: MessageConnection;
      try {
        link = await attaching;
      } catch (error) {
        // It is tried once more with each question.
        if (attaching === this.#attaching && !this.#isClosed) this.#attachAgain();
        if (tries < MAX_TRIES) continue;
        throw indexError(`the engine of this workspace could not be started: ${messageOf(error)}`);
      }
      const watch = setInterval(() => void this.#isAlive(), PATIENCE_MS);
      try {
        return await call<T>(link, method, { args }, signal);
      } catch (error) {
        if (!(error instanceof ConnectionLost) || this.#isClosed || signal?.aborted || tries === MAX_TRIES) throw error;
        // The end of the connection may not have been noticed yet.
        this.#lost(link);
      } finally {
        clearInterval(watch);
      }
    }
  }

  #send(link: MessageConnection | null, method: DocumentMessage, args: readonly unknown[]): void {
    if (link) void tell(link, method, { args });
  }

  retrieve(question: Question, signal?: AbortSignal): Promise<Answer> {
    const budgetTokens = question.budgetTokens ?? this.#options.budgetTokens;
    return this.#call('retrieve', [{ ...question, ...(budgetTokens !== undefined && { budgetTokens }) }], signal);
  }
  symbols(question: SymbolQuestion, signal?: AbortSignal): Promise<SymbolAnswer> {
    return this.#call('symbols', [question], signal);
  }
  related(question: RelatedQuestion, signal?: AbortSignal): Promise<RelatedAnswer> {
    return this.#call('related', [question], signal);
  }
  show(question: ShowQuestion, signal?: AbortSignal): Promise<ShowAnswer> {
    return this.#call('show', [question], signal);
  }
  findText(question: TextQuestion, signal?: AbortSignal): Promise<TextAnswer> {
    return this.#call('findText', [question], signal);
  }

  explainPath(absolutePath: string): Promise<PathReport> {
    return this.#call('explainPath', [absolutePath]);
  }

  maskedSecrets(): Promise<readonly MaskedInFile[]> {
    return this.#call('maskedSecrets', []);
  }

  openDocument(path: WorkspacePath, text: string, languageId?: string): void {
    this.#documents.set(path, { text, languageId });
    this.#send(this.#link, 'openDocument', [path, text, languageId]);
  }
  changeDocument(path: WorkspacePath, text: string): void {
    this.#documents.set(path, { text, languageId: this.#documents.get(path)?.languageId });
    this.#send(this.#link, 'changeDocument', [path, text]);
  }
  closeDocument(path: WorkspacePath): void {
    this.#documents.delete(path);
    this.#send(this.#link, 'closeDocument', [path]);
  }
  filesChanged(changes: Parameters<Engine['filesChanged']>[0]): void {
    this.#send(this.#link, 'filesChanged', [changes]);
  }

  status(): Status {
    return this.#status;
  }
  async statusNow(): Promise<Status> {
    this.#status = await this.#call('statusNow', []);
    return this.#status;
  }
  /** The engine is indexing or has indexed: nothing is listed for a client. */
  async listFiles(): Promise<DiskListing> {
    const { files, total, languages } = await this.statusNow();
    return { files: Math.max(files, total ?? 0), languages };
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
    await this.#callAndRefresh('reindex', [options]);
  }
  async forget(paths?: readonly WorkspacePath[]): Promise<void> {
    await this.#callAndRefresh('forget', [paths]);
  }
  async unforget(paths?: readonly WorkspacePath[]): Promise<void> {
    await this.#callAndRefresh('unforget', [paths]);
  }
  async settled(): Promise<void> {
    await this.#callAndRefresh('settled', []);
  }
  async ready(): Promise<void> {
    await this.#callAndRefresh('ready', []);
  }
  async configureModels(settings: ModelSettings): Promise<void> {
    await this.#callAndRefresh('configureModels', [settings]);
  }
  async embedded(): Promise<void> {
    await this.#callAndRefresh('embedded', []);
  }
  exportIndex(file: string, signal?: AbortSignal): Promise<ExportReport> {
    return this.#call('exportIndex', [file], signal);
  }
  async importIndex(file: string, signal?: AbortSignal): Promise<ImportReport> {
    const report = await this.#call<ImportReport>('importIndex', [file], signal);
    await this.statusNow();
    return report;
  }
  publishPacks(folder: string, signal?: AbortSignal): Promise<PublishReport> {
    return this.#call('publishPacks', [folder], signal);
  }
  reused(): Promise<number> {
    return this.#call('reused', []);
  }
  async edgesIndexed(): Promise<void> {
    await this.#callAndRefresh('edgesIndexed', []);
  }

  /** `status` is up to date when it resolves. */
  async #callAndRefresh(method: EngineRequest, args: readonly unknown[]): Promise<void> {
    await this.#call(method, args);
    await this.statusNow();
  }

  get proxiedServers(): ProxiedServers | null {
    return this.#proxied;
  }
  onServersReplaced(listener: () => void): () => void {
    return this.#replacedListeners.add(listener);
  }

  absolute(path: WorkspacePath): string | null {
    return this.#options.paths.absolute(path);
  }
  relative(absolutePath: string): WorkspacePath | null {
    return this.#options.paths.relative(absolutePath);
  }
  entryPath(absolutePath: string): WorkspacePath | null {
    return this.#options.paths.entryPath(absolutePath);
  }
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const link = this.#link;
    this.#link = null;
    if (!link) return;
    if (this.#options.isVisit)
      await within(
        LEAVE_WITHIN_MS,
        call(link, leaveMethod, {}).catch(() => {}),
      );
    endLink(link);
  }
}
