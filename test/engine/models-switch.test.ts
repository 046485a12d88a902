/** A chosen model through the whole engine: it is built in the background, serves when it is complete, and is never mixed with another. */
import assert from 'node:assert/strict';
import test from 'node:test';
import type { EmbeddingSettings } from '../../server/core/model/model-settings.js';
import { startProviderServer } from '../support/provider-servers.js';
import { pathsOf, settledEngine, workspace } from '../support/real-engine.js';
import { shop } from '../support/shop.js';

const embedding = (url: string, rest: Partial<EmbeddingSettings> = {}): EmbeddingSettings => ({
  provider: 'openai',
  model: 'some-model',
  baseUrl: url,
  apiKeyEnv: 'TEST_KEY_THAT_IS_NOT_SET',
  ...rest,
});

test('the embedded model answers until the chosen one has vectors of everything; then that answers, after a restart too', async (t) => {
  const server = await startProviderServer(t);
  const place = workspace(t, shop);
  const engine = await settledEngine(place, { embedding: embedding(server.url) });
  const before = engine.status();
  assert.equal(before.model.dimensions, 256);
  assert.match(before.building?.name ?? '', /^openai:some-model@127/);
  assert.equal((await engine.retrieve({ query: 'request again after a pause' })).problems.length, 0);
  await engine.embedded();
  const after = engine.status();
  console.log(after);
  assert.deepEqual([after.model.name, after.model.dimensions, after.building, after.behind], [before.building?.name, 8, null, 0]);
  const asked = server.received.flatMap(({ texts }) => texts).length;
  const answer = await engine.retrieve({ query: 'request again after a pause' });
  assert.ok(pathsOf(answer).length > 0);
  assert.equal(server.received.at(-1)?.texts[0], 'request again after a pause');
  await engine.close();
  const again = await settledEngine(place, { embedding: embedding(server.url) });
  assert.deepEqual([again.status().model, again.status().building], [after.model, null]);
  await again.embedded();
  assert.equal(server.received.flatMap(({ texts }) => texts).length, asked + 1);
});
