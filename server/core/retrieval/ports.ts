/** What retrieval needs from the index, the embedder and the tokenizer. It only reads. */

import type { ModelId } from '../embedding/model-switch.js';
import type { ChildChunk, ChunkRecord } from '../model/chunk.js';
import type { FileRecord, WorkspacePath } from '../model/file.js';
import type { MaskedInFile } from '../model/masked-place.js';
import type { IndexedPart } from '../model/path-report.js';
import type { Problem } from '../model/problem.js';
import type { EdgeKind } from '../model/symbol.js';
import type { SourceWords } from './query/source-words.js';

export interface Scored {
  readonly chunkId: number;
  /** Higher is better; comparable only within one list. */
  readonly score: number;
}

/** Words for the lexical index, as `core/chunking/words.ts` splits them, with weights for each field. */
export interface LexicalQuery {
  readonly words: readonly string[];
  readonly weights: { readonly path: number; readonly name: number; readonly signature: number; readonly body: number };
}

export interface NameHit {
  readonly chunkId: number;
  readonly name: string;
  readonly score: number;
  /**
   * exact: the same letters; folded: the same but for case and separators; prefix: of the name; within: from another word of the name on,
   * `duplicates` in `find_duplicates`; fuzzy: within the edit distance, or elsewhere.
   */
  readonly match: 'exact' | 'folded' | 'prefix' | 'within' | 'fuzzy';
}

/** A symbol with how often its name is mentioned, shared among the symbols of that name; counted up to a bound. */
export interface Prominent {
  readonly chunkId: number;
  readonly mentions: number;
}

/** One edge as stored: a mention of `name` inside chunk `fromId`, and the chunk that a language server resolved it to. */
export interface EdgeRecord {
  readonly fromId: number;
  /** The chunk that it resolves to; null where it is not resolved: then any chunk with the name. */
  readonly toId: number | null;
  readonly name: string;
  /** Of an unresolved mention: the module of an import, else the qualifier (`OutlineReference`); null for a name alone. */
  readonly qualifier: string | null;
  /** Of an unresolved call: how many arguments it has; absent where that is not known. */
  readonly arguments?: number;
  readonly kind: EdgeKind;
  readonly path: WorkspacePath;
  readonly line: number;
  readonly provenance: string;
}

/** A name that a file imports, and the module as written. */
export interface Imported {
  readonly name: string;
  readonly module: string | null;
}

/** A line that a pattern matches, 0-based, and its text. */
export interface FoundLine {
  readonly line: number;
  readonly text: string;
}

/** For each text the lines on which a match of `pattern` (global, multi-line) begins, at most `limit` over all texts. */
export type LineSearch = (pattern: RegExp, texts: readonly string[], limit: number) => readonly (readonly FoundLine[])[];

/** A symbol's name similar to a word. */
export interface SimilarName {
  readonly name: string;
  /** Edits between both, without case and separators; one more than allowed where vowels are missing. */
  readonly distance: number;
}

export interface IndexReader {
  /** Changes with every commit of files. */
  readonly generation: number;
  /** Changes with everything that is stored: files, edges of language servers, importance. */
  readonly writes: number;
  /** BM25 over chunks, best first. Throws ContextError('index') where the lexical index cannot be read. */
  lexical(query: LexicalQuery, limit: number): readonly Scored[];
  /** Chunks that contain these words next to each other; at most `limit`, unordered. @param gap so many words may be between two of them; default 0 */
  phrase(words: readonly string[], limit: number, gap?: number): readonly number[];
  /** All chunks that contain these words next to each other; null where there are `limit` or more, which costs less to find out. */
  phraseIfRare(words: readonly string[], limit: number, gap?: number): readonly number[] | null;
  /**
   * Cosine similarity of `vector` (unit length) with the stored vectors of a model, best first, one row a chunk (its best part).
   * @param model whose vectors; the embedded model's where absent. Vectors of different models are never compared.
   */
  similar(vector: Float32Array, limit: number, model?: ModelId): Promise<readonly Scored[]>;
  /** Begins a search that `similar` will soon be asked for with the embedded model's vector; later commits are still seen. */
  similarAhead(vector: Float32Array, limit: number): void;
  /**
   * Cosine similarity of `vector` (unit length) with the stored vectors of these chunks (their best part); chunks without one
   * are omitted. @param model as for `similar`
   */
  cosines(vector: Float32Array, chunkIds: readonly number[], model?: ModelId): ReadonlyMap<number, number>;
  /** How `similar` works at the moment, for status: 'faiss-flat', 'bytes' or 'exact', and why. */
  readonly vectorIndex: { readonly kind: string; readonly reason: string };
  /** Chunks whose name is one of `names`, compared without case and separators (`get_user` finds `getUser`). */
  named(names: readonly string[], limitPerName: number): readonly NameHit[];
  /** Ids of the chunks of a file that have one of the names as written. */
  namedIn(fileId: number, names: readonly string[]): readonly number[];
  /** Names as they are typed: prefix and fuzzy, over names, signatures and summaries (MiniSearch). */
  searchNames(text: string, limit: number): readonly NameHit[];
  /** Names of symbols that differ from a word by an edit or two, or by missing vowels; nearest first. Needs no built index. */
  similarNames(word: string, limit: number): readonly SimilarName[];
  chunks(ids: readonly number[]): readonly ChunkRecord[];
  /** One chunk for each file with the key. */
  chunksByKey(key: string): readonly ChunkRecord[];
  /** Ids of chunks with one of the tags, at most `limit`. Reads every chunk's metadata: for filters, not for each question. */
  tagged(tags: readonly string[], limit: number): readonly number[];
  /** Direct children of a chunk, in source order. */
  children(chunkId: number): readonly ChildChunk[];
  /** Every chunk of one file, in source order. */
  chunksOfFile(fileId: number): readonly ChunkRecord[];
  file(path: WorkspacePath): FileRecord | null;
  /** What the index holds of a file, or of the files below a folder; '' for all. */
  indexedAt(path: WorkspacePath): IndexedPart;
  /** What is masked in the files, by path and line. */
  masked(): readonly MaskedInFile[];
  fileText(fileId: number): string | null;
  /** The words of a chunk's text, with offsets in its file. */
  chunkWords(chunk: ChunkRecord): SourceWords;
  /** Every file, unordered. */
  files(): readonly Pick<FileRecord, 'id' | 'path' | 'language' | 'role'>[];
  /** Changes where files are added or removed, and with the contents of files of these names; cheaper than `files`. */
  filesVersion(names: readonly string[]): string;
  /** Texts by file id; with `containing` only those that contain it, whatever the case of its ASCII letters. */
  fileTexts(fileIds: readonly number[], containing: string | null): ReadonlyMap<number, string>;
  /** Edges out of chunks: resolved ones, and mentions of names that no language server resolved. */
  edgesFrom(chunkIds: readonly number[]): readonly EdgeRecord[];
  /** Mentions of names that no language server has resolved, at most `limit`; those of some kinds alone where these are given. */
  edgesTo(names: readonly string[], limit: number, kinds?: readonly EdgeKind[]): readonly EdgeRecord[];
  /** Resolved edges that lead to chunks, at most `limit`. */
  edgesInto(chunkIds: readonly number[], limit: number): readonly EdgeRecord[];
  /** What a file imports. */
  imports(fileId: number): readonly Imported[];
  /** By path, the language server that the edges of a file come from; without files whose edges come from syntax alone. */
  provenances(paths: readonly WorkspacePath[]): ReadonlyMap<WorkspacePath, string>;
  /** In how many chunks a word occurs, for weighing the words of a question; capped. */
  documentFrequency(words: readonly string[]): ReadonlyMap<string, number>;
  /**
   * 0 to 1 by file id: how many other files mention names that this file alone (or nearly alone) defines, on a
   * logarithmic scale. As of the last idle time; empty until then.
   */
  fileImportance(fileId: number): number;
  /** At most `limit` symbols, unordered: of the files that `fileImportance` puts first, then of any. */
  prominent(limit: number): readonly Prominent[];
  /** Chunks in the index, nearly exact: for weighing words. */
  chunkCount(): number;
  counts(): { files: number; chunks: number; vectors: number; symbols: number; references: number; languages: Record<string, number> };
}

export interface WordFrequencies {
  readonly chunks: number;
  /** Chunks that contain a word. */
  having(word: string): number;
}

/** A question as a unit vector; the zero vector where nothing in it is known. */
export interface EmbeddedQuery {
  readonly vector: Float32Array;
  /** The model whose vectors it can be compared with. */
  readonly model: ModelId;
  /** Why another model than the chosen one answered; null where the chosen one did. */
  readonly problem: Problem | null;
  /** True where it is not the embedded model's: its cosines have another scale. */
  readonly isOtherModel?: boolean;
}

export interface Embedder {
  /** @param corpus how common words are in the index; an embedder may weigh by it */
  embedQuery(text: string, corpus?: WordFrequencies, signal?: AbortSignal): Promise<EmbeddedQuery>;
  /** Cosine of two words in the embedded model, whatever model is in use; 0 for one that it does not know. */
  similarity(a: string, b: string): number;
}

/** Counts tokens as cl100k_base does; `estimate` is cheap and within about 15 %. */
export interface TokenCounter {
  count(text: string): number;
  estimate(text: string): number;
}
