/** An empty or overlong glob is the client's error, never an internal one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { temporaryWorkspace } from '../support/fixture.js';
import { serverMissing, withServer } from '../support/server-process.js';
import { initialize } from '../support/test-client.js';

test('globs that cannot match are invalid params', { skip: serverMissing }, async (t) => {
  const workspace = temporaryWorkspace('-- a.ts --\nexport const queue = 1;\n');
  t.after(() => workspace.remove());
  await withServer(async ({ client }) => {
    await initialize(client, { folders: [workspace.uri], settings: { cacheDir: workspace.cacheDir } });
    for (const glob of ['', '!', 'a'.repeat(70_000)])
      for (const method of ['context/retrieve', 'workspace/semanticSymbol']) {
        const error = await client.failure(method, { query: 'queue', filters: { paths: [glob] } });
        assert.equal(error.code, -32602, `${method} ${glob.slice(0, 10)}: ${error.message}`);
      }
  });
});
