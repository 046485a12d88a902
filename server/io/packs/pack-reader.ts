/** Reads records of fetched packs in the analysis workers. The folder was written by fetch-packs.ts, which has checked its bytes. */
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { openBlock, type PackedRecord, splitHashes } from './pack-block.js';

export const blocksName = 'blocks.bin';
export const blockListName = 'blocks.json';
/** What is in the folder, as `blockListName` holds it. `keys`: of the records that are taken from the block, each from one. */
export interface LocalBlock {
  readonly offset: number;
  readonly bytes: number;
  readonly keys: string;
  /** Those of them that have facts. */
  readonly withFacts: string;
}

/** Files come about in the order of their paths, which is the order of the records. */
const cachedBlocks = 8;

export class PackReader {
  readonly #file: number;
  readonly #blocks: readonly LocalBlock[];
  readonly #blockOf = new Map<string, number>();
  readonly #cache = new Map<number, ReadonlyMap<string, PackedRecord>>();

  /** Throws where the folder cannot be read. */
  constructor(folder: string) {
    this.#blocks = JSON.parse(readFileSync(join(folder, blockListName), 'utf8')) as LocalBlock[];
    for (const [n, { keys }] of this.#blocks.entries()) for (const key of splitHashes(keys)) this.#blockOf.set(key, n);
    this.#file = openSync(join(folder, blocksName), 'r');
  }

  get(contentHash: string): PackedRecord | null {
    const block = this.#blockOf.get(contentHash);
    return block === undefined ? null : (this.#open(block).get(contentHash) ?? null);
  }

  /** All records with facts of language servers. */
  *withFacts(): Generator<PackedRecord> {
    for (const [n, { withFacts }] of this.#blocks.entries())
      for (const key of splitHashes(withFacts)) {
        const record = this.#open(n).get(key);
        if (record) yield record;
      }
  }

  close(): void {
    closeSync(this.#file);
  }

  #open(n: number): ReadonlyMap<string, PackedRecord> {
    const cached = this.#cache.get(n);
    if (cached) return cached;
    const { offset, bytes } = this.#blocks[n] as LocalBlock;
    const buffer = Buffer.alloc(bytes);
    readSync(this.#file, buffer, 0, bytes, offset);
    const records = new Map(openBlock(blocksName, buffer).map((record) => [record.contentHash, record]));
    if (this.#cache.size >= cachedBlocks) this.#cache.delete(this.#cache.keys().next().value as number);
    this.#cache.set(n, records);
    return records;
  }
}
