/** The whole path with the real server as a process: files, edits, questions. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { temporaryWorkspace } from '../support/fixture.js';
import { serverMissing } from '../support/server-process.js';
import { ready, withShop } from '../support/shop.js';
import { initialize, openDocument } from '../support/test-client.js';

const names = (results: { name: string }[]) => results.map(({ name }) => name);

test('sees unsaved changes at once, until the document closes', { skip: serverMissing }, () =>
  withShop(async ({ client, workspace }) => {
    await initialize(client, { folders: [workspace.uri], settings: { cacheDir: workspace.cacheDir } });
    const uri = workspace.uriOf('src/retry.ts');
    openDocument(client, uri, workspace.text('src/retry.ts'));
    client.notify('textDocument/didChange', {
      textDocument: { uri, version: 2 },
      contentChanges: [
        {
          range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
          text: 'export function frobnicateQuux(): void {}\n',
        },
      ],
    });
    const { results } = await client.request('context/retrieve', { query: 'frobnicateQuux' });
    const found = results.find(({ name }: { name: string }) => name === 'frobnicateQuux');
    assert.ok(found, 'the new function is found');
    assert.deepEqual([found.uri, found.path, found.unsaved], [uri, 'src/retry.ts', true]);
    assert.deepEqual(found.selectionRange, { start: { line: 0, character: 16 }, end: { line: 0, character: 30 } });
    assert.match(found.text, /frobnicateQuux/);
    const symbols = await client.request('workspace/symbol', { query: 'frobnicateQuux' });
    assert.deepEqual(symbols[0].location, { uri, range: found.selectionRange });

    client.notify('textDocument/didClose', { textDocument: { uri } });
    assert.ok(!names(await client.request('workspace/symbol', { query: 'frobnicateQuux' })).includes('frobnicateQuux'));
    const after = await client.request('context/retrieve', { query: 'retryWithBackoff' });
    assert.equal(after.results[0].name, 'retryWithBackoff');
    assert.equal(after.results[0].unsaved, false);
    assert.deepEqual(after.results[0].selectionRange.start, { line: 1, character: 22 });
    assert.equal(readFileSync(workspace.file('src/retry.ts'), 'utf8'), workspace.text('src/retry.ts'));
  }),
);

test('answers questions and symbols by meaning, with Markdown, explanation and follow-up', { skip: serverMissing }, () =>
  withShop(async ({ client, workspace }) => {
    await initialize(client, { folders: [workspace.uri], settings: { cacheDir: workspace.cacheDir } });
    await ready(client);
    const answer = await client.request('context/retrieve', {
      query: 'try a failed request again',
      explain: true,
      format: 'markdown',
      limit: 3,
    });
    assert.equal(answer.results[0].qualifiedName, 'retryWithBackoff');
    assert.ok(answer.results[0].parts.length > 0);
    const ranked = answer.explanation.stages.find(({ name }: { name: string }) => name === 'ranked');
    assert.equal(ranked.count, answer.considered);
    assert.deepEqual(ranked.top[0].range, answer.results[0].range);
    assert.equal(ranked.top[0].uri, answer.results[0].uri);
    assert.match(answer.markdown, /## src\/retry\.ts:\d+-\d+ `retryWithBackoff`\n\n```typescript\n/);
    const next = await client.request('context/retrieve', { query: 'try a failed request again', continueFrom: answer.continueFrom });
    const sent = new Set(answer.results.map(({ key }: { key: string }) => key));
    assert.deepEqual(
      next.results.filter(({ key }: { key: string }) => sent.has(key)),
      [],
    );
    const { symbols } = await client.request('workspace/semanticSymbol', { query: 'add an item to the cart', mode: 'meaning' });
    assert.ok(names(symbols).some((name) => name === 'add' || name === 'ShoppingCart'));
    assert.equal((await client.request('workspace/symbol', { query: 'ShoppingCart' }))[0].name, 'ShoppingCart');
    const none = await client.request('context/retrieve', { query: 'try again', filters: { languages: ['python'] } });
    assert.deepEqual(none.results, []);
  }),
);

for (const [encoding, start, length] of [
  // Before the name stand ö and ß, in it ß: one unit each in UTF-16, two in UTF-8.
  ['utf-8', 42, 14],
  ['utf-16', 40, 13],
] as const)
  test(`gives positions in non-ASCII text in ${encoding}, from disk and buffer`, { skip: serverMissing }, () =>
    withShop(async ({ client, workspace }) => {
      await initialize(client, { folders: [workspace.uri], encodings: [encoding], settings: { cacheDir: workspace.cacheDir } });
      await ready(client);
      const range = { start: { line: 0, character: start }, end: { line: 0, character: start + length } };
      const [onDisk] = await client.request('workspace/symbol', { query: 'straßenBreite' });
      assert.deepEqual(onDisk.location, { uri: workspace.uriOf('src/größe.ts'), range });
      const uri = workspace.uriOf('src/größe.ts');
      openDocument(client, uri, workspace.text('src/größe.ts'));
      client.notify('textDocument/didChange', {
        textDocument: { uri, version: 2 },
        contentChanges: [{ range, text: 'straßenLänge' }],
      });
      const [changed] = await client.request('workspace/symbol', { query: 'straßenLänge' });
      assert.equal(changed.name, 'straßenLänge');
      assert.deepEqual(changed.location.range.start, range.start);
    }),
  );

test('indexes several roots, with root names in the paths', { skip: serverMissing }, async () => {
  const other = temporaryWorkspace('-- lib/ship.ts --\nexport function shipOrder(order: string): string {\n  return order;\n}\n');
  try {
    await withShop(async ({ client, workspace }) => {
      await initialize(client, {
        params: {
          workspaceFolders: [
            { uri: workspace.uri, name: 'shop' },
            { uri: other.uri, name: 'lib' },
          ],
        },
        settings: { cacheDir: workspace.cacheDir },
      });
      await ready(client);
      const { results } = await client.request('context/retrieve', { query: 'shipOrder' });
      assert.deepEqual([results[0].path, results[0].uri], ['lib/lib/ship.ts', other.uriOf('lib/ship.ts')]);
      const [cart] = await client.request('workspace/symbol', { query: 'ShoppingCart' });
      assert.equal(cart.location.uri, workspace.uriOf('src/cart.ts'));
      client.notify('workspace/didChangeWorkspaceFolders', { event: { added: [], removed: [{ uri: other.uri, name: 'lib' }] } });
      await ready(client);
      assert.ok(!names(await client.request('workspace/symbol', { query: 'shipOrder' })).includes('shipOrder'));
      assert.equal((await client.request('context/status')).roots.length, 1);
    });
  } finally {
    other.remove();
  }
});

test('reports progress while indexing, cancellation and status', { skip: serverMissing }, () =>
  withShop(async ({ client, workspace }) => {
    await initialize(client, {
      folders: [workspace.uri],
      settings: { cacheDir: workspace.cacheDir },
      capabilities: { window: { workDoneProgress: true }, experimental: { contextStatus: true } },
    });
    const create = await client.waitFor(({ method }) => method === 'window/workDoneProgress/create', 'progress');
    await client.notification('$/progress', ({ token, value }) => token === create.params.token && value.kind === 'end');
    assert.equal(client.progress(create.params.token)[0].kind, 'begin');
    await client.notification('context/didChangeStatus', ({ state }) => state === 'ready');
    const status = await client.request('context/status');
    assert.deepEqual([status.state, status.files, status.pending], ['ready', 4, 0]);
    assert.ok(status.indexFolder.startsWith(workspace.cacheDir));
    // A cancel that arrives while it is answered (one question alone may be answered before): the error, and the server goes on.
    const queries = Array.from({ length: 100 }, (_, i) => ({ query: `pause ${i}` }));
    const { id, response } = client.start('context/retrieveBatch', { queries });
    client.cancel(id);
    assert.equal((await response).error?.code, -32800);
    assert.ok((await client.request('context/retrieve', { query: 'pause' })).results.length > 0);
  }),
);

test('forgets and reindexes', { skip: serverMissing }, () =>
  withShop(async ({ client, workspace }) => {
    await initialize(client, { folders: [workspace.uri], settings: { cacheDir: workspace.cacheDir, watch: 'off' } });
    assert.equal((await ready(client)).files, 4);
    assert.equal((await client.request('context/forget', { uris: [workspace.uriOf('src')] })).files, 1);
    assert.deepEqual(
      (await client.request('context/retrieve', { query: 'ShoppingCart' })).results.filter(({ path }: { path: string }) =>
        path.startsWith('src/'),
      ),
      [],
    );
    assert.equal((await ready(client)).files, 1, 'forgotten for good');
    assert.equal((await client.request('context/unforget', { uris: [workspace.uriOf('src')] })).files, 4);
    assert.equal((await client.request('context/forget', { everything: true })).files, 0);
  }),
);
