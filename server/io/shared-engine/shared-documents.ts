/**
 * The documents of several editors on one language server. It knows one text of each: that of the editor that changed it or asked
 * about it last. Versions only grow, and are the editor's own as long as one editor has the document open.
 */
import type { EditorDocument, ProxiedServer, TextChange } from '../../core/engine/proxied-server.js';

interface Shared<Client> {
  readonly by: Map<Client, EditorDocument>;
  /** What the server has. */
  text: string;
  version: number;
}

export class SharedDocuments<Client> {
  readonly #server: Pick<ProxiedServer, 'open' | 'change' | 'close'>;
  readonly #documents = new Map<string, Shared<Client>>();

  constructor(server: Pick<ProxiedServer, 'open' | 'change' | 'close'>) {
    this.#server = server;
  }

  /** True: the server has had this text already. */
  open(client: Client, document: EditorDocument): boolean {
    const { uri, text, version } = document;
    const shared = this.#documents.get(uri);
    if (shared) {
      const isKnown = shared.text === text;
      shared.by.set(client, document);
      this.#show(shared, document);
      return isKnown;
    }
    this.#documents.set(uri, { by: new Map([[client, document]]), text, version });
    this.#server.open(document);
    return false;
  }

  /** False: the server has another client's text of the document, which this client has open with a text of its own. */
  isCurrent(client: Client, uri: string): boolean {
    const shared = this.#documents.get(uri);
    const own = shared?.by.get(client);
    return !shared || !own || own.text === shared.text;
  }

  change(client: Client, uri: string, version: number, text: string, changes: readonly TextChange[]): void {
    const shared = this.#documents.get(uri);
    const before = shared?.by.get(client);
    if (!shared || !before) return;
    shared.by.set(client, { ...before, version, text });
    if (shared.text !== before.text) {
      this.#show(shared, { ...before, version, text });
      return;
    }
    shared.text = text;
    shared.version = Math.max(version, shared.version + 1);
    this.#server.change(uri, shared.version, text, changes);
  }

  /** Called before the client asks about the document: the answer is about its text. */
  show(client: Client, uri: string): void {
    const shared = this.#documents.get(uri);
    const own = shared?.by.get(client);
    if (shared && own) this.#show(shared, own);
  }

  close(client: Client, uri: string): void {
    const shared = this.#documents.get(uri);
    if (!shared?.by.delete(client)) return;
    const [other] = shared.by.values();
    if (other) this.#show(shared, other);
    else {
      this.#documents.delete(uri);
      this.#server.close(uri);
    }
  }

  /** The client is gone. */
  closeAll(client: Client): void {
    for (const uri of [...this.#documents.keys()]) this.close(client, uri);
  }

  #show(shared: Shared<Client>, { uri, text }: EditorDocument): void {
    if (shared.text === text) return;
    shared.text = text;
    this.#server.change(uri, ++shared.version, text, [{ text }]);
  }
}
