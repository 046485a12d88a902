/** The language servers of an engine in another process, as an editor's front talks to them. */
import type { CancellationToken, MessageConnection } from 'vscode-jsonrpc/node';
import type {
  Asking,
  EditorDocument,
  ProxiedAnswer,
  ProxiedServer,
  ProxiedServerListener,
  ProxiedServers,
  TextChange,
} from '../../core/engine/proxied-server.js';
import { languageServerError } from '../../core/model/problem.js';
import type { PositionEncoding } from '../../util/text.js';
import { ConnectionLost, call, errorToLink, signalOf, tell } from './engine-link.js';
import {
  type Asked,
  type AskedAnswer,
  proxiedEvents,
  proxiedNotifications,
  proxiedRequests,
  type Said,
  type ServerState,
} from './proxied-messages.js';

export class RemoteProxiedServers implements ProxiedServers {
  readonly #link: MessageConnection;
  readonly #replaced: () => Promise<void>;
  readonly #servers = new Map<string, RemoteProxiedServer>();
  #listener: ProxiedServerListener | null = null;

  /** `replaced` resolves when others have taken the place of these, after the connection has ended. */
  constructor(link: MessageConnection, replaced: () => Promise<void>) {
    this.#link = link;
    this.#replaced = replaced;
    link.onNotification(proxiedEvents.state, (state: ServerState) => {
      const there = this.#servers.get(state.key);
      if (there) there.state = state;
      else this.#servers.set(state.key, new RemoteProxiedServer(this, state));
    });
    link.onNotification(proxiedEvents.started, (key: string) => this.#with(key, (server, listener) => listener.started(server)));
    link.onNotification(proxiedEvents.ended, (key: string) => this.#with(key, (server, listener) => listener.ended(server)));
    link.onNotification(proxiedEvents.said, ({ key, method, params, isShown }: Said) =>
      this.#with(key, (server, listener) => server.whileShown(isShown, () => listener.notification(server, method, params))),
    );
    link.onRequest(proxiedEvents.asked, async ({ key, method, params }: Asked, token: CancellationToken): Promise<unknown> => {
      const server = this.#servers.get(key);
      try {
        const answer = server && this.#listener?.request(server, method, params, signalOf(token));
        return (answer === undefined ? null : { result: await answer }) satisfies AskedAnswer;
      } catch (error) {
        return errorToLink(error);
      }
    });
  }

  async serversFor(language: string, absolutePath: string | null): Promise<readonly ProxiedServer[]> {
    const keys = await this.call<string[]>(proxiedRequests.serversFor, [language, absolutePath]);
    return keys.flatMap((key) => this.#servers.get(key) ?? []);
  }

  known(): readonly ProxiedServer[] {
    return [...this.#servers.values()];
  }

  listen(listener: ProxiedServerListener): () => void {
    this.#listener = listener;
    return () => {
      if (this.#listener === listener) this.#listener = null;
    };
  }

  /** Rejects with ContextError('languageServer') for which `isReplaced` holds where the connection ends before the answer. */
  async call<T>(method: string, args: readonly unknown[], signal?: AbortSignal): Promise<T> {
    try {
      return await call<T>(this.#link, method, { args }, signal);
    } catch (error) {
      if (!(error instanceof ConnectionLost) || signal?.aborted) throw error;
      await this.#replaced();
      throw languageServerError('the engine of the workspace was replaced by another one: ask again', { reason: 'replaced' });
    }
  }
  tell(method: string, args: readonly unknown[]): void {
    void tell(this.#link, method, { args });
  }

  #with(key: string, run: (server: RemoteProxiedServer, listener: ProxiedServerListener) => void): void {
    const server = this.#servers.get(key);
    if (server && this.#listener) run(server, this.#listener);
  }
}

class RemoteProxiedServer implements ProxiedServer {
  state: ServerState;
  readonly #all: RemoteProxiedServers;
  readonly #own = new Set<string>();
  /** Of the message that is being handled. */
  #isShown = true;

  constructor(all: RemoteProxiedServers, state: ServerState) {
    this.#all = all;
    this.state = state;
  }

  get key(): string {
    return this.state.key;
  }
  get title(): string {
    return this.state.title;
  }
  get generation(): number {
    return this.state.generation;
  }
  get encoding(): PositionEncoding {
    return this.state.encoding;
  }
  options(method: string): Readonly<Record<string, unknown>> | null {
    return this.state.options[method] ?? null;
  }

  async start(signal?: AbortSignal): Promise<void> {
    await this.#call(proxiedRequests.start, [], signal);
  }
  serves(method: string, signal?: AbortSignal): Promise<boolean> {
    return this.#call(proxiedRequests.serves, [method], signal);
  }
  request(method: string, params: unknown, { uri, signal, whileLoading }: Asking): Promise<ProxiedAnswer> {
    return this.#call(proxiedRequests.request, [method, params, { uri, whileLoading }], signal);
  }
  notify(method: string, params: unknown): void {
    this.#tell(proxiedNotifications.notify, [method, params]);
  }
  open(document: EditorDocument): void {
    this.#own.add(document.uri);
    this.#tell(proxiedNotifications.open, [document]);
  }
  change(uri: string, version: number, text: string, changes: readonly TextChange[]): void {
    this.#tell(proxiedNotifications.change, [uri, version, text, changes]);
  }
  save(uri: string): void {
    this.#tell(proxiedNotifications.save, [uri]);
  }
  close(uri: string): void {
    this.#own.delete(uri);
    this.#tell(proxiedNotifications.close, [uri]);
  }
  isShown(uri: string): boolean {
    return this.#own.has(uri) || this.#isShown;
  }

  /** Handles a message of the server that is about a document shown by some editor, or by none. */
  whileShown(isShown: boolean, handle: () => void): void {
    this.#isShown = isShown;
    try {
      handle();
    } finally {
      this.#isShown = true;
    }
  }

  #call<T>(method: string, args: readonly unknown[], signal?: AbortSignal): Promise<T> {
    return this.#all.call<T>(method, [this.key, ...args], signal);
  }
  #tell(method: string, args: readonly unknown[]): void {
    this.#all.tell(method, [this.key, ...args]);
  }
}
