/** What providers and model folders can have wrong, through the whole engine: the reason is told, what served goes on serving, and a cure is taken. */
import assert from 'node:assert/strict';
import { mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import type { Engine } from '../../server/core/engine/engine-api.js';
import type { EmbeddingSettings } from '../../server/core/model/model-settings.js';
import { type Fault, type ProviderServer, startProviderServer } from '../support/provider-servers.js';
import { engineOn, pathsOf, settledEngine, workspace } from '../support/real-engine.js';
import { shop } from '../support/shop.js';
import { encoder, weightsFrom, width, writeModelFolder } from '../support/tiny-model.js';
import { transformersForTests } from '../support/transformers-package.js';

const found = transformersForTests();
const skip = 'reason' in found ? found.reason : false;
const packageFolders = 'folder' in found ? [found.folder] : [];
const question = { query: 'request again after a pause' };
const embedding = (server: ProviderServer, rest: Partial<EmbeddingSettings> = {}): EmbeddingSettings => ({
  provider: 'openai',
  model: 'some-model',
  baseUrl: server.url,
  apiKeyEnv: 'TEST_KEY_THAT_IS_NOT_SET',
  ...rest,
});

async function answers(engine: Engine, expected: readonly string[]): Promise<void> {
  const { results, problems, isIncomplete } = await engine.retrieve(question);
  assert.equal(pathsOf({ results })[0], 'src/retry.ts');
  assert.deepEqual([problems.map(({ code }) => code), isIncomplete], [expected, false], JSON.stringify(problems));
}

const faults: readonly (readonly [Fault, RegExp])[] = [
  ['tooFew', /expected \d+ vectors, got \d+/],
  ['nan', /answered with no valid JSON/],
  ['null', /value 7 is null, not a finite number/],
  ['zeros', /all values are zero/],
  ['html', /HTML instead of JSON/],
  ['cutJson', /JSON/],
  ['huge', /larger than \d+ bytes/],
  [{ status: 401, body: '{"error":{"message":"no such key: sk-test-1234567890abcdef1234567890abcdef"}}' }, /answered 401: no such key/],
  [{ status: 404 }, /answered 404/],
  [
    { status: 429, body: '{"error":{"message":"You exceeded your current quota","code":"insufficient_quota"}}' },
    /exceeded your current quota/,
  ],
  [{ status: 301, headers: { location: 'http://example.org/' } }, /redirects to/],
];

for (const [fault, reason] of faults) {
  const name = typeof fault === 'string' ? fault : `status ${fault.status}`;
  test(`a provider with wrong answers (${name}): the embedded model serves, with the reason, until it is fixed`, async (t) => {
    const server = await startProviderServer(t);
    // The first answer tells the dimensions, and is a good one.
    server.judge = ({ texts }) => (texts.some((text) => text.includes('\n')) ? fault : null);
    const engine = await settledEngine(workspace(t, shop), { embedding: embedding(server) });
    await engine.embedded();
    const { building, model, problems } = engine.status();
    assert.equal(model.dimensions, 256);
    assert.match(building?.paused?.reason ?? '', reason);
    assert.doesNotMatch(JSON.stringify(engine.status()), /1234567890abcdef/);
    assert.equal(building?.done, 0);
    assert.deepEqual(
      problems.map(({ code }) => code),
      ['provider'],
    );
    await answers(engine, ['provider']);
    server.judge = () => null;
    await engine.reindex({});
    await engine.embedded();
    assert.deepEqual([engine.status().model.dimensions, engine.status().building, engine.status().problems], [8, null, []]);
    assert.equal((await engine.retrieve(question)).problems.length, 0);
  });
}

test('keeps and does not pay again for the answers before a wrong one', async (t) => {
  const server = await startProviderServer(t);
  const engine = await settledEngine(workspace(t, shop), { embedding: embedding(server, { batchTexts: 2, concurrency: 1 }) });
  let batches = 0;
  server.judge = ({ texts }) => (texts.some((text) => text.includes('\n')) && ++batches > 2 ? 'zeros' : null);
  await engine.embedded();
  assert.equal(engine.status().building?.done, 4);
  const paid = new Set(server.received.flatMap(({ texts }) => texts).slice(0, 5));
  server.judge = () => null;
  server.received.length = 0;
  await engine.reindex({});
  await engine.embedded();
  assert.equal(engine.status().model.dimensions, 8);
  assert.ok(server.received.flatMap(({ texts }) => texts).every((text) => !paid.has(text)));
});

test('a provider that hangs or is unreachable delays nothing, not even closing', { timeout: 30_000 }, async (t) => {
  const server = await startProviderServer(t);
  server.judge = () => 'hang';
  for (const baseUrl of [server.url, 'http://127.0.0.1:9']) {
    const engine = await engineOn(workspace(t, shop), { embedding: embedding(server, { baseUrl, timeoutMs: 200 }) });
    await engine.settled();
    const building = engine.embedded();
    await answers(engine, ['provider']);
    assert.equal(engine.status().model.dimensions, 256);
    await engine.close();
    await building;
  }
});

test('the embedded model answers while the serving one fails', async (t) => {
  const server = await startProviderServer(t);
  const place = workspace(t, shop);
  const engine = await settledEngine(place, { embedding: embedding(server) });
  await engine.embedded();
  for (const fault of ['html', 'zeros', 'wrongDimensions', { status: 400 }] as const) {
    server.judge = () => fault;
    await answers(engine, ['provider']);
  }
  server.judge = () => 'zeros';
  engine.openDocument('src/late.ts', '/** Comes late. */\nexport function lateComer(): void {}\n');
  await engine.embedded();
  const { behind, problems } = engine.status();
  assert.ok(behind > 0);
  assert.deepEqual(
    problems.map(({ code }) => code),
    ['provider', 'vectorsStale'],
  );
  assert.equal((await engine.retrieve({ query: 'lateComer' })).results[0]?.name, 'lateComer');
  server.judge = () => null;
  await engine.reindex({});
  await engine.embedded();
  assert.deepEqual([engine.status().behind, engine.status().problems], [0, []]);
  assert.equal((await engine.retrieve(question)).problems.length, 0);
});

test('rebuilds the vectors of another model behind the same name', async (t) => {
  const server = await startProviderServer(t);
  const place = workspace(t, shop);
  const first = await settledEngine(place, { embedding: embedding(server) });
  await first.embedded();
  await first.close();
  server.dimensions = 12;
  const engine = await settledEngine(place, { embedding: embedding(server) });
  assert.equal(engine.status().model.dimensions, 8);
  await answers(engine, ['provider']);
  await engine.embedded();
  assert.deepEqual([engine.status().model.dimensions, engine.status().building], [12, null]);
  assert.equal((await engine.retrieve(question)).problems.length, 0);
});

/** What status says of a transformer that cannot be. */
async function refusal(t: TestContext, settings: Partial<EmbeddingSettings>): Promise<string> {
  const engine = await settledEngine(workspace(t, shop), {
    embedding: { provider: 'transformers', packageFolders, threads: 1, ...settings },
  });
  await engine.embedded();
  await answers(engine, ['provider']);
  assert.equal(engine.status().model.dimensions, 256);
  return engine.status().building?.paused?.reason ?? '';
}

test('rejects model folders that are missing, incomplete, truncated or of another width', { skip, timeout: 60_000 }, async (t) => {
  const place = workspace(t);
  const folder = writeModelFolder(join(place.folder, '..', 'tiny'), 'encoder', { 'onnx/model.onnx': encoder(weightsFrom(11)) });
  assert.match(await refusal(t, { model: join(folder, 'nothing') }), /model folder .*nothing does not exist/);
  assert.match(await refusal(t, { model: 'not a name' }), /expected an absolute folder or owner\/name on the hub/);
  assert.match(await refusal(t, { model: folder, dimensions: width + 1 }), /expected 17 dimensions, the model gives 16/);
  truncateSync(join(folder, 'onnx', 'model.onnx'), 300);
  assert.match(await refusal(t, { model: folder }), /the model could not be loaded/);
  rmSync(join(folder, 'tokenizer.json'));
  assert.match(await refusal(t, { model: folder }), /has no tokenizer\.json/);
  writeFileSync(join(folder, 'tokenizer.json'), '{"half');
  assert.match(await refusal(t, { model: folder }), /tokenizer\.json cannot be read/);
});

test('uses good pre-computed vectors, reports bad ones, and makes the rest', async (t) => {
  const server = await startProviderServer(t);
  const place = workspace(t, shop);
  const folder = join(place.folder, '..', 'vectors');
  mkdirSync(folder);
  const write = (name: string, content: unknown) =>
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  const good = [1, 2, 3, 4, 5, 6, 7, 8];
  write('cart.json', good);
  write('cart.meta.json', { source: 'src/cart.ts', line: 4, tags: ['cart'] });
  write('retry', good);
  write('retry.meta.json', { source: 'src/retry.ts', line: 2 });
  write('short.json', [1, 2]);
  write('broken.json', '[1, 2,');
  write('elsewhere.json', good);
  write('elsewhere.meta.json', { source: '../../etc/passwd', line: 1 });
  const engine = await settledEngine(place, { embedding: embedding(server, { precomputed: folder }) });
  await engine.embedded();
  const { model, vectors, problems, providers } = engine.status();
  assert.equal(model.dimensions, 8);
  assert.equal(providers[0]?.texts, vectors - 2 + 1);
  assert.match(
    problems[0]?.message ?? '',
    /^2 pre-computed vectors of .* are used; .*broken\.json is skipped: no valid JSON; .*short\.json is skipped: .*; elsewhere: no text of the workspace is at [^;]*$/,
  );
  const sent = server.received.flatMap(({ texts }) => texts);
  assert.ok(!sent.some((text) => text.startsWith('src/cart.ts > ShoppingCart > add')), sent.join('\n---\n'));
  const tagged = await engine.retrieve({ query: 'put a thing into the cart', filters: { tags: ['cart'] } });
  assert.deepEqual(
    tagged.results.map(({ name }) => name),
    ['add'],
  );
  const missing = await settledEngine(workspace(t, shop), { embedding: embedding(server, { precomputed: '/no/such/folder' }) });
  await missing.embedded();
  assert.match(missing.status().problems[0]?.message ?? '', /^0 pre-computed vectors .*the folder \/no\/such\/folder cannot be read/);
  assert.equal(missing.status().model.dimensions, 8);
});
