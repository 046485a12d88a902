/** Jupyter notebooks are searched by their cells: code and prose at their lines of the file, without outputs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { temporaryWorkspace } from '../support/fixture.js';
import { withServer } from '../support/server-process.js';
import { ready } from '../support/shop.js';
import { initialize, type Json, type TestClient } from '../support/test-client.js';

const strings = (source: string): string[] => source.split('\n').map((line, i, all) => (i < all.length - 1 ? `${line}\n` : line));
const notebook = JSON.stringify(
  {
    cells: [
      { cell_type: 'markdown', metadata: {}, source: strings('# Tide tables\nHeights of the "spring tide" by harbour.') },
      {
        cell_type: 'code',
        execution_count: 1,
        metadata: {},
        outputs: [{ name: 'stdout', output_type: 'stream', text: ['walrus sightings: 17\n'] }],
        source: strings(
          '%matplotlib inline\nimport math\n\ndef tide_height(hour, moon):\n    """Height of the tide in metres."""\n    return math.sin(hour) * moon',
        ),
      },
      {
        cell_type: 'code',
        execution_count: 2,
        metadata: {},
        outputs: [],
        source: strings('heights = [tide_height(h, 2.5) for h in range(24)]\nprint("highest:", max(heights))'),
      },
    ],
    metadata: { kernelspec: { display_name: 'Python 3', language: 'python', name: 'python3' } },
    nbformat: 4,
    nbformat_minor: 5,
  },
  null,
  1,
);
const lineOf = (part: string): number => notebook.split('\n').findIndex((line) => line.includes(part));

const ask = async (client: TestClient, query: string): Promise<Json[]> =>
  (await client.request('context/retrieve', { query, related: 0 })).results;

test('a notebook answers with its cells and their functions', async () => {
  const workspace = temporaryWorkspace(`-- tides.ipynb --\n${notebook}\n-- other.py --\ndef moor(ship):\n    return ship\n`);
  try {
    await withServer(async ({ client }) => {
      await initialize(client, { folders: [workspace.uri], settings: { cacheDir: workspace.cacheDir, edgeIndexing: 'off' } });
      await ready(client);
      const [height] = await ask(client, 'tide_height');
      assert.deepEqual([height?.name, height?.symbolKind, height?.language], ['tide_height', 'function', 'jupyter']);
      assert.equal(height?.range.start.line, lineOf('def tide_height'));
      assert.match(
        height?.text,
        /^def tide_height\(hour, moon\):\n {4}"""Height of the tide in metres\."""\n {4}return math\.sin\(hour\) \* moon/,
      );
      const [prose] = await ask(client, 'heights of the spring tide by harbour');
      assert.equal(prose?.range.start.line, lineOf('# Tide tables') - 1);
      assert.match(prose?.text, /^# %% \[markdown\]\n# # Tide tables\n# Heights of the "spring tide" by harbour\.$/m);
      assert.ok(!JSON.stringify(await ask(client, 'walrus sightings')).includes('walrus sightings: 17'));
    });
  } finally {
    workspace.remove();
  }
});
