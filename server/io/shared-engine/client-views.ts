/**
 * Several clients on one engine, each with unsaved texts of its own. The index shows the texts of one client at a time: before a
 * question is answered the engine is given the documents of the client that asks, if they differ from those that it shows.
 * Invariant: no answer is made from another client's unsaved text.
 */
import type { Engine } from '../../core/engine/engine-api.js';
import type { WorkspacePath } from '../../core/model/file.js';

export interface ViewDocument {
  readonly text: string;
  readonly languageId: string | undefined;
}

export type ViewEngine = Pick<Engine, 'openDocument' | 'changeDocument' | 'closeDocument'>;

/** One client's open documents. */
export class ClientView {
  readonly documents = new Map<WorkspacePath, ViewDocument>();
}

interface Waiting {
  readonly view: ClientView;
  readonly start: () => void;
}

export class ClientViews {
  readonly #engine: ViewEngine;
  /** Whether a text is that of the file on disk: such a document differs in nothing from a closed one. */
  readonly #isOnDisk: (path: WorkspacePath, text: string) => boolean;
  /** What the engine holds open. */
  readonly #shown = new Map<WorkspacePath, ViewDocument>();
  /** Views of the questions that are being answered. */
  readonly #asking: ClientView[] = [];
  /** Questions that wait for another view, in the order in which they came. */
  readonly #waiting: Waiting[] = [];

  constructor(engine: ViewEngine, isOnDisk: (path: WorkspacePath, text: string) => boolean) {
    this.#engine = engine;
    this.#isOnDisk = isOnDisk;
  }

  /** A client opened or changed a document. It is indexed at once unless a question of another client is being answered. */
  set(view: ClientView, path: WorkspacePath, text: string, languageId?: string): void {
    view.documents.set(path, { text, languageId: languageId ?? view.documents.get(path)?.languageId });
    this.#edited(view);
  }

  close(view: ClientView, path: WorkspacePath): void {
    if (view.documents.delete(path)) this.#edited(view);
  }

  /** A client that had documents open before this engine was opened. */
  adopt(view: ClientView): void {
    if (view.documents.size > 0) this.#edited(view);
  }

  /** A client is gone, and its unsaved texts with it. */
  remove(view: ClientView): void {
    view.documents.clear();
    this.#edited(view);
  }

  /** Runs a question of a client on its own texts. Questions of one view run side by side, those of different views in turn. */
  async ask<T>(view: ClientView, question: () => Promise<T>): Promise<T> {
    await new Promise<void>((start) => {
      this.#waiting.push({ view, start });
      this.#next();
    });
    try {
      return await question();
    } finally {
      this.#asking.splice(this.#asking.indexOf(view), 1);
      this.#next();
    }
  }

  #next(): void {
    for (let [first] = this.#waiting; first; [first] = this.#waiting) {
      if (!this.#isShown(first.view)) {
        if (this.#asking.length > 0) return;
        this.#show(first.view);
      }
      this.#waiting.shift();
      this.#asking.push(first.view);
      first.start();
    }
  }

  #edited(view: ClientView): void {
    if (this.#asking.every((other) => other === view)) this.#show(view);
    else void this.ask(view, async () => {});
  }

  /** True where the engine's open documents give the same answers as the client's. */
  #isShown({ documents }: ClientView): boolean {
    for (const [path, { text }] of documents) {
      const shown = this.#shown.get(path);
      if (shown ? shown.text !== text : !this.#isOnDisk(path, text)) return false;
    }
    for (const [path, { text }] of this.#shown) if (!documents.has(path) && !this.#isOnDisk(path, text)) return false;
    return true;
  }

  #show({ documents }: ClientView): void {
    for (const path of [...this.#shown.keys()])
      if (!documents.has(path)) {
        this.#shown.delete(path);
        this.#engine.closeDocument(path);
      }
    for (const [path, document] of documents) {
      const shown = this.#shown.get(path);
      if (shown?.text === document.text) continue;
      this.#shown.set(path, document);
      if (shown) this.#engine.changeDocument(path, document.text);
      else this.#engine.openDocument(path, document.text, document.languageId);
    }
  }
}
