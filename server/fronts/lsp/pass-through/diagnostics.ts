/**
 * Diagnostics on their way to the client. Servers push them, and a client has one list a document: the union of its
 * servers. From servers that wait to be asked, for a client that never asks, they are fetched after each change.
 * Invariant: what a server said of an older version of an open document, or of a file that only the background opened,
 * is not shown; what a server said that has ended is taken back.
 */
import type { Diagnostic } from 'vscode-languageserver';
import type { PassedServer } from '../../../core/passed-server.js';
import { messageOf } from '../../../util/bug.js';
import { converted } from './convert.js';
import { canonical, type PassedDocument, type PassThrough } from './pass-through.js';
import type { Json } from './shapes.js';
import * as shapes from './shapes.js';

const pullMethod = 'textDocument/diagnostic';
const pullMs = 60_000;
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

  constructor(pass: PassThrough) {
    this.#pass = pass;
    this.#clientPulls = pass.session.capabilities.textDocument?.diagnostic !== undefined;
  }

  async published(server: PassedServer, params: Json): Promise<void> {
    const uri = canonical(String(params?.uri));
    if (!server.isShown(uri) || this.#isOld(uri, params?.version)) return;
    const list = Array.isArray(params?.diagnostics) ? params.diagnostics : [];
    await this.#show(server, uri, list);
  }

  ended(server: PassedServer): void {
    for (const [uri, byServer] of this.#shown) if (byServer.delete(server.key)) this.#send(uri);
  }

  /** The engine is gone, and its servers with it. */
  clear(): void {
    for (const uri of [...this.#shown.keys()]) {
      this.#shown.get(uri)?.clear();
      this.#send(uri);
    }
  }

  /** After a document was opened or changed, or its server has begun to serve. */
  fetch(document: PassedDocument, of: PassedServer | null = null): void {
    if (this.#clientPulls) return;
    for (const server of document.servers ?? [])
      if ((of === null || of === server) && server.options(pullMethod) !== null) void this.#pull(document, server);
  }

  /** A server asks for it: what one file says may change others. */
  fetchAll(server: PassedServer): void {
    for (const document of this.#pass.documents()) this.fetch(document, server);
  }

  closed(document: PassedDocument): void {
    if (this.#clientPulls) return;
    for (const server of document.servers ?? []) {
      this.#pulls.get(pullKey(document, server))?.controller.abort();
      if (server.options(pullMethod) !== null && this.#shown.get(document.uri)?.delete(server.key)) this.#send(document.uri);
    }
  }

  /** One at a time for each document and server, the last after the last change. */
  async #pull(document: PassedDocument, server: PassedServer): Promise<void> {
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
      const asking = { uri, signal: pull.controller.signal, deadlineMs: pullMs, whileLoading: 'ask' } as const;
      const report: Json = await server.request(pullMethod, params, asking);
      if (Array.isArray(report?.items) && !this.#isOld(uri, version)) await this.#show(server, uri, report.items);
    } catch (error) {
      if (!pull.controller.signal.aborted) this.#pass.session.log('info', `diagnostics of ${uri}: ${messageOf(error)}`);
    } finally {
      this.#pulls.delete(key);
      if (pull.isStale && this.#pass.document(uri) === document) void this.#pull(document, server);
    }
  }

  async #show(server: PassedServer, uri: string, list: readonly Json[]): Promise<void> {
    const version = this.#pass.document(uri)?.version;
    const ours: readonly Diagnostic[] = await converted(list, shapes.diagnostics, uri, this.#pass.toClient(server, uri));
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
    const byServer = this.#shown.get(uri);
    const document = this.#pass.document(uri);
    const diagnostics = [...(byServer?.values() ?? [])].flat();
    if (diagnostics.length === 0 && !document) this.#shown.delete(uri);
    const { session } = this.#pass;
    const knowsVersions = session.capabilities.textDocument?.publishDiagnostics?.versionSupport === true;
    const params = { uri: this.#pass.clientUri(uri), diagnostics, ...(knowsVersions && document && { version: document.version }) };
    void session.connection.sendNotification('textDocument/publishDiagnostics', params).catch(() => {});
  }
}

const pullKey = (document: PassedDocument, server: PassedServer): string => `${server.key} ${document.uri}`;
