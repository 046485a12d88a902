/** One engine for all clients of a workspace: editors, agents and the terminal attach to it; its death, bad sockets, settings. */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { withMcp } from '../support/mcp-client.js';
import { type Workspace, workspace } from '../support/real-engine.js';
import { serverMissing } from '../support/server-process.js';
import { namesFor, sharing } from '../support/shared-engine.js';
import { ready, shop } from '../support/shop.js';
import { openDocument } from '../support/test-client.js';

const skip = serverMissing;
const options = { skip, timeout: 120_000 };

test('two editors, an agent and the terminal: one engine, one index', options, async (t) => {
  const place = workspace(t, shop);
  const { editor, cli, engines, env } = sharing(place);
  const [one, two] = await Promise.all([editor(), editor()]);
  await Promise.all([ready(one.client), ready(two.client)]);
  const statuses = await Promise.all([one, two].map(({ client }) => client.request('context/status')));
  assert.equal(statuses[0].indexFolder, statuses[1].indexFolder);
  await withMcp({ args: ['--workspace', place.folder, '--cache-dir', place.cacheDir], env }, async ({ text }) => {
    assert.match(await text('search_code', { query: 'ShoppingCart' }), /class ShoppingCart/);
    const [engine, ...others] = await engines();
    assert.deepEqual([others.length, engine.clients, engine.files], [0, 3, 4]);
  });
  const asked = await cli('ask', 'ShoppingCart', '--json');
  assert.equal(JSON.parse(asked.stdout).results[0].symbol, 'ShoppingCart', asked.stderr);
  const status = JSON.parse((await cli('status', '--json')).stdout);
  assert.equal(status.indexFolder, statuses[0].indexFolder);
  assert.deepEqual(readdirSync(join(status.indexFolder, '..')), ['copy-0'], 'no second index');
  assert.equal((await engines()).length, 1);
});

test('each client sees its own unsaved text; the terminal sees the disk', options, async (t) => {
  const place = workspace(t, shop);
  const { editor, cli } = sharing(place);
  const [{ client: one }, { client: two }] = [await editor(), await editor()];
  await ready(one);
  const uri = pathToFileURL(place.file('src/cart.ts')).href;
  openDocument(one, uri, 'export class CartOfTheFirst {}\n');
  openDocument(two, uri, 'export class CartOfTheSecond {}\n');
  for (let round = 0; round < 3; round++)
    for (const [client, own, other] of [
      [one, 'CartOfTheFirst', 'CartOfTheSecond'],
      [two, 'CartOfTheSecond', 'CartOfTheFirst'],
    ] as const) {
      assert.equal((await namesFor(client, own))[0], own);
      assert.ok(!(await namesFor(client, other)).includes(other));
    }
  const asked = JSON.parse((await cli('ask', 'ShoppingCart', '--json')).stdout);
  assert.equal(asked.results[0].symbol, 'ShoppingCart');
  one.notify('textDocument/didChange', {
    textDocument: { uri, version: 2 },
    contentChanges: [{ text: 'export class CartChanged {}\n' }],
  });
  assert.equal((await namesFor(one, 'CartChanged'))[0], 'CartChanged');
  assert.equal((await namesFor(two, 'CartOfTheSecond'))[0], 'CartOfTheSecond');
  one.notify('textDocument/didClose', { textDocument: { uri } });
  assert.equal((await namesFor(one, 'ShoppingCart'))[0], 'ShoppingCart');
});

test('kill -9 of the engine: its clients go on with another one, unsaved text included', options, async (t) => {
  const place = workspace(t, shop);
  const { editor, engines, env } = sharing(place);
  const [{ client: one }, { client: two }] = [await editor(), await editor()];
  await ready(one);
  const uri = pathToFileURL(place.file('src/cart.ts')).href;
  openDocument(one, uri, 'export class UnsavedCart {}\n');
  await withMcp({ args: ['--workspace', place.folder, '--cache-dir', place.cacheDir], env }, async ({ text }) => {
    await text('search_code', { query: 'ShoppingCart' });
    const [before] = await engines();
    const underWay = Array.from({ length: 10 }, (_, i) => namesFor(i % 2 ? one : two, `retryWithBackoff ${i}`));
    process.kill(before.pid, 'SIGKILL');
    for (const names of await Promise.all(underWay)) assert.ok(names.includes('retryWithBackoff'), 'what was asked is answered');
    assert.equal((await namesFor(one, 'UnsavedCart'))[0], 'UnsavedCart');
    assert.ok(!(await namesFor(two, 'UnsavedCart')).includes('UnsavedCart'));
    assert.match(await text('search_code', { query: 'ShoppingCart' }), /class ShoppingCart/);
    const [after, ...others] = await engines();
    assert.equal(others.length, 0);
    assert.notEqual(after.pid, before.pid);
    assert.equal(after.clients, 3);
  });
});

test('engines that are started at the same instant: one wins, the others attach', options, async (t) => {
  const place = workspace(t, shop);
  const { cli, editor, engines } = sharing(place);
  // Run with 200 before a release.
  const rounds = Number(process.env.CONTEXT_TEST_STARTS ?? 10);
  for (let round = 0; round < rounds; round++) {
    const servers = await Promise.all(Array.from({ length: round === 0 ? 4 : 2 }, () => editor()));
    const folders = await Promise.all(servers.map(async ({ client }) => (await client.request('context/status')).indexFolder));
    assert.equal(new Set(folders).size, 1);
    const running = await engines();
    assert.deepEqual(
      running.map(({ clients }) => clients),
      [servers.length],
    );
    for (const { stop } of servers) assert.equal(await stop(), 0);
    assert.match((await cli('stop')).stdout, /^stopped 1 engine/);
    assert.deepEqual(await engines(), []);
  }
});

test('what lies at the place of the socket: a file, a dead socket, somebody else who listens', options, async (t) => {
  const place = workspace(t, shop);
  const { cli, editor, engines, runtimeFolder } = sharing(place);
  const { client, stop } = await editor();
  await ready(client);
  const [{ pid }] = await engines();
  const [key] = readdirSync(runtimeFolder).flatMap((name) => (name.endsWith('.token') ? [name.split('.')[0] as string] : []));
  const socket = join(runtimeFolder, `${key}.sock`);

  // Without the token nothing is answered.
  const answer = await new Promise<string>((resolve) => {
    const stranger = createConnection(socket);
    let said = '';
    stranger.on('data', (data) => (said += data.toString('latin1'))).on('close', () => resolve(said));
    stranger.on('error', () => {});
    stranger.write('Content-Length: 5\r\n\r\nhello');
  });
  assert.equal(answer, '', 'a stranger is cut off');
  assert.equal((await namesFor(client, 'ShoppingCart'))[0], 'ShoppingCart', 'and disturbs nobody');

  // It died and left its socket behind.
  await stop();
  process.kill(pid, 'SIGKILL');
  const again = await editor();
  assert.equal((await namesFor(again.client, 'ShoppingCart'))[0], 'ShoppingCart');
  await again.stop();
  await cli('stop');

  writeFileSync(socket, 'no socket');
  const third = await editor();
  await ready(third.client);
  assert.equal((await engines()).length, 1, 'a file in its place is replaced');
  await third.stop();
  await cli('stop');

  // Somebody listens who holds no lock: the engine takes the place.
  const foreign = createServer((other) => other.resume()).listen(socket);
  t.after(() => foreign.close());
  const fourth = await editor();
  await ready(fourth.client);
  assert.equal((await engines()).length, 1);
});

test('settings that one engine cannot serve: the client has an engine of its own, and its log says why', options, async (t) => {
  const place = workspace(t, shop);
  const { editor, engines } = sharing(place);
  const one = await editor();
  await ready(one.client);
  const two = await editor({ exclude: ['src/cart.ts'] });
  await ready(two.client);
  assert.ok((await namesFor(one.client, 'ShoppingCart')).includes('ShoppingCart'));
  assert.ok(!(await namesFor(two.client, 'ShoppingCart')).includes('ShoppingCart'));
  const logged = two.client.received.flatMap(({ method, params }) => (method === 'window/logMessage' ? [params.message] : []));
  assert.ok(
    logged.some((message) => /other settings: exclude/.test(message)),
    logged.join('\n'),
  );
  assert.equal((await engines())[0].clients, 1);
  // Once it is alone, the engine is opened with what the client asks for.
  await one.stop();
  await two.stop();
  const three = await editor({ exclude: ['src/cart.ts'] });
  await ready(three.client);
  assert.ok(!(await namesFor(three.client, 'ShoppingCart')).includes('ShoppingCart'));
  assert.equal((await engines())[0].clients, 1);
});

/** Enough files that indexing takes longer than a command's start. */
function manyFiles(place: Workspace): void {
  const body = Array.from(
    { length: 60 },
    (_, i) => `export function ripen${i}(fruit: string): string {\n  return \`\${fruit} ${i}\`;\n}\n`,
  ).join('');
  for (let i = 0; i < 300; i++) place.write(`src/orchard${i}.ts`, body);
}

test('commands for a workspace that was never indexed share one engine, which ends with the last of them', options, async (t) => {
  const place = workspace(t, shop);
  manyFiles(place);
  const { cli, engines } = sharing(place);
  const early = await cli('ask', 'ShoppingCart', '--json', '--wait', '0');
  const answer = JSON.parse(early.stdout);
  assert.equal(answer.isIncomplete, true);
  assert.equal(answer.results[0].symbol, 'ShoppingCart', 'the files with the words of the question come first');
  assert.match(early.stderr, /not everything was indexed within 0 s/);
  assert.equal((await engines()).length, 1, 'it goes on');
  const others = await Promise.all(['ShoppingCart', 'ripen7'].map((query) => cli('ask', query, '--json', '--wait', '100')));
  for (const { stdout, stderr } of others) assert.equal(JSON.parse(stdout).isIncomplete, false, stderr);
  // Its index is closed; the process ends in a moment, and a test that waits in vain runs into its time limit.
  while ((await engines()).length > 0);
  const { indexFolder, files } = JSON.parse((await cli('status', '--json')).stdout);
  assert.equal(files, 304);
  assert.deepEqual(readdirSync(join(indexFolder, '..')), ['copy-0'], 'no second index');
});

test('an engine of a command that waits serves an editor with the settings of the editor', options, async (t) => {
  const place = workspace(t, shop);
  manyFiles(place);
  const { cli, editor, engines } = sharing(place);
  const asked = cli('ask', 'ripen7', '--json', '--wait', '100');
  while ((await engines()).length === 0);
  const one = await editor({ edgeIndexing: 'auto', history: 'auto' });
  assert.equal(JSON.parse((await asked).stdout).isIncomplete, false);
  await ready(one.client);
  const [engine, ...others] = await engines();
  assert.deepEqual([others.length, engine.clients], [0, 1]);
  assert.notEqual((await one.client.request('context/status')).structure, null);
});

test('a runtime folder that is not safe is not used', options, async (t) => {
  const place = workspace(t, shop);
  const { editor, engines, runtimeFolder } = sharing(place);
  mkdirSync(join(runtimeFolder, '..'), { recursive: true });
  writeFileSync(runtimeFolder, 'a file');
  const { client } = await editor();
  await ready(client);
  assert.equal((await namesFor(client, 'ShoppingCart'))[0], 'ShoppingCart', 'the client has an engine of its own');
  await assert.rejects(engines, 'the terminal says what is wrong');
});
