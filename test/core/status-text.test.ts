/** What `status` says first of an index. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { stateText } from '../../server/fronts/cli/subcommands.js';

test('an index that was never complete is incomplete, however idle it is', () => {
  assert.equal(stateText({ state: 'ready', files: 24, lastIndexedAt: null }, 2_000), 'incomplete: 24 of 2000 files are indexed');
  assert.equal(stateText({ state: 'ready', files: 2_000, lastIndexedAt: 1 }, 2_000), 'ready');
});
