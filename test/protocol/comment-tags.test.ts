/** Comments with TODO and the like: the filter `tags` lists each, wherever it stands and whatever the question. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { temporaryWorkspace } from '../support/fixture.js';
import { serverMissing, withServer } from '../support/server-process.js';
import { ready } from '../support/shop.js';
import { initialize } from '../support/test-client.js';

const many = Array.from({ length: 60 }, (_, i) => `def step_${i}(value):\n    # TODO: step ${i}\n    return value + ${i}\n`).join('\n\n');

const sources = `
-- steps.py --
${many}
-- plugin.ts --
export function plugin() {
  return {
    async build(out: string) {
      // TODO: reuse the cache
      return out;
    },
  };
}
export const a = 1; // FIXME: a
-- lock.c --
int lock(int *p) {
  return *p; /* HACK: not atomic */
}
-- Main.kt --
fun main() {
  println("x") // TODO say more
}
-- notes.md --
# Notes

<!-- TODO: write this -->

## Other

The word TODO in prose is no comment.
-- config.yaml --
server:
  # TODO: another port
  port: 80
  hosts: [one, two, three, four, five, six, seven, eight, nine, ten, eleven]
-- clean.py --
TODO = 1
`;

test('the filter `tags` finds every comment with a label', { skip: serverMissing }, async () => {
  const workspace = temporaryWorkspace(sources);
  try {
    await withServer(async ({ client }) => {
      await initialize(client, { folders: [workspace.uri], settings: { cacheDir: workspace.cacheDir } });
      await ready(client);
      const tagged = async (tag: string): Promise<string[]> => {
        const { results } = await client.request('context/retrieve', {
          query: 'what is left to be done',
          filters: { tags: [tag] },
          limit: 200,
          related: 0,
          withText: false,
        });
        return results.map(({ path, qualifiedName }: { path: string; qualifiedName: string }) => `${path} ${qualifiedName}`).sort();
      };
      const todo = await tagged('TODO');
      assert.deepEqual(
        todo.filter((name) => !name.startsWith('steps.py')),
        ['Main.kt main', 'config.yaml server.port', 'notes.md Notes', 'plugin.ts plugin.build'],
      );
      for (let i = 0; i < 60; i++) assert.ok(todo.includes(`steps.py step_${i}`), `step_${i}`);
      assert.deepEqual(await tagged('FIXME'), ['plugin.ts a']);
      assert.deepEqual(await tagged('HACK'), ['lock.c lock']);
    });
  } finally {
    workspace.remove();
  }
});
