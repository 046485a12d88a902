/** Vectors held as bytes: agreement with plain sums, with few and many dimensions and over several blocks. */
import assert from 'node:assert/strict';
import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { dequantise, quantise, type VectorSlice } from '../../server/io/stores/sqlite/vector-codes.js';
import { BestRows } from '../../server/io/stores/vectors/best-rows.js';
import { ByteVectors, blockRows } from '../../server/io/stores/vectors/byte-vectors.js';
import { randomFrom, temporaryFolder, unit } from './store-fixture.js';

const random = randomFrom(7);

/** Unit vectors whose first values are the greatest, as those of the embedded model. */
function vector(dimensions: number): Float32Array {
  return unit(Float32Array.from({ length: dimensions }, (_, d) => (random() - 0.5) / (1 + (4 * d) / dimensions)));
}

function rows(count: number, dimensions: number, firstId = 1): VectorSlice {
  const slice = { ids: new Float64Array(count), scales: new Float32Array(count), codes: new Int8Array(count * dimensions) };
  for (let row = 0; row < count; row++) {
    const { scale, codes } = quantise(vector(dimensions), 0, dimensions)!;
    slice.ids[row] = firstId + 3 * row;
    slice.scales[row] = scale;
    slice.codes.set(new Int8Array(codes), row * dimensions);
  }
  return slice;
}

/** The best ids and scores by plain sums. */
function expected(slice: VectorSlice, query: Float32Array, k: number, removed = new Set<number>()) {
  const found = [...slice.ids].map((id, row) => {
    const values: number[] = [];
    dequantise(slice, row, query.length, values);
    return { id, score: values.reduce((sum, value, d) => sum + value * query[d]!, 0) };
  });
  return found
    .filter(({ id }) => !removed.has(id))
    .sort((a, b) => b.score - a.score || a.id - b.id)
    .slice(0, k);
}

function check(vectors: ByteVectors, slice: VectorSlice, query: Float32Array, k: number, removed = new Set<number>()): void {
  const wanted = expected(slice, query, k, removed);
  const { ids, scores } = vectors.search(query, k, removed);
  assert.deepEqual(
    ids,
    wanted.map(({ id }) => id),
  );
  for (const [i, score] of scores.entries()) assert.ok(Math.abs(score - wanted[i]!.score) < 1e-6);
}

test('finds what plain sums find, in the same order, for any number of dimensions', () => {
  for (const dimensions of [1, 7, 32, 256, 300, 1_536]) {
    const slice = rows(500, dimensions);
    const vectors = new ByteVectors(dimensions);
    vectors.add(slice);
    for (let i = 0; i < 10; i++) check(vectors, slice, vector(dimensions), 20);
    assert.deepEqual(vectors.search(vector(dimensions), 0), { ids: [], scores: [] });
    assert.equal(vectors.search(new Float32Array(dimensions), 1_000).ids.length, 500);
  }
});

test('the greatest bytes and a question of equal values do not overflow', () => {
  const dimensions = 4_096;
  const vectors = new ByteVectors(dimensions);
  const scales = Float32Array.of(1 / 127, 1 / 127);
  vectors.add({ ids: Float64Array.of(1, 2), scales, codes: new Int8Array(2 * dimensions).fill(-128, 0, dimensions).fill(127, dimensions) });
  const { ids, scores } = vectors.search(new Float32Array(dimensions).fill(1 / 64), 2);
  assert.deepEqual(ids, [2, 1]);
  assert.ok(Math.abs(scores[0]! - 64) < 0.001 && scores[1]! < -64);
});

test('rows over several blocks, added in slices of any length, without removed ones', () => {
  const slice = rows(2 * blockRows + 100, 32);
  const vectors = new ByteVectors(32);
  for (let at = 0, size = 1; at < slice.ids.length; at += size, size = 1 + ((size * 7) % 3_001)) {
    const to = Math.min(slice.ids.length, at + size);
    vectors.add({ ids: slice.ids.slice(at, to), scales: slice.scales.slice(at, to), codes: slice.codes.slice(32 * at, 32 * to) });
  }
  assert.deepEqual(vectors.ids(), slice.ids);
  assert.equal(vectors.lastId, slice.ids.at(-1));
  const query = vector(32);
  check(vectors, slice, query, 50);
  check(vectors, slice, query, 50, new Set(expected(slice, query, 30).map(({ id }) => id)));
  const other = rows(10, 32, 5);
  vectors.clear();
  vectors.add(other);
  check(vectors, other, query, 50);
});

test('what is written is read again; a file of another length is refused', async (t) => {
  const path = join(temporaryFolder(t), 'vectors.bytes');
  const slice = rows(blockRows + 5, 20);
  const vectors = new ByteVectors(20);
  vectors.add(slice);
  const writing = vectors.write(path);
  vectors.add(rows(10, 20, 100_000));
  await writing;
  const again = new ByteVectors(20);
  again.read(path, slice.ids);
  check(again, slice, vector(20), 30);
  assert.throws(() => new ByteVectors(20).read(path, slice.ids.subarray(0, 100)), /do not fit/);
  truncateSync(path, 1_000);
  assert.throws(() => new ByteVectors(20).read(path, slice.ids), /do not fit/);
});

test('the best rows are those of a sort, of equal scores the lower', () => {
  for (const limit of [1, 5, 100, 1_000]) {
    const best = new BestRows(limit);
    const scores = Array.from({ length: 300 }, () => Math.floor(random() * 40));
    scores.forEach((score, row) => {
      if (score > best.bound) best.add(row, score);
    });
    const sorted = scores.map((score, row) => ({ score, row })).sort((a, b) => b.score - a.score || a.row - b.row);
    assert.deepEqual(
      [...best.rows].sort((a, b) => a - b),
      sorted
        .slice(0, limit)
        .map(({ row }) => row)
        .sort((a, b) => a - b),
    );
  }
});
