/** The pure parts of embedding: batches, waits, limits, checks, pooling, prefixes, scores. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { compareRepositories, normalRemote } from '../../server/core/embedding/archive-ports.js';
import { askedWaitMs, backgroundBackOff, waitBeforeRetry } from '../../server/core/embedding/back-off.js';
import { takeRow } from '../../server/core/embedding/check-vectors.js';
import { addCost, CostCounter, noCost } from '../../server/core/embedding/cost.js';
import { traitsMark, traitsOf } from '../../server/core/embedding/model-traits.js';
import { parseScore } from '../../server/core/embedding/parse-score.js';
import { planBatches } from '../../server/core/embedding/plan-batches.js';
import { poolTokens } from '../../server/core/embedding/pool-tokens.js';
import { prepareForSending } from '../../server/core/embedding/prepare-for-sending.js';
import { RateWindow } from '../../server/core/embedding/rate-window.js';
import { randomFrom } from '../engine/store-fixture.js';

test('batches hold every text once, within both limits', () => {
  const random = randomFrom(5);
  for (let round = 0; round < 300; round++) {
    const tokens = Array.from({ length: Math.floor(random() * 60) }, () => Math.ceil(random() * 120));
    for (const padded of [false, true]) {
      const limits = { maxTexts: 1 + Math.floor(random() * 9), maxTokens: 20 + Math.floor(random() * 200), padded };
      const batches = planBatches(tokens, limits);
      assert.deepEqual(
        batches.flat().sort((a, b) => a - b),
        tokens.map((_, i) => i),
      );
      for (const batch of batches) {
        const sizes = batch.map((i) => tokens[i] as number);
        const load = padded ? Math.max(...sizes) * sizes.length : sizes.reduce((a, b) => a + b, 0);
        assert.ok(batch.length <= limits.maxTexts && (load <= limits.maxTokens || batch.length === 1));
      }
      if (!padded)
        assert.deepEqual(
          batches.flat(),
          batches.flat().toSorted((a, b) => a - b),
        );
    }
  }
});

test('back-off doubles up to a bound, with jitter, and not below the requested wait', () => {
  const wait = (retry: number, asked: number | null, random: number) => waitBeforeRetry(backgroundBackOff, retry, asked, random);
  assert.deepEqual(
    [0, 1, 2, 9].map((retry) => wait(retry, null, 1)),
    [1_000, 2_000, 4_000, 60_000],
  );
  assert.deepEqual(
    [0, 1, 2, 9].map((retry) => wait(retry, null, 0)),
    [500, 1_000, 2_000, 30_000],
  );
  assert.ok(wait(0, 20_000, 0) >= 20_000 && wait(0, 20_000, 1) <= 21_000);
  // "Retry-After: 0" is no invitation to a storm.
  assert.ok(wait(5, 0, 0) >= 5_000);
});

test('reads Retry-After in its three forms', () => {
  const asked = (headers: Record<string, string>) => askedWaitMs((name) => headers[name] ?? null, Date.UTC(2026, 0, 1));
  assert.equal(asked({}), null);
  assert.equal(asked({ 'retry-after': '12' }), 12_000);
  assert.equal(asked({ 'retry-after': '1', 'retry-after-ms': '250' }), 250);
  assert.equal(asked({ 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' }), 30_000);
  assert.equal(asked({ 'retry-after': 'Thu, 01 Jan 2015 00:00:30 GMT' }), 0);
  assert.equal(asked({ 'retry-after': 'soon' }), null);
});

test('rate limits hold in every minute, and a too large request is sent alone', () => {
  const random = randomFrom(8);
  const window = new RateWindow({ requestsPerMinute: 7, tokensPerMinute: 500 });
  const taken: { at: number; tokens: number }[] = [];
  let now = 0;
  for (let i = 0; i < 400; i++) {
    const tokens = Math.ceil(random() * 200);
    for (let wait = window.take(now, tokens); wait > 0; wait = window.take(now, tokens)) now += wait;
    taken.push({ at: now, tokens });
    now += random() * 5_000;
  }
  for (const { at } of taken) {
    const within = taken.filter((other) => other.at > at - 60_000 && other.at <= at);
    assert.ok(within.length <= 7);
    assert.ok(within.reduce((sum, other) => sum + other.tokens, 0) <= 500);
  }
  const small = new RateWindow({ tokensPerMinute: 10 });
  assert.equal(small.take(0, 50), 0);
  assert.equal(small.take(1, 1), 59_999);
  assert.equal(small.take(60_000, 1), 0);
  const free = new RateWindow({});
  assert.equal(free.take(0, 1e9), 0);
  free.pauseUntil(500);
  free.pauseUntil(100);
  assert.deepEqual([free.take(200, 1), free.take(500, 1)], [300, 0]);
});

test('normalises rows to unit vectors, or rejects them with a reason', () => {
  const out = new Float32Array(4);
  assert.deepEqual(takeRow([3, 4], 2, out, 1), { kind: 'row' });
  assert.deepEqual(
    [...out].map((value) => Math.round(value * 10) / 10),
    [0, 0, 0.6, 0.8],
  );
  const why = (values: unknown) => (takeRow(values, 2, out, 0) as { reason?: string }).reason;
  assert.equal(why([1]), 'expected 2 dimensions, got 1');
  assert.equal(why([Number.NaN, 1]), 'value 0 is NaN, not a finite number');
  assert.equal(why(Float32Array.of(1, Number.POSITIVE_INFINITY)), 'value 1 is Infinity, not a finite number');
  assert.equal(why([0, 0]), 'all values are zero');
  assert.equal(why([1e200, 1e200]), 'the values are too large');
  assert.equal(why('12'), 'expected an array of 2 numbers, got a string');
  assert.equal(why(null), 'expected an array of 2 numbers, got null');
});

test('pooling ignores padding on either side', () => {
  // Two texts, three tokens, two dimensions.
  const hidden = [1, 2, 3, 4, 9, 9, 9, 9, 5, 6, 7, 8];
  const mask = [1n, 1n, 0n, 0n, 1n, 1n];
  const pool = (pooling: 'mean' | 'first' | 'last') => [...poolTokens(hidden, mask, 2, 3, 2, pooling)];
  assert.deepEqual(pool('mean'), [2, 3, 6, 7]);
  assert.deepEqual(pool('first'), [1, 2, 5, 6]);
  assert.deepEqual(pool('last'), [3, 4, 7, 8]);
  assert.deepEqual([...poolTokens([1, 1], [0], 1, 1, 2, 'mean')], [0, 0]);
});

test('recognises models by name, as each provider spells them', () => {
  const row = (model: string) => {
    const { pooling, queryPrefix, dimensions } = traitsOf(model);
    return `${pooling} ${dimensions} ${queryPrefix.trim()}`.trim();
  };
  assert.equal(row('jinaai/jina-embeddings-v2-base-code'), 'mean 768');
  assert.equal(row('nomic-ai/CodeRankEmbed'), 'first 768 Represent this query for searching relevant code:');
  assert.equal(row('/home/me/models/coderank-embed/'), 'first 768 Represent this query for searching relevant code:');
  assert.equal(row('sentence-transformers/all-MiniLM-L6-v2'), 'mean 384');
  assert.equal(row('all-minilm'), 'mean 384');
  assert.equal(row('all-MiniLM-L12-v2'), 'mean null');
  assert.equal(row('Xenova/bge-small-en-v1.5'), 'first 384 Represent this sentence for searching relevant passages:');
  assert.equal(row('nomic-embed-text:v1.5'), 'mean 768 search_query:');
  assert.equal(row('embeddinggemma:300m'), 'given 768 task: code retrieval | query:');
  assert.equal(row('something-else'), 'mean null');
});

test('settings override the model folder, which overrides the table; an empty prefix counts', () => {
  const traits = traitsOf(
    'nomic-embed-text',
    { pooling: 'first', queryPrefix: 'folder: ' },
    { queryPrefix: '', documentPrefix: undefined },
  );
  assert.deepEqual(traits, { pooling: 'first', queryPrefix: '', documentPrefix: 'search_document: ', maxTokens: 2048, dimensions: 768 });
  assert.equal(traitsMark('nomic-embed-text', traitsOf('nomic-embed-text')), '');
  assert.equal(traitsMark('nomic-embed-text', traits), 'pooling="first",queryPrefix=""');
});

test('parses scores from model replies', () => {
  const cases: [string, number | null][] = [
    ['85', 85],
    ['  85.5\n', 85.5],
    ['Score: 85/100', 85],
    ['8/10', 80],
    ['I would give it 7 out of 10, for it parses 3 things.', 70],
    ['**Rating:** 64', 64],
    ['{"score": 42}', 42],
    ['The relevance is 30 of 100', 30],
    ['72.5%', 72.5],
    ['<think>first 10, then 20</think> 90', 90],
    ['<think>10 and never closed', null],
    ['It uses utf8 and v2.0, so: 55', 55],
    ['1000', 100],
    ['-3', 0],
    ['none', null],
    ['', null],
  ];
  for (const [text, expected] of cases) assert.equal(parseScore(text), expected, text);
});

test('costs add up', () => {
  const counter = new CostCounter(0.13);
  counter.add({ requests: 1, texts: 10, tokens: 2_000_000 });
  counter.add({ retries: 1, failures: 2 });
  assert.deepEqual(counter.current, { requests: 1, retries: 1, failures: 2, texts: 10, tokens: 2_000_000, money: 0.26 });
  assert.deepEqual(addCost(counter.current, noCost), counter.current);
});

test('masks secrets in texts to send, which are bounded and never empty', () => {
  assert.doesNotMatch(prepareForSending('token = "ghp_a8Fj3kLm9QzXw2Er5Ty7Ui1Op4Sd6Gh0Bn"'), /ghp_a8/);
  assert.equal(prepareForSending('x'.repeat(50), 10).length, 10);
  assert.equal(prepareForSending(' \n'), '(empty)');
});

test('recognises a repository under all its URLs', () => {
  for (const url of [
    'https://github.com/Owner/Name.git',
    'https://user:secret@github.com/owner/name',
    'git@github.com:owner/name.git',
    'ssh://git@github.com:22/owner/name/',
    'git://github.com/owner/name',
  ]) {
    assert.equal(normalRemote(url), 'github.com/owner/name', url);
  }
  assert.equal(normalRemote('https://host:8443/a/b/c'), 'host:8443/a/b/c');
  for (const url of ['', '/srv/git/name', 'C:\\name', 'file:///srv/x.git']) assert.equal(normalRemote(url), null, url);
  const id = (remote: string | null, rootCommit: string | null) => ({ remote, rootCommit });
  assert.equal(compareRepositories(id('a', '1'), id('a', null)), 'same');
  assert.equal(compareRepositories(id('fork', '1'), id('a', '1')), 'same');
  assert.equal(compareRepositories(id('a', '1'), id('a', '2')), 'same');
  assert.equal(compareRepositories(id('a', null), id('b', '2')), 'other');
  assert.equal(compareRepositories(id(null, '1'), id('b', '2')), 'other');
  assert.equal(compareRepositories(id('a', null), id(null, '2')), 'unknown');
});
