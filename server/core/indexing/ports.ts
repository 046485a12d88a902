/** What indexing needs from outside of core. The io folders implement these; tests script them. */

import type { EdgeStore } from '../code-graph/ports.js';
import type { ServerOutline } from '../code-graph/server-outline.js';
import type { ModelStore } from '../embedding/model-store.js';
import type { ModelId } from '../embedding/model-switch.js';
import type { AnalysedFile } from '../model/chunk.js';
import type { FolderSurvey, RootExcluded } from '../model/excluded-files.js';
import type { FileEntry, FileRecord, WorkspacePath } from '../model/file.js';
import type { PathOnDisk } from '../model/path-report.js';
import type { PackStore } from '../packs/ports.js';
import type { IndexReader } from '../retrieval/ports.js';

/** A change on disk that the file source reports. Content is compared by hash later: false alarms are harmless. */
export interface DiskChange {
  readonly kind: 'created' | 'changed' | 'deleted';
  /** A file, or a folder with everything below it; '' is the whole workspace. */
  readonly path: WorkspacePath;
}

export interface FileWatch {
  /** Events were received that are not reported yet. */
  readonly isBehind: boolean;
  close(): Promise<void>;
}

export interface ListOptions {
  readonly signal: AbortSignal;
  readonly under?: readonly WorkspacePath[];
  onProblem(path: string, reason: string): void;
  /** A root has no indexable file; never with `under`. */
  onEmpty?(root: RootExcluded): void;
}

/** Paths that the user has forgotten: excluded from every index, also after a restart and in other workspaces. */
export interface ForgottenPaths {
  /** Forgotten files and folders of this workspace. */
  list(): readonly WorkspacePath[];
  has(path: WorkspacePath): boolean;
  /** Durable when it returns; returns the absolute paths. Throws ContextError('index'). */
  add(paths: readonly WorkspacePath[]): readonly string[];
  /** Everything at or below these paths may be indexed again; the whole workspace where none are named. */
  remove(paths?: readonly WorkspacePath[]): void;
  /** Another process has changed it. */
  watch(onChange: () => void): void;
  close(): void;
}

/** Lists and watches the files of a workspace on disk. Never follows a link out of the workspace. */
export interface FileSource {
  readonly roots: readonly { readonly name: string; readonly folder: string }[];
  /**
   * Lists every indexable file (ignore rules applied), in batches, most useful first where that is free.
   * Unreadable folders are reported through `onProblem` and skipped. A root without an indexable file is reported through `onEmpty`,
   * with the rules that exclude its files. `under`: at least the files below these folders; a path that is not a folder, a link or
   * ignored has none.
   */
  list(options: ListOptions): AsyncIterable<readonly FileEntry[]>;
  /** The entry of one path if it exists, is a plain file inside the workspace and is not ignored; else null. */
  stat(path: WorkspacePath): Promise<FileEntry | null>;
  /** Entries of files that were listed before, in their order. Rules are not applied. Null where there is no regular file any more. */
  statListed(paths: readonly WorkspacePath[]): readonly (FileEntry | null)[];
  /** An absolute path by the rules and the disk: what excludes it. Its content is not read. */
  inspect(absolutePath: string): Promise<PathOnDisk>;
  /** Counts a bounded number of the files below a folder by the rule that excludes them; '' for the whole workspace. */
  survey(path: WorkspacePath, signal: AbortSignal): Promise<FolderSurvey>;
  readonly forgotten: ForgottenPaths;
  /** False where ignore rules, secrets or size exclude a path; a document there is not indexed even while open. */
  accepts(path: WorkspacePath): Promise<boolean>;
  /** Starts watching; coalesced batches. An empty batch asks for a full listing (events were lost, ignore rules changed). */
  watch(onChange: (changes: readonly DiskChange[]) => void): Promise<FileWatch>;
  /** A workspace path relative to its root, without the root's name. */
  local(path: WorkspacePath): string;
  /** Absolute path of a workspace path, or null where it is outside every root. */
  absolute(path: WorkspacePath): string | null;
  /** Workspace path of an absolute one (links resolved), or null where it is outside every root. */
  relative(absolutePath: string): WorkspacePath | null;
  /** The same for the entry itself: of a link, its own path. '' for a root or a folder above one. */
  entryPath(absolutePath: string): WorkspacePath | null;
}

/** One number for each file: bit n is set where it contains word n, or seems to define it. */
export interface FoundWords {
  readonly contains: Uint32Array;
  readonly defines: Uint32Array;
}
/**
 * Looks for words (lower case, at most 32) in files, until the deadline (of `performance.now`). Files that cannot be read contain nothing.
 * Rejects when aborted.
 */
export type WordScan = (
  files: readonly { readonly absolutePath: string; readonly sizeBytes: number }[],
  words: readonly string[],
  options: { readonly deadline: number; readonly signal: AbortSignal | undefined },
) => Promise<FoundWords>;

/** One file to analyse. With `text` it is an open document, and the disk is not read. */
export interface AnalyseJob {
  readonly path: WorkspacePath;
  /** Goes into the keys of chunks, so that they are unique over all roots and stay when roots come or go. */
  readonly absolutePath: string;
  /** Path below the file's root, for words and embedding texts: they are the same with one root and with several. */
  readonly localPath: string;
  readonly text?: string;
  /** An editor's language id; where absent, name and first line decide. */
  readonly languageId?: string;
  readonly sizeBytes: number;
  readonly mtimeMs: number;
  /** Content hash known to the index; where the file still has it, the answer is `unchanged`. */
  readonly knownContentHash?: string;
  /** Embedding hashes whose vectors the index has: they are not embedded again. */
  readonly knownParts?: readonly string[];
  /** Folder with fetched packs: a file whose content they know is not parsed. Only for files on disk. */
  readonly packs?: string;
  /** Embedding hashes whose texts are requested, and nothing else: the outcome is `described`. Only with `text`. */
  readonly describe?: readonly string[];
  /** True: the syntax tree before the edit is not reused; see `isProvisional`. */
  readonly fromBeginning?: boolean;
  /** The outline by a language server of the stored text with this content hash. Only with `text`. */
  readonly healed?: { readonly outline: ServerOutline; readonly contentHash: string; readonly origin: 'disk' | 'buffer' };
}

export type AnalyseOutcome =
  /** `isProvisional`: the code has errors, and a full analysis may give another result. Only for documents. */
  | { readonly kind: 'analysed'; readonly file: AnalysedFile; readonly isProvisional?: boolean }
  /** By hash, those of the requested ones that the text has. */
  | { readonly kind: 'described'; readonly texts: ReadonlyMap<string, string> }
  /** Same content hash as known; only size or time differ. */
  | { readonly kind: 'unchanged'; readonly contentHash: string }
  /** Deleted between listing and reading, or no longer a plain file. */
  | { readonly kind: 'gone' };

/**
 * Turns files into chunks, words and vectors, in worker threads. Never rejects for what a file contains:
 * a bad file comes back analysed, without chunks and with a `problem`. A worker that dies is replaced,
 * and its file is skipped.
 */
export interface Analyser {
  /** `interactive` jobs overtake every background job. */
  analyse(job: AnalyseJob, priority: 'interactive' | 'background', signal?: AbortSignal): Promise<AnalyseOutcome>;
  readonly workers: number;
  close(): Promise<void>;
}

/** One file's row without its text: what a warm start compares with the disk. */
export type FileState = Pick<FileRecord, 'id' | 'path' | 'contentHash' | 'sizeBytes' | 'mtimeMs' | 'origin' | 'problem'>;

/** The write side of the index. Invariant: nothing else writes; one transaction a call. */
export interface IndexWriter {
  /** Replaces everything that the index holds of these files, in one transaction. */
  commit(files: readonly AnalysedFile[]): void;
  /** Removes everything that the index holds of these files. `forGood`: a purge is to follow. */
  remove(paths: readonly WorkspacePath[], why?: 'forGood'): void;
  /** What is stored of files may be damaged: each is to be analysed again, and its next commit writes all of it. */
  distrust(signal: AbortSignal): Promise<void>;
  /** The stored text of these files is the one on disk; size and time may differ. */
  touch(entries: readonly FileEntry[]): void;
  /** The stored text of this file is that of an open document, and no longer the one on disk. */
  markUnsaved(path: WorkspacePath): void;
  fileStates(): Map<WorkspacePath, FileState>;
  fileState(path: WorkspacePath): FileState | null;
  /** Embedding hashes of one file's parts that have a vector of the current model. */
  partHashes(path: WorkspacePath): readonly string[];
  /** Embedding hashes of a file that an import brought and that the index does not have yet. */
  importedParts(path: WorkspacePath): readonly string[];
  /**
   * Computes, in small steps, figures over the whole index (importance of files), where they are not those of its content. A small commit
   * brings them up to date itself.
   */
  measure(signal: AbortSignal): Promise<void>;
  /** Remembers that a full pass over the workspace has ended; a later start is warm. */
  markComplete(): void;
  isComplete(): boolean;
}

/** Maintenance, in small steps; ended by the signal, what is left is due again. */
export interface IndexMaintenance {
  /** After the background has gone quiet: removes what nothing uses, merges, saves derived files. */
  maintain(signal: AbortSignal, inUse?: readonly ModelId[]): Promise<void>;
  /** True from `remove` for good until `purge` has ended, also in a later process. */
  readonly isPurgeDue: boolean;
  /**
   * Deletes what was removed from every file: unused vectors and names, words in the lexical index, the write-ahead log, derived
   * files.
   */
  purge(signal: AbortSignal, inUse?: readonly ModelId[]): Promise<void>;
  /** The same for files or folders (absolute) in the other indexes below the cache folder that no server uses. */
  purgeOthers(paths: readonly string[], signal: AbortSignal): Promise<void>;
}

/** The open index of a workspace: its parts and its life cycle. */
export interface WorkspaceIndex {
  readonly reader: IndexReader;
  readonly writer: IndexWriter;
  /** Vectors of other models than the one that every commit brings along. */
  readonly models: ModelStore;
  /** Facts of language servers. */
  readonly edges: EdgeStore;
  readonly packs: PackStore;
  readonly maintenance: IndexMaintenance;
  readonly folder: string;
  /** When the last full pass ended, milliseconds since the epoch, or null. */
  readonly completedAt: number | null;
  /** Resolves when the vector index is ready, or when it is clear that something else answers in its place. */
  vectorsReady(): Promise<void>;
  /** Deletes everything that is stored, here and in index copies that no other server uses; the index stays open, empty. */
  forgetAll(): Promise<void>;
  close(): Promise<void>;
}
