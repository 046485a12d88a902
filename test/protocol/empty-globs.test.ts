/** An empty or overlong glob is the client's error, never an internal one; a path that no file matches is named. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { temporaryWorkspace } from '../support/fixture.js';
import { serverMissing, withServer } from '../support/server-process.js';
import { initialize, type Json, type TestClient } from '../support/test-client.js';

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

test('a path that no indexed file matches is named, beside one that does', { skip: serverMissing }, async (t) => {
  const workspace = temporaryWorkspace('-- src/a.ts --\nexport const queue = 1;\n');
  t.after(() => workspace.remove());
  await withServer(async ({ client }) => {
    await initialize(client, { folders: [workspace.uri], settings: { cacheDir: workspace.cacheDir } });
    for (const method of ['context/retrieve', 'workspace/semanticSymbol']) {
      const messages = async (...paths: string[]) => {
        const { problems } = await askUntilReady(client, method, { query: 'queue', filters: { paths } });
        return problems.filter(({ code }: Json) => code === 'unmatchedPath').map(({ message }: Json) => message);
      };
      assert.deepEqual(await messages('src', 'scr/*.ts', '!b'), ['no indexed file matches the path scr/*.ts'], method);
      assert.deepEqual(await messages('src/a.ts'), [], method);
    }
  });
});

async function askUntilReady(client: TestClient, method: string, params: object): Promise<Json> {
  for (;;) {
    const answer = await client.request(method, params);
    if (!answer.problems.some(({ code }: Json) => code === 'indexing')) return answer;
  }
}
