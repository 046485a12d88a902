/** Transformers through the real runtime, on small real models that this test writes. */
import assert from 'node:assert/strict';
import { createReadStream, existsSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { ContextError } from '../../server/core/model/problem.js';
import { findTransformers } from '../../server/io/embedding/transformers/find-package.js';
import {
  openCrossEncoder,
  openTransformersProvider,
  type TransformersSettings,
  type TransformersWorld,
} from '../../server/io/embedding/transformers/open-transformers.js';
import { silent } from '../../server/util/log.js';
import { crossEncoder, embeddingOf, encoder, weightsFrom, width, words, writeModelFolder } from '../support/tiny-model.js';
import { transformersForTests } from '../support/transformers-package.js';
import { waitUntil } from '../support/wait-until.js';
import { randomFrom, temporaryFolder } from './store-fixture.js';

const found = transformersForTests();
const skip = 'reason' in found ? found.reason : false;
/** Processes are counted by /proc. */
const skipElsewhere = skip || (process.platform !== 'linux' && 'needs /proc');
const packageFolders = 'folder' in found ? [found.folder] : [];
const weights = weightsFrom(11);

const world = (t: TestContext, rest: Partial<TransformersWorld> = {}): TransformersWorld => ({
  log: silent,
  packageFolders,
  cacheDir: temporaryFolder(t),
  ...rest,
});

function provider(t: TestContext, settings: TransformersSettings, rest: Partial<TransformersWorld> = {}) {
  const opened = openTransformersProvider({ threads: 1, ...settings }, world(t, rest));
  t.after(() => opened.close());
  return opened;
}

function near(got: ArrayLike<number>, expected: ArrayLike<number>, within = 1e-4): void {
  assert.equal(got.length, expected.length);
  for (let i = 0; i < got.length; i++) assert.ok(Math.abs((got[i] as number) - (expected[i] as number)) < within, `value ${i}`);
}

async function failure(run: () => unknown): Promise<ContextError> {
  try {
    await run();
  } catch (error) {
    assert.ok(error instanceof ContextError, String(error));
    return error;
  }
  return assert.fail('expected a failure');
}

const folderOf = (t: TestContext, onnx: Record<string, Buffer> = { 'onnx/model.onnx': encoder(weights) }) =>
  writeModelFolder(join(temporaryFolder(t), 'tiny model'), 'encoder', onnx);

test('without the package: a clear error that says how to install it', async (t) => {
  const error = await failure(() => openTransformersProvider({ model: folderOf(t) }, world(t, { packageFolders: ['/nowhere'] })));
  assert.equal(error.code, 'provider');
  assert.match(
    error.message,
    /cannot be used: it is not installed. To install it: ONNXRUNTIME_NODE_INSTALL=skip npm install --prefix \/nowhere/,
  );
  assert.equal(findTransformers(['/nowhere']).kind, 'missing');
});

test('vectors are those of the model, whatever stands in the same batch', { skip }, async (t) => {
  const model = provider(t, { model: folderOf(t) });
  assert.equal(model.dimensions, width);
  const random = randomFrom(3);
  const texts = Array.from({ length: 60 }, () =>
    Array.from({ length: 1 + Math.floor(random() * 30) }, () => words[Math.floor(random() * words.length)]).join(' '),
  );
  const vectors = await model.embedDocuments(texts);
  for (const [i, text] of texts.entries()) near(vectors.subarray(i * width, (i + 1) * width), embeddingOf(text, weights));
  near(await model.embedQuery('parse the url'), embeddingOf('parse the url', weights));
  assert.equal(model.cost.texts, 61);
});

test('first-token pooling and prefixes: from settings, and from what the folder says', { skip }, async (t) => {
  const folder = folderOf(t);
  const plain = provider(t, { model: folder });
  const set = provider(t, { model: folder, queryPrefix: 'search query ', documentPrefix: 'index ' });
  near(await set.embedQuery('open file'), embeddingOf('search query open file', weights));
  near(await set.embedDocuments(['open file']), embeddingOf('index open file', weights));
  const first = provider(t, { model: folder, pooling: 'first' });
  assert.ok((await first.embedQuery('open')).some((value, d) => Math.abs(value - (embeddingOf('open', weights)[d] as number)) > 0.01));
  assert.equal(new Set([plain.name, set.name, first.name]).size, 3);
  writeFileSync(join(folder, 'config_sentence_transformers.json'), JSON.stringify({ prompts: { query: 'search query ', document: '' } }));
  mkdirSync(join(folder, '1_Pooling'));
  writeFileSync(join(folder, '1_Pooling', 'config.json'), JSON.stringify({ pooling_mode_cls_token: true }));
  const said = provider(t, { model: folder });
  near(
    await said.embedQuery('open'),
    await provider(t, { model: folder, pooling: 'first', queryPrefix: 'search query ' }).embedQuery('open'),
  );
});

test('variants: the quantised one is taken where it is there, another by setting; their names differ', { skip }, async (t) => {
  const folder = folderOf(t, { 'onnx/model.onnx': encoder(weights), 'onnx/model_quantized.onnx': encoder(weights, 'q8') });
  const [small, whole] = [provider(t, { model: folder }), provider(t, { model: folder, dtype: 'fp32' })];
  const [a, b] = [await small.embedQuery('read json'), await whole.embedQuery('read json')];
  near(b, embeddingOf('read json', weights));
  near(a, b, 0.05);
  assert.ok(a.some((value, d) => value !== b[d]));
  assert.match(small.name, /^transformers:tiny model:q8#/);
  assert.match(whole.name, /^transformers:tiny model:fp32#/);
  assert.match((await failure(() => provider(t, { model: folder, dtype: 'fp16' }))).message, /expected model_fp16.onnx \(fp16\)/);
});

test('a folder with the file beside the configuration; another model of the same name has another name', { skip }, async (t) => {
  const one = provider(t, { model: folderOf(t, { 'model.onnx': encoder(weights) }) });
  near(await one.embedQuery('write'), embeddingOf('write', weights));
  const other = provider(t, { model: folderOf(t, { 'model.onnx': encoder(weightsFrom(12)) }) });
  assert.notEqual(one.name, other.name);
});

test('bad folders: said at once and in words', { skip }, async (t) => {
  const message = async (change: (folder: string) => void, onnx?: Record<string, Buffer>) => {
    const folder = folderOf(t, onnx);
    change(folder);
    const error = await failure(() => provider(t, { model: folder }));
    assert.equal(error.code, 'configuration');
    return error.message;
  };
  assert.match(await message((folder) => rmSync(join(folder, 'tokenizer.json'))), /has no tokenizer\.json/);
  assert.match(await message((folder) => rmSync(join(folder, 'config.json'))), /has no config\.json/);
  assert.match(await message((folder) => truncateSync(join(folder, 'tokenizer.json'), 500)), /tokenizer\.json cannot be read/);
  assert.match(await message(() => {}, {}), /expected model\.onnx or a quantised variant/);
  assert.match(await message((folder) => rmSync(folder, { recursive: true })), /does not exist/);
  assert.match((await failure(() => provider(t, { model: '../models' }))).message, /expected an absolute folder or owner\/name/);
});

test('a model cut short, one that is no model, one of other dimensions: an error with the first request, nothing hangs', {
  skip,
}, async (t) => {
  const whole = encoder(weights);
  for (const bytes of [whole.subarray(0, whole.length >> 1), Buffer.from('<html>not a model</html>'), Buffer.alloc(0)]) {
    const model = provider(t, { model: folderOf(t, { 'onnx/model.onnx': bytes }) });
    const error = await failure(() => model.embedQuery('x'));
    assert.match(error.message, /tiny model: the model could not be loaded/);
    assert.equal(error.data['retryable'], false);
    assert.equal((await failure(() => model.embedDocuments(['y']))).data['status'], 'load');
  }
  const folder = folderOf(t);
  const set = await failure(() => provider(t, { model: folder, dimensions: 32 }).embedQuery('x'));
  assert.match(set.message, /expected 32 dimensions, the model gives 16/);
  const config = JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8')) as object;
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ ...config, hidden_size: 24 }));
  assert.match((await failure(() => provider(t, { model: folder }).embedQuery('x'))).message, /promises 24 dimensions, the model gives 16/);
});

test('a process that dies costs the work under way and is replaced; a deadline ends one that hangs', { skip: skipElsewhere }, async (t) => {
  const pids = new Set<number>();
  const model = provider(t, { model: folderOf(t) });
  await model.embedQuery('open');
  for (const pid of childrenOf(process.pid)) pids.add(pid);
  assert.equal(pids.size, 1);
  const under = failure(() => model.embedDocuments(Array.from({ length: 4_000 }, (_, i) => `open file ${words[i % 20]}`)));
  process.kill([...pids][0] as number, 'SIGKILL');
  assert.equal((await under).data['retryable'], true);
  near(await model.embedQuery('close'), embeddingOf('close', weights));
  const slow = provider(t, { model: folderOf(t) }, { loadDeadlineMs: 1 });
  assert.equal((await failure(() => slow.embedQuery('x'))).data['status'], 'timeout');
});

test('idle processes end, and come back; closing leaves none behind', { skip: skipElsewhere }, async (t) => {
  const model = provider(t, { model: folderOf(t) }, { idleMs: 50 });
  const first = await model.embedQuery('open');
  await waitUntil('the end of the idle process', () => childrenOf(process.pid).length === 0);
  near(await model.embedQuery('open'), first);
  await model.close();
  assert.deepEqual(childrenOf(process.pid), []);
  assert.equal((await failure(() => model.embedQuery('open'))).data['status'], 'closed');
});

test('a question goes before waiting documents; giving up leaves the model usable', { skip }, async (t) => {
  const model = provider(t, { model: folderOf(t) });
  await model.embedQuery('open');
  const order: string[] = [];
  const abort = new AbortController();
  const many = model.embedDocuments(
    Array.from({ length: 6_000 }, () => words.slice(0, 12).join(' ')),
    abort.signal,
  );
  const seen = many.then(
    () => order.push('documents'),
    () => order.push('given up'),
  );
  near(await model.embedQuery('close file'), embeddingOf('close file', weights));
  order.push('question');
  abort.abort(new Error('enough'));
  await seen;
  assert.deepEqual(order, ['question', 'given up']);
  near(await model.embedQuery('retry'), embeddingOf('retry', weights));
});

test('a model from a hub is fetched once; a hub that is away is an error that passes', { skip }, async (t) => {
  const folder = folderOf(t, { 'onnx/model_quantized.onnx': encoder(weights) });
  let isAway = true;
  const hub = createServer((request, response) => {
    const name = /^\/owner\/tiny\/resolve\/main\/(.+)$/.exec(decodeURIComponent(request.url ?? ''))?.[1];
    if (isAway) request.socket.destroy();
    else if (!name || !existsSync(join(folder, name))) response.writeHead(404).end('not found');
    else createReadStream(join(folder, name)).pipe(response);
  });
  await new Promise<void>((resolve) => hub.listen(0, '127.0.0.1', resolve));
  t.after(() => hub.close());
  const settings = { model: 'owner/tiny', hubUrl: `http://127.0.0.1:${(hub.address() as AddressInfo).port}/` };
  const rest = { cacheDir: temporaryFolder(t) };
  const model = provider(t, settings, rest);
  const error = await failure(() => model.embedQuery('open'));
  assert.deepEqual([error.data['status'], error.data['retryable']], ['load', true]);
  isAway = false;
  near(await model.embedQuery('open'), embeddingOf('open', weights));
  await model.close();
  isAway = true;
  near(await provider(t, settings, rest).embedQuery('open'), embeddingOf('open', weights));
});

test('a cross-encoder puts the document first that answers; an encoder is none', { skip }, async (t) => {
  const folder = writeModelFolder(join(temporaryFolder(t), 'judge'), 'cross-encoder', { 'onnx/model.onnx': crossEncoder() });
  const judge = openCrossEncoder({ model: folder, threads: 1 }, world(t));
  t.after(() => judge.close());
  const scores = await judge.rerank('parse the url', ['open file', 'parse a url', 'read json token error retry index', 'url']);
  const sigmoid = (logit: number) => 1 / (1 + Math.exp(-logit));
  near(scores, [sigmoid(-0.5), sigmoid(1.5), sigmoid(-0.5), sigmoid(0.5)], 1e-5);
  const wrong = openCrossEncoder({ model: folderOf(t), threads: 1 }, world(t));
  t.after(() => wrong.close());
  assert.match((await failure(() => wrong.rerank('open', ['file']))).message, /expected a cross-encoder|could not be loaded/);
});

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
