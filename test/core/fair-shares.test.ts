/** Rows of several symbols within one limit. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { inShares } from '../../server/io/stores/readers/fair-shares.js';

const counts: Readonly<Record<number, number>> = { 1: 50, 2: 0, 3: 2, 4: 30 };
const read = (ids: readonly number[], most: number): [number, number][] =>
  ids.flatMap((id) => Array.from({ length: Math.min(most, counts[id] ?? 0) }, (_, i): [number, number] => [id, i]));
const shares = (limit: number): number[] => {
  const rows = inShares([1, 2, 3, 4], limit, read, ([id]) => id);
  return [1, 2, 3, 4].map((id) => rows.filter((row) => row[0] === id).length);
};

test('what some leave goes to those that have more, in the order of the ids', () => {
  assert.deepEqual(shares(100), [50, 0, 2, 30]);
  assert.deepEqual(shares(40), [19, 0, 2, 19]);
  assert.deepEqual(shares(4), [1, 0, 1, 1]);
  assert.deepEqual(shares(0), [0, 0, 0, 0]);
  const rows = inShares([4, 1], 100, read, ([id]) => id);
  assert.deepEqual([rows[0]?.[0], rows.at(-1)?.[0]], [4, 1]);
});
