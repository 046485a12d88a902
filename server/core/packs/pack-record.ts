/**
 * What a pack holds of one file's content, found by the hash of its bytes: its chunks and mentions as positions, the vectors of its
 * embedding texts, and what language servers stated of it. Strings are slices of the file's text (text-slices.ts), so that nothing of it
 * can be read without the file itself.
 */
import type { ChunkKind } from '../model/chunk.js';
import type { EdgeKind, ReferenceKind, SymbolKind, Visibility } from '../model/symbol.js';
import type { TextSlices } from './text-slices.js';

/** Index into `strings`; `derived`: made from path or text, or from the names around it. */
export const derived = -1;
/** A qualified name that is the name itself. */
export const sameAsName = -2;
/** No position. */
export const absent = -1;

export interface PackedMeta {
  readonly visibility?: Visibility;
  readonly exported?: true;
  readonly async?: true;
  readonly parameters?: readonly number[];
  readonly returnType?: number;
  readonly tags?: readonly number[];
  readonly imports?: readonly number[];
}

/** Positions are UTF-16 offsets in the masked text, as start and length. `parent` is an earlier chunk, or -1. */
export type PackedChunk = readonly [
  kind: ChunkKind,
  parent: number,
  symbolKind: SymbolKind | null,
  start: number,
  length: number,
  name: number,
  qualifiedName: number,
  signature: number,
  doc: number,
  nameStart: number,
  nameLength: number,
  bodyStart: number,
  bodyLength: number,
  meta: PackedMeta,
];

/** `line` counts from the first line of the chunk. `module`: a string, or `absent`. `settled`: 1 where an edge takes its place. `count`: of a call's arguments, or `absent`. */
export type PackedReference = readonly [
  chunk: number,
  kind: ReferenceKind,
  line: number,
  name: number,
  module: number,
  settled: 0 | 1,
  count: number,
];

/** `target`: an entry of `targets`, or -1 for the file itself. Keys of chunks are those of the path below the root. */
export type PackedEdge = readonly [from: string, target: number, to: string, kind: EdgeKind, line: number, mentions: number];

/** The edges of a file by a language server, with the state of the files that they lead to. */
export interface PackedFacts {
  /** Hash of the path below the root. */
  readonly path: string;
  readonly provenance: string;
  readonly targets: readonly (readonly [path: string, contentHash: string])[];
  readonly edges: readonly PackedEdge[];
}

export interface PackRecord {
  readonly language: string;
  readonly provenance: string;
  readonly strings: readonly TextSlices[];
  readonly chunks: readonly PackedChunk[];
  readonly references: readonly PackedReference[];
  /** Hashes of embedding texts; the rows of vectors are in their order. */
  readonly parts: readonly string[];
  /** One for each path that has this content and facts. */
  readonly facts: readonly PackedFacts[];
}

/** Provenances are shown, so they are of the forms that this program makes (`provenanceText`, `provenanceOfOutline`), and no other text. */
const server = String.raw`[\w.@/+-]{1,60}(?: [\w.+-]{1,40})? #[\w-]{1,12}`;
const ofFacts = new RegExp(`^${server}$`);
const ofOutline = new RegExp(`^(?:${server}, )?syntax:[\\w-]{1,40}(?: with errors)?$`);
const matches = (pattern: RegExp) => (text: unknown) => typeof text === 'string' && pattern.test(text);
export const isFactsProvenance = matches(ofFacts);
export const isOutlineProvenance = matches(ofOutline);
