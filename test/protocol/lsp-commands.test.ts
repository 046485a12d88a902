/** `workspace/executeCommand` and answers as documents, with the real server. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { treeOf } from '../support/real-engine.js';
import { serverMissing } from '../support/server-process.js';
import { ready, withShop } from '../support/shop.js';
import type { TestClient } from '../support/test-client.js';
import { initialize } from '../support/test-client.js';

const run = (client: TestClient, command: string, ...args: unknown[]) =>
  client.request('workspace/executeCommand', { command: `contextLanguageServer.${command}`, arguments: args });
const showDocument = { window: { showDocument: { support: true } } };

/** Documents that the client was asked to show, in order. */
function shownTo(client: TestClient): { uri: string; takeFocus: boolean }[] {
  const shown: { uri: string; takeFocus: boolean }[] = [];
  client.answers.set('window/showDocument', (params) => {
    shown.push(params);
    return { success: true };
  });
  return shown;
}
const nextShown = (client: TestClient, uri?: string) =>
  client
    .waitFor(({ method, params }) => method === 'window/showDocument' && (!uri || params.uri !== uri), 'a document')
    .then(({ params }) => params);

test('opens the answer as a document in the cache folder, deleted with the server', { skip: serverMissing }, () =>
  withShop(async ({ client, workspace, server }) => {
    shownTo(client);
    await initialize(client, { folders: [workspace.uri], settings: { cacheDir: workspace.cacheDir }, capabilities: showDocument });
    const { indexFolder } = await ready(client);
    const before = treeOf(workspace.folder);
    const result = await run(client, 'retrieve', 'try a failed request again');
    assert.equal(result.results[0].name, 'retryWithBackoff');
    const { uri, takeFocus } = await nextShown(client);
    const file = fileURLToPath(uri);
    assert.equal(takeFocus, true);
    assert.equal(dirname(dirname(file)), indexFolder);
    assert.match(
      readFileSync(file, 'utf8'),
      /^# try a failed request again\n\n## src\/retry\.ts:\d+-\d+ `retryWithBackoff`\n\n```typescript\n/,
    );
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.equal(statSync(dirname(file)).mode & 0o777, 0o700);
    const symbols = await run(client, 'semanticSymbol', { query: 'ShoppingCart', limit: 2 });
    assert.equal(symbols.symbols[0].name, 'ShoppingCart');
    const second = fileURLToPath((await nextShown(client, uri)).uri);
    assert.match(readFileSync(second, 'utf8'), /^# ShoppingCart\n\n- src\/cart\.ts:1 \*\*ShoppingCart\*\* \(class, exact name\)/);
    assert.deepEqual(treeOf(workspace.folder), before);
    await server.stop();
    assert.deepEqual([existsSync(file), existsSync(second)], [false, false]);
  }),
);

test('reuses the document of a repeated question, bounds their number, and deletes them on forget', { skip: serverMissing }, () =>
  withShop(async ({ client, workspace }) => {
    const shown = shownTo(client);
    await initialize(client, { folders: [workspace.uri], settings: { cacheDir: workspace.cacheDir }, capabilities: showDocument });
    await ready(client);
    await run(client, 'retrieve', 'pause');
    await run(client, 'retrieve', { query: 'pause', profile: 'reader', workDoneToken: 'x' });
    for (let i = 0; i < 24; i++) await run(client, 'retrieve', `pause ${i}`);
    await client.waitFor(() => shown.length === 26, 'all documents');
    assert.equal(new Set(shown.map(({ uri }) => uri)).size, 25);
    const folder = dirname(fileURLToPath(shown[0]?.uri as string));
    assert.equal(readdirSync(folder).length, 20);
    await client.request('context/forget', { uris: [workspace.uriOf('README.md')] });
    assert.deepEqual(readdirSync(folder), []);
  }),
);

test('without showDocument writes nothing; answers status, reindex and errors', { skip: serverMissing }, () =>
  withShop(async ({ client, workspace }) => {
    await initialize(client, { folders: [workspace.uri], settings: { cacheDir: workspace.cacheDir } });
    const status = await run(client, 'reindex');
    assert.deepEqual([status.state, status.files], ['ready', 4]);
    assert.equal((await run(client, 'status')).files, 4);
    assert.equal((await run(client, 'reindex', { uris: [workspace.uriOf('src')], force: true })).files, 4);
    assert.ok((await run(client, 'retrieve', { query: 'pause', limit: 1 })).results.length > 0);
    assert.equal(existsSync(`${status.indexFolder}/answers`), false);
    const wrong = (params: unknown) => client.failure('workspace/executeCommand', params);
    const unknown = await wrong({ command: 'contextLanguageServer.no' });
    assert.equal(unknown.code, -32602);
    assert.match(unknown.message, /expected one of contextLanguageServer\.retrieve, /);
    for (const params of [undefined, {}, { command: 'toString' }, { command: 'contextLanguageServer.retrieve' }])
      assert.equal((await wrong(params)).code, -32602, JSON.stringify(params));
    assert.equal((await wrong({ command: 'contextLanguageServer.retrieve', arguments: ['a', 'b'] })).code, -32602);
    const { data } = await wrong({ command: 'contextLanguageServer.semanticSymbol', arguments: [{ query: 'x', limit: 0 }] });
    assert.deepEqual([data.method, data.issues[0].path], ['workspace/semanticSymbol', 'limit']);
  }),
);

test('a client that refuses the document still gets its answer', { skip: serverMissing }, () =>
  withShop(async ({ client, workspace }) => {
    client.answers.set('window/showDocument', () => {
      throw new Error('no window');
    });
    await initialize(client, { folders: [workspace.uri], settings: { cacheDir: workspace.cacheDir }, capabilities: showDocument });
    await ready(client);
    assert.ok((await run(client, 'retrieve', 'pause')).results.length > 0);
    await nextShown(client);
    assert.ok((await run(client, 'retrieve', 'pause')).results.length > 0);
  }),
);
