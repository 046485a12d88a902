/**
 * Byte pair encoding (Sennrich et al. 2016, over bytes as in GPT-2): the number of tokens in a piece of text, by a vocabulary
 * in rank order. The file is a hash table over one array of bytes.
 */
import { endianness } from 'node:os';
import { mergeLong } from './merge-long.js';

const none = -1;
/** Up to this length, comparing every pair for the least one is faster than keeping them sorted. */
const maxShortBytes = 256;
/** Counts of recent names, which repeat, by their hashes (53 bits together). Emptied when full. */
const maxKnown = 50_000;

export class BytePairs {
  readonly #bytes: Uint8Array;
  /** Where each token starts among the bytes, by rank; one more for the end of the last. */
  readonly #starts: Uint32Array;
  /** Open addressing: rank + 1, 0 where free. */
  readonly #slots: Uint32Array;
  readonly #mask: number;
  /** Of the piece at hand: where its parts start, and the rank of each part joined with the next. */
  readonly #parts = new Int32Array(maxShortBytes + 1);
  readonly #ranks = new Int32Array(maxShortBytes + 1);
  readonly #known = new Map<number, number>();

  /** @param file as `scripts/make-tokenizer.mjs` writes it. Throws for anything shorter or longer. */
  constructor(file: Buffer) {
    const [size, capacity] = file.length < 8 ? [0, 0] : [file.readUInt32LE(0), file.readUInt32LE(4)];
    const numbers = 4 * (2 + size + 1 + capacity);
    if (size === 0 || file.length < numbers) throw new Error('damaged vocabulary');
    const copy = new Uint8Array(file.subarray(8, numbers));
    if (endianness() === 'BE') Buffer.from(copy.buffer).swap32();
    this.#starts = new Uint32Array(copy.buffer, 0, size + 1);
    this.#slots = new Uint32Array(copy.buffer, 4 * (size + 1), capacity);
    this.#mask = capacity - 1;
    this.#bytes = new Uint8Array(file.subarray(numbers));
    if (this.#starts[size] !== this.#bytes.length) throw new Error('damaged vocabulary');
  }

  /** Tokens of a piece of text, `input[from]` up to `input[to]`, which is not empty. */
  count(input: Uint8Array, from: number, to: number): number {
    if (this.#rank(input, from, to) !== none) return 1;
    if (to - from <= maxShortBytes) return this.#short(input, from, to);
    return mergeLong(from, to, (start, end) => this.#rank(input, start, end));
  }

  #short(input: Uint8Array, from: number, to: number): number {
    const key = (hash(input, from, to, 0x9e3779b9) & 0x1fffff) * 2 ** 32 + hash(input, from, to);
    let count = this.#known.get(key);
    if (count === undefined) {
      count = this.#merged(input, from, to);
      if (this.#known.size >= maxKnown) this.#known.clear();
      this.#known.set(key, count);
    }
    return count;
  }

  /** Joins the pair of the least rank, the first of equal ones, until no pair is a token. */
  #merged(input: Uint8Array, from: number, to: number): number {
    const parts = this.#parts;
    const ranks = this.#ranks;
    let count = to - from;
    for (let i = 0; i <= count; i++) parts[i] = from + i;
    for (let i = 0; i + 1 < count; i++) ranks[i] = this.#rank(input, from + i, from + i + 2);
    for (;;) {
      let least = none;
      let at = 0;
      for (let i = 0; i + 1 < count; i++) {
        const rank = ranks[i] as number;
        if (rank !== none && (least === none || rank < least)) {
          least = rank;
          at = i;
        }
      }
      if (least === none) return count;
      count--;
      for (let i = at + 1; i <= count; i++) parts[i] = parts[i + 1] as number;
      for (let i = at; i < count; i++) ranks[i] = ranks[i + 1] as number;
      if (at + 1 < count) ranks[at] = this.#rank(input, parts[at] as number, parts[at + 2] as number);
      if (at > 0) ranks[at - 1] = this.#rank(input, parts[at - 1] as number, parts[at + 1] as number);
    }
  }

  #rank(input: Uint8Array, from: number, to: number): number {
    const starts = this.#starts;
    const bytes = this.#bytes;
    for (let slot = hash(input, from, to) & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const rank = (this.#slots[slot] as number) - 1;
      if (rank < 0) return none;
      const start = starts[rank] as number;
      if ((starts[rank + 1] as number) - start !== to - from) continue;
      let i = 0;
      while (from + i < to && bytes[start + i] === input[from + i]) i++;
      if (from + i === to) return rank;
    }
  }
}

/** FNV-1a, its upper bits folded into the lower ones: of `bytes[from]` up to `bytes[to]`. */
export function hash(bytes: Uint8Array, from: number, to: number, seed = 0x811c9dc5): number {
  let value = seed;
  for (let i = from; i < to; i++) value = Math.imul(value ^ (bytes[i] as number), 0x01000193);
  return (value ^ (value >>> 15)) >>> 0;
}
