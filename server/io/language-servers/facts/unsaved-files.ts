/**
 * Keeps the unsaved texts of other documents open in a language server while it is asked about a file: what the file uses may be declared
 * there. They stay open between questions, because some servers check a file whenever it is opened.
 */
import type { UnsavedFile } from '../../../core/code-graph/ports.js';
import { pathToUri } from '../../../util/uri.js';
import type { RunningServer } from '../running-server.js';

interface Held {
  readonly text: string;
  readonly release: () => void;
}

export class UnsavedFiles {
  readonly #held = new Map<RunningServer, Map<string, Held>>();

  /** Opens and updates these files, and closes those that were held before. */
  hold(running: RunningServer, files: readonly UnsavedFile[]): void {
    const held = this.#held.get(running) ?? new Map<string, Held>();
    if (held.size === 0 && files.length === 0) return;
    this.#held.set(running, held);
    const gone = new Set(held.keys());
    for (const { absolutePath, language, text } of files) {
      if (!running.adapter.languages.includes(language)) continue;
      const uri = pathToUri(absolutePath);
      gone.delete(uri);
      const before = held.get(uri);
      if (before?.text === text) continue;
      // pyright reads dependent files again after a change, not after an opening with another text than the disk's.
      const opened = before ? null : running.server.hold(uri, language, `${text}\n`);
      held.set(uri, { text, release: running.server.hold(uri, language, text) });
      opened?.();
      before?.release();
    }
    for (const uri of gone) {
      held.get(uri)?.release();
      held.delete(uri);
    }
  }
}
