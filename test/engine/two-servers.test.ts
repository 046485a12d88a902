/** Two servers on one workspace at the same time: both answer, each with its own unsaved text, the second from the first's index. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { engineOn, pathsOf, runCli, settledEngine, treeOf, type Workspace, workspace } from '../support/real-engine.js';
import { startServer } from '../support/server-process.js';
import { ready, shop } from '../support/shop.js';
import { initialize, openDocument, type TestClient } from '../support/test-client.js';

async function serverOn(place: Workspace): Promise<TestClient> {
  const { client, stop } = startServer();
  place.atEnd(stop);
  await initialize(client, { folders: [pathToFileURL(place.folder).href], settings: { cacheDir: place.cacheDir } });
  return client;
}

const names = async (client: TestClient, query: string): Promise<string[]> =>
  (await client.request('context/retrieve', { query })).results.map(({ name }: { name: string }) => name);

function shopWorkspace(t: TestContext): Workspace {
  return workspace(t, shop);
}

test('two servers run at once, each with its own unsaved text', { timeout: 60_000 }, async (t) => {
  const place = shopWorkspace(t);
  const before = treeOf(place.folder);
  // Started together, on an index that is not there yet.
  const [one, two] = await Promise.all([serverOn(place), serverOn(place)]);
  await Promise.all([ready(one), ready(two)]);
  const folders = await Promise.all([one, two].map(async (client) => (await client.request('context/status')).indexFolder));
  assert.notEqual(folders[0], folders[1]);
  const uri = pathToFileURL(place.file('src/cart.ts')).href;
  openDocument(one, uri, 'export class CartOfTheFirst {}\n');
  openDocument(two, uri, 'export class CartOfTheSecond {}\n');
  for (const [client, own, other] of [
    [one, 'CartOfTheFirst', 'CartOfTheSecond'],
    [two, 'CartOfTheSecond', 'CartOfTheFirst'],
  ] as const) {
    assert.equal((await names(client, own))[0], own);
    assert.ok(!(await names(client, other)).includes(other));
    assert.ok(!(await names(client, 'ShoppingCart')).includes('ShoppingCart'));
    assert.equal((await names(client, 'retryWithBackoff'))[0], 'retryWithBackoff');
  }
  one.notify('textDocument/didClose', { textDocument: { uri } });
  assert.equal((await names(one, 'ShoppingCart'))[0], 'ShoppingCart');
  assert.equal((await names(two, 'CartOfTheSecond'))[0], 'CartOfTheSecond');
  // The terminal beside them, several times.
  const runs = await Promise.all([1, 2].map(() => runCli(['ask', place.folder, 'ShoppingCart', '--json', '--cache-dir', place.cacheDir])));
  for (const { code, stdout, stderr } of runs) {
    assert.equal(code, 0, stderr);
    assert.equal(JSON.parse(stdout).results[0].symbol, 'ShoppingCart');
  }
  // What one of them forgets the other still knows.
  await one.request('context/forget', { everything: true });
  assert.equal((await names(two, 'retryWithBackoff'))[0], 'retryWithBackoff');
  assert.deepEqual(treeOf(place.folder), before);
});

test('the second server starts warm, follows the disk, and reuses the copy of an ended one', async (t) => {
  const place = shopWorkspace(t);
  const first = await settledEngine(place);
  first.openDocument('src/cart.ts', 'export class OnlyInTheFirst {}\n');
  await first.settled();
  const second = await engineOn(place);
  const early = await second.retrieve({ query: 'retryWithBackoff' });
  assert.equal(early.results[0]?.name, 'retryWithBackoff', 'answered before its first pass has ended');
  assert.ok(!early.problems.some(({ code }) => code === 'indexing'));
  await second.settled();
  assert.deepEqual(pathsOf(await second.retrieve({ query: 'ShoppingCart', filters: { paths: ['src/cart.ts'] }, limit: 1 })), [
    'src/cart.ts',
  ]);
  assert.doesNotMatch(JSON.stringify(await second.retrieve({ query: 'OnlyInTheFirst' })), /class OnlyInTheFirst/);
  assert.equal((await second.symbols({ query: 'ShoppingCart' })).hits[0]?.name, 'ShoppingCart');
  place.write('src/new.ts', 'export function writtenLater(): void {}\n');
  await second.reindex({});
  assert.equal((await second.symbols({ query: 'writtenLater', mode: 'name' })).hits[0]?.name, 'writtenLater');
  assert.notEqual((await first.symbols({ query: 'writtenLater', mode: 'name' })).hits[0]?.name, 'writtenLater');
  const copies = [first, second].map((engine) => engine.status().indexFolder);
  assert.deepEqual(
    copies,
    [0, 1].map((copy) => join(copies[0] as string, '..', `copy-${copy}`)),
  );
  await first.close();
  const third = await settledEngine(place);
  assert.equal(third.status().indexFolder, copies[0]);
  assert.equal((await third.symbols({ query: 'writtenLater', mode: 'name' })).hits[0]?.name, 'writtenLater');
  assert.equal((await third.symbols({ query: 'ShoppingCart', mode: 'name' })).hits[0]?.name, 'ShoppingCart');
});
