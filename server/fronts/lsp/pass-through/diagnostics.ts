/**
 * Diagnostics on their way to the client. Servers push them, and a client has one list for each document: the union of its servers. For a
 * client that does not pull, they are pulled after each change from servers that only answer pulls. For a client that pulls, pushed
 * diagnostics of its open documents are part of the answer, and are not pushed as well.
 * Invariant: diagnostics of an older version of an open document, or of a file that only edge indexing has open, are not shown; those of
 * a server that has ended are removed.
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
/** Documents with diagnostics. Those of further files are ignored. */
const maxDocuments = 10_000;

interface Pull {
  readonly controller: AbortController;
  isStale: boolean;
}

export class Diagnostics {
  readonly #pass: PassThrough;
  /** By document and server. */
  readonly #shown = new Map<string, Map<string, readonly Diagnostic[]>>();
  /** Running pulls by document and server. */
  readonly #pulls = new Map<string, Pull>();
  readonly #clientPulls: boolean;
  /** The client can be asked to pull again. */
  readonly #canRefresh: boolean;
  readonly #watch = new PushWatch();
  /** For a client that pulls: the pushed diagnostics in its last answer, by document. */
  readonly #reported = new Map<string, string>();
  readonly #askToPull: () => void;

  /** `askToPull`: asks the client to pull again. */
  constructor(pass: PassThrough, askToPull: () => void) {
    this.#pass = pass;
    this.#askToPull = askToPull;
    const { textDocument, workspace } = pass.session.capabilities;
    this.#clientPulls = textDocument?.diagnostic !== undefined;
    this.#canRefresh = workspace?.diagnostics?.refreshSupport === true;
  }

  async published(server: ProxiedServer, params: Json): Promise<void> {
    const uri = canonicalUri(String(params?.uri));
    if (!server.isShown(uri) || this.#isOld(uri, params?.version)) return;
    const list = Array.isArray(params?.diagnostics) ? params.diagnostics : [];
    await this.#show(server, uri, list);
    this.#watch.published(server.key, uri);
  }

  /** For a client that pulls: the answer of servers that answer pulls, with the pushed diagnostics, after the other servers have pushed. */
  async withPushed(params: Json, signal: AbortSignal, ask: (params: Json) => Promise<Json>): Promise<Json> {
    const answer = await ask(params);
    const uri = canonicalUri(String(params?.textDocument?.uri));
    if (!this.#clientPulls || !this.#pass.document(uri)) return answer;
    const servers = (await this.#pass.serversOf(uri)).filter(({ key }) => this.#watch.runs(key));
    const pushing = servers.filter((server) => server.options(pullMethod) === null);
    await Promise.all(
      pushing.map(async ({ key }) => {
        await this.#watch.currentPublication(key, uri, signal);
        // The first push may contain syntax errors only. A client that cannot be asked to pull again waits for the second one.
        if (!this.#canRefresh && !this.#shown.get(uri)?.get(key)?.length) await this.#watch.nextPublication(key, uri, signal);
      }),
    );
    const pushed = this.#pushed(uri);
    this.#reported.set(uri, JSON.stringify(pushed));
    if (pushing.length === 0 && pushed.length === 0) return answer;
    // "Unchanged" is the answer of one server. The union has no result id, so the client gets the full list.
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

  /** The engine and its servers are gone. */
  clear(): void {
    for (const uri of [...this.#shown.keys()]) {
      this.#shown.get(uri)?.clear();
      this.#send(uri);
    }
  }

  opened(document: ProxiedDocument): void {
    // Diagnostics that were pushed before are part of the client's pulls from now on.
    if (this.#clientPulls && this.#pushed(document.uri).length > 0) this.#publish(document.uri, []);
    this.changed(document);
  }

  changed(document: ProxiedDocument): void {
    this.#watch.changed(document.uri);
    this.fetch(document);
  }

  /** After a document was changed, or its server has started. */
  fetch(document: ProxiedDocument, of: ProxiedServer | null = null): void {
    if (this.#clientPulls) return;
    for (const server of document.servers ?? [])
      if ((of === null || of === server) && server.options(pullMethod) !== null) void this.#pull(document, server);
  }

  /** A server asks for it: a change in one file may affect others. */
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

  /** One pull at a time for each document and server; the last one after the last change. */
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
    const ours: readonly Diagnostic[] = convertPositions(list, shapes.diagnostics, uri, this.#pass.toClient(server, uri));
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
