/**
 * What was read lately and is read again by the next question: chunk records, the children of chunks, texts of files.
 * Good until a commit names the file they belong to. Bounded; the oldest go first.
 */
import type { ChildChunk, ChunkRecord } from '../../core/model/chunk.js';

/** About 1 KB a record. */
const maxRecords = 12_000;
/** About 0.5 KB a child. */
const maxChildren = 20_000;
const maxTextChars = 16_000_000;

export class ReadCache {
  readonly #records = new Bounded<number, ChunkRecord>(maxRecords, () => 1);
  readonly #children = new Bounded<number, readonly ChildChunk[]>(maxChildren, (children) => 1 + children.length);
  readonly #texts = new Bounded<number, string>(maxTextChars, (text) => text.length);

  /** Records in the order of `ids`, what is missing read by `read`; ids that are not known are left out. */
  chunks(ids: readonly number[], read: (missing: readonly number[]) => readonly ChunkRecord[]): ChunkRecord[] {
    const missing = ids.filter((id) => !this.#records.has(id));
    const fresh = missing.length ? new Map(read(missing).map((record) => [record.id, record])) : null;
    const out: ChunkRecord[] = [];
    for (const id of ids) {
      const record = this.#records.get(id) ?? fresh?.get(id);
      if (record) out.push(record);
    }
    if (fresh) for (const [id, record] of fresh) this.#records.set(id, record);
    return out;
  }

  children(parent: number, read: () => readonly ChildChunk[]): readonly ChildChunk[] {
    return this.#children.getOr(parent, read);
  }

  text(file: number, read: () => string | null): string | null {
    return this.#texts.getOr(file, read);
  }

  /** Files with these ids and chunks have changed or are gone. */
  changed(files: readonly number[], chunks: readonly number[]): void {
    for (const file of files) this.#texts.delete(file);
    for (const chunk of chunks) {
      this.#records.delete(chunk);
      this.#children.delete(chunk);
    }
  }

  clear(): void {
    this.#records.clear();
    this.#children.clear();
    this.#texts.clear();
  }
}

/** A map that forgets its oldest entries when their sizes add up to more than `most`. */
class Bounded<Key, Value> {
  readonly #entries = new Map<Key, Value>();
  readonly #most: number;
  readonly #sizeOf: (value: Value) => number;
  #size = 0;

  constructor(most: number, sizeOf: (value: Value) => number) {
    this.#most = most;
    this.#sizeOf = sizeOf;
  }
  has(key: Key): boolean {
    return this.#entries.has(key);
  }
  get(key: Key): Value | undefined {
    return this.#entries.get(key);
  }
  getOr<Read extends Value | null>(key: Key, read: () => Read): Value | Read {
    const known = this.#entries.get(key);
    if (known !== undefined) return known;
    const value = read();
    if (value !== null) this.set(key, value);
    return value;
  }
  set(key: Key, value: Value): void {
    this.delete(key);
    this.#entries.set(key, value);
    this.#size += this.#sizeOf(value);
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= this.#most) break;
      this.delete(oldest);
    }
  }
  delete(key: Key): void {
    const value = this.#entries.get(key);
    if (value === undefined) return;
    this.#entries.delete(key);
    this.#size -= this.#sizeOf(value);
  }
  clear(): void {
    this.#entries.clear();
    this.#size = 0;
  }
}
