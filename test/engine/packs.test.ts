/** Packs with a real engine: what comes out of them is what indexing gives, and storage that fails costs a problem only. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { PackSupply } from '../../server/core/packs/pack-supply.js';
import type { PackStore } from '../../server/core/packs/ports.js';
import { fetchPacks } from '../../server/io/packs/fetch-packs.js';
import { openStorage } from '../../server/io/packs/pack-storage.js';
import { silent } from '../../server/util/log.js';
import { differentRows, rowsOf } from '../support/compare-indexes.js';
import { startPackServer } from '../support/pack-server.js';
import { settledEngine, type Workspace, workspace } from '../support/real-engine.js';
import { shop } from '../support/shop.js';

const hasGit = spawnSync('git', ['--version']).status === 0;
const skip = !hasGit && 'git is not installed';

function git(folder: string, ...args: string[]): string {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'init.defaultBranch=main'];
  const { status, stdout, stderr } = spawnSync('git', [...identity, '-C', folder, ...args], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  return stdout.trim();
}

function commit(place: Workspace): string {
  git(place.folder, 'add', '.');
  git(place.folder, 'commit', '-q', '-m', 'all');
  return git(place.folder, 'rev-parse', 'HEAD');
}

/** A workspace at a commit whose packs are in `folder`. */
async function published(t: TestContext) {
  const place = workspace(t, shop);
  git(place.folder, 'init', '-q');
  const head = commit(place);
  const folder = join(place.folder, '../packs');
  const engine = await settledEngine(place);
  const report = await engine.publishPacks(folder);
  return { place, head, folder, engine, report };
}

const manifestOf = (folder: string, head: string) => join(folder, 'manifests', `${head}.json`);
const other = (place: Workspace, name: string): Workspace => ({ ...place, cacheDir: `${place.cacheDir}-${name}` });

test('an index from packs is the index that parsing makes', { skip }, async (t) => {
  const { place, head, folder, engine, report } = await published(t);
  assert.deepEqual([report.commit, report.files, report.left, report.reused], [head, engine.status().files, 0, 0]);
  const taken = await settledEngine(other(place, 'taken'), { packs: { source: folder } });
  const { packs, problems } = taken.status();
  assert.deepEqual([packs?.state, packs?.commit, packs?.records], ['fetched', head, report.files]);
  assert.deepEqual(problems, []);
  assert.deepEqual(differentRows(rowsOf(taken), rowsOf(engine)), []);
});

test('files that differ from the commit are parsed here', { skip }, async (t) => {
  const { place, folder } = await published(t);
  place.write('src/retry.ts', '/** Not in the packs. */\nexport function brandNew(): number {\n  return 1;\n}\n');
  place.write('src/added.ts', 'export const added = 2;\n');
  const taken = await settledEngine(other(place, 'taken'), { packs: { source: folder } });
  const parsed = await settledEngine(other(place, 'parsed'));
  assert.deepEqual(differentRows(rowsOf(taken), rowsOf(parsed)), []);
  assert.equal((await taken.symbols({ query: 'brandNew' })).hits[0]?.name, 'brandNew');
});

test('a later commit adds what is new, and an index fetches only that', { skip }, async (t) => {
  const { place, folder, engine, report } = await published(t);
  const server = await startPackServer(t, folder);
  const reader = other(place, 'reader');
  const first = await settledEngine(reader, { packs: { source: server.url } });
  await first.close();
  const whole = server.sent;
  place.write('src/added.ts', 'export const added = 2;\n');
  const head = commit(place);
  await engine.reindex({});
  const next = await engine.publishPacks(folder);
  assert.deepEqual([next.reused, next.written], [report.files, 1]);
  server.requests.length = server.sent = 0;
  const second = await settledEngine(reader, { packs: { source: server.url } });
  assert.deepEqual([second.status().packs?.commit, second.status().packs?.records], [head, 1]);
  assert.ok(server.sent < whole / 2, `${server.sent} of ${whole} bytes`);
  assert.deepEqual(differentRows(rowsOf(second), rowsOf(engine)), []);
  // A commit that is not published uses the packs of the one before.
  place.write('src/local.ts', 'export const local = 3;\n');
  commit(place);
  const third = await settledEngine(other(place, 'third'), { packs: { source: folder } });
  assert.deepEqual([third.status().packs?.commit, third.status().packs?.records], [head, report.files + 1]);
});

test('packs hold no text of the files', { skip }, async (t) => {
  const { folder } = await published(t);
  const [pack = ''] = readdirSync(join(folder, 'packs'));
  const content = gunzipSync(readFileSync(join(folder, 'packs', pack))).toString('latin1');
  for (const word of ['retry', 'Invoice', 'pause', 'shop', 'src/']) assert.ok(!content.includes(word), word);
});

test('storage that lies or fails is recognised before anything of it is used', { skip }, async (t) => {
  const { place, head, folder } = await published(t);
  const server = await startPackServer(t, folder);
  const manifest = readFileSync(manifestOf(folder, head), 'utf8');
  const changed = (changes: object) => JSON.stringify({ ...JSON.parse(manifest), ...changes });
  const send = (matches: RegExp, answer: (response: ServerResponse, path: string) => void) => (path: string, response: ServerResponse) => {
    if (matches.test(path)) answer(response, path);
    return matches.test(path);
  };
  const body = (text: string | Buffer) => (response: ServerResponse) => void response.end(text);
  const damaged = (path: string): Buffer => {
    const bytes = readFileSync(join(folder, path));
    bytes[20] = (bytes[20] as number) ^ 255;
    return bytes;
  };
  const cases: [name: string, instead: typeof server.instead, message: RegExp][] = [
    ['half a manifest', send(/^manifests/, body(manifest.slice(0, 90))), /manifests\/\w+\.json is not JSON, or cut short/],
    ['another format', send(/^manifests/, body(changed({ version: 99 }))), /has format version 99, this server reads version 1/],
    ['another schema', send(/^manifests/, body(changed({ schema: 2 }))), /made by analysis version 2, this server has version/],
    ['another redaction', send(/^manifests/, body(changed({ redaction: 'secretsAndEmails' }))), /masks secretsAndEmails/],
    ['another model', send(/^manifests/, body(changed({ model: { name: 'm', dimensions: 3 } }))), /has vectors of m \(3\)/],
    ['another commit', send(/^manifests/, body(changed({ commit: 'a'.repeat(40) }))), /is of commit a{40}/],
    ['a path in place of a hash', send(/^manifests/, body(changed({ packs: [{ index: '../../x' }] }))), /packs\.0\.index/],
    ['a wrong index', send(/^indexes/, (response, path) => response.end(damaged(path))), /has another hash than its name says/],
    ['a wrong pack', send(/^packs/, (response, path) => response.end(damaged(path))), /has other bytes at 0 than its index says/],
    ['a pack cut short', send(/^packs/, body('short')), /cut short/],
    ['a missing pack', send(/^packs/, (response) => response.writeHead(404).end()), /packs\/\w+ is missing/],
    ['an error', send(/^indexes/, (response) => response.writeHead(503).end()), /answered 503 for indexes/],
    ['another place', send(/^manifests/, (response) => response.writeHead(302, { location: `${server.url}/elsewhere` }).end()), /redirect/],
    ['a lost connection', send(/^packs/, (response) => response.destroy()), /cannot be fetched from http:\/\/127\.0\.0\.1/],
  ];
  const target = join(place.folder, '../fetched');
  const storage = openStorage({ source: server.url });
  const options = { storage, wanted: [[head]], basis: JSON.parse(manifest), folder: target };
  for (const [name, instead, message] of cases) {
    server.instead = instead;
    server.requests.length = 0;
    await assert.rejects(fetchPacks(options, new Set(), new AbortController().signal), message, name);
    assert.ok(!existsSync(target), name);
    assert.ok(!server.requests.some(({ path }) => path === 'elsewhere'), 'no redirect is followed');
  }
});

test('a source that fails costs a problem, and the files are parsed', { skip }, async (t) => {
  const { place, head, folder, engine } = await published(t);
  writeFileSync(manifestOf(folder, head), readFileSync(manifestOf(folder, head)).subarray(0, 90));
  const reader = await settledEngine(other(place, 'reader'), { packs: { source: folder } });
  const { packs, problems } = reader.status();
  assert.equal(packs?.state, 'failed');
  assert.match(
    problems.map(({ code, message }) => `${code}: ${message}`).join(),
    /^packs: .* is not JSON, or cut short; the files are indexed here instead$/,
  );
  assert.deepEqual(differentRows(rowsOf(reader), rowsOf(engine)), []);
});

test('a commit that nobody published is no problem', { skip }, async (t) => {
  const { place, folder, head } = await published(t);
  writeFileSync(manifestOf(folder, head).replace(head, 'b'.repeat(40)), '{}');
  const empty = await settledEngine(other(place, 'empty'), { packs: { source: join(folder, 'packs') } });
  assert.deepEqual([empty.status().packs?.state, empty.status().problems], ['unpublished', []]);
});

test('storage that stops sending is given up, and analysis does not wait for it', async (t) => {
  const server = await startPackServer(t, t.name);
  server.instead = (_, response) => response.writeHead(200, { 'content-length': 10 }).write('half') || true;
  const storage = openStorage({ source: server.url, stallMs: 50 });
  await assert.rejects(
    storage.read('manifests/x.json', 100, new AbortController().signal),
    /has sent nothing of manifests\/x\.json for 0\.05 s/,
  );
  const supply = new PackSupply({
    source: { name: 's', head: async () => 'a', fetch: (_, signal) => new Promise((_, no) => signal.addEventListener('abort', no)) },
    store: { contentHashes: () => new Set<string>() } as unknown as PackStore,
    placeOf: (path) => ({ absolutePath: path, localPath: path }),
    waitMs: { empty: 1, filled: 1 },
    log: silent,
    onChanged: () => {},
  });
  supply.begin();
  await supply.ready();
  assert.equal(supply.status().state, 'fetching');
  await supply.close();
});

test('a token is sent to the source', async (t) => {
  const server = await startPackServer(t, t.name);
  process.env.PACKS_TEST_TOKEN = 'abc';
  t.after(() => delete process.env.PACKS_TEST_TOKEN);
  const signal = new AbortController().signal;
  await openStorage({ source: `${server.url}/base/`, tokenEnv: 'PACKS_TEST_TOKEN' }).read('manifests/x.json', 100, signal);
  await openStorage({ source: server.url.replace('//', '//me:secret@') }).read('manifests/x.json', 100, signal);
  assert.deepEqual(
    server.requests.map(({ path, authorization }) => [path, authorization]),
    [
      ['base/manifests/x.json', 'Bearer abc'],
      ['manifests/x.json', `Basic ${Buffer.from('me:secret').toString('base64')}`],
    ],
  );
});
