// Writes server/assets/cl100k.bin, the vocabulary of cl100k_base, from the package gpt-tokenizer. All numbers are
// little-endian, of four bytes: how many tokens there are and how many slots; where each token starts among the bytes,
// by rank, and where the last one ends; the slots, a hash table with rank + 1 in each, 0 where it is free; the bytes.

import { writeFileSync } from 'node:fs';
import ranks from 'gpt-tokenizer/bpeRanks/cl100k_base';
import { hash } from '../dist/server/io/tokenizer/byte-pairs.js';

const tokens = Array.from(ranks, (token) => Buffer.from(token));
if (tokens.some(({ length }) => length < 1)) throw new Error('a rank without a token');
const bytes = Buffer.concat(tokens);
const starts = [0];
for (const { length } of tokens) starts.push(starts.at(-1) + length);
const slots = new Uint32Array(2 ** Math.ceil(Math.log2(tokens.length * 2)));
for (const [rank] of tokens.entries()) {
  let slot = hash(bytes, starts[rank], starts[rank + 1]) & (slots.length - 1);
  while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
  slots[slot] = rank + 1;
}
const numbers = Buffer.from(Uint32Array.from([tokens.length, slots.length, ...starts, ...slots]).buffer);
const file = new URL('../server/assets/cl100k.bin', import.meta.url);
writeFileSync(file, Buffer.concat([numbers, bytes]));
console.log(`${tokens.length} tokens, ${numbers.length + bytes.length} bytes`);
