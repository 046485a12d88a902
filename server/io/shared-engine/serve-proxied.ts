/** The language servers of a shared engine, as the editors among its clients talk to them. */
import type { MessageConnection } from 'vscode-jsonrpc/node';
import type { EditorDocument, ProxiedServer, ProxiedServers, TextChange } from '../../core/engine/proxied-server.js';
import { languageServerError } from '../../core/model/problem.js';
import { call, tell } from './engine-link.js';
import {
  type Asked,
  type AskedAnswer,
  proxiedEvents,
  proxiedNotifications,
  proxiedRequests,
  type Said,
  type ServerState,
} from './proxied-messages.js';
import { publishMethod, RunningServer } from './running-server.js';
import { SharedDocuments } from './shared-documents.js';

/** What only a person's editor can answer; it is put to one of them. */
const answeredByEditor: ReadonlySet<string> = new Set([
  'workspace/configuration',
  'workspace/applyEdit',
  'window/showMessageRequest',
  'window/showDocument',
]);

export class ProxiedHost {
  readonly #servers: ProxiedServers;
  /** Methods whose options editors look at. */
  readonly #methods: readonly string[];
  /** Editors, with the states that each has been told, as JSON. */
  readonly #editors = new Map<MessageConnection, Map<string, string>>();
  readonly #documents = new Map<ProxiedServer, SharedDocuments<MessageConnection>>();
  readonly #running = new Map<ProxiedServer, RunningServer>();
  /** The editor that asked a server last: what the server asks then is for this one. */
  readonly #lastAsker = new Map<ProxiedServer, MessageConnection>();
  readonly #stop: () => void;

  constructor(servers: ProxiedServers, methods: readonly string[]) {
    this.#servers = servers;
    this.#methods = methods;
    this.#stop = servers.listen({
      started: (server) => {
        this.#toAll(server, (editor) => void tell(editor, proxiedEvents.started, server.key));
        this.#runningOf(server).started();
      },
      ended: (server) => {
        this.#running.delete(server);
        this.#toAll(server, (editor) => void tell(editor, proxiedEvents.ended, server.key));
      },
      notification: (server, method, params) => {
        const { uri } = (params ?? {}) as { uri?: unknown };
        const said: Said = { key: server.key, method, params, isShown: typeof uri !== 'string' || server.isShown(uri) };
        this.#runningOf(server).said(said);
        const isFor = (editor: MessageConnection): boolean =>
          method !== publishMethod || typeof uri !== 'string' || this.#documentsOf(server).isCurrent(editor, uri);
        this.#toAll(server, (editor) => isFor(editor) && void tell(editor, proxiedEvents.said, said));
      },
      request: (server, method, params, signal) => {
        const asked: Asked = { key: server.key, method, params };
        if (answeredByEditor.has(method)) return this.#ask(server, asked, signal);
        // Every editor hears of it once it is in force, such as a registration: its default answer has been given by then.
        setImmediate(() => {
          this.#toAll(server, (editor) => void call(editor, proxiedEvents.asked, asked).catch(() => {}));
          this.#runningOf(server).asked(asked);
        });
        return undefined;
      },
    });
  }

  /** False: it knows no such message. */
  serves(method: string): boolean {
    return (Object.values(proxiedRequests) as string[]).includes(method);
  }

  attach(editor: MessageConnection): void {
    this.#editors.set(editor, new Map());
  }

  has(editor: MessageConnection): boolean {
    return this.#editors.has(editor);
  }

  detach(editor: MessageConnection): void {
    if (!this.#editors.delete(editor)) return;
    for (const documents of this.#documents.values()) documents.closeAll(editor);
  }

  close(): void {
    this.#stop();
  }

  async answer(editor: MessageConnection, method: string, args: readonly unknown[], signal: AbortSignal): Promise<unknown> {
    if (method === proxiedRequests.serversFor) {
      const [language, path] = args as [string, string | null];
      const found = await this.#servers.serversFor(language, path);
      for (const server of found) this.#tellState(editor, server);
      return found.map(({ key }) => key);
    }
    const [key, ...own] = args as [string, ...unknown[]];
    const server = this.#serverOf(key);
    if (!server) throw languageServerError(`no language server ${key}`);
    try {
      if (method === proxiedRequests.start) return await server.start(signal);
      if (method === proxiedRequests.serves) return await server.serves(own[0] as string, signal);
      const [asked, params, { uri, whileLoading }] = own as [string, unknown, { uri?: string; whileLoading: 'ask' | 'wait' | 'refuse' }];
      this.#lastAsker.set(server, editor);
      if (uri !== undefined) this.#documentsOf(server).show(editor, uri);
      return await server.request(asked, params, { whileLoading, signal, ...(uri !== undefined && { uri }) });
    } finally {
      this.#tellState(editor, server);
    }
  }

  notified(editor: MessageConnection, method: string, [key, ...args]: readonly unknown[]): void {
    const server = this.#serverOf(key as string);
    if (!server) return;
    const documents = this.#documentsOf(server);
    if (method === proxiedNotifications.notify) server.notify(args[0] as string, args[1]);
    else if (method === proxiedNotifications.open) this.#open(editor, server, args[0] as EditorDocument);
    else if (method === proxiedNotifications.change) {
      const [uri, version, text, changes] = args as [string, number, string, readonly TextChange[]];
      documents.change(editor, uri, version, text, changes);
    } else if (method === proxiedNotifications.save) server.save(args[0] as string);
    else if (method === proxiedNotifications.close) documents.close(editor, args[0] as string);
  }

  #serverOf(key: string): ProxiedServer | undefined {
    return this.#servers.known().find((server) => server.key === key);
  }

  #open(editor: MessageConnection, server: ProxiedServer, document: EditorDocument): void {
    const isKnown = this.#documentsOf(server).open(editor, document);
    // The server has this text already, and does not repeat what it has said about it.
    const said = isKnown && this.#running.get(server)?.diagnosticsOf(document.uri);
    if (said) void tell(editor, proxiedEvents.said, said);
  }

  #runningOf(server: ProxiedServer): RunningServer {
    const there = this.#running.get(server);
    if (there) return there;
    const running = new RunningServer(server.key);
    this.#running.set(server, running);
    return running;
  }

  #documentsOf(server: ProxiedServer): SharedDocuments<MessageConnection> {
    const there = this.#documents.get(server);
    if (there) return there;
    const documents = new SharedDocuments<MessageConnection>(server);
    this.#documents.set(server, documents);
    return documents;
  }

  /** The server's state goes to each editor first. */
  #toAll(server: ProxiedServer, send: (editor: MessageConnection) => void): void {
    const state = this.#stateOf(server);
    for (const editor of this.#editors.keys()) {
      this.#tellState(editor, server, state);
      send(editor);
    }
  }

  #stateOf(server: ProxiedServer): { readonly state: ServerState; readonly text: string } {
    const { key, title, generation, encoding } = server;
    const options = Object.fromEntries(this.#methods.map((method) => [method, server.options(method)]));
    const state: ServerState = { key, title, generation, encoding, options };
    return { state, text: JSON.stringify(state) };
  }

  /** An editor that hears of the server for the first time also hears what it has missed. */
  #tellState(editor: MessageConnection, server: ProxiedServer, { state, text } = this.#stateOf(server)): void {
    const known = this.#editors.get(editor);
    if (!known || known.get(server.key) === text) return;
    const missed = known.has(server.key) ? [] : (this.#running.get(server)?.missed() ?? []);
    known.set(server.key, text);
    void tell(editor, proxiedEvents.state, state);
    for (const { event, params } of missed) {
      if (event === proxiedEvents.asked) void call(editor, event, params).catch(() => {});
      else void tell(editor, event, params);
    }
  }

  /** Puts a request to the editor that asked the server last, else to the first. */
  #ask(server: ProxiedServer, asked: Asked, signal: AbortSignal): Promise<unknown> | undefined {
    const [first] = this.#editors.keys();
    const last = this.#lastAsker.get(server);
    const editor = last && this.#editors.has(last) ? last : first;
    return editor && call<AskedAnswer>(editor, proxiedEvents.asked, asked, signal).then((answer) => answer?.result);
  }
}
