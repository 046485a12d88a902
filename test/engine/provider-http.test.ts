/** HTTP providers against a local server that speaks their protocols, faults included. */
import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import type { EmbeddedBatch } from '../../server/core/embedding/ports.js';
import { ContextError } from '../../server/core/model/problem.js';
import { type HttpProviderSettings, openHttpProvider } from '../../server/io/embedding/http/open-http.js';
import { type Fault, startProviderServer, type TestClock, testClock, unitFor } from '../support/provider-servers.js';
import { temporaryFolder } from './store-fixture.js';

const key = 'test-key-4f9a7c1e';

async function open(t: TestContext, rest: Partial<HttpProviderSettings> = {}, clock: TestClock = testClock()) {
  const server = await startProviderServer(t);
  const lines: string[] = [];
  const kind = rest.provider ?? 'openai';
  const provider = openHttpProvider(
    { provider: kind, model: 'some-model', baseUrl: server.url, apiKeyEnv: 'TEST_KEY', timeoutMs: 400, queryTimeoutMs: 300, ...rest },
    { log: (level, line) => lines.push(`${level} ${line}`), env: { TEST_KEY: key }, clock },
  );
  t.after(() => provider.close());
  return { server, provider, clock, lines };
}

function near(got: ArrayLike<number>, expected: ArrayLike<number>): void {
  assert.equal(got.length, expected.length);
  for (let i = 0; i < got.length; i++) assert.ok(Math.abs((got[i] as number) - (expected[i] as number)) < 1e-5, `value ${i}`);
}

async function fails(run: () => Promise<unknown>): Promise<ContextError> {
  try {
    await run();
  } catch (error) {
    assert.ok(error instanceof ContextError, `expected a ContextError, got ${String(error)}`);
    return error;
  }
  assert.fail('expected a failure');
}

const paths = { openai: '/v1/embeddings', voyage: '/v1/embeddings', ollama: '/api/embed' } as const;

for (const kind of ['openai', 'voyage', 'ollama'] as const) {
  test(`${kind}: unit vectors in the order of the texts, dimensions learned, tokens counted`, async (t) => {
    const { server, provider } = await open(t, { provider: kind, batchTexts: 3, pricePerMillionTokens: 100 });
    assert.equal(provider.dimensions, null);
    const texts = Array.from({ length: 8 }, (_, i) => `function number ${i}`);
    const vectors = await provider.embedDocuments(texts);
    assert.equal(provider.dimensions, 8);
    for (const [i, text] of texts.entries()) near(vectors.subarray(i * 8, i * 8 + 8), unitFor(text, 8));
    assert.deepEqual(
      server.received.map(({ path, texts: sent }) => [path, sent.length]),
      [3, 3, 2].map((count) => [paths[kind], count]),
    );
    near(await provider.embedQuery('who calls it'), unitFor('who calls it', 8));
    assert.deepEqual(provider.cost, { requests: 4, retries: 0, failures: 0, texts: 9, tokens: 27, money: 0.0027 });
    assert.equal(server.received[0]?.headers.authorization, `Bearer ${key}`);
  });
}

test('voyage tells questions from documents, and dimensions are asked for in each dialect', async (t) => {
  for (const [kind, field] of [
    ['openai', 'dimensions'],
    ['voyage', 'output_dimension'],
    ['ollama', 'dimensions'],
  ] as const) {
    const { server, provider } = await open(t, { provider: kind, dimensions: 8 });
    await provider.embedDocuments(['a']);
    await provider.embedQuery('b');
    assert.deepEqual(
      server.received.map(({ body }) => body[field]),
      [8, 8],
    );
    if (kind === 'voyage')
      assert.deepEqual(
        server.received.map(({ body }) => body['input_type']),
        ['document', 'query'],
      );
  }
});

test('prefixes go before texts by the name of the model', async (t) => {
  const { server, provider } = await open(t, { provider: 'ollama', model: 'nomic-embed-text:latest' });
  await provider.embedDocuments(['a']);
  await provider.embedQuery('b');
  assert.deepEqual(
    server.received.flatMap(({ texts }) => texts),
    ['search_document: a', 'search_query: b'],
  );
});

test('rows by index and base64 rows are understood', async (t) => {
  const { server, provider } = await open(t);
  server.faults.push('shuffled', 'base64');
  const texts = ['one', 'two', 'three'];
  for (let round = 0; round < 2; round++) {
    const vectors = await provider.embedDocuments(texts);
    for (const [i, text] of texts.entries()) near(vectors.subarray(i * 8, i * 8 + 8), unitFor(text, 8));
  }
});

test('secrets do not reach the provider, an empty text is no empty text', async (t) => {
  const { server, provider } = await open(t);
  await provider.embedDocuments(['const apiKey = "sk-proj-4f8Tz9QmLw2Xc7Vb1Nj5Hk3R";', '  ']);
  const [secret, empty] = server.received[0]?.texts as [string, string];
  assert.doesNotMatch(secret, /4f8Tz9/);
  assert.match(secret, /const apiKey = "\*+";/);
  assert.equal(empty, '(empty)');
});

test('waits as long as 429 asks, backs off on 5xx and broken connections, then goes on', async (t) => {
  const { server, provider, clock, lines } = await open(t);
  server.faults.push({ status: 429, headers: { 'retry-after': '7' } }, { status: 503, body: '<html>' }, 'reset', 'cutShort', null);
  near(await provider.embedDocuments(['text']), unitFor('text', 8));
  const [asked, ...own] = clock.sleeps as [number, ...number[]];
  assert.ok(asked >= 7_000 && asked < 8_500, `waited ${asked}`);
  assert.equal(own.length, 3);
  for (const [i, wait] of own.entries()) assert.ok(wait >= 1_000 * 2 ** i && wait <= 2_000 * 2 ** i, `wait ${i}: ${wait}`);
  assert.equal(provider.cost.retries, 4);
  assert.equal(provider.cost.failures, 4);
  assert.equal(provider.cost.tokens, 1);
  assert.ok(lines.every((line) => !line.includes(key)));
});

test('a long pause and an empty account are not waited for', async (t) => {
  const { server, provider, clock } = await open(t);
  server.faults.push({ status: 429, headers: { 'retry-after': '3600' } });
  const paused = await fails(() => provider.embedDocuments(['text']));
  assert.deepEqual(paused.data, { provider: 'openai', status: 429, retryable: true, retryAfterMs: 3_600_000 });
  const question = await fails(() => provider.embedQuery('text'));
  assert.equal(question.data['status'], 'rateLimit');
  const other = await open(t);
  other.server.faults.push({ status: 429, body: '{"error":{"code":"insufficient_quota","message":"You exceeded your current quota"}}' });
  assert.equal((await fails(() => other.provider.embedDocuments(['text']))).data['retryable'], false);
  assert.deepEqual([clock.sleeps, other.clock.sleeps], [[], []]);
});

const invalid: [fault: Fault, message: RegExp, retryable: boolean, requests: number][] = [
  ['html', /HTML instead of JSON; is the base URL right/, false, 1],
  ['tooFew', /expected 2 vectors, got 1/, false, 1],
  ['nan', /no valid JSON/, true, 2],
  ['cutJson', /no valid JSON \(\d+ characters, cut short\?\)/, true, 2],
  ['null', /vector 1 of 2: value 7 is null, not a finite number/, false, 1],
  ['zeros', /vector 1 of 2: all values are zero/, false, 1],
  ['huge', /the answer is larger than \d+ bytes/, false, 1],
  ['hang', /no answer from .* within 400 ms/, true, 7],
  ['drip', /no answer from .* within 400 ms/, true, 7],
  ['reset', /cannot be reached: \w+/, true, 7],
  [{ status: 404, body: '{"error":"model \\"x\\" not found, try pulling it first"}' }, /404: model "x" not found, try pulling/, false, 1],
  [
    { status: 307, headers: { location: 'http://elsewhere.example/' } },
    /redirects to http:\/\/elsewhere.example\/; texts are not sent on/,
    false,
    1,
  ],
];
for (const [fault, message, retryable, requests] of invalid) {
  const name = typeof fault === 'string' ? fault : String(fault.status);
  test(`answer "${name}": a clear error, nothing learned, the next answer is good`, async (t) => {
    const { server, provider } = await open(t);
    server.faults.push(...new Array<Fault>(requests).fill(fault));
    const error = await fails(() => provider.embedDocuments(['one', 'two']));
    assert.match(error.message, message);
    assert.match(error.message, /^openai: /);
    assert.deepEqual([error.data['provider'], error.data['retryable']], ['openai', retryable]);
    assert.equal(server.received.length, requests);
    assert.equal(provider.dimensions, null);
    near((await provider.embedDocuments(['one', 'two'])).subarray(0, 8), unitFor('one', 8));
  });
}

test('other dimensions than before are refused, the old ones stay', async (t) => {
  const { server, provider } = await open(t);
  await provider.embedDocuments(['one']);
  server.faults.push('wrongDimensions');
  assert.match((await fails(() => provider.embedDocuments(['two']))).message, /expected 8 dimensions, got 9/);
  assert.equal(provider.dimensions, 8);
});

test('what is done is handed over before a failure: a second run asks only for the rest', async (t) => {
  const { server, provider } = await open(t, { batchTexts: 2, concurrency: 2 });
  const texts = Array.from({ length: 12 }, (_, i) => `text ${i}`);
  // The provider goes away in the middle.
  server.judge = ({ texts: sent }) => (sent.some((text) => Number(text.slice(5)) >= 6) ? { status: 401 } : null);
  const file = join(temporaryFolder(t), 'vectors.json');
  const commit = (batch: EmbeddedBatch, asked: readonly number[]): void => {
    const kept = kept_();
    for (const [row, index] of batch.indices.entries()) kept[asked[index] as number] = [...batch.vectors.subarray(row * 8, row * 8 + 8)];
    writeFileSync(file, JSON.stringify(kept));
  };
  const kept_ = (): Record<number, number[]> => {
    try {
      return JSON.parse(readFileSync(file, 'utf8')) as Record<number, number[]>;
    } catch {
      return {};
    }
  };
  const missing = (): number[] => texts.map((_, i) => i).filter((i) => !kept_()[i]);
  const run = async (): Promise<void> => {
    const asked = missing();
    for await (const batch of provider.embedBatches(asked.map((i) => texts[i] as string))) commit(batch, asked);
  };
  assert.equal((await fails(run)).data['status'], 401);
  assert.deepEqual(missing(), [6, 7, 8, 9, 10, 11]);
  server.judge = () => null;
  server.received.length = 0;
  await run();
  assert.deepEqual(server.received.flatMap(({ texts: sent }) => sent).sort(), texts.slice(6).sort());
  assert.deepEqual(missing(), []);
  for (const [i, text] of texts.entries()) near(kept_()[i] as number[], unitFor(text, 8));
});

test('killed in the middle: the next process pays only for what was under way', async (t) => {
  const server = await startProviderServer(t);
  server.delayMs = 15;
  const file = join(temporaryFolder(t), 'kept');
  const run = (): ChildProcess => fork(new URL('../support/embed-child.js', import.meta.url), [server.url, file], { stdio: 'inherit' });
  const first = run();
  const gone = once(first, 'exit');
  server.judge = () => {
    if (server.received.length === 8) first.kill('SIGKILL');
    return null;
  };
  await gone;
  assert.equal(first.signalCode, 'SIGKILL');
  const kept = readFileSync(file, 'utf8').split('\n').filter(Boolean).length;
  assert.ok(kept >= 12 && kept < 40, `${kept} kept`);
  const paid = server.received.flatMap(({ texts }) => texts).length;
  assert.ok(paid - kept <= 4, `${paid} paid, ${kept} kept`);
  const second = run();
  await once(second, 'exit');
  assert.equal(server.received.flatMap(({ texts }) => texts).length - paid, 40 - kept);
  assert.equal(new Set(readFileSync(file, 'utf8').split('\n').filter(Boolean)).size, 40);
});

test('one text that is refused does not take its batch with it; settings that are wrong do not cost a request a text', async (t) => {
  const { server, provider } = await open(t, { batchTexts: 16 });
  const tooLong: Fault = { status: 400, body: '{"error":{"message":"maximum context length is 8192 tokens"}}' };
  server.judge = ({ texts }) => (texts.some((text) => text.includes('11')) ? tooLong : null);
  const done: number[] = [];
  const rejected: [number, string][] = [];
  for await (const batch of provider.embedBatches(Array.from({ length: 16 }, (_, i) => `text ${i}`))) {
    done.push(...batch.indices);
    rejected.push(...batch.rejected.map(({ index, reason }): [number, string] => [index, reason]));
  }
  assert.equal(done.length, 15);
  assert.equal(rejected.length, 1);
  assert.equal(rejected[0]?.[0], 11);
  assert.match(rejected[0]?.[1] as string, /maximum context length/);
  const other = await open(t, { batchTexts: 64 });
  other.server.judge = () => ({ status: 400, body: '{"error":{"message":"unknown parameter"}}' });
  assert.match((await fails(() => other.provider.embedDocuments(new Array(64).fill('x')))).message, /unknown parameter/);
  assert.ok(other.server.received.length <= 12, `${other.server.received.length} requests`);
});

test('limits: requests and tokens a minute, requests at once', async (t) => {
  const { server, provider, clock } = await open(t, { batchTexts: 1, requestsPerMinute: 4, concurrency: 2 });
  server.delayMs = 15;
  await provider.embedDocuments(Array.from({ length: 10 }, (_, i) => `text ${i}`));
  assert.equal(server.mostOpen, 2);
  assert.ok(clock.now() >= 1_000 + 120_000 && clock.now() < 1_000 + 300_000, `took ${clock.now()} ms`);
  const second = await open(t, { batchTexts: 1, tokensPerMinute: 100, concurrency: 1 });
  await second.provider.embedDocuments(Array.from({ length: 4 }, () => 'x'.repeat(150)));
  assert.ok(second.clock.now() >= 1_000 + 180_000, `took ${second.clock.now()} ms`);
});

test('a question goes past waiting documents, is not paid for twice, and does not wait for a dead server each time', async (t) => {
  const { server, provider, clock } = await open(t, { concurrency: 1, batchTexts: 1 });
  server.delayMs = 40;
  const documents = provider.embedDocuments(Array.from({ length: 6 }, (_, i) => `text ${i}`));
  await provider.embedQuery('question');
  assert.ok(server.received.findIndex(({ texts }) => texts[0] === 'question') < 3);
  await documents;
  const before = server.received.length;
  await provider.embedQuery('question');
  assert.equal(server.received.length, before);
  server.faults.push('hang', 'hang');
  assert.equal((await fails(() => provider.embedQuery('other'))).data['status'], 'timeout');
  const asked = server.received.length;
  const started = performance.now();
  assert.equal((await fails(() => provider.embedQuery('third'))).data['status'], 'timeout');
  assert.ok(performance.now() - started < 100);
  assert.equal(server.received.length, asked);
  await clock.sleep(10_001, new AbortController().signal);
  near(await provider.embedQuery('third'), unitFor('third', 8));
});

test('aborting and closing end what is under way, at once', async (t) => {
  const { server, provider } = await open(t, { timeoutMs: 60_000, batchTexts: 1, concurrency: 1 });
  server.judge = () => 'hang';
  const abort = new AbortController();
  const first = provider.embedDocuments(['one', 'two'], abort.signal);
  const second = provider.embedDocuments(['three'], AbortSignal.timeout(60_000));
  setTimeout(() => abort.abort(new Error('given up')), 30);
  await assert.rejects(first, /given up/);
  server.judge = () => null;
  near(await second, unitFor('three', 8));
  server.judge = () => 'hang';
  const third = fails(() => provider.embedDocuments(['four']));
  setTimeout(() => void provider.close(), 30);
  assert.equal((await third).data['status'], 'closed');
  assert.equal((await fails(() => provider.embedQuery('five'))).data['status'], 'closed');
});

test('ending the loop early ends the requests', async (t) => {
  const { server, provider } = await open(t, { batchTexts: 1, concurrency: 2 });
  for await (const _ of provider.embedBatches(Array.from({ length: 50 }, (_, i) => `text ${i}`))) break;
  assert.ok(server.received.length <= 4, `${server.received.length} requests`);
});
