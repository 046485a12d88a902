/**
 * Diagnostics on their way to the client. Servers push them, and a client has one list a document: the union of its
 * servers. From servers that wait to be asked, for a client that never asks, they are fetched after each change. To a client
 * that asks, what servers push about its open documents is the answer, and not pushed as well.
 * Invariant: what a server said of an older version of an open document, or of a file that only the background opened,
 * is not shown; what a server said that has ended is taken back.
 */
import type { Diagnostic } from 'vscode-languageserver';
import type { ProxiedServer } from '../../../core/engine/proxied-server.js';
import { messageOf } from '../../../util/bug.js';
import { convertPositions } from './convert.js';
import { canonicalUri, type PassThrough, type ProxiedDocument } from './pass-through.js';
import { PushWatch } from './push-watch.js';
import type { Json } from './shapes.js';
import * as shapes from './shapes.js';

export const pullMethod = 'textDocument/diagnostic';
/** Documents of which something is shown; a server that reports more files than this is talking to nobody. */
const maxDocuments = 10_000;

interface Pull {
  readonly controller: AbortController;
  isStale: boolean;
}

export class Diagnostics {
  readonly #pass: PassThrough;
  /** By document and server. */
  readonly #shown = new Map<string, Map<string, readonly Diagnostic[]>>();
  /** By document and server: what is being fetched. */
  readonly #pulls = new Map<string, Pull>();
  readonly #clientPulls: boolean;
  /** To pull again. */
  readonly #canBeAsked: boolean;
  readonly #watch = new PushWatch();
  /** For a client that pulls: what it was told last of what was pushed, by document. */
  readonly #reported = new Map<string, string>();
  readonly #askToPull: () => void;

  /** `askToPull`: the client is asked to pull again. */
  constructor(pass: PassThrough, askToPull: () => void) {
    this.#pass = pass;
    this.#askToPull = askToPull;
    const { textDocument, workspace } = pass.session.capabilities;
    this.#clientPulls = textDocument?.diagnostic !== undefined;
    this.#canBeAsked = workspace?.diagnostics?.refreshSupport === true;
  }

  async published(server: ProxiedServer, params: Json): Promise<void> {
    const uri = canonicalUri(String(params?.uri));
    if (!server.isShown(uri) || this.#isOld(uri, params?.version)) return;
    const list = Array.isArray(params?.diagnostics) ? params.diagnostics : [];
    await this.#show(server, uri, list);
    this.#watch.published(server.key, uri);
  }

  /** For a client that pulls: the answer of servers that wait to be asked, and with it what any has pushed, once those that only push have. */
  async withPushed(params: Json, signal: AbortSignal, ask: (params: Json) => Promise<Json>): Promise<Json> {
    const answer = await ask(params);
    const uri = canonicalUri(String(params?.textDocument?.uri));
    if (!this.#clientPulls || !this.#pass.document(uri)) return answer;
    const servers = (await this.#pass.serversOf(uri)).filter(({ key }) => this.#watch.runs(key));
    const pushing = servers.filter((server) => server.options(pullMethod) === null);
    await Promise.all(
      pushing.map(async ({ key }) => {
        await this.#watch.currentPublication(key, uri, signal);
        // The first word may be about the syntax alone. A client that cannot be told of the second one later waits for it.
        if (!this.#canBeAsked && !this.#shown.get(uri)?.get(key)?.length) await this.#watch.nextPublication(key, uri, signal);
      }),
    );
    const pushed = this.#pushed(uri);
    this.#reported.set(uri, JSON.stringify(pushed));
    if (pushing.length === 0 && pushed.length === 0) return answer;
    // Unchanged is what one server said; of the union there is no result id, so the client has to be told all of it.
    const { previousResultId: _previous, ...anew } = params;
    const { resultId: _id, ...report } = (answer?.kind === 'unchanged' ? await ask(anew) : answer) ?? {};
    return { ...report, kind: 'full', items: [...(report.items ?? []), ...pushed] };
  }

  #pushed(uri: string): readonly Diagnostic[] {
    return [...(this.#shown.get(uri)?.values() ?? [])].flat();
  }

  started(server: ProxiedServer): void {
    this.#watch.started(server.key);
    this.fetchAll(server);
  }

  ended(server: ProxiedServer): void {
    this.#watch.ended(server.key);
    for (const [uri, byServer] of this.#shown) if (byServer.delete(server.key)) this.#send(uri);
  }

  /** The engine is gone, and its servers with it. */
  clear(): void {
    for (const uri of [...this.#shown.keys()]) {
      this.#shown.get(uri)?.clear();
      this.#send(uri);
    }
  }

  opened(document: ProxiedDocument): void {
    // What was pushed before is told from now on where the client asks.
    if (this.#clientPulls && this.#pushed(document.uri).length > 0) this.#publish(document.uri, []);
    this.changed(document);
  }

  changed(document: ProxiedDocument): void {
    this.#watch.changed(document.uri);
    this.fetch(document);
  }

  /** After a document was changed, or its server has begun to serve. */
  fetch(document: ProxiedDocument, of: ProxiedServer | null = null): void {
    if (this.#clientPulls) return;
    for (const server of document.servers ?? [])
      if ((of === null || of === server) && server.options(pullMethod) !== null) void this.#pull(document, server);
  }

  /** A server asks for it: what one file says may change others. */
  fetchAll(server: ProxiedServer): void {
    for (const document of this.#pass.documents()) this.fetch(document, server);
  }

  closed(document: ProxiedDocument): void {
    this.#watch.closed(document.uri);
    this.#reported.delete(document.uri);
    if (this.#clientPulls) return;
    for (const server of document.servers ?? []) {
      this.#pulls.get(pullKey(document, server))?.controller.abort();
      if (server.options(pullMethod) !== null && this.#shown.get(document.uri)?.delete(server.key)) this.#send(document.uri);
    }
  }

  /** One at a time for each document and server, the last after the last change. */
  async #pull(document: ProxiedDocument, server: ProxiedServer): Promise<void> {
    const key = pullKey(document, server);
    const running = this.#pulls.get(key);
    if (running) {
      running.isStale = true;
      running.controller.abort();
      return;
    }
    const pull: Pull = { controller: new AbortController(), isStale: false };
    this.#pulls.set(key, pull);
    const { uri, version } = document;
    try {
      const params = { textDocument: { uri } };
      const asking = { uri, signal: pull.controller.signal, whileLoading: 'ask' } as const;
      const report = (await server.request(pullMethod, params, asking)).result as Json;
      if (Array.isArray(report?.items) && !this.#isOld(uri, version)) await this.#show(server, uri, report.items);
    } catch (error) {
      if (!pull.controller.signal.aborted) this.#pass.session.log('info', `diagnostics of ${uri}: ${messageOf(error)}`);
    } finally {
      this.#pulls.delete(key);
      if (pull.isStale && this.#pass.document(uri) === document) void this.#pull(document, server);
    }
  }

  async #show(server: ProxiedServer, uri: string, list: readonly Json[]): Promise<void> {
    const version = this.#pass.document(uri)?.version;
    const ours: readonly Diagnostic[] = await convertPositions(list, shapes.diagnostics, uri, this.#pass.toClient(server, uri));
    if (this.#isOld(uri, version)) return;
    const byServer = this.#shown.get(uri) ?? new Map<string, readonly Diagnostic[]>();
    if (!this.#shown.has(uri)) {
      if (ours.length === 0 && !this.#pass.document(uri)) return;
      if (this.#shown.size >= maxDocuments) return;
      this.#shown.set(uri, byServer);
    }
    byServer.set(server.key, ours);
    this.#send(uri);
  }

  #isOld(uri: string, version: unknown): boolean {
    const document = this.#pass.document(uri);
    return document !== undefined && typeof version === 'number' && version < document.version;
  }

  #send(uri: string): void {
    const isOpen = this.#pass.document(uri) !== undefined;
    const diagnostics = this.#pushed(uri);
    if (diagnostics.length === 0 && !isOpen) this.#shown.delete(uri);
    const reported = this.#reported.get(uri);
    if (!this.#clientPulls || !isOpen) this.#publish(uri, diagnostics);
    else if (reported !== undefined && reported !== JSON.stringify(diagnostics)) this.#askToPull();
  }

  #publish(uri: string, diagnostics: readonly Diagnostic[]): void {
    const document = this.#pass.document(uri);
    const { session } = this.#pass;
    const knowsVersions = session.capabilities.textDocument?.publishDiagnostics?.versionSupport === true;
    const params = { uri: this.#pass.clientUri(uri), diagnostics, ...(knowsVersions && document && { version: document.version }) };
    void session.connection.sendNotification('textDocument/publishDiagnostics', params).catch(() => {});
  }
}

const pullKey = (document: ProxiedDocument, server: ProxiedServer): string => `${server.key} ${document.uri}`;
