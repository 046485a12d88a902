/** Whether a file or folder is indexed, and if not, why. */
import type { Excluded, FolderSurvey } from './excluded-files.js';
import type { FileRole, TextOrigin, WorkspacePath } from './file.js';

export type PathType = 'file' | 'folder' | 'link' | 'other' | 'missing';

/** A path by the rules and the disk, without the index. */
export interface PathOnDisk {
  /** '' for a root of a workspace with one root, or a folder above the roots; null outside of the workspace. */
  readonly path: WorkspacePath | null;
  readonly type: PathType;
  /** Null where no rule excludes it. */
  readonly excluded: Excluded | null;
  /** Only of a file. */
  readonly stats: { readonly sizeBytes: number; readonly mtimeMs: number } | null;
}

/** What the index holds at or below a path. */
export interface IndexedPart {
  readonly files: number;
  readonly chunks: number;
  /** Files that were read and skipped: they have no chunks. */
  readonly skipped: number;
  /** When the oldest and the newest of the files were indexed, milliseconds since the epoch; null where there are none. */
  readonly since: number | null;
  readonly until: number | null;
}

export interface PathReport extends Pick<PathOnDisk, 'path' | 'type'> {
  /** As it was asked about. */
  readonly absolutePath: string;
  /** Null where it is indexed: a file as the disk or the editor has it, a folder with at least one file. */
  readonly excluded: Excluded | null;
  /** What the index holds of it, also where a rule excludes it since. */
  readonly indexed: IndexedPart;
  /** Only of an indexed file. */
  readonly file: {
    readonly role: FileRole;
    readonly origin: TextOrigin;
    /** False where the file on disk has changed since it was indexed. */
    readonly isCurrent: boolean;
  } | null;
  /** Only of a folder that no rule excludes as a whole: its files that are not indexed. */
  readonly below: (Pick<FolderSurvey, 'rules' | 'isWhole'> & { readonly notYet: number }) | null;
}
