/**
 * Passing requests on to language servers, for one client: which servers a document is for, and that they have its text.
 * Everything else of it (requests, diagnostics, what servers ask) starts from here.
 * Invariant: a server is told of a document's changes in the order in which the client made them, before any request
 * that came after them.
 */
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Engine } from '../../../core/engine/engine-api.js';
import type { ProxiedServer, ProxiedServers, TextChange } from '../../../core/engine/proxied-server.js';
import { languageOf } from '../../../core/model/language.js';
import { messageOf } from '../../../util/bug.js';
import { pathToUri, uriToPath } from '../../../util/uri.js';
import type { Session } from '../session.js';
import type { Direction } from './convert.js';
import { Origins } from './origin.js';

export interface ProxiedDocument {
  /** As servers are told it. */
  readonly uri: string;
  /** As the client spells it. */
  clientUri: string;
  readonly languageId: string;
  version: number;
  /** Null until they are found. */
  servers: readonly ProxiedServer[] | null;
  attachedTo: ProxiedServers | null;
  attached: Promise<void>;
}

export interface PassThroughListener {
  opened(document: ProxiedDocument): void;
  changed(document: ProxiedDocument): void;
  closed(document: ProxiedDocument): void;
}

const nobody: readonly ProxiedServer[] = [];

/** The spelling of a URI that servers are told: one for each file. */
export function canonicalUri(uri: string): string {
  const path = uriToPath(uri);
  return path === null ? uri : pathToUri(path);
}

export class PassThrough {
  readonly session: Session;
  readonly origins = new Origins();
  readonly #toldLoading = new Map<string, number>();
  readonly #documents = new Map<string, ProxiedDocument>();
  /** Documents whose client spells them in another way. */
  #spelledDifferently = 0;
  #listener: PassThroughListener | null = null;

  constructor(session: Session) {
    this.session = session;
  }

  /** At most one: the diagnostics. */
  listen(listener: PassThroughListener): void {
    this.#listener = listener;
  }

  get knowsNestedSymbols(): boolean {
    return this.session.capabilities.textDocument?.documentSymbol?.hierarchicalDocumentSymbolSupport === true;
  }

  document(uri: string): ProxiedDocument | undefined {
    return this.#documents.get(uri);
  }

  documents(): IterableIterator<ProxiedDocument> {
    return this.#documents.values();
  }

  /** The setting, as it is now. */
  passes(language: string): boolean {
    const { passThrough } = this.session.settings;
    return Array.isArray(passThrough) ? passThrough.includes(language) : passThrough === true;
  }

  /** A new engine has new servers. */
  attach(engine: Engine): void {
    if (engine.passed) for (const document of this.#documents.values()) void this.#attach(document, engine.passed);
  }

  /** Their engine is gone. */
  detach(): void {
    for (const document of this.#documents.values()) document.servers = null;
  }

  opened(text: TextDocument): void {
    const uri = canonicalUri(text.uri);
    const there = this.#documents.get(uri);
    if (there) {
      // The same file under another spelling: the newest one counts.
      this.#spell(there, text.uri);
      this.changed(text, [{ text: text.getText() }]);
      return;
    }
    const document: ProxiedDocument = {
      uri,
      clientUri: uri,
      languageId: text.languageId,
      version: text.version,
      servers: null,
      attachedTo: null,
      attached: Promise.resolve(),
    };
    this.#spell(document, text.uri);
    this.#documents.set(uri, document);
    const { passed } = this.session.holder.engine ?? {};
    // An engine that is not open yet is given all documents when it is.
    if (passed) void this.#attach(document, passed);
  }

  changed(text: TextDocument, changes: readonly TextChange[]): void {
    const document = this.#documents.get(canonicalUri(text.uri));
    if (!document) return;
    document.version = text.version;
    for (const server of document.servers ?? nobody) server.change(document.uri, text.version, text.getText(), changes);
    this.#listener?.changed(document);
  }

  saved(clientUri: string): void {
    const document = this.#documents.get(canonicalUri(clientUri));
    for (const server of document?.servers ?? nobody) server.save(document?.uri ?? '');
  }

  /** `other`: the same file, still open under another spelling. */
  closed(clientUri: string, other: TextDocument | undefined): void {
    const document = this.#documents.get(canonicalUri(clientUri));
    if (!document) return;
    if (other) {
      this.#spell(document, other.uri);
      this.changed(other, [{ text: other.getText() }]);
      return;
    }
    this.#spell(document, document.uri);
    this.#documents.delete(document.uri);
    for (const server of document.servers ?? nobody) server.close(document.uri);
    this.#listener?.closed(document);
  }

  /** The servers of a document, open or not; empty where nothing is passed on for it. */
  async serversOf(uri: string): Promise<readonly ProxiedServer[]> {
    const document = this.#documents.get(uri);
    if (document?.servers) return document.servers;
    const servers = await this.#allServers();
    if (!servers) return nobody;
    if (!document) return this.#find(servers, '', uri);
    await this.#attach(document, servers);
    return document.servers ?? nobody;
  }

  /** Every server that was asked for so far. */
  async known(): Promise<readonly ProxiedServer[]> {
    return (await this.#allServers())?.known() ?? nobody;
  }

  /** A server answered before it had loaded the workspace. Shown once in each of its lives, logged each time. */
  answeredWhileLoading(server: ProxiedServer, method: string): void {
    const message = `${server.title} is still loading the workspace: the answer to ${method} may lack results`;
    this.session.log('info', message);
    if (this.#toldLoading.get(server.key) === server.generation) return;
    this.#toldLoading.set(server.key, server.generation);
    void this.session.connection.sendNotification('window/showMessage', { type: 2, message }).catch(() => {});
  }

  toServer(server: ProxiedServer): Direction {
    return {
      from: this.session.encoding,
      to: server.encoding,
      spelling: canonicalUri,
      spellsDifferently: true,
      openText: this.textOf,
    };
  }

  /** `uri`: a document whose text is taken as it is now, for an answer that comes later. */
  toClient(server: ProxiedServer, uri: string): Direction {
    const text = server.encoding === this.session.encoding ? undefined : this.textOf(uri);
    return {
      from: server.encoding,
      to: this.session.encoding,
      spelling: this.clientUri,
      spellsDifferently: this.#spelledDifferently > 0,
      openText: (one) => (one === uri && text !== undefined ? text : this.textOf(one)),
    };
  }

  /** As the client spells it, where it has it open; else as it is. */
  readonly clientUri = (uri: string): string => this.#documents.get(canonicalUri(uri))?.clientUri ?? uri;

  readonly textOf = (uri: string): string | undefined => {
    const document = this.#documents.get(uri) ?? this.#documents.get(canonicalUri(uri));
    return document && this.session.documents.get(document.clientUri)?.getText();
  };

  #allServers(): Promise<ProxiedServers | null> {
    return this.session.use(
      (engine) => engine.passed ?? null,
      () => null,
    );
  }

  #attach(document: ProxiedDocument, servers: ProxiedServers): Promise<void> {
    if (document.attachedTo !== servers) {
      document.attachedTo = servers;
      document.attached = this.#open(document, servers).catch((error) =>
        this.session.log('warn', `no language server for ${document.uri}: ${messageOf(error)}`),
      );
    }
    return document.attached;
  }

  async #open(document: ProxiedDocument, servers: ProxiedServers): Promise<void> {
    const found = await this.#find(servers, document.languageId, document.uri);
    const text = this.session.documents.get(document.clientUri);
    // Closed meanwhile, or the engine is another one already.
    if (!text || this.#documents.get(document.uri) !== document || document.attachedTo !== servers) return;
    document.servers = found;
    const { uri, version } = document;
    for (const server of found) {
      server.open({ uri, languageId: text.languageId, version, text: text.getText() });
      server.start().catch((error) => this.session.log('warn', messageOf(error)));
    }
    this.#listener?.opened(document);
  }

  /** By what the client calls the language, else by the file's name. */
  async #find(servers: ProxiedServers, languageId: string, uri: string): Promise<readonly ProxiedServer[]> {
    const path = uriToPath(uri);
    const names = new Set([languageId, languageOf(path?.replaceAll('\\', '/') ?? uri)]);
    for (const language of names) {
      if (!this.passes(language)) continue;
      const found = await servers.serversFor(language, path);
      if (found.length > 0) return found;
    }
    return nobody;
  }

  #spell(document: ProxiedDocument, clientUri: string): void {
    const differs = (uri: string) => (uri === document.uri ? 0 : 1);
    this.#spelledDifferently += differs(clientUri) - differs(document.clientUri);
    document.clientUri = clientUri;
  }
}
