/** What version control knows of files, as retrieval needs it. Everything but `lastCommitsOf` is a look-up. */
import type { Commit } from '../model/commit.js';
import type { LineSpan, WorkspacePath } from '../model/file.js';

/** Lines of a file as they are now, which may differ from what was committed. */
export interface HistoryPlace {
  readonly path: WorkspacePath;
  readonly lines: LineSpan;
  /** The file's whole text now, or null where it is known to be the one on disk. */
  readonly text: string | null;
}

export interface FileHistory {
  /** The commit that last changed the file; null where it has none, or it is older than what was read of the history. */
  lastCommit(path: WorkspacePath): Commit | null;
  /** Commits that changed the file within the year before the newest commit of all. */
  churn(path: WorkspacePath): number;
  /** 0 to 1: 1 for what the newest commit changed, half as much for each 90 days before; 0 where nothing is known. */
  recencyOf(path: WorkspacePath): number;
  /**
   * When the file's content changed, milliseconds since the epoch: the date of its last commit where it is as committed
   * (a checkout gives all files the time of the checkout), else `mtimeMs`.
   */
  changedAt(path: WorkspacePath, mtimeMs: number): number;
  /** The newest commit among the lines of each place, null where that is not known; what is not found in time is null too. */
  lastCommitsOf(places: readonly HistoryPlace[], deadlineMs: number, signal?: AbortSignal): Promise<(Commit | null)[]>;
}

/** The history as its owner holds it. */
export interface HistoryLife {
  /** Reads what is new; from then on what is committed or checked out is noticed. `whole`: what was forgotten comes back. Never rejects. */
  refresh(whole?: boolean): Promise<void>;
  /** Resolves when nothing is being read. */
  settled(): Promise<void>;
  /** Deletes what is stored of files or folders, of all where none are named. */
  forget(paths?: readonly WorkspacePath[]): Promise<void>;
  close(): Promise<void>;
}
