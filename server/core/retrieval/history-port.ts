/** What retrieval needs from version control. Everything but `lastCommitsOf` is a look-up. */
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
  /** The commit that last changed the file; null where it has none, or only one older than the history that was read. */
  lastCommit(path: WorkspacePath): Commit | null;
  /** Commits that changed the file within the year before the newest commit of all. */
  churn(path: WorkspacePath): number;
  /** 0 to 1: 1 for what the newest commit changed, half as much for each 90 days before; 0 where it is unknown. */
  recencyOf(path: WorkspacePath): number;
  /**
   * When the file's content changed, milliseconds since the epoch: the date of its last commit where it is unchanged since
   * (a checkout gives every file the time of the checkout), else `mtimeMs`.
   */
  changedAt(path: WorkspacePath, mtimeMs: number): number;
  /** The newest commit among the lines of each place, null where it is unknown or not found in time. */
  lastCommitsOf(places: readonly HistoryPlace[], deadlineMs: number, signal?: AbortSignal): Promise<(Commit | null)[]>;
}

/** The life cycle of the history, for its owner. */
export interface HistoryLife {
  /** Reads what is new, and watches commits and checkouts from then on. @param whole also what was forgotten. Never rejects. */
  refresh(whole?: boolean): Promise<void>;
  /** Resolves when no reading is in progress. */
  settled(): Promise<void>;
  /** Deletes the stored history of files or folders; all of it without paths. */
  forget(paths?: readonly WorkspacePath[]): Promise<void>;
  close(): Promise<void>;
}
