/** The reason of a result and the names of score parts are phrases that a user understands. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { partLabel, reasonOf } from '../../server/core/retrieval/assemble/reason.js';

const reason = (lexical: number, ...parts: [string, number][]) =>
  reasonOf({ candidate: { name: null, lexical } as never, parts: parts.map(([name, value]) => ({ name, value })) });

test('a reason names a part that depends on the question', () => {
  assert.equal(reason(0.8, ['length', 9], ['semantic', 1]), 'semantic and keyword match');
  assert.equal(reason(0.1, ['depth', 9], ['semantic', 1], ['lexical', 0.5]), 'semantic match');
  assert.equal(reason(0.1, ['length', 9], ['folder support', 1]), 'in a folder with other matches');
  assert.equal(reason(0.8, ['folder support', 3], ['semantic', 1]), 'semantic and keyword match');
  assert.equal(reason(0, ['length', 1], ['role:test', -1]), 'weak match');
});

test('shows score parts under plain names', () => {
  const names = ['semantic', 'lexical', 'length', 'folder support', 'name:identifier', 'role:test', 'recency', 'reranker'];
  assert.deepEqual(names.map(partLabel), [
    ...[
      'semantic similarity',
      'keywords (BM25)',
      'length of the code',
      'other matches in this folder',
      'exact name',
      'test code',
      'recency',
      'reranker',
    ],
  ]);
});
