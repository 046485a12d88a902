/** HTTP providers at work: resuming, limits, questions between documents, giving up. */
import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import type { EmbeddedBatch } from '../../server/core/embedding/ports.js';
import { fails, near, open } from '../support/open-provider.js';
import { type Fault, startProviderServer, unitFor } from '../support/provider-servers.js';
import { waitUntil } from '../support/wait-until.js';
import { temporaryFolder } from './store-fixture.js';

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
  assert.equal((await fails(() => provider.embedQuery('third'))).data['status'], 'timeout');
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
  await waitUntil('the first request', () => server.received.length > 0);
  abort.abort(new Error('given up'));
  await assert.rejects(first, /given up/);
  server.judge = () => null;
  near(await second, unitFor('three', 8));
  server.judge = () => 'hang';
  const third = fails(() => provider.embedDocuments(['four']));
  await waitUntil('the last request', () => server.received.some(({ texts }) => texts[0] === 'four'));
  const closing = provider.close();
  assert.equal((await third).data['status'], 'closed');
  await closing;
  assert.equal((await fails(() => provider.embedQuery('five'))).data['status'], 'closed');
});

test('ending the loop early ends the requests', async (t) => {
  const { server, provider } = await open(t, { batchTexts: 1, concurrency: 2 });
  for await (const _ of provider.embedBatches(Array.from({ length: 50 }, (_, i) => `text ${i}`))) break;
  assert.ok(server.received.length <= 4, `${server.received.length} requests`);
});
