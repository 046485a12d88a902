/** Patterns are compiled before the first question, one a turn, and no longer than the engine is open. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { compilePhrases, whole } from '../../server/core/retrieval/query/stated-names.js';

test('compiles one phrase a turn until it is aborted, and changes no answer', async () => {
  const phrase = whole('who\\s+ships\\s+(\\w+)');
  let turns = 0;
  await compilePhrases(async () => void turns++, new AbortController().signal);
  assert.ok(turns > 20);
  assert.equal(phrase.exec('Who ships Parcels?')?.[1], 'Parcels');

  const stop = new AbortController();
  let until = 0;
  await compilePhrases(async () => {
    if (++until === 3) stop.abort();
  }, stop.signal);
  assert.equal(until, 3);
});
