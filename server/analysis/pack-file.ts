/**
 * An analysed file as it crosses from a worker to the main thread: a few long strings and arrays of numbers instead of
 * thousands of small objects, which the structured clone would copy one by one (measured: four times the time, most of
 * it on the main thread, which also answers questions). Pure; `unpackFile(packFile(file))` equals the file, but that
 * the text of embedded parts stays behind.
 */
import type { AnalysedFile, Chunk, ChunkKind, ChunkMeta, EmbeddingPart, LexicalFields } from '../core/model/chunk.js';
import type { OutlineReference, ReferenceKind, SymbolKind } from '../core/model/symbol.js';

type Head = Omit<AnalysedFile, 'text' | 'chunks' | 'lexical' | 'parts' | 'vectors' | 'references'>;

export interface PackedFile {
  readonly head: Head;
  readonly text: string;
  /** Short strings that occur often or live long (names): each once. */
  readonly names: readonly string[];
  /** All other strings, one after the other; their lengths are among the numbers. */
  readonly strings: string;
  readonly numbers: Int32Array;
  readonly vectors: Float32Array | null;
}

/** In place of a length: the string is the one before it in the same column. */
const SAME = -1;
/** In place of an index or offset that is not there. */
const NONE = -1;

class Packer {
  readonly numbers: number[] = [];
  readonly strings: string[] = [];
  readonly names = new Map<string, number>();

  name(value: string | null | undefined): void {
    if (value === null || value === undefined) {
      this.numbers.push(NONE);
      return;
    }
    let at = this.names.get(value);
    if (at === undefined) {
      at = this.names.size;
      this.names.set(value, at);
    }
    this.numbers.push(at);
  }

  string(value: string, before?: string): void {
    if (value === before) this.numbers.push(SAME);
    else {
      this.numbers.push(value.length);
      if (value) this.strings.push(value);
    }
  }
}

export function packFile(file: AnalysedFile): PackedFile {
  const { text, chunks, lexical, parts, vectors, references, ...head } = file;
  const packer = new Packer();
  const { numbers } = packer;
  numbers.push(chunks.length, lexical.length, parts.length, references.length);
  for (const chunk of chunks) packChunk(chunk, packer);
  let path: string | undefined;
  for (const row of lexical) {
    // Rows without words stand between rows with the path's.
    packer.string(row.path, path);
    if (row.path) path = row.path;
    packer.string(row.name);
    packer.string(row.signature);
    packer.string(row.body);
  }
  for (const part of parts) {
    numbers.push(part.chunk);
    packer.string(part.hash);
    // What is embedded already is not needed again: that it was embedded now is.
    if (part.text === undefined) numbers.push(NONE);
    else packer.string(vectors ? '' : part.text);
  }
  for (const reference of references) {
    packer.name(reference.name);
    packer.name(reference.kind);
    numbers.push(reference.from, reference.line);
    packer.name(reference.module);
  }
  return {
    head,
    text,
    names: [...packer.names.keys()],
    strings: packer.strings.join(''),
    numbers: Int32Array.from(numbers),
    vectors,
  };
}

function packChunk(chunk: Chunk, packer: Packer): void {
  const { nameSpan, bodySpan, span, lines } = chunk;
  packer.string(chunk.key);
  packer.name(chunk.kind);
  packer.name(chunk.name);
  packer.name(chunk.qualifiedName);
  packer.name(chunk.symbolKind);
  packer.numbers.push(
    chunk.parent,
    span.start,
    span.end,
    lines.start,
    lines.end,
    nameSpan?.start ?? NONE,
    nameSpan?.end ?? NONE,
    bodySpan?.start ?? NONE,
    bodySpan?.end ?? NONE,
    chunk.tokens,
  );
  packer.string(chunk.signature);
  packer.string(chunk.doc);
  packer.name(JSON.stringify(chunk.meta));
}

class Unpacker {
  readonly #packed: PackedFile;
  #number = 0;
  #char = 0;

  constructor(packed: PackedFile) {
    this.#packed = packed;
  }

  number(): number {
    return this.#packed.numbers[this.#number++] as number;
  }
  name(): string | undefined {
    const at = this.number();
    return at === NONE ? undefined : (this.#packed.names[at] as string);
  }
  string(before?: string): string {
    const length = this.number();
    if (length === SAME) return before as string;
    this.#char += length;
    return this.#packed.strings.slice(this.#char - length, this.#char);
  }
  span(): { start: number; end: number } {
    return { start: this.number(), end: this.number() };
  }
}

export function unpackFile(packed: PackedFile): AnalysedFile {
  const from = new Unpacker(packed);
  const counts = [from.number(), from.number(), from.number(), from.number()] as const;
  const metas = new Map<string, ChunkMeta>();
  const chunks: Chunk[] = [];
  for (let i = 0; i < counts[0]; i++) chunks.push(unpackChunk(from, metas));
  const lexical: LexicalFields[] = [];
  let before: string | undefined;
  for (let i = 0; i < counts[1]; i++) {
    const path = from.string(before);
    if (path) before = path;
    lexical.push({ path, name: from.string(), signature: from.string(), body: from.string() });
  }
  const parts: EmbeddingPart[] = [];
  for (let i = 0; i < counts[2]; i++) {
    const chunk = from.number();
    const hash = from.string();
    const text = from.string(MISSING);
    parts.push(text === MISSING ? { chunk, hash } : { chunk, hash, text });
  }
  const references: OutlineReference[] = [];
  for (let i = 0; i < counts[3]; i++) {
    const name = from.name() as string;
    const kind = from.name() as ReferenceKind;
    const reference = { name, kind, from: from.number(), line: from.number() };
    const module = from.name();
    references.push(module === undefined ? reference : { ...reference, module });
  }
  return { ...packed.head, text: packed.text, chunks, lexical, parts, vectors: packed.vectors, references };
}

/** No part has this text: it stands for "absent" while unpacking. */
const MISSING = '\0absent';

function unpackChunk(from: Unpacker, metas: Map<string, ChunkMeta>): Chunk {
  const key = from.string();
  const kind = from.name() as ChunkKind;
  const name = from.name() as string;
  const qualifiedName = from.name() as string;
  const symbolKind = (from.name() ?? null) as SymbolKind | null;
  const parent = from.number();
  const span = from.span();
  const lines = from.span();
  const nameSpan = from.span();
  const bodySpan = from.span();
  const tokens = from.number();
  const signature = from.string();
  const doc = from.string();
  const written = from.name() as string;
  let meta = metas.get(written);
  if (!meta) {
    meta = JSON.parse(written) as ChunkMeta;
    metas.set(written, meta);
  }
  return {
    key,
    kind,
    parent,
    name,
    qualifiedName,
    symbolKind,
    span,
    lines,
    nameSpan: nameSpan.start === NONE ? null : nameSpan,
    bodySpan: bodySpan.start === NONE ? null : bodySpan,
    signature,
    doc,
    meta,
    tokens,
  };
}
