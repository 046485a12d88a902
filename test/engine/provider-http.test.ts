/** HTTP providers against a local server that speaks their protocols: good answers and bad ones. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { fails, key, near, open } from '../support/open-provider.js';
import { type Fault, type Received, unitFor } from '../support/provider-servers.js';

const paths = { openai: '/v1/embeddings', voyage: '/v1/embeddings', ollama: '/api/embed' } as const;

for (const kind of ['openai', 'voyage', 'ollama'] as const) {
  test(`${kind}: gives unit vectors in the order of the texts, learns dimensions, counts tokens`, async (t) => {
    const { server, provider } = await open(t, { provider: kind, batchTexts: 3, pricePerMillionTokens: 100 });
    assert.equal(provider.dimensions, null);
    const texts = Array.from({ length: 8 }, (_, i) => `function number ${i}`);
    const vectors = await provider.embedDocuments(texts);
    assert.equal(provider.dimensions, 8);
    for (const [i, text] of texts.entries()) near(vectors.subarray(i * 8, i * 8 + 8), unitFor(text, 8));
    assert.deepEqual(
      // Requests under way at the same time arrive in any order.
      server.received.map(({ path, texts: sent }) => `${path} ${sent.length}`).sort(),
      [2, 3, 3].map((count) => `${paths[kind]} ${count}`),
    );
    near(await provider.embedQuery('who calls it'), unitFor('who calls it', 8));
    assert.deepEqual(provider.cost, { requests: 4, retries: 0, failures: 0, texts: 9, tokens: 27, money: 0.0027 });
    assert.equal(server.received[0]?.headers.authorization, `Bearer ${key}`);
  });
}

test("sends Voyage's input type, and the dimensions as each provider wants them", async (t) => {
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

test("adds prefixes by the model's name", async (t) => {
  const { server, provider } = await open(t, { provider: 'ollama', model: 'nomic-embed-text:latest' });
  await provider.embedDocuments(['a']);
  await provider.embedQuery('b');
  assert.deepEqual(
    server.received.flatMap(({ texts }) => texts),
    ['search_document: a', 'search_query: b'],
  );
});

test('reads rows by index and base64 rows', async (t) => {
  const { server, provider } = await open(t);
  server.faults.push('shuffled', 'base64');
  const texts = ['one', 'two', 'three'];
  for (let round = 0; round < 2; round++) {
    const vectors = await provider.embedDocuments(texts);
    for (const [i, text] of texts.entries()) near(vectors.subarray(i * 8, i * 8 + 8), unitFor(text, 8));
  }
});

test('masks secrets and replaces empty texts before sending', async (t) => {
  const { server, provider } = await open(t);
  await provider.embedDocuments(['const apiKey = "sk-proj-4f8Tz9QmLw2Xc7Vb1Nj5Hk3R";', '  ']);
  const [secret, empty] = (server.received[0] as Received).texts as [string, string];
  assert.doesNotMatch(secret, /4f8Tz9/);
  assert.match(secret, /const apiKey = "\*+";/);
  assert.equal(empty, '(empty)');
});

test('waits as a 429 says, backs off on 5xx and broken connections, then goes on', async (t) => {
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

test('does not wait for a long pause or an empty account', async (t) => {
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
  ['hang', /no answer from .* within 400 ms/, true, 5],
  ['drip', /no answer from .* within 400 ms/, true, 5],
  ['reset', /cannot be reached: \w+/, true, 5],
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
    const { server, provider } = await open(t, fault === 'hang' || fault === 'drip' ? { timeoutMs: 400 } : {});
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

test('refuses other dimensions than before', async (t) => {
  const { server, provider } = await open(t);
  await provider.embedDocuments(['one']);
  server.faults.push('wrongDimensions');
  assert.match((await fails(() => provider.embedDocuments(['two']))).message, /expected 8 dimensions, got 9/);
  assert.equal(provider.dimensions, 8);
});
