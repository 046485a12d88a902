/** Rerankers over HTTP against a local server, and the stage that uses them. */
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { ContextError } from '../../server/core/model/problem.js';
import { type HttpRerankerSettings, openHttpReranker } from '../../server/io/embedding/rerankers/open-reranker.js';
import { silent } from '../../server/util/log.js';
import { startProviderServer, testClock } from '../support/provider-servers.js';

async function open(t: TestContext, settings: Partial<HttpRerankerSettings> & Pick<HttpRerankerSettings, 'reranker'>) {
  const server = await startProviderServer(t);
  const reranker = openHttpReranker(
    { model: 'judge', baseUrl: server.url, timeoutMs: 400, ...settings },
    { log: silent, env: { VOYAGE_API_KEY: 'k' }, clock: testClock() },
  );
  t.after(() => reranker.close());
  return { server, reranker };
}
const rounded = (scores: Float32Array): number[] => [...scores].map((score) => Math.round(score * 1000) / 1000);
const isProviderError = (error: unknown): boolean => error instanceof ContextError && error.code === 'provider';

test('voyage: gives scores in the order of the documents, with secrets masked', async (t) => {
  const { server, reranker } = await open(t, { reranker: 'voyage' });
  const documents = ['parse the url', 'open a file', 'password = "hunter2-9f8Qz1"', 'url'];
  assert.deepEqual(rounded(await reranker.rerank('parse url', documents)), [0.667, 0, 0, 1]);
  assert.equal(server.received[0]?.path, '/v1/rerank');
  assert.doesNotMatch(server.received[0]?.texts[2] as string, /hunter2/);
  assert.equal(reranker.cost.requests, 1);
  assert.equal((await reranker.rerank('x', [])).length, 0);
});

test('voyage: a missing score, HTML, a hang or an unreachable server is an error', async (t) => {
  const { server, reranker } = await open(t, { reranker: 'voyage' });
  server.faults.push('tooFew', 'html', 'hang', 'hang');
  await assert.rejects(reranker.rerank('q', ['a', 'b']), /document \d of 2 has no score/);
  await assert.rejects(reranker.rerank('q', ['a']), /HTML instead of JSON/);
  await assert.rejects(reranker.rerank('q', ['a']), /within 400 ms/);
  const away = openHttpReranker(
    { reranker: 'voyage', model: 'm', baseUrl: 'http://127.0.0.1:9' },
    { log: silent, env: {}, clock: testClock() },
  );
  await assert.rejects(away.rerank('q', ['a']), isProviderError);
});

test('ollama: reads numbers from prose, and 50 where there is none', async (t) => {
  const { server, reranker } = await open(t, { reranker: 'ollama' });
  const said: Record<string, string> = {
    first: '100',
    second: 'Score: 85/100, because it parses.',
    third: '<think>maybe 10, no 90</think>\n**20**',
    fourth: 'I cannot say.',
    fifth: '7 out of 10',
    sixth: '-5',
  };
  server.generate = (prompt) => Object.entries(said).find(([name]) => prompt.includes(`\n${name}\n`))?.[1] ?? '0';
  assert.deepEqual(rounded(await reranker.rerank('q', Object.keys(said))), [1, 0.85, 0.2, 0.5, 0.7, 0]);
  assert.ok(server.mostOpen <= 2);
});

test('ollama: the first request decides availability, later failures score 50', async (t) => {
  const { server, reranker } = await open(t, { reranker: 'ollama', concurrency: 1 });
  server.generate = () => '90';
  server.faults.push(null, { status: 500 }, 'hang', 'cutJson', null);
  assert.deepEqual(rounded(await reranker.rerank('q', ['a', 'b', 'c', 'd', 'e'])), [0.9, 0.5, 0.5, 0.5, 0.9]);
  server.faults.push('reset');
  const asked = server.received.length;
  await assert.rejects(reranker.rerank('q', ['a', 'b', 'c']), isProviderError);
  assert.equal(server.received.length, asked + 1);
});
