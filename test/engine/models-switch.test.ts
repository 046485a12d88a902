/** A chosen model through the whole engine: it is built in the background, serves when it is complete, and is never mixed with another. */
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import type { Engine } from '../../server/core/engine/engine-api.js';
import type { EmbeddingSettings } from '../../server/core/model/model-settings.js';
import { type ProviderServer, startProviderServer } from '../support/provider-servers.js';
import { type EngineChoices, namesOf, pathsOf, settledEngine, type Workspace, workspace } from '../support/real-engine.js';
import { shop } from '../support/shop.js';

const chosen = (server: ProviderServer, rest: Partial<EmbeddingSettings> = {}): EngineChoices & { embedding: EmbeddingSettings } => ({
  embedding: { provider: 'openai', model: 'some-model', baseUrl: server.url, apiKeyEnv: 'TEST_KEY_THAT_IS_NOT_SET', ...rest },
});
const documents = (server: ProviderServer): string[] => server.received.flatMap(({ texts }) => texts).filter((text) => text.includes('\n'));
const codes = ({ problems }: { problems: readonly { code: string }[] }): string[] => problems.map(({ code }) => code);
const question = { query: 'request again after a pause' };

/** Resolves when the status is as wanted. */
function statusOf(engine: Engine, wanted: (status: ReturnType<Engine['status']>) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (!wanted(engine.status())) return;
      stop();
      resolve();
    };
    const stop = engine.onStatus(look);
    look();
  });
}

test('the embedded model answers until the chosen one is complete, also after a restart', async (t) => {
  const server = await startProviderServer(t);
  const place = workspace(t, shop);
  const engine = await settledEngine(place, chosen(server));
  const before = engine.status();
  assert.equal(before.model.dimensions, 256);
  assert.match(before.building?.name ?? '', /^openai:some-model@127/);
  const { problems } = await engine.retrieve(question);
  assert.deepEqual(codes({ problems }), ['provider']);
  assert.match(problems[0]?.message ?? '', /^static-code\S* answers until openai:some-model@127\S* has embedded everything: nothing yet$/);
  await engine.embedded();
  const after = engine.status();
  assert.deepEqual([after.model, after.building, after.behind], [{ name: before.building?.name, dimensions: 8 }, null, 0]);
  assert.equal(documents(server).length, after.vectors);
  const [use] = after.providers;
  assert.deepEqual([use?.role, use?.name, use?.texts], ['embedding', after.model.name, after.vectors + 1]);
  assert.ok(pathsOf(await engine.retrieve(question)).length > 0);
  assert.deepEqual(server.received.at(-1)?.texts, [question.query]);
  await engine.close();

  const again = await settledEngine(place, chosen(server));
  await again.embedded();
  const { model, building, providers } = again.status();
  assert.deepEqual([model, building], [after.model, null]);
  assert.equal(documents(server).length, after.vectors, 'nothing is paid for twice');
  assert.equal(providers[0]?.texts, after.vectors + 2, 'the cost is remembered');
});

test('an edit embeds the changed texts only, an undone one none; words and names find it meanwhile', async (t) => {
  const server = await startProviderServer(t);
  const place = workspace(t, shop);
  const engine = await settledEngine(place, chosen(server));
  await engine.embedded();
  const text =
    'export class ShoppingCart {\n  remove(): void {}\n  /** Counts what lies in it. */\n  countThings(): number {\n    return 3;\n  }\n}\n';
  const paid = documents(server).length;
  engine.openDocument('src/cart.ts', text);
  assert.equal((await engine.retrieve({ query: 'countThings' })).results[0]?.name, 'countThings');
  await engine.embedded();
  const fresh = documents(server).slice(paid);
  assert.ok(fresh.length > 0 && fresh.every((sent) => sent.startsWith('src/cart.ts')), fresh.join('\n---\n'));
  engine.closeDocument('src/cart.ts');
  await engine.embedded();
  engine.openDocument('src/cart.ts', text);
  await engine.embedded();
  assert.equal(documents(server).length, paid + fresh.length);
  assert.deepEqual([engine.status().behind, codes(engine.status())], [0, []]);
});

test('a switch under load keeps answers whole and never mixes models', {
  timeout: 60_000,
}, async (t) => {
  const [a, b] = [await startProviderServer(t), await startProviderServer(t)];
  b.dimensions = 12;
  const place = manyFiles(t, 10);
  const engine = await settledEngine(place, chosen(a));
  await engine.embedded();
  const first = engine.status().model;
  b.delayMs = 15;
  await engine.configureModels(chosen(b, { model: 'other-model', batchTexts: 2, concurrency: 2 }));
  assert.match(engine.status().building?.name ?? '', /^openai:other-model/);

  const served: string[] = [];
  const counts: number[] = [];
  let asked = 0;
  for (let round = 0; engine.status().building !== null; round++) {
    const name = `editedInRound${round}`;
    engine.openDocument('src/edited.ts', `/** Written in round ${round}. */\nexport function ${name}(): number {\n  return ${round};\n}\n`);
    const [edited, meant] = await Promise.all([
      engine.retrieve({ query: name }),
      engine.retrieve({ query: `what does file ${round % 10} do` }),
    ]);
    asked += 2;
    assert.equal(namesOf(edited)[0], name, 'an answer reflects what was written before it');
    assert.ok(meant.results.length > 0);
    for (const answer of [edited, meant])
      assert.deepEqual(
        codes(answer).filter((code) => code !== 'vectorsStale' && code !== 'provider'),
        [],
      );
    const { model, building } = engine.status();
    if (served.at(-1) !== model.name) served.push(model.name);
    if (building && building.total > 0) counts.push(building.done);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await statusOf(engine, ({ model }) => model.dimensions === 12);
  t.diagnostic(`${asked} questions, ${counts.length} looks at ${new Set(counts).size} counts of progress`);
  assert.equal(served[0], first.name);
  assert.ok(new Set(counts).size > 3, 'progress is seen');
  await engine.embedded();
  assert.match(engine.status().model.name, /^openai:other-model/);
  const questionsOfB = b.received.flatMap(({ texts }) => texts).filter((text) => text.startsWith('what does file'));
  assert.ok(questionsOfB.length <= 2, 'it is asked nothing before it serves, which it may in the last round');
  assert.deepEqual(codes(await engine.retrieve({ query: 'what is exported' })), []);
  assert.equal(b.received.at(-1)?.texts[0], 'what is exported');
  // Back: what was paid for is still there.
  const paid = documents(a).length;
  await engine.configureModels(chosen(a));
  await engine.embedded();
  assert.deepEqual(engine.status().model, first);
  assert.ok(documents(a).length - paid < 10, 'only what was edited meanwhile');
  await engine.configureModels({});
  assert.deepEqual([engine.status().model.dimensions, engine.status().building], [256, null]);
});

function manyFiles(t: TestContext, count: number): Workspace {
  const place = workspace(t, shop);
  for (let i = 0; i < count; i++)
    place.write(`src/file${i}.ts`, `/** Does thing number ${i}. */\nexport function doThing${i}(): string {\n  return 'thing ${i}';\n}\n`);
  place.write('src/edited.ts', 'export const nothing = 0;\n');
  return place;
}

test('no provider or reranker sees a secret of a file or a question', async (t) => {
  const server = await startProviderServer(t);
  const secret = ['ghp_', 'x7Kp2mQ9vR4tY8wZ1nB5cD3fG6hJ0kLsAaEe'].join('');
  const place = workspace(t, shop);
  place.write(
    'src/token.ts',
    `/** Logs in to the forge. */\nexport function logIn(): string {\n  const token = "${secret}";\n  return token;\n}\n`,
  );
  const reranker = { provider: 'voyage', model: 'judge', baseUrl: server.url, apiKeyEnv: 'TEST_KEY_THAT_IS_NOT_SET' } as const;
  const engine = await settledEngine(place, { ...chosen(server), reranker });
  engine.openDocument('src/open.ts', `export const open = '${secret}';\nexport function useOpen(): string {\n  return open;\n}\n`);
  await engine.embedded();
  const { problems, results } = await engine.retrieve({ query: `how do I log in to the forge with ${secret}`, explain: true });
  assert.deepEqual(
    problems.filter(({ code }) => code !== 'masked'),
    [],
  );
  assert.ok(results[0]?.parts.some(({ name }) => name === 'reranker'));
  const sent = JSON.stringify(server.received);
  assert.ok(sent.includes('/v1/rerank') && sent.includes('logIn') && sent.includes('useOpen'));
  assert.ok(!sent.includes(secret));
  const uses = engine.status().providers.map(({ role, requests }) => [role, requests > 0]);
  assert.deepEqual(uses, [
    ['embedding', true],
    ['reranker', true],
  ]);
  // Away: the ranking stands, and says so; then nobody waits for it a second time.
  server.judge = ({ path }) => (path.endsWith('/rerank') ? { status: 400 } : null);
  const away = await engine.retrieve({ query: 'shopping cart' });
  assert.deepEqual(codes(away), ['reranker', 'masked']);
  assert.equal(pathsOf(away)[0], 'src/cart.ts');
  const before = server.received.filter(({ path }) => path.endsWith('/rerank')).length;
  assert.deepEqual(codes(await engine.retrieve({ query: 'shopping cart again' })), ['reranker', 'masked']);
  assert.equal(server.received.filter(({ path }) => path.endsWith('/rerank')).length, before);
});
