/**
 * The client library for Node: starts the server on folders, and gives its requests with the types of the protocol. The server
 * attaches to the workspace's shared engine, or starts it, so that a short-lived program pays for no index of its own.
 */

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  CancellationTokenSource,
  createMessageConnection,
  type MessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-jsonrpc/node';
import type { ForgetParams, UnforgetParams } from '../../server/protocol/forget.js';
import {
  didChangeStatusMethod,
  forgetMethod,
  reindexMethod,
  relatedMethod,
  retrieveBatchMethod,
  retrieveMethod,
  secretsMethod,
  semanticSymbolMethod,
  showMethod,
  statusMethod,
  unforgetMethod,
} from '../../server/protocol/methods.js';
import type { ReindexParams } from '../../server/protocol/reindex.js';
import type { RelatedParams, RelatedResult } from '../../server/protocol/related.js';
import type { RetrieveParams, RetrieveResult } from '../../server/protocol/retrieve.js';
import type { RetrieveBatchParams, RetrieveBatchResult } from '../../server/protocol/retrieve-batch.js';
import type { SecretsParams, SecretsResult } from '../../server/protocol/secrets.js';
import type { SemanticSymbolParams, SemanticSymbolResult } from '../../server/protocol/semantic-symbol.js';
import type { ContextSettings } from '../../server/protocol/settings.js';
import type { ShowParams, ShowResult } from '../../server/protocol/show.js';
import type { ContextStatus } from '../../server/protocol/status.js';
import { packageRoot } from '../../server/util/package-root.js';

export type * from '../../server/protocol/common.js';
export type * from '../../server/protocol/forget.js';
export type * from '../../server/protocol/reindex.js';
export type * from '../../server/protocol/related.js';
export type * from '../../server/protocol/retrieve.js';
export type * from '../../server/protocol/retrieve-batch.js';
export type * from '../../server/protocol/secrets.js';
export type * from '../../server/protocol/semantic-symbol.js';
export type * from '../../server/protocol/settings.js';
export type * from '../../server/protocol/show.js';
export type * from '../../server/protocol/status.js';
export type * from '../../server/protocol/symbol-kinds.js';

export interface ConnectOptions {
  /** Absolute folders of the workspace. */
  readonly folders: readonly string[];
  readonly settings?: ContextSettings;
  /** Program and arguments of the server; by default the one of this package. */
  readonly command?: readonly [string, ...string[]];
  readonly env?: Readonly<Record<string, string>>;
  /** What the server logs. */
  readonly onLog?: (message: string) => void;
}

/** The server ended, or could not be started; the message says why. */
export class ServerEnded extends Error {}

/** Starts a server and opens the folders. Rejects with ServerEnded where the server does not start. */
export async function connect({ folders, settings = {}, command, env, onLog }: ConnectOptions): Promise<ContextClient> {
  const [program, ...args] = command ?? [process.execPath, join(packageRoot, 'dist', 'bundle', 'main.js'), '--stdio'];
  const child = spawn(program, args, { stdio: 'pipe', env: { ...process.env, ...env } });
  const client = new ContextClient(child, onLog ?? (() => {}));
  await client.initialize(folders, settings);
  return client;
}

export class ContextClient {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #connection: MessageConnection;
  readonly #onStatus = new Set<(status: ContextStatus) => void>();
  /** Rejects when the server ends. */
  readonly #ended: Promise<never>;
  readonly #gone: Promise<void>;
  readonly #versions = new Map<string, number>();

  constructor(child: ChildProcessWithoutNullStreams, onLog: (message: string) => void) {
    this.#child = child;
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-2_000);
    });
    this.#gone = new Promise((resolve) => {
      child.once('close', () => resolve()).once('error', () => resolve());
    });
    this.#ended = new Promise((_, reject) => {
      child.once('error', (error) => reject(new ServerEnded(`the server could not be started: ${error.message}`)));
      child.once('close', (code, signal) => reject(new ServerEnded(`the server ended (${code ?? signal})${said && `: ${said.trim()}`}`)));
    });
    this.#ended.catch(() => {});
    child.stdin.on('error', () => {});
    this.#connection = createMessageConnection(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin));
    this.#connection.onNotification('window/logMessage', ({ message }: { message: string }) => onLog(message));
    this.#connection.onNotification(didChangeStatusMethod, (status: ContextStatus) => {
      for (const listener of this.#onStatus) listener(status);
    });
    this.#connection.onRequest('window/workDoneProgress/create', () => null);
    this.#connection.listen();
  }

  async initialize(folders: readonly string[], settings: ContextSettings): Promise<void> {
    await this.request('initialize', {
      processId: process.pid,
      rootUri: null,
      workspaceFolders: folders.map((folder) => ({ uri: pathToFileURL(folder).href, name: basename(folder) })),
      capabilities: { experimental: { contextStatus: true } },
      initializationOptions: settings,
    });
    this.#notify('initialized', {});
  }

  /** Ranked code for a question, within a token budget. */
  retrieve(params: RetrieveParams, signal?: AbortSignal): Promise<RetrieveResult> {
    return this.request(retrieveMethod, params, signal);
  }
  retrieveBatch(params: RetrieveBatchParams, signal?: AbortSignal): Promise<RetrieveBatchResult> {
    return this.request(retrieveBatchMethod, params, signal);
  }
  /** Callers, callees, implementers, tests … of a symbol, each with the line that shows it. */
  related(params: RelatedParams, signal?: AbortSignal): Promise<RelatedResult> {
    return this.request(relatedMethod, params, signal);
  }
  /** Symbols whole. */
  show(params: ShowParams, signal?: AbortSignal): Promise<ShowResult> {
    return this.request(showMethod, params, signal);
  }
  symbols(params: SemanticSymbolParams, signal?: AbortSignal): Promise<SemanticSymbolResult> {
    return this.request(semanticSymbolMethod, params, signal);
  }
  status(signal?: AbortSignal): Promise<ContextStatus> {
    return this.request(statusMethod, {}, signal);
  }
  /** Resolves when everything on disk and every open document is indexed. */
  reindex(params: ReindexParams = {}, signal?: AbortSignal): Promise<ContextStatus> {
    return this.request(reindexMethod, params, signal);
  }
  forget(params: ForgetParams): Promise<ContextStatus> {
    return this.request(forgetMethod, params);
  }
  unforget(params: UnforgetParams): Promise<ContextStatus> {
    return this.request(unforgetMethod, params);
  }
  /** Where secrets are masked. */
  secrets(params: SecretsParams = {}, signal?: AbortSignal): Promise<SecretsResult> {
    return this.request(secretsMethod, params, signal);
  }

  /** Follows the status; returns what ends it. */
  onStatus(listener: (status: ContextStatus) => void): () => void {
    this.#onStatus.add(listener);
    return () => this.#onStatus.delete(listener);
  }

  /** From now on this text takes the place of the file's, for this client. `file`: absolute. */
  setText(file: string, text: string, languageId = ''): void {
    const uri = pathToFileURL(file).href;
    const version = (this.#versions.get(uri) ?? 0) + 1;
    this.#versions.set(uri, version);
    if (version === 1) this.#notify('textDocument/didOpen', { textDocument: { uri, languageId, version, text } });
    else this.#notify('textDocument/didChange', { textDocument: { uri, version }, contentChanges: [{ text }] });
  }
  /** The file's own text counts again. */
  closeText(file: string): void {
    const uri = pathToFileURL(file).href;
    if (this.#versions.delete(uri)) this.#notify('textDocument/didClose', { textDocument: { uri } });
  }

  /** Any request of LSP or of the protocol. Rejects with the server's error, with AbortError, or with ServerEnded. */
  async request<T>(method: string, params: unknown, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    const source = new CancellationTokenSource();
    const cancel = () => source.cancel();
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      return await Promise.race([this.#connection.sendRequest<T>(method, params, source.token), this.#ended]);
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      signal?.removeEventListener('abort', cancel);
      source.dispose();
    }
  }

  /** Ends the server; the shared engine goes on for other clients, and ends by itself. */
  async close(): Promise<void> {
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), 5_000);
    await this.request('shutdown', undefined).catch(() => {});
    this.#notify('exit', undefined);
    this.#child.stdin.end();
    await this.#gone;
    clearTimeout(timer);
    this.#connection.dispose();
  }

  #notify(method: string, params: unknown): void {
    this.#connection.sendNotification(method, params).catch(() => {});
  }
}
