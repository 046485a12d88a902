/**
 * Answers as documents, for clients without another view of them: a Markdown file in the index's
 * folder, which the client is asked to show. Invariant: never a file inside the workspace, never more than a few.
 */
import { rmSync } from 'node:fs';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClientCapabilities, MessageConnection } from 'vscode-languageserver/node';
import type { Engine } from '../../core/engine/engine-api.js';
import { messageOf } from '../../util/bug.js';
import { hashOf } from '../../util/hash.js';
import type { Log } from '../../util/log.js';
import { pathToUri } from '../../util/uri.js';

/** Where documents are shown; a session is one. */
export interface DocumentViewer {
  readonly connection: MessageConnection;
  readonly capabilities: ClientCapabilities;
  readonly log: Log;
}

/** More than are open at once; older documents are deleted, and all of them at the end. */
const maxDocuments = 20;

export class AnswerDocuments {
  /** Oldest first. */
  readonly #files = new Set<string>();
  readonly #folders = new Set<string>();

  /** Shows a document if the client can. The name depends on `question`, so that a repeated question reuses the document. */
  async show(viewer: DocumentViewer, engine: Engine, question: unknown, markdown: string): Promise<void> {
    if (viewer.capabilities.window?.showDocument?.support !== true) return;
    try {
      const folder = join(engine.status().indexFolder, 'answers');
      if (engine.relative(folder) !== null) throw new Error(`${folder} lies in the workspace, where nothing is written`);
      await this.#prepare(folder);
      const file = join(folder, `${hashOf(JSON.stringify(question))}.md`);
      await writeFile(file, markdown, { mode: 0o600 });
      this.#files.delete(file);
      this.#files.add(file);
      for (const old of [...this.#files].slice(0, -maxDocuments)) {
        this.#files.delete(old);
        await rm(old, { force: true });
      }
      const shown: unknown = await viewer.connection.sendRequest('window/showDocument', { uri: pathToUri(file), takeFocus: true });
      if ((shown as { success?: unknown } | null)?.success !== true) viewer.log('info', `the client did not show ${file}`);
    } catch (error) {
      viewer.log('warn', `the answer is not shown as a document: ${messageOf(error)}`);
    }
  }

  /** Makes the folder and takes over the documents of an earlier process. */
  async #prepare(folder: string): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if (this.#folders.has(folder)) return;
    const left = (await readdir(folder)).filter((name) => name.endsWith('.md')).map((name) => join(folder, name));
    const times = await Promise.all(left.map(async (file) => ({ file, mtimeMs: (await stat(file)).mtimeMs })));
    for (const { file } of times.sort((a, b) => a.mtimeMs - b.mtimeMs)) this.#files.add(file);
    this.#folders.add(folder);
  }

  /** Deletes all documents: at the end, and when files are forgotten, which they may quote. Synchronous, for a process that ends. */
  clear(): void {
    for (const file of this.#files) {
      try {
        rmSync(file, { force: true });
      } catch {
        // The next start tries again.
      }
    }
    this.#files.clear();
  }
}
