/** One process of a language server, from its start and initialize to its end. What outlives it belongs to the supervisor. */
import type { Log } from '../../../util/log.js';
import type { PositionEncoding } from '../../../util/text.js';
import { pathToUri } from '../../../util/uri.js';
import type { Adapter, AdapterContext, Launch } from '../adapter.js';
import { failure } from '../failures.js';
import type { GuardedProcess } from '../process/guarded-process.js';
import { startGuarded } from '../process/guarded-process.js';
import { HangDetector } from '../process/hang-detector.js';
import { busySeconds } from '../process/process-usage.js';
import { type Sandbox, type SandboxedLaunch, sandboxed } from '../process/sandbox.js';
import type { Timing } from '../process/timing.js';
import { clientCapabilities } from './client-capabilities.js';
import { JsonRpc, type JsonRpcLimits, type PendingRequest, usualLimits } from './json-rpc.js';
import { ReadyGate } from './ready-gate.js';
import { optionsOf, serves } from './server-capabilities.js';
import { answerServerRequest, mergedSettings, type Registration, trustedSettings } from './server-requests.js';

export interface SessionOptions {
  readonly adapter: Adapter;
  readonly launch: Launch;
  /** Absent: none. */
  readonly sandbox?: Sandbox | undefined;
  readonly context: AdapterContext;
  readonly timing: Timing;
  readonly log: Log;
  readonly limits?: JsonRpcLimits | undefined;
  readonly onNotification?: ((method: string, params: unknown) => void) | undefined;
  /** Called first for each request of the server. Undefined: the default answer is given. */
  readonly onRequest?: ((method: string, params: unknown, signal: AbortSignal) => Promise<unknown> | undefined) | undefined;
  /** Client capabilities that the server is given; default: our own. */
  readonly clientCapabilities?: object | undefined;
}

export interface OpenText {
  readonly uri: string;
  readonly languageId: string;
  readonly version: number;
  readonly text: string;
}

interface InitializeResult {
  /** In place of `positionEncoding` in clangd before version 20. */
  readonly offsetEncoding?: string;
  readonly capabilities?: Record<string, unknown>;
  readonly serverInfo?: { readonly name?: string; readonly version?: string };
}

/** An unknown `$/` request is answered with an error and has no effect. */
const pingMethod = '$/contextLanguageServer/ping';

/** Time from the end of its output to its exit. A server that keeps running without output is killed. */
const exitGraceMs = 1_000;

export class ServerSession {
  readonly process: GuardedProcess;
  readonly gate: ReadyGate;
  readonly life: HangDetector;
  readonly registrations = new Map<string, Registration>();
  /** Why it ended. Resolves when the process and its group are gone. */
  readonly ended: Promise<string>;
  readonly startedAt = Date.now();
  capabilities: Record<string, unknown> = {};
  /** Encoding of its positions. */
  encoding: PositionEncoding = 'utf-16';
  serverInfo: { readonly name?: string; readonly version?: string } = {};
  /** Answers received so far. The first may take as long as loading. */
  answers = 0;
  /** Notifications sent so far. */
  notificationsSent = 0;
  readonly #progress = new Set<unknown>();
  readonly #peer: JsonRpc;
  readonly #options: SessionOptions;
  readonly #folders: readonly { readonly uri: string; readonly name: string }[];
  #reason: string | null = null;
  #isStopping = false;

  private constructor(process: GuardedProcess, options: SessionOptions) {
    const { adapter, context, log } = options;
    this.process = process;
    this.#options = options;
    this.gate = new ReadyGate(adapter.readiness, adapter.readyWithinMs);
    this.life = new HangDetector(this, adapter.title, options.timing, adapter.readyWithinMs);
    this.#folders = [context.folder, ...(adapter.additionalFolders?.(context.folder) ?? [])].map(asWorkspaceFolder);
    const state = {
      folders: this.#folders,
      registrations: this.registrations,
      configuration: (section: string, editors: unknown) =>
        context.settings[section] ??
        mergedSettings(adapter.configuration?.(section, context), trustedSettings(editors, context.trusted, adapter.programKeys)),
      onMessage: (text: string) => log('info', `${adapter.id}: ${text.slice(0, 500)}`),
      optionalRequests: new Set(adapter.optionalRequests),
    };
    this.#peer = new JsonRpc(
      process.child.stdout,
      process.child.stdin,
      {
        onNotification: (method, params) => this.#notified(method, params),
        onRequest: async (method, params, signal) => {
          const given = await options.onRequest?.(method, params, signal);
          const answer = answerServerRequest(state, method, params, given);
          if (method === 'client/registerCapability') this.#servesNow();
          return answer;
        },
        // Usually it is ending. Its exit then states the reason.
        onBroken: (reason, isEnding) => setTimeout(() => process.hasExited() || this.kill(reason), isEnding ? exitGraceMs : 0),
        onNote: (note) => log('debug', `${adapter.id}: ${note}`),
      },
      options.limits ?? usualLimits,
      adapter.neverCancelled,
    );
    this.ended = process.exited.then((how) => {
      const tail = process.stderrTail().trim().split('\n').slice(-3).join(' | ').slice(-400);
      const reason = `${adapter.title} ${this.#reason ?? how}${tail && !this.#isStopping ? ` (${tail})` : ''}`;
      this.#peer.end(reason);
      this.gate.close();
      return reason;
    });
  }

  /** Rejects if it cannot be started or does not answer initialize. Then no process is left. */
  static async start(options: SessionOptions): Promise<ServerSession> {
    const { adapter, launch, context, timing, sandbox } = options;
    const { end, ...started }: SandboxedLaunch = sandbox?.command
      ? sandboxed(sandbox.command, launch, context, adapter.cacheVariables)
      : { ...launch, end: () => {} };
    let guarded: GuardedProcess;
    try {
      guarded = await startGuarded({ ...started, cwd: context.folder, inBackground: !context.forEditor });
      void guarded.exited.then(end);
    } catch (error) {
      end();
      throw failure('ended', `${adapter.title} could not be started: ${String((error as Error).message)}`);
    }
    const session = new ServerSession(guarded, options);
    const uri = pathToUri(context.folder);
    try {
      const result = (await session.#peer.request(
        'initialize',
        {
          // In a sandbox there is no such process; bubblewrap ends with this one.
          processId: sandbox?.command ? null : process.pid,
          clientInfo: { name: 'context-language-server' },
          rootPath: context.folder,
          rootUri: uri,
          workspaceFolders: session.#folders,
          capabilities: options.clientCapabilities ?? clientCapabilities,
          initializationOptions: adapter.initializationOptions?.(context) ?? null,
          trace: 'off',
        },
        timing.startMs,
      )) as InitializeResult | null;
      session.capabilities = result?.capabilities ?? {};
      const encoding = session.capabilities['positionEncoding'] ?? result?.offsetEncoding;
      if (encoding === 'utf-8' || encoding === 'utf-32') session.encoding = encoding;
      session.serverInfo = result?.serverInfo ?? {};
      session.#servesNow();
      session.notify('initialized', {});
      // A server that requests its settings would load the workspace a second time.
      if (adapter.takesPushedSettings) session.notify('workspace/didChangeConfiguration', { settings: context.settings });
      return session;
    } catch (error) {
      // A server that is ending exits by itself.
      if (!session.isOver) session.kill('did not answer initialize');
      const how = await session.ended;
      throw failure('ended', `${how}: ${String((error as Error).message)}`);
    }
  }

  /** True when no more requests are possible, which may be before `ended`. */
  get isOver(): boolean {
    return this.#peer.isEnded;
  }

  /** Messages of any kind received so far. */
  get received(): number {
    return this.#peer.received;
  }

  serves(method: string): boolean {
    return serves(this.capabilities, this.registrations, method);
  }

  optionsOf(method: string): Readonly<Record<string, unknown>> | null {
    return optionsOf(this.capabilities, this.registrations, method);
  }

  /** True while it shows progress, or waits for an answer of its client, which may need a person. */
  get isWorking(): boolean {
    return this.#progress.size > 0 || this.#peer.isAnswering;
  }

  busySeconds(): number | null {
    return busySeconds(this.process.pid);
  }

  /** Resolves when it has answered, usually with an error, or has ended. */
  ping(): Promise<void> {
    return this.#peer.ask(pingMethod, {}, null).free;
  }

  /** `deadlineMs`: null for none. */
  ask(method: string, params: unknown, deadlineMs: number | null, signal?: AbortSignal): PendingRequest {
    const asked = this.#peer.ask(method, params, deadlineMs, signal);
    asked.result.then(
      () => this.answers++,
      () => {},
    );
    return asked;
  }

  notify(method: string, params: unknown): void {
    this.notificationsSent++;
    this.#peer.notify(method, params);
  }

  open({ uri, languageId, version, text }: OpenText): void {
    this.notify('textDocument/didOpen', { textDocument: { uri, languageId, version, text } });
    this.gate.documentOpened();
  }

  kill(reason: string): void {
    this.#reason ??= reason;
    this.#peer.end(reason);
    this.process.kill();
  }

  /** Shutdown, exit, end of input, SIGTERM, SIGKILL, as far as needed. */
  async stop(): Promise<void> {
    const { stopMs } = this.#options.timing;
    this.#isStopping = true;
    await this.#peer.request('shutdown', undefined, stopMs).catch(() => {});
    this.notify('exit', undefined);
    await this.process.stop(stopMs);
    await this.ended;
  }

  #servesNow(): void {
    this.gate.servesNow((method) => this.serves(method));
  }

  #notified(method: string, params: unknown): void {
    const { adapter, log, onNotification } = this.#options;
    this.gate.notified(method, params);
    if (method === '$/progress') this.#progressed(params as { token?: unknown; value?: { kind?: string } } | null);
    if (method === 'window/logMessage' || method === 'window/showMessage') {
      const text = String((params as { message?: unknown } | null)?.message ?? '');
      if (adapter.brokenLog?.test(text)) this.kill(`is unusable: ${text.slice(0, 200)}`);
      else log('debug', `${adapter.id}: ${text.slice(0, 500)}`);
    }
    onNotification?.(method, params);
  }

  #progressed(params: { token?: unknown; value?: { kind?: string } } | null): void {
    if (params?.value?.kind === 'begin') this.#progress.add(params.token);
    else if (params?.value?.kind === 'end') this.#progress.delete(params.token);
  }
}

const asWorkspaceFolder = (folder: string) => ({ uri: pathToUri(folder), name: folder.split(/[\\/]/).at(-1) ?? '' });
