/** While a language server loads, no file is done: the command line says what it waits for. */
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Engine } from '../../server/core/engine/engine-api.js';
import { edgesComplete } from '../../server/fronts/cli/up-to-date.js';

test('says every ten seconds which servers load, and nothing once they have', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const written: string[] = [];
  t.mock.method(process.stderr, 'write', (text: string) => written.push(text) > 0);
  let state = 'loading';
  let done = () => {};
  const engine = {
    edgesIndexed: () => new Promise<void>((resolve) => (done = resolve)),
    status: () => ({
      servers: [
        { server: 'ccls', state },
        { server: 'pyright', state: 'ready' },
      ],
    }),
  } as unknown as Engine;
  const waiting = edgesComplete(engine);
  t.mock.timers.tick(20_000);
  state = 'ready';
  t.mock.timers.tick(20_000);
  done();
  await waiting;
  t.mock.timers.tick(20_000);
  assert.equal(written.length, 2);
  assert.match(written[0] as string, /^waiting for ccls to load the workspace \(\d+ s\)\n$/);
});
