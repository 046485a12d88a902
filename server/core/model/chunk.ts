/**
 * Chunks: the units that are embedded, searched, ranked and returned. One a symbol at every level, and enough
 * others that every line of a source file belongs to some chunk.
 */
import type { FileRole, LineSpan, WorkspacePath } from './file.js';
import type { MaskedPlace } from './masked-place.js';
import type { OutlineReference, SymbolKind, TextSpan, Visibility } from './symbol.js';

export const chunkKinds = ['symbol', 'module', 'comment', 'section', 'block'] as const;
export type ChunkKind = (typeof chunkKinds)[number];

/** Attributes of a chunk beyond its text. Stored as JSON. */
export interface ChunkMeta {
  readonly visibility?: Visibility;
  readonly exported?: boolean;
  readonly async?: boolean;
  readonly parameters?: readonly string[];
  readonly returnType?: string;
  readonly tags?: readonly string[];
  /** Names and modules imported by the file that this chunk mentions. */
  readonly imports?: readonly string[];
}

/** One chunk as the chunker makes it. `parent` is an index into the file's chunks, smaller than the own index, or -1. */
export interface Chunk {
  /** Stable over edits elsewhere in the file: hash of path, qualified name, kind and the ordinal among equals. */
  readonly key: string;
  readonly kind: ChunkKind;
  readonly parent: number;
  readonly name: string;
  /** `Container.name`; for a module chunk the file's stem. */
  readonly qualifiedName: string;
  readonly symbolKind: SymbolKind | null;
  readonly span: TextSpan;
  readonly lines: LineSpan;
  /** See OutlineSymbol.nameSpan and bodySpan. */
  readonly nameSpan: TextSpan | null;
  readonly bodySpan: TextSpan | null;
  readonly signature: string;
  readonly doc: string;
  readonly meta: ChunkMeta;
  /** Estimated tokens of the chunk as it is shown, children collapsed. */
  readonly tokens: number;
}

/** One piece of embedding text. Most chunks have one; a long leaf has several. */
export interface EmbeddingPart {
  /** Index into the file's chunks. */
  readonly chunk: number;
  /** Hash of the embedding text: equal text, equal vector. */
  readonly hash: string;
  /** The text itself, '' where it was embedded at once; absent where its vector is known already. */
  readonly text?: string;
}

/** The words of one chunk for the lexical index, already split; one string a field, blanks between words. */
export interface LexicalFields {
  readonly path: string;
  readonly name: string;
  readonly signature: string;
  readonly body: string;
}

/** Everything that the index stores of one file: the outcome of analysing it, committed in one transaction. */
export interface AnalysedFile {
  readonly path: WorkspacePath;
  readonly language: string;
  readonly role: FileRole;
  /** Hash of the bytes on disk (or of the buffer's text as UTF-8). */
  readonly contentHash: string;
  readonly sizeBytes: number;
  readonly mtimeMs: number;
  readonly origin: 'disk' | 'buffer';
  readonly lines: number;
  /** The text with secrets masked; offsets are the same as in the original. */
  readonly text: string;
  /** What is masked in it, in order; null where the text was masked before, and what is known of it holds. */
  readonly masked: readonly MaskedPlace[] | null;
  readonly provenance: string;
  readonly chunks: readonly Chunk[];
  /** By chunk, a fingerprint of what is stored of it besides its position (core/chunking/mark-chunks.ts). */
  readonly marks: readonly number[];
  readonly lexical: readonly LexicalFields[];
  readonly parts: readonly EmbeddingPart[];
  /** Row i is the vector of parts[i] (dimensions floats, unit length), where `vectors` is set; NaN-free. */
  readonly vectors: Float32Array | null;
  /** `from` is an index into `chunks`, or -1. */
  readonly references: readonly OutlineReference[];
  /** Why there are no chunks, or too few; null without a problem. */
  readonly problem: string | null;
}

/** A chunk as the index gives it back, joined with its file. */
export interface ChunkRecord extends Omit<Chunk, 'parent'> {
  readonly id: number;
  readonly fileId: number;
  readonly path: WorkspacePath;
  readonly language: string;
  readonly role: FileRole;
  readonly origin: 'disk' | 'buffer';
  readonly provenance: string;
  /** Chunk id of the parent, or null. */
  readonly parentId: number | null;
}

/** What showing a chunk needs of its children. */
export type ChildChunk = Pick<
  ChunkRecord,
  'id' | 'kind' | 'name' | 'symbolKind' | 'span' | 'lines' | 'nameSpan' | 'bodySpan' | 'signature' | 'tokens'
>;

/** What the order of chunks in a file depends on. */
export type ChunkPlace = Pick<Chunk, 'span' | 'nameSpan' | 'key'>;

/** Order of chunks of one file: of those with one span the outer one is first. */
export const compareInFile = (a: ChunkPlace, b: ChunkPlace): number =>
  a.span.start - b.span.start ||
  b.span.end - a.span.end ||
  (a.nameSpan?.start ?? -1) - (b.nameSpan?.start ?? -1) ||
  (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);

/** Order by path, then by place in the file: the same on every machine and after every way of indexing, which ids are not. */
export const comparePlaces = (a: ChunkRecord, b: ChunkRecord): number => (a.path < b.path ? -1 : a.path > b.path ? 1 : compareInFile(a, b));
