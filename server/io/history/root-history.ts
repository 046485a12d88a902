/**
 * The history of one root: for each file its last commit and how often it changed. Read once as a whole, then
 * only new commits of HEAD; commits beyond the bounds are not read. Files that are not tracked now are kept: another
 * commit may bring them back.
 * Invariant: what is read in steps equals what is read as a whole.
 */
import type { Commit } from '../../core/model/commit.js';
import { recency } from '../../core/model/commit.js';
import { timeLimit } from '../../util/time-limit.js';
import type { Git } from './git-port.js';
import { type LoggedCommit, readLog } from './read-log.js';
import type { Tracked } from './read-tracked.js';
import { readTracked } from './read-tracked.js';

/** Two to five seconds in large repositories; a file without a change in so many commits is not recent. */
const maxCommits = 10_000;
const maxReadMs = 8_000;
const yearMs = 365 * 24 * 3600 * 1000;

interface FileRow {
  last: Commit;
  /** Dates of its commits within the year before the newest commit. */
  dates: number[];
}

/** What is stored between processes. */
export interface StoredRoot {
  readonly head: string;
  readonly newest: number;
  readonly commits: Commit[];
  /** `last`: index into `commits`. */
  readonly files: [path: string, last: number, dates: number[]][];
  /** True where files were forgotten, so that only reading all of it again would bring them back. */
  readonly hasGaps?: boolean;
}

export class RootHistory {
  readonly #git: Git;
  readonly #folder: string;
  #head: string | null = null;
  #newest = 0;
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
    const known = whole && this.#hasGaps ? null : this.#head;
    if (head === known) return false;
    const since = known !== null && (await this.#gained(known, head, signal)) ? known : null;
    // By hash: HEAD may have moved on.
    const read = await this.#read(since === null ? head : `${since}..${head}`, signal);
    if (since === null) this.#clear();
    this.#add(read);
    this.#head = head;
    return true;
  }

  /** True where a commit is part of another one's history. */
  async #gained(commit: string, head: string, signal: AbortSignal): Promise<boolean> {
    try {
      return (await this.#git.output(['rev-list', '--count', `${head}..${commit}`], this.#folder, signal)).trim() === '0';
    } catch (error) {
      if (signal.aborted) throw error;
      // Not there any more.
      return false;
    }
  }

  /** Newest first. */
  async #read(range: string, signal: AbortSignal): Promise<LoggedCommit[]> {
    const limit = timeLimit(maxReadMs, [signal]);
    const options = { range, maxCommits, isShallow: this.isShallow, signal: limit.signal };
    const read: LoggedCommit[] = [];
    try {
      for await (const logged of readLog(this.#git, this.#folder, options)) read.push(logged);
    } catch (error) {
      if (!limit.isOver()) throw error;
      // Out of time: the newest commits are known, and those matter.
    } finally {
      limit.clear();
    }
    return read;
  }

  /** @param read newest first, and newer than what is known where dates are equal */
  #add(read: readonly LoggedCommit[]): void {
    for (const { commit } of read) this.#newest = Math.max(this.#newest, commit.date);
    for (const { commit, paths } of read.toReversed()) {
      for (const path of paths) {
        let row = this.#files.get(path);
        if (!row) this.#files.set(path, (row = { last: commit, dates: [] }));
        else if (row.last.date <= commit.date) row.last = commit;
        if (this.#isInYear(commit.date)) row.dates.push(commit.date);
      }
    }
  }

  #isInYear(date: number): boolean {
    return date > this.#newest - yearMs;
  }

  #clear(): void {
    this.#head = null;
    this.#hasGaps = false;
    this.#newest = 0;
    this.#files.clear();
  }

  lastCommit(path: string): Commit | null {
    return (this.#tracked.has(path) && this.#files.get(path)?.last) || null;
  }

  churn(path: string): number {
    if (!this.#tracked.has(path)) return 0;
    return this.#files.get(path)?.dates.filter((date) => this.#isInYear(date)).length ?? 0;
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
    const commits = [...new Set([...this.#files.values()].map(({ last }) => last))];
    const indexOf = new Map(commits.map((commit, i) => [commit, i]));
    return {
      head: this.#head,
      newest: this.#newest,
      commits,
      ...(this.#hasGaps && { hasGaps: true }),
      files: [...this.#files].map(([path, { last, dates }]) => [
        path,
        indexOf.get(last) as number,
        dates.filter((date) => this.#isInYear(date)),
      ]),
    };
  }

  restore(stored: StoredRoot): void {
    this.#head = stored.head;
    this.#hasGaps = stored.hasGaps === true;
    this.#newest = stored.newest;
    this.#files = new Map(
      stored.files.flatMap(([path, last, dates]) => {
        const commit = stored.commits[last];
        return commit ? [[path, { last: commit, dates }]] : [];
      }),
    );
  }
}
