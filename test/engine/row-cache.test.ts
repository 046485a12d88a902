/** Records of chunks in memory: which are read again, and in what order they come. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChunkRecord } from '../../server/core/model/chunk.js';
import { maxRecords, RowCache } from '../../server/io/stores/readers/row-cache.js';

const record = (id: number) => ({ id }) as ChunkRecord;

test('records come in the order asked for, are read once, and the first ones go when there are too many', () => {
  const cache = new RowCache();
  let reads: number[] = [];
  const read = (missing: readonly number[]) => {
    reads.push(...missing);
    // Unordered, and chunk 0 does not exist.
    return [...missing].reverse().flatMap((id) => (id === 0 ? [] : [record(id)]));
  };
  const ask = (...ids: number[]) => {
    reads = [];
    return cache.chunks(ids, read).map(({ id }) => id);
  };
  assert.deepEqual(ask(3, 0, 1), [3, 1]);
  assert.deepEqual(reads, [3, 0, 1]);
  assert.deepEqual(ask(2, 1, 3), [2, 1, 3]);
  assert.deepEqual(reads, [2]);
  cache.changed([], [1]);
  assert.deepEqual(ask(1, 3), [1, 3]);
  assert.deepEqual(reads, [1]);
  const more = Array.from({ length: maxRecords - 2 }, (_, i) => i + 4);
  assert.equal(ask(...more).length, more.length);
  // One more than fits was read: the first of all is gone.
  assert.deepEqual(ask(2, 4), [2, 4]);
  assert.deepEqual(reads, []);
  assert.deepEqual(ask(3), [3]);
  assert.deepEqual(reads, [3]);
});
