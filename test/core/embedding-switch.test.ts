/** Switching models, and reranking: pure. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { noCost } from '../../server/core/embedding/cost.js';
import {
  afterCompletion,
  afterFailure,
  afterProgress,
  afterSettingsChange,
  canEmbedNow,
  initialState,
  modelFolderName,
  type StoredModel,
  type SwitchState,
  sameModel,
} from '../../server/core/embedding/model-switch.js';
import type { Reranker } from '../../server/core/embedding/ports.js';
import type { Ranked } from '../../server/core/retrieval/rank/rank.js';
import { blend, RerankStage } from '../../server/core/retrieval/rank/rerank.js';
import { hashOf } from '../../server/util/hash.js';
import { randomFrom } from '../engine/store-fixture.js';

const old = { name: 'static', dimensions: 256 };
const next = { name: 'openai:large', dimensions: 1024 };
const third = { name: 'ollama:small', dimensions: 256 };
const stored = (model: typeof old, vectors: number, complete = true): StoredModel => ({ ...model, vectors, complete });
const all = (): boolean => true;

test('starts with the wanted model if it is complete or the only one, else with the most complete one', () => {
  assert.deepEqual(initialState(next, [stored(old, 10), stored(next, 10)], all), { serving: next, building: null });
  assert.deepEqual(initialState(next, [], all), { serving: next, building: null });
  assert.deepEqual(initialState(next, [stored(next, 4, false)], all), { serving: next, building: null });
  const both = initialState(next, [stored(third, 3, false), stored(old, 10), stored(next, 4, false)], all);
  assert.deepEqual([both.serving, both.building?.model], [old, next]);
  // The other provider's key is gone: its vectors are of no use.
  assert.deepEqual(initialState(next, [stored(third, 10)], (model) => !sameModel(model, third)).serving, next);
  assert.deepEqual(initialState(next, [stored(old, 3, false), stored(next, 9, false)], all).serving, next);
});

test('the former model serves until no vector is missing', () => {
  let state: SwitchState = afterSettingsChange({ serving: old, building: null }, next);
  assert.deepEqual(state, { serving: old, building: { model: next, done: 0, total: 0, paused: null } });
  state = afterProgress(state, 30, 100);
  assert.deepEqual([state.serving, state.building?.done, state.building?.total], [old, 70, 100]);
  assert.equal(afterCompletion(state, 1), state);
  // A file came in meanwhile.
  state = afterProgress(state, 5, 120);
  state = afterCompletion(afterProgress(state, 0, 120), 0);
  assert.deepEqual(state, { serving: next, building: null });
});

test('a failing provider pauses the switch, longer each time, while the former model serves', () => {
  let state = afterSettingsChange({ serving: old, building: null }, next);
  const waits: (number | null)[] = [];
  for (let i = 0; i < 9; i++) {
    state = afterFailure(state, { reason: 'away', retryable: true }, 1_000);
    waits.push((state.building?.paused?.retryAt ?? 0) - 1_000);
    state = afterProgress(state, 100, 100);
  }
  assert.deepEqual(waits, [5_000, 10_000, 20_000, 40_000, 80_000, 160_000, 320_000, 600_000, 600_000]);
  assert.deepEqual([canEmbedNow(state, 1_000), canEmbedNow(state, 601_000)], [false, true]);
  assert.deepEqual([state.serving, state.building?.paused?.reason], [old, 'away']);
  assert.equal(canEmbedNow(afterProgress(state, 99, 100), 1_000), true);
  state = afterFailure(afterProgress(state, 99, 100), { reason: 'busy', retryable: true, retryAfterMs: 90_000 }, 0);
  assert.equal(state.building?.paused?.retryAt, 90_000);
  state = afterFailure(state, { reason: 'no key', retryable: false }, 0);
  assert.equal(canEmbedNow(state, Number.MAX_SAFE_INTEGER), false);
  assert.deepEqual(afterSettingsChange(state, old), { serving: old, building: null });
  assert.equal(afterSettingsChange(state, third).building?.model, third);
});

test('the serving model changes only when no vector is missing, in any order of events', () => {
  const random = randomFrom(21);
  const models = [old, next, third];
  for (let round = 0; round < 200; round++) {
    let state = initialState(old, [stored(old, 5)], all);
    for (let step = 0; step < 40; step++) {
      const before = state;
      const missing = Math.floor(random() * 3);
      const event = Math.floor(random() * 4);
      if (event === 0) state = afterSettingsChange(state, models[Math.floor(random() * 3)] as typeof old);
      if (event === 1) state = afterProgress(state, missing, 10);
      if (event === 2) state = afterFailure(state, { reason: 'x', retryable: random() < 0.5 }, step);
      if (event === 3) state = afterCompletion(state, missing);
      if (!sameModel(before.serving, state.serving)) {
        assert.equal(event, 3);
        assert.equal(missing, 0);
        assert.ok(sameModel(state.serving, before.building?.model ?? null));
      }
      assert.ok(!sameModel(state.serving, state.building?.model ?? null));
    }
  }
});

test('folders of models are distinct and safe', () => {
  const name = (model: string, dimensions = 8) => modelFolderName({ name: model, dimensions }, hashOf);
  assert.match(name('openai:text-embedding-3-small@host:1'), /^openai-text-embedding-3-small-host-1-8-[\w-]{8}$/);
  assert.equal(new Set([name('a:b'), name('a/b'), name('a b'), name('a:b', 9)]).size, 4);
  for (const odd of ['../../x', '..', '', '/etc/passwd', 'x'.repeat(500)]) {
    assert.match(name(odd), /^\w[\w.-]*$/);
    assert.ok(name(odd).length < 100);
  }
});

const result = (score: number): Ranked => ({ score, parts: [{ name: 'words', value: score }] }) as unknown as Ranked;
const reranker = (rerankAll: Reranker['rerank']): Reranker => ({ name: 'test', rerank: rerankAll, cost: noCost, close: async () => {} });
const textOf = ({ score }: Ranked) => `text ${score}`;
const stage = (rerankAll: Reranker['rerank'], deadlineMs = 5_000) => new RerankStage(reranker(rerankAll), { top: 3, deadlineMs });

test('blends 0.65 of the reranker with 0.35 of the ranking; unread results stay below', () => {
  const ranked = [10, 8, 6, 5, 4].map(result);
  const blended = blend(ranked, [0, 1, 0.2]);
  assert.deepEqual(
    blended.map(({ score, parts }) => [
      Math.round(score * 1000) / 1000,
      Math.round(parts.reduce((sum, part) => sum + part.value, 0) * 1000) / 1000,
    ]),
    [
      [9.3, 9.3],
      [3.5, 3.5],
      [3.4, 3.4],
      [1.75, 1.75],
      [1.4, 1.4],
    ],
  );
  assert.deepEqual(blend([], []), []);
});

test('sends only the best results; a reranker that fails or is late only adds a problem', async () => {
  const ranked = [10, 8, 6, 5].map(result);
  let shown: readonly string[] = [];
  const good = await stage(async (_, documents) => {
    shown = documents;
    return Float32Array.of(0, 0, 1);
  }).run('q', ranked, textOf);
  assert.deepEqual(shown, ['text 10', 'text 8', 'text 6']);
  assert.equal(good.ranked[0]?.score, 6 * 0.35 + 6.5);
  let asked = 0;
  const away = stage(() => {
    asked++;
    return Promise.reject(new Error('nobody there'));
  });
  const bad = await away.run('q', ranked, textOf);
  assert.equal(bad.ranked, ranked);
  assert.deepEqual(bad.problems, [{ code: 'reranker', message: 'not reranked: nobody there', incomplete: false }]);
  assert.deepEqual(await away.run('q', ranked, textOf), bad);
  assert.equal(asked, 1, 'left alone for a while');
  const never: Reranker['rerank'] = (_q, _d, signal) =>
    new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  const late = await stage(never, 20).run('q', ranked, textOf);
  assert.match(late.problems[0]?.message as string, /no answer within 20 ms/);
  const abort = new AbortController();
  const givenUp = stage(never).run('q', ranked, textOf, abort.signal);
  abort.abort(new Error('the question was taken back'));
  await assert.rejects(givenUp, /taken back/);
  assert.equal((await stage(never).run('q', ranked.slice(0, 1), textOf)).ranked.length, 1);
});
