/** Suggestions for misspelt words. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { editDistance, nearest } from '../../server/util/nearest.js';

test('edit distance counts insertions, deletions, substitutions and swaps as one each', () => {
  for (const [a, b, distance] of [
    ['', '', 0],
    ['', 'abc', 3],
    ['kitten', 'sitting', 3],
    ['pyhton', 'python', 1],
    ['same', 'same', 0],
  ] as const)
    assert.deepEqual([editDistance(a, b), editDistance(b, a)], [distance, distance], `${a} ${b}`);
});

test('finds the nearest word for common typos, and none if none is close', () => {
  const keys = ['cacheDir', 'exclude', 'maxFileBytes', 'budgetTokens', 'profiles', 'servers', 'embedding', 'trusted'];
  for (const [typed, meant] of [
    ['exlude', 'exclude'],
    ['EXCLUDE', 'exclude'],
    ['cache-dir', 'cacheDir'],
    ['cache_directory', 'cacheDir'],
    ['budget', 'budgetTokens'],
    ['profile', 'profiles'],
    ['tursted', 'trusted'],
    ['nonsense', null],
    ['', null],
    ['---', null],
    ['x'.repeat(100_000), null],
  ] as const)
    assert.equal(nearest(typed, keys), meant, typed.slice(0, 30));
});
