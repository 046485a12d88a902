/** What edge indexing needs: language servers to state facts, and a store to read from and write to. */
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
  /** True: the text is an editor's, not the disk's. */
  readonly unsaved: boolean;
  /** Null where they are not known. */
  readonly names: WorkspaceNames | null;
  /** Absolute paths of some files of the queue that come next: what a server loads for one may serve them, too. */
  readonly waiting?: () => readonly string[];
}

/** What a text may mean of the workspace. */
export interface WorkspaceNames {
  /** Of what modules and classes have. */
  readonly members: ReadonlySet<string>;
  /** Of files without their ending, and of the folders that they lie in, those above the workspace included. */
  readonly modules: ReadonlySet<string>;
}

/** Language servers, implemented in io/language-servers; tests script it. A queue is what one server has to do for one language of one root. */
export interface EdgeSource {
  /** The queue of a file; null where no server is to be had for it. Starts none. */
  queue(absolutePath: string, language: string): Promise<string | null>;
  /** Who would state facts in a queue now; null where no server is to be had. Facts of another provenance are out of date. Starts none. */
  provenance(queue: string): Promise<string | null>;
  /**
   * Starts the server where it does not run, and waits until it is ready. `turn` is awaited before each question: others
   * may come first. Rejects only when aborted, or where the server dies again and again: leave this queue for later.
   */
  facts(file: FileToResolve, signal?: AbortSignal, turn?: () => Promise<void>): Promise<FileFacts | null>;
  /**
   * The symbols of a file whose syntax has errors; null where its server states none, or is not known to state better ones.
   * Starts the server, waits, and rejects as `facts` does.
   */
  outline?(file: Pick<FileToResolve, 'absolutePath' | 'language' | 'text'>, signal?: AbortSignal): Promise<ServerOutline | null>;
  /** Nothing more is to be asked for now: what was kept for it may go. */
  rest(): void;
}

/** Chunks of an indexed file by their places. */
export interface PlacedFile {
  readonly path: WorkspacePath;
  readonly contentHash: string;
  readonly chunks: readonly PlacedChunk[];
  /** Offsets at which lines start. */
  readonly lineStarts: readonly number[];
}

/** Chunk id and number within the chunk. */
export type MentionId = readonly [chunk: number, n: number];

export interface StoredReference extends OutlineReference {
  /** Names it to `replaceEdges`. */
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

/** What is to take the place of a file's edges. */
export interface FileEdges {
  readonly path: WorkspacePath;
  /** Of the text that the facts are about. */
  readonly contentHash: string;
  readonly edges: readonly ResolvedEdge[];
  /** Mentions that no server could tell: they stay guesses by name. */
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
  /** Something that they rest on is another thing now. */
  readonly stale: boolean;
  readonly incomplete: string | null;
}

export interface EdgeIndexCount {
  readonly language: string;
  /** Files that hold anything. */
  readonly files: number;
  /** Files with facts about their present content. */
  readonly withEdges: number;
}

/** The index, as far as structure goes. */
export interface EdgeStore {
  /** What is told of a file without reading it. */
  file(path: WorkspacePath): { readonly language: string; readonly contentHash: string; readonly provenance: string } | null;
  storedFile(path: WorkspacePath): StoredFile | null;
  placedFile(path: WorkspacePath): PlacedFile | null;
  /** Files of a language, each with the provenance of its valid facts. */
  dueFiles(language: string): readonly DueFile[];
  staleFiles(limit: number): readonly { readonly path: WorkspacePath; readonly language: string }[];
  knownFacts(path: WorkspacePath): KnownFacts | null;
  neighbours(path: WorkspacePath, limit: number): readonly WorkspacePath[];
  edgeCounts(): readonly EdgeIndexCount[];
  /** Facts of these languages below a folder ('' for all) are out of date: how their server reads it has changed. */
  markStaleBelow(folder: WorkspacePath, languages: readonly string[]): void;
  /** In one transaction. False, and nothing changes, where the file's content is another one by now. */
  replaceEdges(withEdges: FileEdges): boolean;
}
