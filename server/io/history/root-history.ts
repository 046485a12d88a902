/**
 * The history of one root: for each tracked file its last commit and how often it changed. Read once as a whole, then
 * only new commits of HEAD; commits beyond the bounds are not read.
 */
import type { Commit } from '../../core/model/commit.js';
import { recency } from '../../core/model/commit.js';
import { timeLimit } from '../../util/time-limit.js';
import type { Git } from './git-port.js';
import { readLog } from './read-log.js';
import type { Tracked } from './read-tracked.js';
import { readTracked } from './read-tracked.js';

/** Two to five seconds in large repositories; a file without a change in so many commits is not recent. */
const maxCommits = 10_000;
const maxReadMs = 8_000;
const yearMs = 365 * 24 * 3600 * 1000;

export interface FileRow {
  /** Index into `commits`. */
  last: number;
  churn: number;
}

/** What is stored between processes. */
export interface StoredRoot {
  readonly head: string;
  readonly newest: number;
  readonly commits: Commit[];
  readonly files: [path: string, last: number, churn: number][];
  /** True where files were forgotten, so that only reading all of it again would bring them back. */
  readonly hasGaps?: boolean;
}

export class RootHistory {
  readonly #git: Git;
  readonly #folder: string;
  #head: string | null = null;
  #newest = 0;
  #commits: Commit[] = [];
  #files = new Map<string, FileRow>();
  #tracked: Tracked = new Map();
  #hasGaps = false;
  isShallow = false;

  constructor(git: Git, folder: string) {
    this.#git = git;
    this.#folder = folder;
  }

  get head(): string | null {
    return this.#head;
  }

  get folder(): string {
    return this.#folder;
  }

  /**
   * Brings everything up to date; true where the history has changed. `whole`: forgotten files come back as well.
   * Rejects where git fails, as outside of a repository.
   */
  async refresh(whole: boolean, signal: AbortSignal): Promise<boolean> {
    const output = await this.#git.output(['rev-parse', '--is-shallow-repository', '--verify', 'HEAD^{commit}'], this.#folder, signal);
    const [shallow, head = ''] = output.split('\n');
    this.isShallow = shallow === 'true';
    this.#tracked = await readTracked(this.#git, this.#folder, signal);
    if (whole && this.#hasGaps) this.#clear();
    if (head === this.#head) return false;
    const since = this.#head !== null && (await this.#gained(this.#head, signal)) ? this.#head : null;
    if (since === null) this.#clear();
    await this.#read(since === null ? 'HEAD' : `${since}..HEAD`, signal);
    this.#head = head;
    return true;
  }

  /** True where HEAD still has the commit below it. */
  async #gained(commit: string, signal: AbortSignal): Promise<boolean> {
    try {
      return (await this.#git.output(['rev-list', '--count', `HEAD..${commit}`], this.#folder, signal)).trim() === '0';
    } catch (error) {
      if (signal.aborted) throw error;
      // Not there any more.
      return false;
    }
  }

  async #read(range: string, signal: AbortSignal): Promise<void> {
    const limit = timeLimit(maxReadMs, [signal]);
    const options = { range, maxCommits, isShallow: this.isShallow, signal: limit.signal };
    try {
      for await (const { commit, paths } of readLog(this.#git, this.#folder, options)) {
        this.#newest = Math.max(this.#newest, commit.date);
        let index = -1;
        for (const path of paths) {
          if (!this.#tracked.has(path)) continue;
          const row = this.#files.get(path);
          const isNewer = !row || (this.#commits[row.last]?.date ?? 0) < commit.date;
          if (isNewer && index < 0) index = this.#commits.push(commit) - 1;
          if (!row) this.#files.set(path, { last: index, churn: 0 });
          else if (isNewer) row.last = index;
          const counted = this.#files.get(path);
          if (counted && commit.date > this.#newest - yearMs) counted.churn++;
        }
      }
    } catch (error) {
      if (!limit.isOver()) throw error;
      // Out of time: the newest commits are known, and those matter.
    } finally {
      limit.clear();
    }
  }

  #clear(): void {
    this.#head = null;
    this.#hasGaps = false;
    this.#newest = 0;
    this.#commits = [];
    this.#files.clear();
  }

  lastCommit(path: string): Commit | null {
    const row = this.#files.get(path);
    return row && this.#tracked.has(path) ? (this.#commits[row.last] ?? null) : null;
  }

  churn(path: string): number {
    return this.#files.get(path)?.churn ?? 0;
  }

  recencyOf(path: string): number {
    const commit = this.lastCommit(path);
    return commit ? recency(commit.date, this.#newest) : 0;
  }

  changedAt(path: string, mtimeMs: number): number {
    const commit = this.lastCommit(path);
    const committed = this.#tracked.get(path);
    // Git and Node round nanoseconds differently.
    const asCommitted = commit !== null && committed !== null && committed !== undefined && Math.abs(committed - mtimeMs) < 1;
    return asCommitted ? commit.date : mtimeMs;
  }

  /** All files of a folder, or one; true where there were any. */
  forget(path: string): boolean {
    const gone =
      path === '' ? [...this.#files.keys()] : [...this.#files.keys()].filter((file) => file === path || file.startsWith(`${path}/`));
    for (const file of gone) this.#files.delete(file);
    if (gone.length > 0) this.#hasGaps = true;
    return gone.length > 0;
  }

  stored(): StoredRoot | null {
    if (this.#head === null) return null;
    const files = [...this.#files].filter(([path]) => this.#tracked.has(path));
    const used = [...new Set(files.map(([, row]) => row.last))];
    const renumbered = new Map(used.map((old, i) => [old, i]));
    return {
      head: this.#head,
      newest: this.#newest,
      commits: used.map((old) => this.#commits[old] as Commit),
      ...(this.#hasGaps && { hasGaps: true }),
      files: files.map(([path, { last, churn }]) => [path, renumbered.get(last) as number, churn]),
    };
  }

  restore(stored: StoredRoot): void {
    this.#head = stored.head;
    this.#hasGaps = stored.hasGaps === true;
    this.#newest = stored.newest;
    this.#commits = [...stored.commits];
    this.#files = new Map(stored.files.map(([path, last, churn]) => [path, { last, churn }]));
  }
}
