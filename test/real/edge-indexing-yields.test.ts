/** A question has priority over edge indexing (invariant 4): seen by the requests that reach the real language server meanwhile. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import type { EngineSettings } from '../../server/core/engine/engine-api.js';
import { faultySettings, noServerBehind } from '../support/behind-faults.js';
import { engineOn, workspace } from '../support/real-engine.js';
import { waitUntil } from '../support/wait-until.js';

const text = (i: number) =>
  Array.from(
    { length: 20 },
    (_, k) =>
      `export function ship${i}x${k}(crate: number): number {\n  return crate + ${k > 0 ? `ship${i}x${k - 1}(crate)` : 'crate'};\n}\n`,
  ).join('');
/** Questions to the language server that were sent already are answered. */
const underWay = 4;

/** An engine in the middle of edge indexing of 300 files. */
async function besideEdges(t: TestContext, settings: EngineSettings = {}) {
  const place = workspace(t, '-- tsconfig.json --\n{}\n');
  for (let i = 0; i < 300; i++) place.write(`src/f${i}.ts`, text(i));
  const logFile = join(place.folder, '..', 'log');
  const servers = faultySettings(logFile, ['--log-questions']);
  const engine = await engineOn(place, { ...settings, edgeIndexing: 'auto', servers });
  const asked = () => readFileSync(logFile, { encoding: 'utf8', flag: 'a+' }).split('\n? ').length - 1;
  const edgesOf = async (questions: number) => {
    const end = asked() + questions;
    await waitUntil(`${questions} more questions`, () => asked() >= end);
  };
  await engine.settled();
  await edgesOf(20);
  return { engine, asked, edgesOf };
}

test('during a slow answer no requests are sent to the language server, and they continue after it', {
  skip: noServerBehind,
  timeout: 120_000,
}, async (t) => {
  let release = () => {};
  let isAsked = () => {};
  const reranking = new Promise<void>((resolve) => (isAsked = resolve));
  const reranker = createServer((_request, response) => {
    release = () => response.destroy();
    isAsked();
  });
  await new Promise<void>((resolve) => reranker.listen(0, '127.0.0.1', resolve));
  t.after(() => reranker.close());
  const baseUrl = `http://127.0.0.1:${(reranker.address() as AddressInfo).port}/v1`;
  const { engine, asked, edgesOf } = await besideEdges(t, {
    reranker: { provider: 'voyage', model: 'slow', baseUrl, timeoutMs: 60_000, deadlineMs: 60_000 },
  });
  const started = performance.now();
  await edgesOf(200);
  const usualMs = performance.now() - started;
  const answer = engine.retrieve({ query: 'ship the crate' });
  await reranking;
  const before = asked();
  await new Promise((resolve) => setTimeout(resolve, usualMs));
  assert.ok(asked() - before <= underWay, `${asked() - before} questions instead of 200 where nobody waits`);
  release();
  assert.ok((await answer).results.length > 0);
  await edgesOf(200);
});
