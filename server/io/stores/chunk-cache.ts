/**
 * Chunk records that were read lately. A chunk never changes and its id is never used twice, so a record is good until
 * the chunk is removed. Bounded; the oldest go first.
 */
import type { ChunkRecord } from '../../core/model/chunk.js';

/** About 1 KB a record. */
const maxRecords = 12_000;

export class ChunkCache {
  readonly #records = new Map<number, ChunkRecord>();

  /** Records in the order of `ids`, what is missing read by `read`; ids that are not known are left out. */
  get(ids: readonly number[], read: (missing: readonly number[]) => readonly ChunkRecord[]): ChunkRecord[] {
    const missing = ids.filter((id) => !this.#records.has(id));
    const fresh = missing.length ? new Map(read(missing).map((record) => [record.id, record])) : null;
    const out: ChunkRecord[] = [];
    for (const id of ids) {
      const record = this.#records.get(id) ?? fresh?.get(id);
      if (record) out.push(record);
    }
    if (fresh) for (const [id, record] of fresh) this.#put(id, record);
    return out;
  }

  /** Chunks with these ids are gone. */
  removed(first: number, end: number): void {
    if (end - first > this.#records.size) {
      for (const id of this.#records.keys()) if (id >= first && id < end) this.#records.delete(id);
    } else for (let id = first; id < end; id++) this.#records.delete(id);
  }

  clear(): void {
    this.#records.clear();
  }

  #put(id: number, record: ChunkRecord): void {
    if (this.#records.size >= maxRecords) this.#records.delete(this.#records.keys().next().value as number);
    this.#records.set(id, record);
  }
}
