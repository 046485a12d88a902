/**
 * The history of a workspace's roots: read from git in the background, kept in memory by path, stored beside the
 * index. Without a repository, or where git fails, only the history is missing.
 */
import type { Commit } from '../../core/model/commit.js';
import type { WorkspacePath } from '../../core/model/file.js';
import type { FileHistory, HistoryLife, HistoryPlace } from '../../core/retrieval/history-port.js';
import { messageOf } from '../../util/bug.js';
import type { Log } from '../../util/log.js';
import { timeLimit } from '../../util/time-limit.js';
import { newestCommit } from './blame.js';
import type { Git } from './git-port.js';
import { readHistory, writeHistory } from './history-file.js';
import { RootHistory } from './root-history.js';
import { type HeadWatch, watchHead } from './watch-head.js';

export interface HistoryOptions {
  readonly git: Git;
  readonly roots: readonly { readonly name: string; readonly folder: string }[];
  /** Where it is stored. */
  readonly file: string;
  /** Files and folders of which nothing may be stored. */
  readonly forgotten: () => readonly WorkspacePath[];
  readonly log: Log;
}

/** A commit writes several files, an editor's `git status` after every save another. */
const quietMs = 1_000;
/** Processes at once, for one question. */
const blameJobs = 2;

interface Root {
  readonly prefix: string;
  readonly history: RootHistory;
}

export class RepositoryHistory implements FileHistory, HistoryLife {
  readonly #options: HistoryOptions;
  readonly #roots: readonly Root[];
  readonly #abort = new AbortController();
  readonly #watchers = new Map<string, HeadWatch>();
  #reading: Promise<void>;
  #isWaiting = false;
  #whole = false;
  #timer: NodeJS.Timeout | null = null;

  constructor(options: HistoryOptions) {
    this.#options = options;
    const many = options.roots.length > 1;
    this.#roots = options.roots.map(({ name, folder }) => ({
      prefix: many ? `${name}/` : '',
      history: new RootHistory(options.git, folder),
    }));
    this.#reading = this.#restore();
  }

  async #restore(): Promise<void> {
    const stored = await readHistory(this.#options.file);
    for (const { history } of this.#roots) {
      const root = stored.get(history.folder);
      if (root) history.restore(root);
    }
  }

  // --- look-ups --------------------------------------------------------------------------------------------------

  #locate(path: WorkspacePath): { history: RootHistory; path: string } | null {
    const root = this.#roots.find(({ prefix }) => path.startsWith(prefix));
    return root ? { history: root.history, path: path.slice(root.prefix.length) } : null;
  }

  lastCommit(path: WorkspacePath): Commit | null {
    const at = this.#locate(path);
    return at?.history.lastCommit(at.path) ?? null;
  }

  churn(path: WorkspacePath): number {
    const at = this.#locate(path);
    return at?.history.churn(at.path) ?? 0;
  }

  recencyOf(path: WorkspacePath): number {
    const at = this.#locate(path);
    return at?.history.recencyOf(at.path) ?? 0;
  }

  changedAt(path: WorkspacePath, mtimeMs: number): number {
    const at = this.#locate(path);
    return at ? at.history.changedAt(at.path, mtimeMs) : mtimeMs;
  }

  async lastCommitsOf(places: readonly HistoryPlace[], deadlineMs: number, signal?: AbortSignal): Promise<(Commit | null)[]> {
    const found: (Commit | null)[] = places.map(() => null);
    const limit = timeLimit(deadlineMs, [this.#abort.signal, ...(signal ? [signal] : [])]);
    const stop = limit.signal;
    const queue = [...places.entries()];
    const work = async () => {
      for (let job = queue.shift(); job && !stop.aborted; job = queue.shift()) {
        const [i, { path, lines, text }] = job;
        const at = this.#locate(path);
        if (!at || this.lastCommit(path) === null) continue;
        try {
          const { folder, isShallow } = at.history;
          found[i] = await newestCommit(this.#options.git, folder, { path: at.path, lines, text }, isShallow, stop);
        } catch (error) {
          if (!stop.aborted) this.#options.log('debug', `the history of ${path}: ${messageOf(error)}`);
        }
      }
    };
    const ended = new Promise<void>((resolve) => stop.addEventListener('abort', () => resolve(), { once: true }));
    // A process that is slow to start or to end is not waited for.
    await Promise.race([Promise.all(Array.from({ length: blameJobs }, work)), ended]);
    limit.clear();
    signal?.throwIfAborted();
    return [...found];
  }

  // --- life ------------------------------------------------------------------------------------------------------

  /** One run at a time; requests during a run are served by one more run. */
  refresh(whole = false): Promise<void> {
    this.#whole ||= whole;
    if (this.#isWaiting || this.#abort.signal.aborted) return this.#reading;
    this.#isWaiting = true;
    this.#reading = this.#reading.then(async () => {
      this.#isWaiting = false;
      await this.#refresh();
    });
    return this.#reading;
  }

  async #refresh(): Promise<void> {
    const { log } = this.#options;
    const whole = this.#whole;
    this.#whole = false;
    let changed = false;
    for (const { history } of this.#roots) {
      if (this.#abort.signal.aborted) return;
      try {
        // Watched before it is read, so that no change is missed.
        await this.#watch(history.folder);
        this.#watchers.get(history.folder)?.hasChanged();
        const isNew = await history.refresh(whole, this.#abort.signal);
        changed ||= isNew;
      } catch (error) {
        if (!this.#abort.signal.aborted) log('debug', `no history of ${history.folder}: ${messageOf(error)}`);
      }
    }
    this.#drop(this.#options.forgotten());
    if (changed && !this.#abort.signal.aborted) await this.#save();
  }

  /** True where there was something of these files. */
  #drop(paths: readonly WorkspacePath[]): boolean {
    const dropped = paths.map((path) => {
      const at = this.#locate(path.endsWith('/') ? path : `${path}/`);
      // '.' is the only root.
      return at?.history.forget(at.path.replace(/^\.?\/$|\/$/, '')) ?? false;
    });
    return dropped.includes(true);
  }

  async #save(): Promise<void> {
    const stored = this.#roots.flatMap(({ history }) => {
      const root = history.stored();
      return root ? [[history.folder, root] as const] : [];
    });
    try {
      await writeHistory(this.#options.file, new Map(stored));
    } catch (error) {
      this.#options.log('warn', `the history is not stored: ${messageOf(error)}`);
    }
  }

  async #watch(folder: string): Promise<void> {
    if (this.#watchers.has(folder)) return;
    const gitFolder = (await this.#options.git.output(['rev-parse', '--absolute-git-dir'], folder, this.#abort.signal)).trim();
    if (this.#abort.signal.aborted) return;
    this.#watchers.set(
      folder,
      watchHead(gitFolder, () => this.#later(), this.#options.log),
    );
  }

  #later(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      void this.refresh();
    }, quietMs).unref();
  }

  /** What a commit or a switch of branches changed is read now, not after the quiet time, and whether or not it was noticed. */
  async settled(): Promise<void> {
    await this.#reading;
    const changed = [...this.#watchers.values()].map((watcher) => watcher.hasChanged()).includes(true);
    if (!this.#timer && !changed) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    await this.refresh();
  }

  forget(paths?: readonly WorkspacePath[]): Promise<void> {
    const run = this.#reading.then(async () => {
      if (this.#drop(paths ?? this.#roots.map(({ prefix }) => prefix))) await this.#save();
    });
    this.#reading = run;
    return run;
  }

  async close(): Promise<void> {
    this.#abort.abort();
    if (this.#timer) clearTimeout(this.#timer);
    for (const watcher of this.#watchers.values()) watcher.close();
    await this.#reading;
  }
}
