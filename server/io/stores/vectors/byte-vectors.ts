/**
 * Vectors in memory as the index stores them, one byte a dimension, and their exact search. All rows are read for every question:
 * nothing is trained or built, and what is found depends on the rows alone.
 */
import { closeSync, fstatSync, openSync, readSync, writeFileSync } from 'node:fs';
import { nextTurn } from '../../../util/next-turn.js';
import type { VectorSlice } from '../sqlite/vector-codes.js';
import { BestRows } from './best-rows.js';
import { type DotProducts, laneValues, openDotProducts } from './dot-products.js';

/** Vector ids with their scores, best first. */
export interface VectorHits {
  readonly ids: readonly number[];
  readonly scores: readonly number[];
}

/** Rows of one block: its products fit into the cache of a processor. */
export const blockRows = 4_096;
/** Rows ranked again by floats beyond those wanted: a question has 16 bits a dimension, which changes places of near equals only. */
const spare = 32;

interface Block {
  /** Ascending, also from block to block. */
  readonly ids: Float64Array;
  readonly scales: Float32Array;
}

export class ByteVectors {
  readonly #dimensions: number;
  readonly #kernel: DotProducts;
  /** Bytes of a row: its dimensions, then zeros. */
  readonly #stride: number;
  /** Places in the kernel's memory: the question lies at 0, then come the products of a block with it, then all blocks. */
  readonly #products: number;
  readonly #first: number;
  readonly #blocks: Block[] = [];
  #rows = 0;

  constructor(dimensions: number) {
    this.#dimensions = dimensions;
    this.#stride = Math.ceil(dimensions / laneValues) * laneValues;
    this.#products = 2 * this.#stride;
    this.#first = this.#products + 4 * blockRows;
    this.#kernel = openDotProducts(this.#first);
  }

  get rows(): number {
    return this.#rows;
  }
  /** The greatest id; 0 where there are no rows. */
  get lastId(): number {
    return this.#rows > 0 ? this.#idOf(this.#rows - 1) : 0;
  }
  ids(): Float64Array {
    const ids = new Float64Array(this.#rows);
    for (let row = 0; row < this.#rows; row += blockRows)
      ids.set(this.#blockOf(row).ids.subarray(0, Math.min(blockRows, this.#rows - row)), row);
    return ids;
  }

  /** Forgets all rows and keeps the memory. */
  clear(): void {
    this.#blocks.length = 0;
    this.#rows = 0;
  }

  /** Appends rows with ids above all others. Throws RangeError beyond 4 GB. */
  add({ ids, scales, codes }: VectorSlice): void {
    const dimensions = this.#dimensions;
    const rows = ids.length;
    let bytes: Int8Array = new Int8Array(0);
    for (let i = 0, from = 0; i < rows; i++, from += dimensions) {
      const at = this.#rows % blockRows;
      if (at === 0) bytes = this.#addBlock();
      else if (i === 0) bytes = this.#codes(this.#blocks.length - 1);
      bytes.set(codes.subarray(from, from + dimensions), at * this.#stride);
      const block = this.#blockOf(this.#rows++);
      block.ids[at] = ids[i] as number;
      block.scales[at] = scales[i] as number;
    }
  }

  /**
   * The `k` rows with the greatest inner products with `vector` (`dimensions` finite floats), best first, equals by id; those in
   * `removed` are omitted.
   */
  search(vector: Float32Array, k: number, removed: ReadonlySet<number> = new Set()): VectorHits {
    const best = new BestRows(k + spare);
    this.#ask(vector);
    this.#scan(best, removed);
    const ranked = best.rows
      .map((row) => ({ id: this.#idOf(row), score: this.#score(row, vector) }))
      .sort((a, b) => b.score - a.score || a.id - b.id)
      .slice(0, Math.max(0, k));
    return { ids: ranked.map(({ id }) => id), scores: ranked.map(({ score }) => score) };
  }

  /** Writes all rows but their ids, as they are when it is called; searches have their turn between blocks. */
  async write(path: string): Promise<void> {
    const blocks = this.#blocks.slice();
    const file = openSync(path, 'w', 0o600);
    try {
      for (const [index, { scales }] of blocks.entries()) {
        writeFileSync(file, scales);
        writeFileSync(file, this.#codes(index));
        await nextTurn();
      }
    } finally {
      closeSync(file);
    }
  }

  /** Appends what `write` wrote to no rows. Throws where file and ids do not fit. */
  read(path: string, ids: Float64Array): void {
    const file = openSync(path, 'r');
    try {
      const blocks = Math.ceil(ids.length / blockRows);
      if (fstatSync(file).size !== blocks * blockRows * (4 + this.#stride)) throw new Error('rows and ids do not fit');
      for (let index = 0; index < blocks; index++) {
        const codes = this.#addBlock();
        const block = this.#blockOf(index * blockRows);
        readWhole(file, block.scales);
        readWhole(file, codes);
        block.ids.set(ids.subarray(index * blockRows, (index + 1) * blockRows));
      }
      this.#rows = ids.length;
    } finally {
      closeSync(file);
    }
  }

  /** Writes the question into the kernel's memory, as Int16 whose products with any bytes add up to less than 32 bits. */
  #ask(vector: Float32Array): void {
    let largest = 0;
    let sum = 0;
    for (const value of vector) {
      largest = Math.max(largest, Math.abs(value));
      sum += Math.abs(value);
    }
    const factor = largest > 0 ? Math.min(32_767 / largest, (2 ** 24 - 1 - vector.length / 2) / sum) : 0;
    const question = new Int16Array(this.#kernel.memory.buffer, 0, this.#stride);
    for (let d = 0; d < vector.length; d++) question[d] = Math.round((vector[d] as number) * factor);
  }

  #scan(best: BestRows, removed: ReadonlySet<number>): void {
    const { dot, memory } = this.#kernel;
    const products = new Int32Array(memory.buffer, this.#products, blockRows);
    this.#blocks.forEach(({ ids, scales }, index) => {
      const rows = Math.min(blockRows, this.#rows - index * blockRows);
      dot(this.#placeOf(index), rows, this.#stride, 0, this.#products);
      for (let at = 0; at < rows; at++) {
        const score = (products[at] as number) * (scales[at] as number);
        if (score > best.bound && !removed.has(ids[at] as number)) best.add(index * blockRows + at, score);
      }
    });
  }

  /** The inner product of a row with a vector, by floats. */
  #score(row: number, vector: Float32Array): number {
    const codes = this.#codes(Math.floor(row / blockRows));
    const from = (row % blockRows) * this.#stride;
    let sum = 0;
    for (let d = 0; d < vector.length; d++) sum += (vector[d] as number) * (codes[from + d] as number);
    return sum * (this.#blockOf(row).scales[row % blockRows] as number);
  }

  #addBlock(): Int8Array {
    const pages = Math.ceil(this.#placeOf(this.#blocks.length + 1) / 65_536) - this.#kernel.memory.buffer.byteLength / 65_536;
    if (pages > 0) this.#kernel.memory.grow(pages);
    this.#blocks.push({ ids: new Float64Array(blockRows), scales: new Float32Array(blockRows) });
    return this.#codes(this.#blocks.length - 1);
  }

  #blockOf(row: number): Block {
    return this.#blocks[Math.floor(row / blockRows)] as Block;
  }
  #idOf(row: number): number {
    return this.#blockOf(row).ids[row % blockRows] as number;
  }
  #placeOf(block: number): number {
    return this.#first + block * blockRows * this.#stride;
  }
  /** Valid until a block is added: growing moves the memory. */
  #codes(block: number): Int8Array {
    return new Int8Array(this.#kernel.memory.buffer, this.#placeOf(block), blockRows * this.#stride);
  }
}

function readWhole(file: number, into: NodeJS.ArrayBufferView): void {
  for (let at = 0; at < into.byteLength; ) {
    const read = readSync(file, into, at, into.byteLength - at, null);
    if (read === 0) throw new Error('the file ends early');
    at += read;
  }
}
