/** The state of one connection: the client's capabilities, settings, roots, open documents, and the engine. */
import type { ClientCapabilities, MessageConnection } from 'vscode-languageserver/node';
import type { Engine, OpenEngine } from '../../core/engine/engine-api.js';
import type { WorkspacePath } from '../../core/model/file.js';
import { queryError } from '../../core/model/problem.js';
import { describeProgress, type Progress, percentageOf } from '../../core/model/progress.js';
import type { ContextProblem } from '../../protocol/common.js';
import type { ContextSettings } from '../../protocol/settings.js';
import type { Log } from '../../util/log.js';
import type { PositionEncoding } from '../../util/text.js';
import { pathToUri, uriToPath } from '../../util/uri.js';
import { whyNoProject } from '../project-folder.js';
import { waitForIndex } from '../wait-for-index.js';
import { AnswerDocuments } from './answer-documents.js';
import { Documents } from './documents.js';
import { EngineHolder } from './engine-holder.js';
import type { PassThroughFront } from './pass-through/handlers.js';
import type { Reporter } from './progress.js';
import type { Folder } from './roots.js';
import { rootsOf } from './roots.js';
import { checkSettings, engineSettings, withoutGuardedSettings } from './settings.js';

/** `MessageType.Warning`, whose module a start does not need. */
const WARNING = 2;

export class Session {
  readonly connection: MessageConnection;
  readonly log: Log;
  readonly documents = new Documents();
  readonly answers = new AnswerDocuments();
  readonly holder: EngineHolder;
  capabilities: ClientCapabilities = {};
  encoding: PositionEncoding = 'utf-16';
  folders: Folder[] = [];
  /** Why folders that the client opened are no part of the workspace. */
  #refused: readonly string[] = [];
  #hasRoots = false;
  /** Set if requests are passed on to language servers. */
  passThrough: PassThroughFront | null = null;
  /** As it introduces itself, with its version. */
  clientName = 'unknown client';
  /** True once the client has taken over watching files. */
  clientWatches = false;
  #initial: unknown;
  #configured: unknown;
  #settings: ContextSettings = {};
  #faults: readonly string[] = [];
  /** Faults that were logged. */
  #told: ReadonlySet<string> = new Set();
  /** Names that root folders have had in this session, by folder. */
  readonly #names = new Map<string, string>();
  #started = false;
  #start: () => void = () => {};
  readonly #starting = new Promise<void>((resolve) => {
    this.#start = resolve;
  });

  constructor(connection: MessageConnection, openEngine: OpenEngine, onOpen: (engine: Engine) => () => void, log: Log) {
    this.connection = connection;
    this.log = log;
    this.holder = new EngineHolder(
      openEngine,
      (engine) => {
        for (const document of this.documents.all()) {
          const path = this.pathOf(document.uri, engine);
          if (path !== null) engine.openDocument(path, document.getText(), document.languageId);
        }
        for (const { name, folder } of engine.status().roots) this.#names.set(folder, name);
        return onOpen(engine);
      },
      log,
    );
  }

  get settings(): ContextSettings {
    return this.#settings;
  }

  /** Invalid settings, and folders that are left out beside others, as problems for the status. */
  get faults(): ContextProblem[] {
    const left = this.#hasRoots ? this.#refused.map((reason) => `folder left out: ${reason}`) : [];
    return [...this.#faults.map((fault) => `setting ignored: ${fault}`), ...left].map((message) => ({
      code: 'configuration',
      message,
      incomplete: false,
    }));
  }

  /** Why there is nothing to search. */
  get noWorkspace(): ContextProblem {
    return { code: 'noWorkspace', message: this.#refused.join('; ') || NO_FOLDER, incomplete: true };
  }

  /** Faults at a path of the settings and below it. */
  faultsOf(path: string): readonly string[] {
    return this.#faults.filter((fault) => fault.startsWith(`${path}.`) || fault.startsWith(`${path}:`));
  }

  /** Later sources win, key by key. Reopens a running engine if needed. */
  setSettings(source: 'initial' | 'configured', value: unknown): void {
    if (source === 'initial') this.#initial = value;
    else this.#configured = value;
    const initial = checkSettings(this.#initial);
    const checked = checkSettings(this.#configured);
    const configured = initial.settings.trusted ? checked : withoutGuardedSettings(checked);
    this.#settings = { ...initial.settings, ...configured.settings };
    this.#faults = [...initial.faults, ...configured.faults];
    // Pass-through can only be announced at initialize.
    if (this.#started && this.#settings.passThrough && !this.passThrough)
      this.#faults = [...this.#faults, 'passThrough: has to be in initializationOptions'];
    const news = this.#faults.filter((fault) => !this.#told.has(fault)).map((fault) => `setting ignored: ${fault}`);
    for (const message of news) this.log('warn', message);
    if (news.length > 0) this.warn(news.join('\n'));
    this.#told = new Set(this.#faults);
    this.apply();
  }

  /** Shows the user what only they can mend. */
  warn(message: string): void {
    const params = { type: WARNING, message: `context-language-server: ${message}` };
    void this.connection.sendNotification('window/showMessage', params).catch(() => {});
  }

  /** From now on requests may open the engine. */
  start(): void {
    this.#started = true;
    this.apply();
    this.#start();
  }

  /** Opens or reopens the engine for the current roots and settings. */
  apply(): void {
    if (!this.#started) return;
    const { cacheDir, watch = 'auto' } = this.#settings;
    const roots = rootsOf(this.folders);
    const projects = roots.filter(({ folder }) => whyNoProject(folder) === null);
    const refused = roots.flatMap(({ folder }) => whyNoProject(folder) ?? []);
    for (const reason of refused) if (!this.#refused.includes(reason)) this.log('warn', reason);
    this.#refused = refused;
    this.#hasRoots = projects.length > 0;
    this.holder.configure({
      roots: projects,
      names: this.#names,
      ...(cacheDir !== undefined && { cacheDir }),
      settings: engineSettings(this.#settings),
      ...(this.passThrough && {
        editor: {
          capabilities: this.capabilities,
          languages: passedLanguages(this.#settings),
          methods: this.passThrough.optionMethods,
        },
      }),
      askedBy: () => ({ front: 'lsp', name: this.clientName }),
      watch: watch === 'server' || (watch === 'auto' && !this.clientWatches),
    });
  }

  async use<T>(work: (engine: Engine) => Promise<T> | T, absent: () => T): Promise<T> {
    await this.#starting;
    return this.holder.use(work, absent);
  }

  /** Waits as long as a request's `waitForIndex` says, and reports how far the index is. Rejects when aborted. */
  async waitForIndex(limitMs: number | undefined, progress: Reporter, signal: AbortSignal): Promise<void> {
    if (!limitMs) return;
    const report = (step: Progress) => progress.report(describeProgress(step), percentageOf(step));
    await this.use(
      // An engine that fails or is replaced ends the wait; the answer says what is wrong.
      (engine) => waitForIndex(engine, signal, report, limitMs).catch(() => signal.throwIfAborted()),
      () => {},
    );
  }

  /** The workspace path of a URI; null outside the workspace or for other schemes. */
  pathOf(uri: string, engine: Engine): WorkspacePath | null {
    const file = uriToPath(uri);
    return file === null ? null : engine.relative(file);
  }

  /** Like pathOf, for requests that name files. */
  pathsOf(uris: readonly string[], engine: Engine): WorkspacePath[] {
    return uris.map((uri) => {
      const path = this.pathOf(uri, engine);
      if (path === null) throw queryError(`not a file or folder of the workspace: ${uri.slice(0, 500)}`, { uri });
      return path;
    });
  }

  /** The URI of a path, as the client spells it if it has the document open. */
  uriOf(path: WorkspacePath, engine: Engine): string {
    const absolute = engine.absolute(path);
    if (absolute === null) return pathToUri(`/${path}`);
    return this.documents.ofFile(absolute)?.uri ?? pathToUri(absolute);
  }
}

const NO_FOLDER = 'the client opened no folder, so there is nothing to search: open a folder, or give rootUri or workspaceFolders';

const passedLanguages = ({ passThrough }: ContextSettings): readonly string[] | null =>
  Array.isArray(passThrough) ? passThrough : passThrough === true ? null : [];
