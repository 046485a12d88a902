/** The documents that a server is to have open: one owner and one version counter each, held by any number of users. Survives the server. */
import type { OpenText, ServerSession } from './session.js';

interface Held {
  readonly uri: string;
  readonly languageId: string;
  version: number;
  text: string;
  holders: number;
}

export class OpenDocuments {
  readonly #documents = new Map<string, Held>();
  readonly #keepsAnchor: boolean;
  #anchor: string | null = null;
  /** The one opened or changed last: blamed where a server dies while it serves nothing. */
  lastTouched: string | null = null;

  constructor(keepsAnchor: boolean) {
    this.#keepsAnchor = keepsAnchor;
  }

  get size(): number {
    let held = 0;
    for (const document of this.#documents.values()) if (document.holders > 0) held++;
    return held;
  }

  has(uri: string): boolean {
    return this.#documents.has(uri);
  }

  /** Opens it, or brings an open one to this text. The answer ends the hold. */
  hold(session: ServerSession | null, uri: string, languageId: string, text: string): (session: ServerSession | null) => void {
    const there = this.#documents.get(uri);
    if (there) {
      there.holders++;
      this.change(session, uri, text);
    } else {
      const document: Held = { uri, languageId, version: 1, text, holders: 1 };
      this.#documents.set(uri, document);
      this.lastTouched = uri;
      session?.open(document);
    }
    let isHeld = true;
    return (current) => {
      if (!isHeld) return;
      isHeld = false;
      this.#release(current, uri);
    };
  }

  change(session: ServerSession | null, uri: string, text: string): void {
    const document = this.#documents.get(uri);
    if (!document || document.text === text) return;
    document.text = text;
    document.version++;
    this.lastTouched = uri;
    session?.notify('textDocument/didChange', { textDocument: { uri, version: document.version }, contentChanges: [{ text }] });
  }

  /** For a server that was started anew. */
  replay(session: ServerSession, isAllowed: (uri: string) => boolean): void {
    for (const document of this.#documents.values()) if (isAllowed(document.uri)) session.open(document as OpenText);
  }

  #release(session: ServerSession | null, uri: string): void {
    const document = this.#documents.get(uri);
    if (!document || --document.holders > 0) return;
    if (this.#keepsAnchor) {
      const former = this.#anchor;
      this.#anchor = uri;
      if (former === null || former === uri) return;
      const other = this.#documents.get(former);
      if (other && other.holders === 0) this.#close(session, former);
      return;
    }
    this.#close(session, uri);
  }

  #close(session: ServerSession | null, uri: string): void {
    this.#documents.delete(uri);
    session?.notify('textDocument/didClose', { textDocument: { uri } });
  }
}
