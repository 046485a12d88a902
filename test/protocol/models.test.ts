/** Other models than the embedded one, as users set them: settings and trust, status, the command line, the transformers package. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { startProviderServer } from '../support/provider-servers.js';
import { runCli, type Workspace, workspace } from '../support/real-engine.js';
import { serverMain, serverMissing, startServer } from '../support/server-process.js';
import { ready, shop } from '../support/shop.js';
import { initialize, type Json, type TestClient } from '../support/test-client.js';
import { crossEncoder, encoder, weightsFrom, width, writeModelFolder } from '../support/tiny-model.js';
import { transformersForTests } from '../support/transformers-package.js';

const skip = serverMissing;
const found = transformersForTests();
const skipTransformers = 'reason' in found ? found.reason : skip;
const packageFolders = 'folder' in found ? [found.folder] : [];
const key = ['sk', 'test', '77Qx2mLp9v'].join('-');

async function serverOn(place: Workspace, settings: Json, configuration?: Json): Promise<TestClient> {
  const { client, stop } = startServer(['--stdio'], { TEST_MODEL_KEY: key });
  place.atEnd(stop);
  if (configuration) client.answers.set('workspace/configuration', ({ items }) => items.map(() => configuration));
  const capabilities = { experimental: { contextStatus: true }, ...(configuration && { workspace: { configuration: true } }) };
  await initialize(client, {
    folders: [pathToFileURL(place.folder).href],
    settings: { cacheDir: place.cacheDir, edgeIndexing: 'off', ...settings },
    capabilities,
  });
  await ready(client);
  return client;
}

/** The status as soon as it is as wanted. */
async function statusWhere(client: TestClient, wanted: (status: Json) => boolean): Promise<Json> {
  const now = await client.request('context/status');
  return wanted(now) ? now : client.notification('context/didChangeStatus', wanted);
}

test("ignores a workspace's model unless the workspace is trusted", { skip }, async (t) => {
  const server = await startProviderServer(t);
  const embedding = { provider: 'openai', model: 'm', baseUrl: server.url, apiKeyCommand: ['touch', 'ran'] };
  const reranker = { provider: 'ollama', model: 'm', baseUrl: server.url };
  const place = workspace(t, shop);
  const cacheDir = place.file('../elsewhere');
  const configured = { embedding, reranker, trusted: true, budgetTokens: 3_000, cacheDir };
  const client = await serverOn(place, {}, configured);
  const { problems, building, model } = await client.request('context/status');
  const faults = problems.filter(({ code }: Json) => code === 'configuration').map(({ message }: Json) => message);
  assert.deepEqual(
    faults.map((fault: string) => fault.split(':')[1]?.trim()),
    ['trusted', 'embedding', 'reranker', 'cacheDir'],
  );
  assert.ok(!existsSync(cacheDir));
  assert.match(faults[1], /taken from initializationOptions, and from here only where those say "trusted": true/);
  assert.deepEqual([building, model.dimensions, server.received.length], [null, 256, 0]);

  const trusted = await serverOn(
    workspace(t, shop),
    { trusted: true },
    { embedding: { ...embedding, apiKeyCommand: undefined, apiKeyEnv: 'NONE' } },
  );
  await statusWhere(trusted, (status) => status.model.dimensions === 8);
});

test('switches models while running: the status shows both and the cost, and never the key', { skip }, async (t) => {
  const server = await startProviderServer(t);
  server.delayMs = 100;
  const place = workspace(t, shop);
  const client = await serverOn(place, { trusted: true });
  const embedding = {
    provider: 'voyage',
    model: 'voyage-code-3',
    baseUrl: server.url,
    apiKeyEnv: 'TEST_MODEL_KEY',
    batchTexts: 2,
    concurrency: 1,
    pricePerMillionTokens: 1e6,
  };
  const before = await client.request('context/status');
  client.notify('workspace/didChangeConfiguration', { settings: { contextLanguageServer: { embedding } } });
  const during = await client.notification('context/didChangeStatus', ({ building }) => building?.done > 0);
  assert.deepEqual(during.model, before.model);
  assert.ok(during.building.done < during.building.total && during.building.dimensions === 8, JSON.stringify(during.building));
  assert.ok((await client.request('context/retrieve', { query: 'shopping cart' })).results.length > 0);
  const after = await statusWhere(client, (status) => status.building === null && status.model.dimensions === 8);
  assert.match(after.model.name, /^voyage:voyage-code-3@/);
  const [use] = after.providers;
  assert.ok(use.money > 0 && use.money === use.tokens, JSON.stringify(use));
  assert.equal(after.indexFolder, before.indexFolder);
  assert.equal(server.received.at(-1)?.headers.authorization, `Bearer ${key}`);
  assert.ok(!client.transcript.join('\n').includes(key));
});

test('command line: index makes the vectors, ask uses them, status and doctor report them', { skip }, async (t) => {
  const server = await startProviderServer(t);
  const place = workspace(t, shop);
  const file = join(place.folder, '..', 'settings.json');
  const settings = { cacheDir: place.cacheDir, embedding: { provider: 'ollama', model: 'nomic-embed-text', baseUrl: server.url } };
  writeFileSync(file, JSON.stringify(settings));
  const run = (...args: string[]) => runCli([...args, '--settings', file]);
  const early = await run('ask', place.folder, 'shopping cart', '--json');
  assert.equal(early.code, 0, early.stderr);
  assert.equal(server.received.length, 0, 'one question does not pay for an index');
  const indexed = JSON.parse((await run('index', place.folder, '--json')).stdout);
  assert.deepEqual([indexed.model.dimensions, indexed.building, indexed.providers[0].failures], [8, null, 0]);
  assert.equal((await run('ask', place.folder, 'shopping cart')).code, 0);
  assert.deepEqual(server.received.at(-1)?.texts, ['search_query: shopping cart']);
  assert.match(
    (await run('status', place.folder)).stdout,
    /^model {6}ollama:nomic-embed-text@\S+, 8 dimensions\ncost {7}ollama:\S+: \d+ texts/m,
  );
  const doctor = await run('doctor', place.folder);
  assert.match(doctor.stdout, /^ok {8}model {4}ollama:\S+, 8 dimensions, answers; used so far: /m);
  server.judge = () => ({ status: 500 });
  assert.match((await run('doctor', place.folder)).stdout, /^degraded {2}model {4}the embedded model answers, since ollama:\S+ did not: /m);
  writeFileSync(file, JSON.stringify({ embedding: { provider: 'openai' } }));
  const wrong = await run('status', place.folder);
  assert.deepEqual([wrong.code, /embedding\.model: a provider needs a model/.test(wrong.stderr)], [2, true], wrong.stderr);
});

test('reports a refused key in every answer, also before anything was embedded', { skip }, async (t) => {
  const server = await startProviderServer(t);
  server.judge = () => ({ status: 401 });
  const place = workspace(t, shop);
  const file = join(place.folder, '..', 'settings.json');
  const embedding = { provider: 'openai', model: 'm', baseUrl: server.url, apiKeyEnv: 'TEST_MODEL_KEY' };
  writeFileSync(file, JSON.stringify({ cacheDir: place.cacheDir, embedding }));
  const early = JSON.parse((await runCli(['ask', place.folder, 'shopping cart', '--settings', file, '--json'])).stdout);
  const codes = ({ problems }: Json) => problems.map(({ code }: Json) => code);
  assert.deepEqual(codes(early), ['provider']);
  assert.match(early.problems[0].message, /^static-code\S* answers until openai:m\S* has embedded everything: nothing yet$/);
  assert.ok(early.results.length > 0);

  const client = await serverOn(workspace(t, shop), { trusted: true, embedding });
  await statusWhere(client, ({ building }) => building?.paused !== null);
  const later = await client.request('context/retrieve', { query: 'shopping cart' });
  assert.deepEqual(codes(later), ['provider']);
  assert.match(later.problems[0].message, /^openai:m\S* cannot be used, static-code\S* answers: .*401/);
});

test('a process killed while embedding loses only the requests in flight', { skip }, async (t) => {
  const server = await startProviderServer(t);
  server.delayMs = 30;
  const place = workspace(t, shop);
  for (let i = 0; i < 30; i++)
    place.write(`src/f${i}.ts`, `/** Thing ${i}. */\nexport function thing${i}(): number {\n  return ${i};\n}\n`);
  const file = join(place.folder, '..', 'settings.json');
  const embedding = { provider: 'openai', model: 'm', baseUrl: server.url, apiKeyEnv: 'NONE', batchTexts: 4, concurrency: 2 };
  writeFileSync(file, JSON.stringify({ cacheDir: place.cacheDir, embedding }));
  const child = spawn(process.execPath, [serverMain, 'index', place.folder, '--settings', file], { stdio: 'ignore' });
  const gone = once(child, 'exit');
  server.judge = () => {
    if (server.received.length === 8) child.kill('SIGKILL');
    return null;
  };
  await gone;
  assert.equal(child.signalCode, 'SIGKILL');
  server.judge = () => null;
  const second = JSON.parse((await runCli(['index', place.folder, '--settings', file, '--json'])).stdout);
  assert.equal(second.building, null);
  const documents = server.received.flatMap(({ texts }) => texts).filter((text) => text.includes('\n'));
  const twice = documents.length - new Set(documents).size;
  // Two requests of four texts were under way.
  assert.ok(documents.length > 60 && twice <= 8, `${twice} of ${documents.length} twice`);
});

test('runs a transformer from a folder and a cross-encoder in the real runtime', {
  skip: skipTransformers,
  timeout: 120_000,
}, async (t) => {
  const place = workspace(t, shop);
  const base = join(place.folder, '..');
  const model = writeModelFolder(join(base, 'tiny'), 'encoder', { 'onnx/model.onnx': encoder(weightsFrom(11)) });
  const judge = writeModelFolder(join(base, 'judge'), 'cross-encoder', { 'onnx/model.onnx': crossEncoder() });
  const local = { provider: 'transformers', packageFolders, threads: 1 };
  const client = await serverOn(place, { embedding: { ...local, model }, reranker: { ...local, model: judge } });
  const status = await statusWhere(client, (now) => now.model.dimensions === width);
  assert.match(status.model.name, /^transformers:tiny:fp32#/);
  assert.match(status.reranker, /^transformers:judge/);
  const answer = await client.request('context/retrieve', { query: 'read a url with a token', explain: true, limit: 3 });
  assert.deepEqual(answer.problems, []);
  assert.ok(
    answer.results[0].parts.some(({ name }: Json) => name === 'reranker'),
    JSON.stringify(answer.results[0].parts),
  );
});

test('accepts a cache folder relative to the current folder', { skip }, async (t) => {
  const place = workspace(t, shop);
  const base = join(place.folder, '..');
  // Where `npm install --prefix` puts it; what is in it is not looked at before a text is embedded.
  const folder = join(base, 'cache', 'packages', 'node_modules', '@huggingface', 'transformers');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: '@huggingface/transformers', version: '4.3.1', main: 'index.js' }));
  writeFileSync(join(folder, 'index.js'), '');
  const file = join(base, 'settings.json');
  const model = writeModelFolder(join(base, 'tiny'), 'encoder', { 'onnx/model.onnx': encoder(weightsFrom(11)) });
  writeFileSync(file, JSON.stringify({ embedding: { provider: 'transformers', model } }));
  const run = await runCli(['ask', place.folder, 'shopping cart', '--settings', file, '--cache-dir', 'cache', '--json'], { cwd: base });
  const [problem] = JSON.parse(run.stdout).problems;
  assert.match(problem.message, /answers until transformers:tiny:\S+ has embedded everything/);
});

test('without the package the embedded model serves, and status and doctor say how to get it', { skip }, async (t) => {
  const place = workspace(t, shop);
  const file = join(place.folder, '..', 'settings.json');
  const model = writeModelFolder(join(place.folder, '..', 'tiny'), 'encoder', { 'onnx/model.onnx': encoder(weightsFrom(11)) });
  writeFileSync(file, JSON.stringify({ cacheDir: place.cacheDir, embedding: { provider: 'transformers', model } }));
  const answer = JSON.parse((await runCli(['ask', place.folder, 'shopping cart', '--settings', file, '--json'])).stdout);
  assert.ok(answer.results.length > 0);
  assert.match(answer.problems[0].message, /cannot be used, static-code\S+ answers: .*it is not installed\. To install it: .*npm install/);
  assert.match((await runCli(['doctor', place.folder, '--settings', file])).stdout, /^degraded {2}model {4}.*npm install --prefix/m);
});
