/**
 * The documents that a server has open, shared by the editor, which owns text and version of its documents, and edge indexing, which may
 * hold any file and never changes an editor's document. Survives restarts of the server.
 * Invariant: the server has at most one copy of a document: the editor's, if there is one.
 */
import type { EditorDocument, TextChange } from '../../../core/engine/proxied-server.js';
import type { OpenText, ServerSession } from './server-session.js';

interface Held {
  readonly uri: string;
  languageId: string;
  version: number;
  text: string;
  /** Number of holds by edge indexing. */
  holders: number;
  /** The text of edge indexing, used when the editor does not have the document open. */
  backgroundText: string;
  isEdited: boolean;
  /** The session in which it is open; null for none. */
  openAt: ServerSession | null;
}

export class ServerDocuments {
  readonly #documents = new Map<string, Held>();
  readonly #keepsAnchor: boolean;
  /** The session that may open a document now. */
  readonly #sessionFor: (uri: string) => ServerSession | null;
  #anchor: string | null = null;
  /** The document that was opened or changed last. It is charged when a server dies without open requests. */
  lastTouched: string | null = null;

  constructor(keepsAnchor: boolean, sessionFor: (uri: string) => ServerSession | null) {
    this.#keepsAnchor = keepsAnchor;
    this.#sessionFor = sessionFor;
  }

  get size(): number {
    let held = 0;
    for (const document of this.#documents.values()) if (document.holders > 0 || document.isEdited) held++;
    return held;
  }

  /** True if the editor has documents open. */
  get hasEdited(): boolean {
    for (const { isEdited } of this.#documents.values()) if (isEdited) return true;
    return false;
  }

  isEdited(uri: string): boolean {
    return this.#documents.get(uri)?.isEdited ?? false;
  }

  /** The text that the server has; null if the document is not open. */
  textOf(uri: string): string | null {
    return this.#documents.get(uri)?.text ?? null;
  }

  /** For edge indexing: opens it, or changes its text unless an editor owns it. The returned function ends the hold. */
  hold(uri: string, languageId: string, text: string): () => void {
    const document = this.#documents.get(uri) ?? this.#add(uri, languageId, 1, text);
    document.holders++;
    document.backgroundText = text;
    if (!document.isEdited) this.#bringTo(document, text);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      document.holders--;
      this.#release(document);
    };
  }

  /** The editor's version may be lower than that of edge indexing, so an open document is closed and opened again. */
  edit({ uri, languageId, version, text }: EditorDocument): void {
    const document = this.#documents.get(uri);
    if (!document) {
      this.#add(uri, languageId, version, text).isEdited = true;
      return;
    }
    this.#closeAt(document);
    Object.assign(document, { languageId, version, text, isEdited: true });
    this.#ensureOpen(document);
  }

  change(uri: string, version: number, text: string, changes: readonly TextChange[]): void {
    const document = this.#documents.get(uri);
    if (!document?.isEdited) return;
    document.text = text;
    document.version = version;
    this.lastTouched = uri;
    const session = this.#sessionFor(uri);
    if (session === null) return;
    if (document.openAt !== session) {
      this.#ensureOpen(document);
      return;
    }
    const { change } = textSyncOf(session.capabilities);
    if (change === 'none') return;
    const contentChanges = change === 'incremental' && session.encoding === 'utf-16' ? changes : [{ text }];
    session.notify('textDocument/didChange', { textDocument: { uri, version }, contentChanges });
  }

  save(uri: string): void {
    const document = this.#documents.get(uri);
    const session = this.#sessionFor(uri);
    if (!document?.isEdited || session === null) return;
    if (document.openAt !== session) this.#ensureOpen(document);
    const { save } = textSyncOf(session.capabilities);
    if (save === 'none') return;
    session.notify('textDocument/didSave', { textDocument: { uri }, ...(save === 'text' && { text: document.text }) });
  }

  endEdit(uri: string): void {
    const document = this.#documents.get(uri);
    if (!document?.isEdited) return;
    document.isEdited = false;
    if (document.holders > 0) this.#bringTo(document, document.backgroundText);
    this.#release(document);
  }

  /** Opens all documents in a new session. */
  replay(session: ServerSession): void {
    for (const document of this.#documents.values()) if (this.#sessionFor(document.uri) === session) this.#ensureOpen(document);
  }

  #add(uri: string, languageId: string, version: number, text: string): Held {
    const document: Held = { uri, languageId, version, text, holders: 0, backgroundText: text, isEdited: false, openAt: null };
    this.#documents.set(uri, document);
    this.#ensureOpen(document);
    return document;
  }

  #ensureOpen(document: Held): void {
    const session = this.#sessionFor(document.uri);
    if (session === null || document.openAt === session) return;
    this.lastTouched = document.uri;
    document.openAt = session;
    session.open(document as OpenText);
  }

  #bringTo(document: Held, text: string): void {
    if (document.text !== text) {
      document.text = text;
      document.version++;
      this.lastTouched = document.uri;
      const { uri, version } = document;
      const session = this.#sessionFor(uri);
      if (session !== null && document.openAt === session) {
        session.notify('textDocument/didChange', { textDocument: { uri, version }, contentChanges: [{ text }] });
        return;
      }
    }
    this.#ensureOpen(document);
  }

  #release(document: Held): void {
    if (document.holders > 0 || document.isEdited) return;
    if (this.#keepsAnchor) {
      const former = this.#anchor;
      this.#anchor = document.uri;
      if (former === null || former === document.uri) return;
      const other = this.#documents.get(former);
      if (other && other.holders === 0 && !other.isEdited) this.#forget(other);
      return;
    }
    this.#forget(document);
  }

  #forget(document: Held): void {
    this.#closeAt(document);
    this.#documents.delete(document.uri);
  }

  #closeAt(document: Held): void {
    const { uri, openAt } = document;
    document.openAt = null;
    if (openAt !== null && !openAt.isOver) openAt.notify('textDocument/didClose', { textDocument: { uri } });
  }
}

/** Which notifications a server wants for changed and saved documents. */
interface TextSync {
  readonly change: 'none' | 'full' | 'incremental';
  readonly save: 'none' | 'bare' | 'text';
}

const kinds = ['none', 'full', 'incremental'] as const;

/** From either form of `textDocumentSync`. */
function textSyncOf(capabilities: Readonly<Record<string, unknown>>): TextSync {
  const sync = capabilities['textDocumentSync'];
  // Servers with a number only are older than the save option, and are notified of saves.
  if (typeof sync === 'number') return { change: kinds[sync] ?? 'full', save: 'bare' };
  // If nothing is stated, the whole text is sent, which every server needs.
  if (typeof sync !== 'object' || sync === null) return { change: 'full', save: 'none' };
  const { change, save } = sync as { change?: number; save?: boolean | { includeText?: boolean } | null };
  const wantsText = typeof save === 'object' && save?.includeText === true;
  return { change: kinds[change ?? 0] ?? 'full', save: save ? (wantsText ? 'text' : 'bare') : 'none' };
}
