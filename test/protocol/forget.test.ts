/** What is forgotten is in no file of the index, saved or not, and stays out: after changes, restarts, in other workspaces and servers. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { runCli, type Workspace, workspace } from '../support/real-engine.js';
import { serverMissing, startServer } from '../support/server-process.js';
import { sharing } from '../support/shared-engine.js';
import { shop } from '../support/shop.js';
import { initialize, type Json, openDocument, type TestClient } from '../support/test-client.js';

const skip = serverMissing;

/** Paths of the files below a folder that hold one of the words, in any case and as UTF-8 or UTF-16. */
function holding(folder: string, words: readonly string[]): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return holding(path, words);
    if (!statSync(path).isFile()) return [];
    const content = readFileSync(path).toString('latin1').toLowerCase().replaceAll('\0', '');
    return words.some((word) => content.includes(word)) ? [path] : [];
  });
}

async function serverOn(
  place: Workspace,
  folder = place.folder,
  settings: Json = {},
): Promise<{ client: TestClient; stop(): Promise<unknown> }> {
  const { client, stop } = startServer();
  place.atEnd(stop);
  await initialize(client, {
    folders: [pathToFileURL(folder).href],
    settings: { cacheDir: place.cacheDir, edgeIndexing: 'off', watch: 'off', ...settings },
    capabilities: { experimental: { contextStatus: true } },
  });
  await client.request('context/reindex');
  return { client, stop };
}

const found = async (client: TestClient, query: string): Promise<string[]> =>
  (await client.request('workspace/semanticSymbol', { query, mode: 'name' })).symbols.map(({ name }: Json) => name);

const secret = '/** The zirkonpassphrase of the vault. */\nexport function openVault(): string {\n  return "quokkatoken quokkatoken";\n}\n';
const words = ['zirkonpassphrase', 'openvault', 'quokkatoken', 'narwhaldraft', 'sealvault'];

test('forgotten text is in no byte of the index, also unsaved text, also after a restart', {
  skip,
  timeout: 120_000,
}, async (t) => {
  const place = workspace(t, shop);
  place.write('src/vault.ts', secret);
  const { client, stop } = await serverOn(place);
  const uri = pathToFileURL(place.file('src/vault.ts')).href;
  const all = (await client.request('context/status')).files;
  // Several versions that were never saved, and others that are.
  openDocument(client, uri, `${secret}// narwhaldraft one two three\n`);
  assert.deepEqual(await found(client, 'openVault'), ['openVault']);
  const change = (version: number, text: string) =>
    client.notify('textDocument/didChange', { textDocument: { uri, version }, contentChanges: [{ text }] });
  change(2, `${secret.replaceAll('openVault', 'sealVault')}`);
  assert.deepEqual(await found(client, 'sealVault'), ['sealVault']);
  assert.ok(holding(place.cacheDir, words).length > 0, 'the search finds what is there');

  const status = await client.request('context/forget', { uris: [uri] });
  assert.deepEqual(status.forgotten, [{ uri, path: 'src/vault.ts' }]);
  assert.equal(status.files, all - 1);
  assert.deepEqual(holding(place.cacheDir, words), []);

  // Neither the document, nor the disk, nor a full pass bring it back.
  change(3, secret);
  place.write('src/vault.ts', `${secret}\n`);
  client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri, type: 2 }] });
  client.notify('textDocument/didClose', { textDocument: { uri } });
  await client.request('context/reindex', { uris: [uri], force: true });
  await client.request('context/reindex', { force: true });
  assert.deepEqual(await found(client, 'openVault'), []);
  assert.equal((await found(client, 'ShoppingCart'))[0], 'ShoppingCart');
  await stop();
  assert.deepEqual(holding(place.cacheDir, words), []);

  const again = await serverOn(place);
  assert.deepEqual(await found(again.client, 'openVault'), []);
  assert.deepEqual((await again.client.request('context/status')).forgotten, status.forgotten);
  assert.deepEqual(holding(place.cacheDir, words), []);
  const back = await again.client.request('context/unforget', { uris: [uri] });
  assert.deepEqual([back.files, back.forgotten], [all, []]);
  assert.deepEqual(await found(again.client, 'openVault'), ['openVault']);
});

test('forgetting reaches other indexes of the file and the servers using them', { skip, timeout: 120_000 }, async (t) => {
  const place = workspace(t, shop);
  place.write('src/vault.ts', secret);
  // An index of a part of the workspace, in use by nobody; then two servers on the whole.
  await (await serverOn(place, place.file('src'))).stop();
  const [one, two] = [await serverOn(place), await serverOn(place)];
  assert.ok(holding(place.cacheDir, words).length >= 3);
  const ran = await runCli(['forget', 'src/vault.ts', '-w', place.folder, '--cache-dir', place.cacheDir, '--json']);
  assert.deepEqual(JSON.parse(ran.stdout).paths, ['src/vault.ts'], ran.stderr);
  for (const { client } of [one, two]) {
    await client.notification('context/didChangeStatus', ({ forgotten, state }) => forgotten.length === 1 && state === 'ready');
    await client.request('context/reindex');
    assert.deepEqual(await found(client, 'openVault'), []);
  }
  await one.stop();
  await two.stop();
  assert.deepEqual(holding(place.cacheDir, words), []);
  const part = await serverOn(place, place.file('src'));
  assert.deepEqual(await found(part.client, 'openVault'), []);
  assert.deepEqual(
    (await part.client.request('context/status')).forgotten.map(({ path }: Json) => path),
    ['vault.ts'],
  );
});

test('a shared engine in use keeps nothing: database, vectors, history, servers, log and runtime folder; two restarts later as well', {
  skip,
  timeout: 120_000,
}, async (t) => {
  const place = workspace(t, shop);
  place.write('src/vault.ts', secret);
  place.write('native/vault.c', '/* quokkatoken */\nint sealvault(void) { return 1; }\nint openvault(void) { return sealvault(); }\n');
  const git = (...args: string[]) => execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: place.folder });
  for (const args of [
    ['init', '-q'],
    ['add', '-A'],
    ['commit', '-qm', 'narwhaldraft of the vault'],
  ])
    git(...args);
  const { editor, runtimeFolder, cli } = sharing(place);
  const settings = { edgeIndexing: 'auto', history: 'auto', vectorSearch: 'auto' };
  const [one, two] = [await editor(settings), await editor(settings)];
  for (const { client } of [one, two]) await client.request('context/reindex');
  openDocument(two.client, pathToFileURL(place.file('src/vault.ts')).href, `${secret}// narwhaldraft\n`);
  assert.equal((await found(two.client, 'openVault'))[0], 'openVault');
  await one.client.request('context/related', { symbol: 'sealvault' });
  const kept = () => [...holding(place.cacheDir, words), ...holding(runtimeFolder, words)];
  assert.ok(
    kept().some((path) => path.endsWith('history.json')),
    'the commit is stored',
  );
  // The whole first commit goes with its last files.
  const uris = ['src', 'native', 'docs', 'README.md'].map((path) => pathToFileURL(place.file(path)).href);
  await one.client.request('context/forget', { uris });
  assert.deepEqual(kept(), []);
  for (const { client } of [one, two]) {
    await client.request('context/reindex', { force: true });
    assert.deepEqual(await found(client, 'openVault'), []);
  }
  assert.deepEqual(kept(), []);
  for (let start = 0; start < 2; start++) {
    await cli('stop', '--everything');
    await cli('index', '--force', '--with-servers');
    assert.equal(JSON.parse((await cli('status', '--json')).stdout).files, 0);
    assert.deepEqual(kept(), []);
  }
});

test('unforgets everything, but no part of a forgotten folder', { skip, timeout: 120_000 }, async (t) => {
  const place = workspace(t, shop);
  const { client } = await serverOn(place);
  const uriOf = (path: string) => pathToFileURL(place.file(path)).href;
  await client.request('context/forget', { uris: [uriOf('src'), uriOf('README.md')] });
  const failure = await client.failure('context/unforget', { uris: [uriOf('src/cart.ts')] });
  assert.match(failure.message, /forgotten as a part of .*src/);
  assert.equal((await client.failure('context/unforget', {})).code, -32602);
  assert.equal((await client.request('context/status')).files, 0);
  const back = await client.request('context/unforget', { everything: true });
  assert.deepEqual([back.files, back.forgotten], [4, []]);
});
