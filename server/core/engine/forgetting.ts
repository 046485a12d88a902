/**
 * Deletes files from the index for good: every copy of their text is removed, and they stay excluded until `unforget`, also for other
 * servers of the same cache folder.
 */
import { messageOf } from '../../util/bug.js';
import type { Log } from '../../util/log.js';
import type { LanguageServers } from '../code-graph/servers-port.js';
import type { Models } from '../embedding/models.js';
import type { Indexer } from '../indexing/indexer.js';
import type { FileSource, WorkspaceIndex } from '../indexing/ports.js';
import type { WorkspacePath } from '../model/file.js';
import type { HistoryLife } from '../retrieval/history-port.js';

export interface ForgettingDependencies {
  readonly source: FileSource;
  readonly index: WorkspaceIndex;
  readonly indexer: Indexer;
  /** Absent where there is no version control. */
  readonly history: HistoryLife | undefined;
  readonly servers: LanguageServers;
  readonly models: Models;
  readonly log: Log;
  /** Aborted when the workspace is closed. */
  readonly signal: AbortSignal;
}

export class Forgetting {
  readonly #of: ForgettingDependencies;

  constructor(dependencies: ForgettingDependencies) {
    this.#of = dependencies;
  }

  /** Finishes what an earlier process left undone, and applies what other processes forget. Never rejects. */
  async start(): Promise<void> {
    const { source, indexer, log } = this.#of;
    try {
      source.forgotten.watch(() => void this.#follow().then(() => indexer.fullPass()));
    } catch (error) {
      log('debug', `files that other servers forget cannot be watched: ${messageOf(error)}`);
    }
    await this.#follow();
  }

  /** When it resolves, the text is in no file of the cache folder. */
  async forget(paths: readonly WorkspacePath[]): Promise<void> {
    const { source, index, signal } = this.#of;
    const absolute = source.forgotten.add(paths);
    await this.#drop(paths);
    await index.maintenance.purgeOthers(absolute, signal);
  }

  /** Empties the index once; nothing stays excluded. */
  async forgetAll(): Promise<void> {
    const { index, indexer, history, servers } = this.#of;
    await Promise.all([history?.forget(), servers.forget()]);
    await indexer.forget(undefined);
    await index.forgetAll();
  }

  /** The files, or all of the workspace, may be indexed again. */
  async unforget(paths?: readonly WorkspacePath[]): Promise<void> {
    const { source, indexer, history } = this.#of;
    const before = source.forgotten.list();
    source.forgotten.remove(paths);
    const kept = new Set(source.forgotten.list());
    void history?.refresh(true);
    await indexer.indexIncluded(before.filter((path) => !kept.has(path)));
  }

  async #drop(paths: readonly WorkspacePath[]): Promise<void> {
    const { history, servers, index, indexer, models, signal } = this.#of;
    await Promise.all([history?.forget(paths), servers.forget()]);
    await indexer.forget(paths);
    await index.maintenance.purge(signal, models.inUse);
  }

  async #follow(): Promise<void> {
    const { index, source, log, signal } = this.#of;
    try {
      const hit = [...index.writer.fileStates().keys()].filter((path) => source.forgotten.has(path));
      if (hit.length > 0 || index.maintenance.isPurgeDue) await this.#drop(hit);
    } catch (error) {
      if (!signal.aborted) log('error', `forgetting: ${messageOf(error)}`);
    }
  }
}
