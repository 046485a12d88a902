/** Ports of edge indexing: a source of facts (language servers), and a store. */
import type { WorkspacePath } from '../model/file.js';
import type { OutlineReference } from '../model/symbol.js';
import type { PlacedChunk } from './chunk-map.js';
import type { FileFacts } from './facts.js';
import type { ResolvedEdge } from './merge-facts.js';
import type { ServerOutline } from './server-outline.js';

export interface FileToResolve {
  readonly path: WorkspacePath;
  readonly absolutePath: string;
  readonly language: string;
  readonly text: string;
  readonly contentHash: string;
  readonly chunks: readonly PlacedChunk[];
  readonly lineStarts: readonly number[];
  readonly mtimeMs: number;
  /** True: the text comes from an editor, not from the disk. */
  readonly unsaved: boolean;
  /** Null for languages that do not need them. */
  readonly names: WorkspaceNames | null;
  /** Of these names, those that symbols of the workspace have. Absent: not known. */
  readonly declared?: (names: readonly string[]) => ReadonlySet<string>;
  /** Absolute paths of the next files in the queue: a server can load several files at once. */
  readonly waiting?: () => readonly string[];
  /** All documents whose text is not saved. Absent: none. */
  readonly unsavedFiles?: () => readonly UnsavedFile[];
}

export interface UnsavedFile {
  readonly absolutePath: string;
  readonly language: string;
  readonly text: string;
}

/** Names that text can refer to in the workspace. */
export interface WorkspaceNames {
  /** Members of modules and classes. */
  readonly members: ReadonlySet<string>;
  /** File names without their extension, and the names of their folders, those above the workspace included. */
  readonly modules: ReadonlySet<string>;
}

/** Language servers as a source of facts; implemented in io/language-servers. A queue holds the files of one language of one root. */
export interface EdgeSource {
  /** The queue of a file; null if no server is available. Does not start a server. */
  queue(absolutePath: string, language: string): Promise<string | null>;
  /** The provenance of new facts in a queue; null if no server is available. Facts of another provenance are out of date. Does not start a server. */
  provenance(queue: string): Promise<string | null>;
  /**
   * Starts the server if needed, and waits until it is ready. `turn` is awaited before each question, so that other work can go first.
   * Rejects only when aborted, or when the server dies repeatedly: retry this queue later.
   */
  facts(file: FileToResolve, signal?: AbortSignal, turn?: () => Promise<void>): Promise<FileFacts | null>;
  /**
   * The symbols of a file whose syntax tree has errors; null if the server states none or is not more reliable.
   * Starts the server, waits and rejects like `facts`.
   */
  outline?(file: Pick<FileToResolve, 'absolutePath' | 'language' | 'text'>, signal?: AbortSignal): Promise<ServerOutline | null>;
  /** No more questions for now: caches may be dropped. */
  rest(): void;
}

/** An indexed file with the positions of its chunks. */
export interface PlacedFile {
  readonly path: WorkspacePath;
  readonly contentHash: string;
  readonly chunks: readonly PlacedChunk[];
  /** Offsets at which lines start. */
  readonly lineStarts: readonly number[];
}

/** Chunk id and number within the chunk. */
type MentionId = readonly [chunk: number, n: number];

export interface StoredReference extends OutlineReference {
  /** Identifies it for `replaceEdges`. */
  readonly at: MentionId;
}

export interface StoredFile extends PlacedFile {
  readonly language: string;
  readonly text: string;
  readonly mtimeMs: number;
  readonly unsaved: boolean;
  /** `from` is an index into `chunks`. */
  readonly references: readonly StoredReference[];
}

/** The new edges of a file. */
export interface FileEdges {
  readonly path: WorkspacePath;
  /** Of the text that the facts are about. */
  readonly contentHash: string;
  readonly edges: readonly ResolvedEdge[];
  /** Mentions that no server could resolve: they remain guesses by name. */
  readonly guesses: readonly MentionId[];
  readonly provenance: string;
  readonly incomplete: string | null;
}

export interface DueFile {
  readonly path: WorkspacePath;
  readonly mtimeMs: number;
  /** Of its valid facts; null where it has none. */
  readonly provenance: string | null;
}

export interface KnownFacts {
  readonly contentHash: string;
  readonly provenance: string;
  /** Something that the facts depend on has changed. */
  readonly stale: boolean;
  readonly incomplete: string | null;
}

export interface EdgeIndexCount {
  readonly language: string;
  /** Files with chunks. */
  readonly files: number;
  /** Files with facts about their present content. */
  readonly withEdges: number;
}

/** The part of the index that edge indexing uses. */
export interface EdgeStore {
  /** A file's metadata, without its text. */
  file(path: WorkspacePath): { readonly language: string; readonly contentHash: string; readonly provenance: string } | null;
  storedFile(path: WorkspacePath): StoredFile | null;
  placedFile(path: WorkspacePath): PlacedFile | null;
  /** Files of a language, each with the provenance of its valid facts. */
  dueFiles(language: string): readonly DueFile[];
  /** Of these names, those that symbols have, whatever their language. */
  declaredNames(names: readonly string[]): ReadonlySet<string>;
  /** Those of these files whose text comes from an editor. */
  unsavedTexts(
    paths: readonly WorkspacePath[],
  ): readonly { readonly path: WorkspacePath; readonly language: string; readonly text: string }[];
  staleFiles(limit: number): readonly { readonly path: WorkspacePath; readonly language: string }[];
  knownFacts(path: WorkspacePath): KnownFacts | null;
  neighbours(path: WorkspacePath, limit: number): readonly WorkspacePath[];
  edgeCounts(): readonly EdgeIndexCount[];
  /** Marks facts of these languages below a folder ('' for all) as out of date. */
  markStaleBelow(folder: WorkspacePath, languages: readonly string[]): void;
  /** In one transaction. Returns false, and changes nothing, if the file's content has changed meanwhile. */
  replaceEdges(edges: FileEdges): boolean;
}
