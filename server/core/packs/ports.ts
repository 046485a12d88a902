/** Ports of packs: where they are fetched from and published to (io/packs), and what of the index goes into them (io/stores). */
import type { StoredVector } from '../embedding/archive-ports.js';
import type { WorkspacePath } from '../model/file.js';
import type { PublishReport } from '../model/pack-report.js';
import type { FileToPack } from './pack-file.js';
import type { PackedFacts, PackRecord } from './pack-record.js';

/** A record as it is written: `vectors` in the order of `record.parts`. */
export interface RecordToWrite {
  readonly contentHash: string;
  readonly record: PackRecord;
  readonly vectors: readonly StoredVector[];
}

/** What records depend on besides the files; packs of another basis are not used. */
export interface PackBasis {
  /** Version of the analysis and its result. */
  readonly schema: number;
  readonly redaction: string;
  readonly model: { readonly name: string; readonly dimensions: number };
}

export interface FetchedPacks {
  readonly commit: string;
  /** Folder with the records for the analysis workers; null where nothing is missing. */
  readonly folder: string | null;
  /** Records in the folder. */
  readonly records: number;
  readonly bytes: number;
  /** Facts of language servers, by record. */
  facts(): AsyncIterable<{ readonly contentHash: string; readonly record: PackRecord }>;
  /** Content hashes of all files of the commit that have a record. */
  has(contentHash: string): boolean;
  /** Deletes the folder. */
  remove(): Promise<void>;
}

export interface PackSource {
  /** As the user wrote it, without credentials. */
  readonly name: string;
  /** What is checked out; another text for another commit. Null where there is no commit. Does not use the network. */
  head(signal: AbortSignal): Promise<string | null>;
  /**
   * Fetches the records of that commit, or the nearest published one before it, whose content hashes are not in `known`.
   * Null where no such commit is published. Throws ContextError('index') where the storage fails or what it gives is damaged.
   */
  fetch(known: ReadonlySet<string>, signal: AbortSignal): Promise<FetchedPacks | null>;
}

/** One content of the workspace, and what the index holds of the files that have it. */
export interface ContentToPublish {
  readonly contentHash: string;
  facts(): readonly PackedFacts[];
  /** Null where it cannot be packed exactly. */
  read(): RecordToWrite | null;
}

/**
 * Adds the packs of the workspace's commit to a folder. Records that its packs have already are not written again.
 * Throws ContextError('index') where the folder cannot be written, or the workspace is not at a commit.
 */
export type PublishPacks = (folder: string, contents: readonly ContentToPublish[], signal?: AbortSignal) => Promise<PublishReport>;

export type PlaceOf = (path: WorkspacePath) => { readonly absolutePath: string; readonly localPath: string };

/** The part of the index that packs are made of, and that takes what workers do not write. */
export interface PackStore {
  contentHashes(): ReadonlySet<string>;
  /** In the order of their paths; without open documents and skipped files. */
  filesToPack(): readonly { readonly path: WorkspacePath; readonly contentHash: string }[];
  fileToPack(path: WorkspacePath, placeOf: PlaceOf): FileToPack | null;
  /** Valid and complete facts of a file; null where there are none. */
  facts(path: WorkspacePath, placeOf: PlaceOf): PackedFacts | null;
  /** Those of the embedded model. */
  vectors(hashes: readonly string[]): readonly StoredVector[];
  /** Takes facts one record at a time, for files that have none. `end` marks what files that differ from the commit put out of date. */
  factImport(placeOf: PlaceOf): FactImport;
}

export interface FactImport {
  add(contentHash: string, facts: PackedFacts, references: PackRecord['references']): void;
  end(has: (contentHash: string) => boolean): void;
  /** Files that were given facts. */
  readonly files: number;
}
