/** `context/retrieveBatch`: against a fake engine for what goes wrong, and with the real server. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withFront } from '../support/front-in-memory.js';
import { serverMissing } from '../support/server-process.js';
import { ready, withShop } from '../support/shop.js';
import { initialize, openDocument } from '../support/test-client.js';

const root = 'file:///work%20space/root';

test('answers in order; a wrong query, profile or internal error affects only itself', () =>
  withFront(async ({ client, opened }) => {
    await initialize(client, { folders: [root] });
    openDocument(client, `${root}/a.ts`, 'one\ntwo\n');
    await client.request('context/status');
    (opened[0] as { gate: unknown }).gate = async () => {
      if (opened[0]?.questions.at(-1)?.query === 'fault') throw new TypeError('a fault');
    };
    const { answers } = await client.request('context/retrieveBatch', {
      queries: [
        { query: 'one' },
        { query: 5 },
        'two',
        { query: 'two', profile: 'no' },
        { query: 'fault' },
        { query: 'two', format: 'markdown', partialResultToken: 'inner' },
      ],
    });
    assert.deepEqual(
      answers.map(({ index, result, error }: { index: number; result?: { results: { name: string }[] }; error?: { code: number } }) => [
        index,
        result?.results[0]?.name ?? error?.code,
      ]),
      [
        [0, 'one'],
        [1, -32602],
        [2, -32602],
        [3, -32602],
        [4, -32603],
        [5, 'two'],
      ],
    );
    assert.deepEqual(answers[1].error.data.issues[0].path, 'query');
    assert.equal(answers[1].error.data.message, answers[1].error.message);
    assert.match(answers[3].error.message, /expected one of deep, default, quick, reader/);
    assert.equal(answers[4].error.data.kind, 'internal');
    assert.match(answers[5].result.markdown, /^## a\.ts/);
    assert.deepEqual(client.progress('inner'), []);
    assert.deepEqual(await client.request('context/retrieveBatch', { queries: [] }), { answers: [] });
  }));

test('requires a bounded list', () =>
  withFront(async ({ client }) => {
    await initialize(client, { folders: [root] });
    const many = await client.failure('context/retrieveBatch', { queries: Array(101).fill({ query: 'x' }) });
    assert.deepEqual([many.code, many.data.issues[0].path], [-32602, 'queries']);
    for (const params of [undefined, {}, { queries: 'x' }, [{ query: 'x' }]])
      assert.equal((await client.failure('context/retrieveBatch', params)).code, -32602);
    assert.equal((await client.request('context/retrieveBatch', { queries: Array(100).fill({ query: 'x' }) })).answers.length, 100);
  }));

test('cancellation stops the batch', () =>
  withFront(async ({ client, opened }) => {
    await initialize(client, { folders: [root] });
    await client.request('context/status');
    const entered = new Promise<void>((enter) => {
      (opened[0] as { gate: unknown }).gate = (signal: AbortSignal) => {
        enter();
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      };
    });
    const { id, response } = client.start('context/retrieveBatch', { queries: [{ query: 'a' }, { query: 'b' }] });
    await entered;
    client.cancel(id);
    assert.equal((await response).error?.code, -32800);
    await client.request('context/status');
    assert.equal(opened[0]?.questions.length, 1);
  }));

test('sends partial results and progress on shared tokens with the real server', { skip: serverMissing }, () =>
  withShop(async ({ client, workspace }) => {
    await initialize(client, { folders: [workspace.uri], settings: { cacheDir: workspace.cacheDir } });
    await ready(client);
    const { answers } = await client.request('context/retrieveBatch', {
      queries: [{ query: 'try a failed request again', limit: 1 }, { query: 'ShoppingCart', limit: 1 }, { query: '' }],
      workDoneToken: 'w',
      partialResultToken: 'p',
    });
    assert.deepEqual(answers, []);
    const sent = client.progress('p').flatMap((value) => value.answers);
    assert.deepEqual(
      sent.map(({ index, result }) => [index, result.results[0]?.name]),
      [
        [0, 'retryWithBackoff'],
        [1, 'ShoppingCart'],
        [2, undefined],
      ],
    );
    assert.equal(sent[2].result.problems[0].code, 'emptyQuery');
    assert.deepEqual(
      client.progress('w').map(({ kind, message }) => [kind, message]),
      [
        ['begin', undefined],
        ['report', '1/3 queries'],
        ['report', '2/3 queries'],
        ['report', '3/3 queries'],
        ['end', '3 queries'],
      ],
    );
  }),
);
