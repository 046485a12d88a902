/** How many lines of each related symbol are listed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RelatedItem } from '../../server/core/model/related.js';
import { withinLines } from '../../server/core/retrieval/graph/limit-related.js';

const itemWith = (lines: number): RelatedItem =>
  ({ moreProof: Array.from({ length: lines }, (_, line) => ({ line, text: '' })), furtherLines: 1 }) as unknown as RelatedItem;

const counts = (items: readonly RelatedItem[]): number[][] => items.map(({ moreProof, furtherLines }) => [moreProof.length, furtherLines]);

test('a single item lists all its lines, each of many seven, and what is left out is counted', () => {
  assert.deepEqual(counts(withinLines([itemWith(50)])), [[50, 1]]);
  assert.deepEqual(counts(withinLines([itemWith(40), itemWith(5)])), [
    [30, 11],
    [5, 1],
  ]);
  assert.deepEqual(
    counts(withinLines(Array.from({ length: 20 }, () => itemWith(9)))),
    Array.from({ length: 20 }, () => [7, 3]),
  );
  assert.deepEqual(withinLines([]), []);
});
