/** An engine that is closed while it still opens its workspace. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engineOn, workspace } from '../support/real-engine.js';

test('close at any moment after the start: nothing is thrown, and the next engine indexes all', async (t) => {
  const rejected: unknown[] = [];
  const note = (error: unknown) => rejected.push(error);
  process.on('unhandledRejection', note);
  t.after(() => process.off('unhandledRejection', note));
  const place = workspace(t, '-- a.py --\ndef total():\n    return 1\n');
  for (let turns = 0; turns <= 12; turns++) {
    const engine = await engineOn(place, { watch: true });
    for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
    await engine.close();
  }
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(rejected, []);
  const engine = await engineOn(place);
  await engine.settled();
  assert.equal((await engine.retrieve({ query: 'total' })).results[0]?.name, 'total');
});
