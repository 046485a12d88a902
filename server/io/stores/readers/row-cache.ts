/**
 * Caches rows that successive questions read again: chunk records, those of whole files, the children of chunks, texts and imports of files,
 * words of chunks, the list of files. An entry is valid until a commit names its chunk or file, the list until any.
 */
import { LRUCache } from 'lru-cache';
import type { ChildChunk, ChunkRecord } from '../../../core/model/chunk.js';
import type { Imported, IndexReader } from '../../../core/retrieval/ports.js';
import type { SourceWords } from '../../../core/retrieval/query/source-words.js';
import { remembered } from '../../../util/remembered.js';

/** About 1 KB a record. All records of an index with fewer chunks are kept. */
export const maxRecords = 50_000;
/** About 0.5 KB a child. */
const maxChildren = 20_000;
/** Of whole files, where the index has more records than are kept. */
const maxInFiles = 15_000;
const maxImports = 50_000;
const maxTextChars = 16_000_000;
/** 12 bytes a word, 18 MB in all: about 10 million characters. */
const maxWords = 1_500_000;

type Files = ReturnType<IndexReader['files']>;

export class RowCache {
  /** Read hundreds of times a question: the first that came are the first to go, whichever were read last. */
  readonly #records = new Map<number, ChunkRecord>();
  readonly #children = new LRUCache<number, readonly ChildChunk[]>({ maxSize: maxChildren, sizeCalculation: ({ length }) => 1 + length });
  readonly #ofFiles = new LRUCache<number, readonly ChunkRecord[]>({ maxSize: maxInFiles, sizeCalculation: ({ length }) => 1 + length });
  readonly #imports = new LRUCache<number, readonly Imported[]>({ maxSize: maxImports, sizeCalculation: ({ length }) => 1 + length });
  readonly #texts = new LRUCache<number, string>({ maxSize: maxTextChars, sizeCalculation: ({ length }) => 1 + length });
  readonly #words = new LRUCache<number, SourceWords>({ maxSize: maxWords, sizeCalculation: ({ words }) => 1 + words.length });

  #files: Files | null = null;

  /** Records in the order of `ids`; `read` reads those that are not cached; unknown ids are omitted. */
  chunks(ids: readonly number[], read: (missing: readonly number[]) => readonly ChunkRecord[]): ChunkRecord[] {
    const known = ids.map((id) => this.#records.get(id));
    const missing = ids.filter((_, i) => known[i] === undefined);
    if (!missing.length) return known as ChunkRecord[];
    const fresh = new Map(read(missing).map((record) => [record.id, record]));
    for (const [id, record] of fresh) {
      if (this.#records.size >= maxRecords) this.#records.delete(this.#records.keys().next().value as number);
      this.#records.set(id, record);
    }
    return ids.map((id, i) => known[i] ?? fresh.get(id)).filter((record) => record !== undefined);
  }

  children(parent: number, read: () => readonly ChildChunk[]): readonly ChildChunk[] {
    return remembered<number, readonly ChildChunk[]>(this.#children, parent, read);
  }

  chunksOfFile(file: number, read: () => readonly ChunkRecord[]): readonly ChunkRecord[] {
    return remembered<number, readonly ChunkRecord[]>(this.#ofFiles, file, read);
  }

  imports(file: number, read: () => readonly Imported[]): readonly Imported[] {
    return remembered<number, readonly Imported[]>(this.#imports, file, read);
  }

  files(read: () => Files): Files {
    this.#files ??= read();
    return this.#files;
  }

  text(file: number, read: () => string | null): string | null {
    const known = this.#texts.get(file);
    if (known !== undefined) return known;
    const text = read();
    if (text !== null) this.#texts.set(file, text);
    return text;
  }

  words(chunk: number, read: () => SourceWords): SourceWords {
    return remembered<number, SourceWords>(this.#words, chunk, read);
  }

  /** Files with these ids and chunks have changed or are gone. */
  changed(files: readonly number[], chunks: readonly number[]): void {
    this.#files = null;
    for (const file of files) {
      this.#texts.delete(file);
      this.#ofFiles.delete(file);
      this.#imports.delete(file);
    }
    for (const chunk of chunks) {
      this.#words.delete(chunk);
      this.#records.delete(chunk);
      this.#children.delete(chunk);
    }
  }

  clear(): void {
    this.#records.clear();
    this.#children.clear();
    this.#ofFiles.clear();
    this.#imports.clear();
    this.#files = null;
    this.#texts.clear();
    this.#words.clear();
  }
}
