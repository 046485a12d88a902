/** The audit log: off by default, complete before an answer is sent, for every front, without code or secrets, for its owner only. */
import assert from 'node:assert/strict';
import { appendFileSync, chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { withMcp } from '../support/mcp-client.js';
import { runCli, type Workspace, workspace } from '../support/real-engine.js';
import { serverMissing, startServer } from '../support/server-process.js';
import { sharing } from '../support/shared-engine.js';
import { shop } from '../support/shop.js';
import { initialize, type Json } from '../support/test-client.js';

const options = { skip: serverMissing, timeout: 120_000 };

function stateOf(place: Workspace): { env: Record<string, string>; folder: string } {
  const state = join(dirname(place.folder), 'state');
  return { env: { XDG_STATE_HOME: state }, folder: join(state, 'context-language-server', 'audit') };
}

const linesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder).flatMap((name) =>
        readFileSync(join(folder, name), 'utf8')
          .split('\n')
          .filter((line) => line !== ''),
      )
    : [];
const entriesIn = (folder: string): Json[] => linesIn(folder).map((line) => JSON.parse(line));

const settingsOf = (place: Workspace, more: Json = {}) => ({
  cacheDir: place.cacheDir,
  edgeIndexing: 'off',
  history: 'off',
  watch: 'off',
  ...more,
});

async function editorOn(place: Workspace, env: Record<string, string>, settings: Json, more: Json = {}) {
  const server = startServer(['--stdio'], env);
  place.atEnd(server.stop);
  await initialize(server.client, { folders: [pathToFileURL(place.folder).href], settings: settingsOf(place, settings), ...more });
  await server.client.request('context/reindex');
  return server;
}

test('nothing is recorded without the setting, and a workspace cannot set it', options, async (t) => {
  const place = workspace(t, shop);
  const { env, folder } = stateOf(place);
  const server = startServer(['--stdio'], env);
  place.atEnd(server.stop);
  server.client.answers.set('workspace/configuration', ({ items }) => items.map(() => ({ auditDays: 7, retentionDays: 1 })));
  await initialize(server.client, {
    folders: [pathToFileURL(place.folder).href],
    settings: settingsOf(place),
    capabilities: { workspace: { configuration: true } },
  });
  await server.client.request('context/retrieve', { query: 'ShoppingCart' });
  const { problems } = await server.client.request('context/status');
  for (const key of ['auditDays', 'retentionDays'])
    assert.ok(
      problems.some(({ code, message }: Json) => code === 'configuration' && message.includes(`${key}: it is taken from`)),
      key,
    );
  assert.equal(existsSync(folder), false);
});

test('every answer that arrived is recorded, even if the server is killed at once; each question once', options, async (t) => {
  const place = workspace(t, shop);
  const { env, folder } = stateOf(place);
  for (let round = 0; round < 3; round++) {
    const { client, child } = await editorOn(place, env, { auditDays: 7 });
    const before = entriesIn(folder).length;
    const query = `shopping cart of round ${round}`;
    const answer = await client.request('context/retrieve', { query });
    child.kill('SIGKILL');
    const written = entriesIn(folder).slice(before);
    assert.equal(written.length, 1);
    const [{ action, question, places, front, name, workspace: folders, at }] = written;
    assert.deepEqual([action, question, front, folders], ['retrieve', query, 'lsp', [place.folder]]);
    assert.equal(typeof name, 'string');
    assert.ok(Math.abs(Date.parse(at) - Date.now()) < 60_000);
    for (const { path, range } of answer.results)
      assert.ok(
        places.some((one: Json) => one.path === path && one.startLine === range.start.line + 1),
        path,
      );
  }
  assert.equal(statSync(folder).mode & 0o777, 0o700);
  for (const name of readdirSync(folder)) assert.equal(statSync(join(folder, name)).mode & 0o777, 0o600);
});

test('editors, agents and the terminal on one shared engine: each has entries of its own', options, async (t) => {
  const place = workspace(t, shop);
  const { env: shared, cli, editor } = sharing(place);
  const { env, folder } = stateOf(place);
  const all = { ...shared, ...env };
  // Its engine records nothing for the others.
  await editor({});
  const { client } = await editorOn(place, all, { auditDays: 7 }, { params: { clientInfo: { name: 'Some Editor', version: '3.1' } } });
  await client.request('workspace/semanticSymbol', { query: 'ShoppingCart', mode: 'name' });
  await client.failure('context/related', { symbol: '' });
  await withMcp(
    { args: ['-w', place.folder, '--cache-dir', place.cacheDir], env: { ...all, CONTEXT_LANGUAGE_SERVER_AUDIT_DAYS: '7' } },
    async ({ call }) => {
      await call('search_code', { query: 'where is the cart totalled' });
    },
  );
  const asked = await runCli(['ask', 'ShoppingCart', '--cache-dir', place.cacheDir], {
    env: { ...all, CONTEXT_LANGUAGE_SERVER_AUDIT_DAYS: '7' },
    cwd: place.folder,
  });
  assert.equal(asked.code, 0, asked.stderr);
  await cli('ask', 'nobody records this question');
  const entries = entriesIn(folder);
  const of = (front: string) =>
    entries.filter((entry) => entry.front === front).map(({ name, action, question }) => [name, action, question]);
  assert.deepEqual(of('lsp'), [['Some Editor 3.1', 'symbols', 'ShoppingCart']]);
  assert.ok(of('mcp').some(([name, action, question]) => name === 'test 1' && action === 'retrieve' && /totalled/.test(question)));
  assert.deepEqual(of('cli'), [['ask', 'retrieve', 'ShoppingCart']]);

  const printed = await runCli(['audit', '--since', '2d'], { env });
  assert.match(printed.stdout, /lsp Some Editor 3\.1 {2}\/.*\n {2}symbols "ShoppingCart": \d+ places?\n {2}src\/cart\.ts:\d+-\d+/);
  const json = JSON.parse((await runCli(['audit', '--since', '2d', '--json'], { env })).stdout);
  assert.deepEqual(json, entries);
  assert.deepEqual(JSON.parse((await runCli(['audit', '--since', '2099-01-01', '--json'], { env })).stdout), []);
  assert.equal((await runCli(['audit', '--since', 'yesterday'], { env })).code, 2);
});

test('secrets are masked in questions, places and errors; old days are deleted; a cut line harms no other', options, async (t) => {
  const place = workspace(t, shop);
  const { env, folder } = stateOf(place);
  const key = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
  place.write('src/key.ts', `export const key = "${key}";\nexport function useKey() { return key; }\n`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, '2020-01-01.jsonl'), '{}\n');
  const { client, stop } = await editorOn(place, env, { auditDays: 7 });
  await client.request('context/retrieve', { query: `who uses ${key} here` });
  await client.failure('context/show', { symbol: key, limit: -1 }).catch(() => {});
  await client.request('workspace/semanticSymbol', { query: key }).catch(() => {});
  assert.ok(linesIn(folder).length > 0);
  assert.ok(!linesIn(folder).join('\n').includes(key));
  assert.match(linesIn(folder).join('\n'), /who uses \*+ here/);
  assert.equal(existsSync(join(folder, '2020-01-01.jsonl')), false);
  await stop();
  const [file] = readdirSync(folder);
  appendFileSync(join(folder, file as string), '{"at":"2026-');
  const asked = await runCli(['ask', 'ShoppingCart', '-w', place.folder, '--cache-dir', place.cacheDir], {
    env: { ...env, CONTEXT_LANGUAGE_SERVER_AUDIT_DAYS: '7' },
  });
  assert.equal(asked.code, 0, asked.stderr);
  const entries = JSON.parse((await runCli(['audit', '--json'], { env })).stdout);
  assert.equal(entries.at(-1).question, 'ShoppingCart');
});

test('there is no answer where the log cannot be written', options, async (t) => {
  const place = workspace(t, shop);
  const { env, folder } = stateOf(place);
  mkdirSync(dirname(folder), { recursive: true });
  writeFileSync(folder, 'a file in place of the folder');
  chmodSync(folder, 0o600);
  const { client } = await editorOn(place, env, { auditDays: 7 });
  const failure = await client.failure('context/retrieve', { query: 'ShoppingCart' });
  assert.equal(failure.code, -32803);
  assert.match(failure.message, /audit log cannot be written/);
  const wrong = await runCli(['ask', 'ShoppingCart', '-w', place.folder, '--cache-dir', place.cacheDir], {
    env: { ...env, CONTEXT_LANGUAGE_SERVER_AUDIT_DAYS: 'many' },
  });
  assert.equal(wrong.code, 1);
  assert.match(wrong.stderr, /expected a whole number of days/);
});
