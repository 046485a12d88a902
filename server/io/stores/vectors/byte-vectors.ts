/**
 * Vectors in memory as the index stores them, one byte a dimension, and their exact search. All rows are read for every question:
 * nothing is trained or built, and what is found depends on the rows alone.
 */
import { closeSync, fstatSync, openSync, readSync, writeFileSync } from 'node:fs';
import { nextTurn } from '../../../util/next-turn.js';
import type { VectorSlice } from '../sqlite/vector-codes.js';
import { BestRows } from './best-rows.js';
import { type DotProducts, laneValues, openDotProducts, pageBytes } from './dot-products.js';

/** Vector ids with their scores, best first. */
export interface VectorHits {
  readonly ids: readonly number[];
  readonly scores: readonly number[];
}

/** Rows of one block: after each of them the bound of a search rises. */
export const blockRows = 4_096;
/** What is found of a block: a number and a product of each row at most. Bytes. */
const foundBytes = 8 * blockRows;
/** Rows ranked again by floats beyond those wanted: a question has 16 bits a dimension, which changes places of near equals only. */
const spare = 32;
/** Room made at once for more rows, as a share of those there are: growing each time took as long as reading them. */
const spareShare = 1 / 8;
const maxBytes = 2 ** 32;

export class ByteVectors {
  readonly #dimensions: number;
  readonly #kernel: DotProducts;
  /** Bytes of a row: its dimensions, then zeros. */
  readonly #stride: number;
  /** Places in the kernel's memory: the question lies at 0, then comes what is found of a block, then all blocks: scales and rows. */
  readonly #found: number;
  readonly #first: number;
  readonly #blockBytes: number;
  /** By block; ascending, also from block to block. */
  readonly #blocks: Float64Array[] = [];
  #rows = 0;

  constructor(dimensions: number) {
    this.#dimensions = dimensions;
    this.#stride = Math.ceil(dimensions / laneValues) * laneValues;
    this.#found = 2 * this.#stride;
    this.#first = this.#found + foundBytes;
    this.#blockBytes = blockRows * (4 + this.#stride);
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
      ids.set(this.#blockOf(row).subarray(0, Math.min(blockRows, this.#rows - row)), row);
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
    const blocks = Math.ceil((this.#rows + rows) / blockRows);
    if (blocks > this.#blocks.length) this.#reserve(blocks, spareShare);
    for (let from = 0, count = 0; from < rows; from += count) {
      const at = this.#rows % blockRows;
      const block = Math.floor(this.#rows / blockRows);
      count = Math.min(rows - from, blockRows - at);
      if (at === 0) this.#blocks.push(new Float64Array(blockRows));
      (this.#blocks[block] as Float64Array).set(ids.subarray(from, from + count), at);
      this.#scales(block).set(scales.subarray(from, from + count), at);
      this.#setCodes(block, at, codes.subarray(from * dimensions, (from + count) * dimensions));
      this.#rows += count;
    }
  }

  /** Rows of one block, from the row `at` on. */
  #setCodes(block: number, at: number, codes: Int8Array): void {
    const own = this.#codes(block);
    const [dimensions, stride] = [this.#dimensions, this.#stride];
    if (stride === dimensions) own.set(codes, at * stride);
    else
      for (let from = 0, to = at * stride; from < codes.length; from += dimensions, to += stride)
        own.set(codes.subarray(from, from + dimensions), to);
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
    const blocks = this.#blocks.length;
    const file = openSync(path, 'w', 0o600);
    try {
      for (let block = 0; block < blocks; block++) {
        writeFileSync(file, this.#bytes(block));
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
      if (fstatSync(file).size !== blocks * this.#blockBytes) throw new Error('rows and ids do not fit');
      this.#reserve(blocks);
      for (let block = 0; block < blocks; block++) {
        const own = new Float64Array(blockRows);
        own.set(ids.subarray(block * blockRows, (block + 1) * blockRows));
        this.#blocks.push(own);
        readWhole(file, this.#bytes(block));
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
    const { rowsAbove, memory } = this.#kernel;
    const found = new Int32Array(memory.buffer, this.#found, 2 * blockRows);
    this.#blocks.forEach((ids, block) => {
      const rows = Math.min(blockRows, this.#rows - block * blockRows);
      const scales = this.#scales(block);
      const end = rowsAbove(this.#codesAt(block), rows, this.#stride, 0, scales.byteOffset, this.#found, best.bound);
      for (let i = 0; i < (end - this.#found) / 4; i += 2) {
        const row = found[i] as number;
        const score = (found[i + 1] as number) * (scales[row] as number);
        if (score > best.bound && !removed.has(ids[row] as number)) best.add(block * blockRows + row, score);
      }
    });
  }

  /** The inner product of a row with a vector, by floats. */
  #score(row: number, vector: Float32Array): number {
    const block = Math.floor(row / blockRows);
    const codes = this.#codes(block);
    const from = (row % blockRows) * this.#stride;
    let sum = 0;
    for (let d = 0; d < vector.length; d++) sum += (vector[d] as number) * (codes[from + d] as number);
    return sum * (this.#scales(block)[row % blockRows] as number);
  }

  /** Makes room for so many blocks, and for a share more of them. Growing costs as much for a page as for many. */
  #reserve(blocks: number, spare = 0): void {
    const bytesFor = (count: number): number => this.#first + count * this.#blockBytes;
    const { memory } = this.#kernel;
    const missing = bytesFor(blocks) - memory.buffer.byteLength;
    if (missing <= 0) return;
    const wanted = Math.min(bytesFor(blocks * (1 + spare)), maxBytes) - memory.buffer.byteLength;
    memory.grow(Math.ceil(Math.max(missing, wanted) / pageBytes));
  }

  #blockOf(row: number): Float64Array {
    return this.#blocks[Math.floor(row / blockRows)] as Float64Array;
  }
  #idOf(row: number): number {
    return this.#blockOf(row)[row % blockRows] as number;
  }
  #placeOf(block: number): number {
    return this.#first + block * this.#blockBytes;
  }
  #codesAt(block: number): number {
    return this.#placeOf(block) + 4 * blockRows;
  }
  /** Scales, then rows. This and what follows are valid until room is made: growing moves the memory. */
  #bytes(block: number): Uint8Array {
    return new Uint8Array(this.#kernel.memory.buffer, this.#placeOf(block), this.#blockBytes);
  }
  #scales(block: number): Float32Array {
    return new Float32Array(this.#kernel.memory.buffer, this.#placeOf(block), blockRows);
  }
  #codes(block: number): Int8Array {
    return new Int8Array(this.#kernel.memory.buffer, this.#codesAt(block), blockRows * this.#stride);
  }
}

function readWhole(file: number, into: NodeJS.ArrayBufferView): void {
  for (let at = 0; at < into.byteLength; ) {
    const read = readSync(file, into, at, into.byteLength - at, null);
    if (read === 0) throw new Error('the file ends early');
    at += read;
  }
}
