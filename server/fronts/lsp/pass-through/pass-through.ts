/**
 * The state of pass-through for one client: the servers of each document, which get its text. Requests, diagnostics and messages of
 * servers use it.
 * Invariant: a server gets a document's changes in the client's order, before any later request.
 */
import type { Location } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Engine } from '../../../core/engine/engine-api.js';
import type { ProxiedServer, ProxiedServers, TextChange } from '../../../core/engine/proxied-server.js';
import { languageOf } from '../../../core/model/language.js';
import { messageOf } from '../../../util/bug.js';
import { pathToUri, uriToPath } from '../../../util/uri.js';
import type { Session } from '../session.js';
import type { Direction } from './convert.js';
import { Origins } from './origin.js';
import { isIndexed, placesFromIndex } from './places-from-index.js';
import type { Json } from './shapes.js';

/** Why no server has an answer: there is none, all that answered found nothing, or one has failed. */
export type Unanswered = { readonly kind: 'noServer' | 'nothing' } | { readonly kind: 'failed'; readonly error: unknown };
const unanswered = { noServer: 'no language server answers', nothing: 'the language server found none' } as const;

export interface ProxiedDocument {
  /** The URI that servers get. */
  readonly uri: string;
  /** The client's spelling. */
  clientUri: string;
  readonly languageId: string;
  version: number;
  /** Null until they were found. */
  servers: readonly ProxiedServer[] | null;
  attachedTo: ProxiedServers | null;
  attached: Promise<void>;
}

interface PassThroughListener {
  opened(document: ProxiedDocument): void;
  changed(document: ProxiedDocument): void;
  closed(document: ProxiedDocument): void;
}

const noServers: readonly ProxiedServer[] = [];

/** The spelling of a URI that servers get: one for each file. */
export function canonicalUri(uri: string): string {
  const path = uriToPath(uri);
  return path === null ? uri : pathToUri(path);
}

export class PassThrough {
  readonly session: Session;
  readonly origins = new Origins();
  /** By server: the start in which the client was shown that it is still loading. */
  readonly #shownLoading = new Map<string, number>();
  /** Languages of which the client was shown why no server answers. */
  readonly #shownMissing = new Set<string>();
  /** Languages of which the client was shown that places come from the index. */
  readonly #shownIndexed = new Set<string>();
  readonly #documents = new Map<string, ProxiedDocument>();
  /** Number of documents that the client spells differently. */
  #spelledDifferently = 0;
  #listener: PassThroughListener | null = null;

  constructor(session: Session) {
    this.session = session;
  }

  /** At most one listener. */
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

  /** Whether requests for a language are proxied, by the current setting. */
  passes(language: string): boolean {
    const { passThrough } = this.session.settings;
    return Array.isArray(passThrough) ? passThrough.includes(language) : passThrough === true;
  }

  /** A new engine has new servers. */
  attach(engine: Engine): void {
    if (engine.proxiedServers) for (const document of this.#documents.values()) void this.#attach(document, engine.proxiedServers);
  }

  /** Their engine is gone. */
  detach(): void {
    for (const document of this.#documents.values()) document.servers = null;
  }

  opened(text: TextDocument): void {
    const uri = canonicalUri(text.uri);
    const there = this.#documents.get(uri);
    if (there) {
      // The same file in another spelling: the newest one counts.
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
    const { proxiedServers } = this.session.holder.engine ?? {};
    // A later engine gets all documents.
    if (proxiedServers) void this.#attach(document, proxiedServers);
  }

  changed(text: TextDocument, changes: readonly TextChange[]): void {
    const document = this.#documents.get(canonicalUri(text.uri));
    if (!document) return;
    document.version = text.version;
    for (const server of document.servers ?? noServers) server.change(document.uri, text.version, text.getText(), changes);
    this.#listener?.changed(document);
  }

  saved(clientUri: string): void {
    const document = this.#documents.get(canonicalUri(clientUri));
    for (const server of document?.servers ?? noServers) server.save(document?.uri ?? '');
  }

  /** `other`: the same file, still open in another spelling. */
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
    for (const server of document.servers ?? noServers) server.close(document.uri);
    this.#listener?.closed(document);
  }

  /** The servers of a document, open or not; empty if its requests are not proxied. */
  async serversOf(uri: string): Promise<readonly ProxiedServer[]> {
    const document = this.#documents.get(uri);
    for (;;) {
      if (document?.servers) {
        if (document.servers.length === 0)
          this.#answersNothing(document.languageId).catch((error) => this.session.log('warn', messageOf(error)));
        return document.servers;
      }
      const servers = await this.#allServers();
      if (!servers) return noServers;
      if (!document) return this.#find(servers, '', uri);
      await this.#attach(document, servers);
      // Otherwise others have taken the place of these servers meanwhile.
      if (document.attachedTo === servers) return document.servers ?? noServers;
    }
  }

  /** All servers that were used so far. */
  async known(): Promise<readonly ProxiedServer[]> {
    return (await this.#allServers())?.known() ?? noServers;
  }

  /** A server answered before it had loaded the workspace. Shown once after each start, logged each time. */
  answeredWhileLoading(server: ProxiedServer, method: string): void {
    const message = `${server.title} is still loading the workspace: the answer to ${method} may lack results`;
    this.session.log('info', message);
    if (this.#shownLoading.get(server.key) === server.generation) return;
    this.#shownLoading.set(server.key, server.generation);
    this.#warn(message);
  }

  /**
   * Definitions and references that no server answers, from the index; null where it does not know them, or the client has another server for
   * the language. That they come from there is shown once for each language.
   * What a server says that it has not found is not there, if it has the whole project.
   */
  async fromIndex(method: string, params: Json, why: Unanswered, signal: AbortSignal): Promise<Location[] | null> {
    if (!isIndexed(method)) return null;
    const uri = canonicalUri(params.textDocument.uri);
    const named = languageOf(uriToPath(uri) ?? uri);
    const language = this.#documents.get(uri)?.languageId ?? named;
    if (!this.passes(language) && !this.passes(named)) return null;
    if (why.kind === 'nothing' && !(await this.#lacks(language)).length) return null;
    const places = await placesFromIndex(this.session, method, params, signal);
    if (!places?.length) return null;
    if (!this.#shownIndexed.has(language)) {
      this.#shownIndexed.add(language);
      const said = [
        `${language}: ${why.kind === 'failed' ? messageOf(why.error) : unanswered[why.kind]}`,
        ...(await this.#lacks(language)),
      ];
      this.#warn(`${said.join('; ')}. Definitions and references are those of the index, some by name alone`);
    }
    return places;
  }

  /** What the servers of a language say that they lack of the project. */
  async #lacks(language: string): Promise<readonly string[]> {
    const status = await this.session.holder.engine?.statusNow();
    return status?.servers.filter(({ languages }) => languages.includes(language)).flatMap(({ remarks }) => remarks) ?? [];
  }

  /** No server answers for the language of a document. Shown once where there is one that is missing: its answers are empty. */
  async #answersNothing(language: string): Promise<void> {
    if (this.#shownMissing.has(language) || !this.passes(language)) return;
    const status = await this.session.holder.engine?.statusNow();
    const missing = status?.servers.find((one) => one.state === 'missing' && one.languages.includes(language));
    // Until the languages of the workspace are known, the next request tries again.
    if (this.#shownMissing.has(language) || !(missing || status?.state === 'ready')) return;
    this.#shownMissing.add(language);
    if (missing) this.#warn(`${language}: ${missing.server} does not answer. ${missing.reason}. ${missing.install}`);
  }

  #warn(message: string): void {
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

  /** `uri`: a document whose current text is used for an answer that comes later. */
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

  /** The client's spelling if the document is open; else unchanged. */
  readonly clientUri = (uri: string): string => this.#documents.get(canonicalUri(uri))?.clientUri ?? uri;

  readonly textOf = (uri: string): string | undefined => {
    const document = this.#documents.get(uri) ?? this.#documents.get(canonicalUri(uri));
    return document && this.session.documents.get(document.clientUri)?.getText();
  };

  #allServers(): Promise<ProxiedServers | null> {
    return this.session.use(
      (engine) => engine.proxiedServers ?? null,
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
    // Closed meanwhile, or attached to another engine.
    if (!text || this.#documents.get(document.uri) !== document || document.attachedTo !== servers) return;
    document.servers = found;
    const { uri, version } = document;
    for (const server of found) {
      server.open({ uri, languageId: text.languageId, version, text: text.getText() });
      server.start().catch((error) => this.session.log('warn', messageOf(error)));
    }
    this.#listener?.opened(document);
  }

  /** By the client's language id, else by the file's name. */
  async #find(servers: ProxiedServers, languageId: string, uri: string): Promise<readonly ProxiedServer[]> {
    const path = uriToPath(uri);
    const names = new Set([languageId, languageOf(path?.replaceAll('\\', '/') ?? uri)]);
    for (const language of names) {
      if (!this.passes(language)) continue;
      const found = await servers.serversFor(language, path);
      if (found.length > 0) return found;
    }
    return noServers;
  }

  #spell(document: ProxiedDocument, clientUri: string): void {
    const differs = (uri: string) => (uri === document.uri ? 0 : 1);
    this.#spelledDifferently += differs(clientUri) - differs(document.clientUri);
    document.clientUri = clientUri;
  }
}
