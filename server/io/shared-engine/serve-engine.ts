/**
 * The process that holds a workspace's engine for all its clients. It listens on the workspace's socket, opens the engine for the
 * first client, and ends some minutes after the last one. A lock lets one such process run for a workspace.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { chmodSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import type { CancellationToken, MessageConnection } from 'vscode-jsonrpc/node';
import type { Engine, EngineOptions, OpenEngineWithLog } from '../../core/engine/engine-api.js';
import type { EngineDescription } from '../../core/engine/running-engines.js';
import type { WorkspacePath } from '../../core/model/file.js';
import { limits } from '../../core/model/limits.js';
import { indexError } from '../../core/model/problem.js';
import { messageOf } from '../../util/bug.js';
import type { Log } from '../../util/log.js';
import { ClientView, ClientViews } from './client-views.js';
import { errorToLink, openLink, signalOf, tell } from './engine-link.js';
import {
  type AttachParams,
  type AttachResult,
  attachMethod,
  describeMethod,
  type EngineRequest,
  engineRequests,
  eventMethod,
  leaveMethod,
  listenMethod,
  logMethod,
  pingMethod,
  questions,
  stopMethod,
  type TokenFile,
} from './engine-messages.js';
import type { EnginePlaces } from './engine-places.js';
import { ProxiedHost } from './serve-proxied.js';
import { conflictOf, otherEditor } from './shared-settings.js';

export interface ServeOptions {
  readonly places: EnginePlaces;
  readonly version: string;
  readonly openEngine: OpenEngineWithLog;
  /** Takes the lock; null where another process has it. The system releases it if the process dies. */
  readonly lock: (file: string) => { close(): void } | null;
  /** After the last client has gone. */
  readonly idleMs: number;
  readonly exit: (code: number) => void;
}

interface Client {
  readonly socket: Socket;
  readonly link: MessageConnection;
  readonly view: ClientView;
  readonly isVisit: boolean;
  listens: boolean;
}

interface Opened {
  readonly engine: Engine;
  readonly views: ClientViews;
  /** Null where no client is an editor that requests are passed on for. */
  readonly proxied: ProxiedHost | null;
  readonly options: EngineOptions;
  /** The last value of each event. */
  readonly last: Map<string, unknown>;
  readonly stop: () => void;
}

const CLOSE_WITHIN_MS = 5_000;
/** A connection that has not shown the token by then is closed. */
const ATTACH_WITHIN_MS = 5_000;
/** A client that does not read gets no more events beyond this, and is disconnected when its unread answers exceed the second bound. */
const MAX_UNREAD_BYTES = 1_000_000;
const MAX_UNREAD_ANSWER_BYTES = 64_000_000;

/** Resolves once it listens; false where another process does already. Rejects where the socket cannot be used. */
export async function serveEngine(options: ServeOptions): Promise<boolean> {
  const lock = options.lock(options.places.lock);
  if (lock === null) return false;
  await new EngineServer(options, lock).listen();
  return true;
}

class EngineServer {
  readonly #options: ServeOptions;
  readonly #lock: { close(): void };
  readonly #token = randomBytes(24).toString('base64url');
  readonly #clients = new Set<Client>();
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((socket) => this.#connected(socket));
  /** Attaching, detaching and reopening, one after the other. */
  #turn: Promise<unknown> = Promise.resolve();
  #opened: Opened | null = null;
  #idle: NodeJS.Timeout | null = null;
  #ending = false;
  /** A client has attached that may come back: the engine waits for it. */
  #stays = false;

  constructor(options: ServeOptions, lock: { close(): void }) {
    this.#options = options;
    this.#lock = lock;
  }

  async listen(): Promise<void> {
    const { socket, token } = this.#options.places;
    // This process holds the lock, so an existing socket is left over from a process that died.
    if (process.platform !== 'win32') rmSync(socket, { force: true });
    rmSync(token, { force: true });
    const held: TokenFile = { token: this.#token, pid: process.pid };
    writeFileSync(token, JSON.stringify(held), { mode: 0o600 });
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject).listen(socket, resolve);
    });
    if (process.platform !== 'win32') chmodSync(socket, 0o600);
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => void this.#end());
    this.#waitIdle();
  }

  #connected(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    const link = openLink(socket);
    let client: Client | null = null;
    const deadline = setTimeout(() => socket.destroy(), ATTACH_WITHIN_MS).unref();
    const known = (token: unknown): boolean => isEqual(token, this.#token);

    link.onRequest(async (method: string, params: unknown, cancellation: CancellationToken) => {
      try {
        if (method === attachMethod) {
          const attach = params as AttachParams;
          if (client !== null || !known(attach?.token)) return { kind: 'refused', reason: 'a wrong token' } satisfies AttachResult;
          clearTimeout(deadline);
          const asking: Client = { socket, link, view: new ClientView(), isVisit: attach.isVisit, listens: false };
          const result = await this.#inTurn(() => this.#attach(asking, attach));
          if (result.kind === 'attached' && !socket.destroyed) client = asking;
          else this.#detach(asking);
          return result;
        }
        if (method === describeMethod && known((params as { token?: unknown })?.token)) return this.#describe();
        if (method === stopMethod && known((params as { token?: unknown })?.token)) {
          setImmediate(() => void this.#end());
          return null;
        }
        if (method === pingMethod) return null;
        if (method === leaveMethod && client !== null) return await this.#left();
        const isProxied = this.#opened?.proxied?.serves(method) === true;
        if (client === null || !(isProxied || (engineRequests as readonly string[]).includes(method)))
          throw new Error(`${method} is not served here`);
        if (socket.writableLength > MAX_UNREAD_ANSWER_BYTES) socket.destroy();
        const { args } = params as { args: readonly unknown[] };
        const signal = signalOf(cancellation);
        if (isProxied) return (await this.#opened?.proxied?.answer(link, method, args, signal)) ?? null;
        return await this.#answer(client, method as EngineRequest, args, signal);
      } catch (error) {
        return errorToLink(error);
      }
    });
    link.onNotification((method: string, params: unknown) => {
      const { engine, views, proxied } = this.#opened ?? {};
      if (!client || !engine || !views) return;
      const { args } = params as { args: readonly [never, string, string | undefined] };
      const [path, text, languageId] = args;
      if (method === 'openDocument' || method === 'changeDocument') views.set(client.view, path, text, languageId);
      else if (method === 'closeDocument') views.close(client.view, path);
      else if (method === listenMethod) this.#listen(client);
      else if (method === 'filesChanged') engine.filesChanged(path);
      else proxied?.notified(link, method, args);
    });
    link.onClose(() => {
      clearTimeout(deadline);
      if (client) this.#detach(client);
      client = null;
    });
    link.listen();
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const run = this.#turn.then(work, work);
    this.#turn = run.catch(() => {});
    return run;
  }

  async #attach(client: Client, { version, options }: AttachParams): Promise<AttachResult> {
    if (this.#ending) return { kind: 'ending' };
    if (version !== this.#options.version) {
      if (this.#clients.size > 0)
        return { kind: 'refused', reason: `the running engine is version ${this.#options.version}, this program is ${version}` };
      setImmediate(() => void this.#end());
      return { kind: 'ending' };
    }
    const conflict = this.#opened && conflictOf(this.#opened.options, options);
    if (conflict) {
      const isRefused = client.isVisit || [...this.#clients].some(({ isVisit }) => !isVisit);
      if (this.#clients.size === 0) await this.#close();
      else if (isRefused) return { kind: 'refused', reason: `the running engine has other settings: ${conflict}` };
      // Commands of the terminal ask for less than an editor does.
      else await this.#reopen(options);
    }
    const editor = this.#opened && otherEditor(this.#opened.options, options);
    if (this.#opened && editor) await this.#reopen({ ...this.#opened.options, editor });
    this.#opened ??= await this.#open(options);
    if (this.#idle) clearTimeout(this.#idle);
    this.#idle = null;
    this.#clients.add(client);
    this.#stays ||= !client.isVisit;
    if (options.editor) this.#opened.proxied?.attach(client.link);
    return { kind: 'attached', status: this.#opened.engine.status() };
  }

  async #open(options: EngineOptions): Promise<Opened> {
    const log: Log = (level, message) => this.#tell(logMethod, { level, message });
    const { paused: _paused, readOnly: _readOnly, ...own } = options;
    const engine = await this.#options.openEngine({ ...own, watch: true, embedding: 'background' }, log);
    const views = new ClientViews(engine, (path, text) => isOnDisk(engine, path, text));
    const last = new Map<string, unknown>();
    const event = (name: string) => (value: unknown) => {
      last.set(name, value);
      this.#tell(eventMethod, { name, value });
    };
    const stops = [engine.onProgress(event('progress')), engine.onEdgeProgress(event('edgeProgress')), engine.onStatus(event('status'))];
    const proxied = engine.proxiedServers && own.editor ? new ProxiedHost(engine.proxiedServers, own.editor.methods) : null;
    const stop = () => {
      for (const end of stops) end();
      proxied?.close();
    };
    return { engine, views, proxied, options: own, last, stop };
  }

  /**
   * The engine with other options, under its clients: what they ask meanwhile is answered by the new one. Editors lose their
   * connection, attach again and open their documents on the new language servers.
   */
  async #reopen(options: EngineOptions): Promise<void> {
    for (const { link, socket } of this.#clients) if (this.#opened?.proxied?.has(link)) socket.destroy();
    await this.#close();
    this.#opened = await this.#open(options);
    for (const { view } of this.#clients) this.#opened.views.adopt(view);
  }

  async #answer({ view }: Client, method: EngineRequest, args: readonly unknown[], signal: AbortSignal): Promise<unknown> {
    for (;;) {
      const opened = this.#opened ?? (await this.#inTurn(async () => this.#opened));
      if (!opened) throw indexError('the engine is ending');
      const { engine, views } = opened;
      const run = async () => (engine[method] as (...args: unknown[]) => unknown)(...args, signal);
      try {
        return (await (questions.has(method) ? views.ask(view, run) : run())) ?? null;
      } catch (error) {
        if (this.#opened === opened || this.#ending) throw error;
      }
    }
  }

  #describe(): EngineDescription {
    const { version } = this.#options;
    const status = this.#opened?.engine.status();
    return {
      pid: process.pid,
      version,
      folders: status?.roots.map(({ folder }) => folder) ?? [],
      clients: this.#clients.size,
      state: status?.state ?? 'closed',
      files: status?.files ?? 0,
      memoryBytes: process.memoryUsage().rss,
    };
  }

  #detach(client: Client): void {
    if (this.#clients.delete(client)) this.#opened?.views.remove(client.view);
    this.#opened?.proxied?.detach(client.link);
    if (this.#clients.size === 0) this.#waitIdle();
  }

  /** A visitor goes. Resolves when the index is closed, where it was the last client and the index is complete. */
  async #left(): Promise<null> {
    if (this.#opened?.engine.status().state === 'ready') await this.#endVisit(1);
    return null;
  }

  /**
   * Commands of a terminal leave nothing running, except to complete the index. That is closed first, so that the next command finds it free.
   * @param clients that are still attached
   */
  async #endVisit(clients: number): Promise<void> {
    const isOver = () => this.#clients.size <= clients && !this.#stays;
    await this.#inTurn(async () => {
      if (isOver()) await this.#close();
    });
    if (isOver() && !this.#opened) setImmediate(() => void this.#end());
  }

  #waitIdle(): void {
    if (this.#idle || this.#ending) return;
    if (this.#opened && !this.#stays) {
      const end = () => this.#endVisit(0);
      this.#opened.engine.settled().then(end, end);
      return;
    }
    this.#idle = setTimeout(() => void this.#end(), this.#options.idleMs);
  }

  #listen(client: Client): void {
    client.listens = true;
    const { engine, last } = this.#opened as Opened;
    last.set('status', engine.status());
    for (const [name, value] of last) void tell(client.link, eventMethod, { name, value });
  }

  #tell(method: string, params: unknown): void {
    for (const { socket, link, listens } of this.#clients)
      if (listens && socket.writableLength < MAX_UNREAD_BYTES) void tell(link, method, params);
  }

  async #close(): Promise<void> {
    const opened = this.#opened;
    this.#opened = null;
    opened?.stop();
    await opened?.engine.close();
  }

  async #end(): Promise<void> {
    if (this.#ending) return;
    this.#ending = true;
    setTimeout(() => this.#options.exit(1), CLOSE_WITHIN_MS).unref();
    const { socket, token } = this.#options.places;
    // New clients find no socket and start another process, which retries until it gets the lock.
    this.#server.close();
    if (process.platform !== 'win32') rmSync(socket, { force: true });
    rmSync(token, { force: true });
    for (const open of this.#sockets) open.end();
    await this.#inTurn(() => this.#close()).catch((error: unknown) => process.stderr.write(`closing: ${messageOf(error)}\n`));
    this.#lock.close();
    this.#options.exit(0);
  }
}

function isEqual(token: unknown, own: string): boolean {
  if (typeof token !== 'string' || token.length !== own.length) return false;
  return timingSafeEqual(Buffer.from(token), Buffer.from(own));
}

/** Compares an open document with its file; what cannot be read differs. */
function isOnDisk(engine: Engine, path: WorkspacePath, text: string): boolean {
  const file = engine.absolute(path);
  if (file === null) return false;
  try {
    if (statSync(file).size > limits.maxFileBytes) return false;
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '') === text.replace(/^\uFEFF/, '');
  } catch {
    return false;
  }
}
