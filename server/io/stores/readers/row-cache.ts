/**
 * Caches rows that successive questions read again: chunk records, the children of chunks, texts of files, words of chunks.
 * An entry is valid until a commit names its chunk or file.
 */
import { LRUCache } from 'lru-cache';
import type { ChildChunk, ChunkRecord } from '../../../core/model/chunk.js';
import type { SourceWords } from '../../../core/retrieval/query/source-words.js';
import { remembered } from '../../../util/remembered.js';

/** About 1 KB a record. All records of an index with fewer chunks are kept. */
export const maxRecords = 30_000;
/** About 0.5 KB a child. */
const maxChildren = 20_000;
const maxTextChars = 16_000_000;
/** 12 bytes a word, 18 MB in all: about 10 million characters. */
const maxWords = 1_500_000;

export class RowCache {
  /** Read hundreds of times a question: the first that came are the first to go, whichever were read last. */
  readonly #records = new Map<number, ChunkRecord>();
  readonly #children = new LRUCache<number, readonly ChildChunk[]>({ maxSize: maxChildren, sizeCalculation: ({ length }) => 1 + length });
  readonly #texts = new LRUCache<number, string>({ maxSize: maxTextChars, sizeCalculation: ({ length }) => 1 + length });
  readonly #words = new LRUCache<number, SourceWords>({ maxSize: maxWords, sizeCalculation: ({ words }) => 1 + words.length });

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
    for (const file of files) this.#texts.delete(file);
    for (const chunk of chunks) {
      this.#words.delete(chunk);
      this.#records.delete(chunk);
      this.#children.delete(chunk);
    }
  }

  clear(): void {
    this.#records.clear();
    this.#children.clear();
    this.#texts.clear();
    this.#words.clear();
  }
}
