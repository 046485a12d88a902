/** The LSP front against a fake engine: documents, encodings, requests, progress. In memory, milliseconds. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withFront } from '../support/front-in-memory.js';
import type { TestClient } from '../support/test-client.js';
import { initialize, openDocument } from '../support/test-client.js';

const root = 'file:///work%20space/root';
const uri = `${root}/a.ts`;
const start = (client: TestClient, more: Parameters<typeof initialize>[1] = {}) => initialize(client, { folders: [root], ...more });
const change = (client: TestClient, version: number, contentChanges: object[], to = uri) =>
  client.notify('textDocument/didChange', { textDocument: { uri: to, version }, contentChanges });

test('retrieve sees the changes sent before it, without a wait', () =>
  withFront(async ({ client, opened }) => {
    await start(client);
    openDocument(client, uri, 'function one() {}\nfunction two() {}\n');
    change(client, 2, [
      { range: { start: { line: 0, character: 9 }, end: { line: 0, character: 12 } }, text: 'changed' },
      { range: { start: { line: 1, character: 0 }, end: { line: 1, character: 0 } }, text: 'async ' },
    ]);
    const result = await client.request('context/retrieve', { query: 'changed', explain: true });
    assert.equal(result.results.length, 1);
    const [first] = result.results;
    assert.equal(first.uri, uri);
    assert.equal(first.path, 'a.ts');
    assert.deepEqual(first.range, { start: { line: 0, character: 0 }, end: { line: 1, character: 0 } });
    assert.deepEqual(first.selectionRange, { start: { line: 0, character: 9 }, end: { line: 0, character: 16 } });
    assert.deepEqual(first.parts, [{ name: 'fake', value: 1 }]);
    assert.equal(opened[0]?.texts.get('a.ts'), 'function changed() {}\nasync function two() {}\n');
    const [symbol] = await client.request('workspace/symbol', { query: 'changed' });
    assert.deepEqual(symbol, { name: 'changed', kind: 5, location: { uri, range: first.selectionRange } });
    client.notify('textDocument/didClose', { textDocument: { uri } });
    assert.deepEqual((await client.request('context/retrieve', { query: 'changed' })).results, []);
  }));

test('passes options to the engine; a follow-up leaves out earlier results', () =>
  withFront(async ({ client, opened }) => {
    await start(client, { settings: { budgetTokens: 1234 } });
    openDocument(client, uri, 'x1\nx2\nx3\n');
    const first = await client.request('context/retrieve', {
      query: 'x1',
      withText: false,
      extract: true,
      filters: { kinds: ['class'], paths: ['!b/**'] },
    });
    assert.equal(first.results[0].text, '');
    assert.equal(first.budgetTokens, 1234);
    assert.equal('parts' in first.results[0], false);
    const next = await client.request('context/retrieve', {
      query: 'x',
      continueFrom: first.continueFrom,
      exclude: ['a.ts:2'],
      budgetTokens: null,
      anchor: { uri, position: { line: 2, character: 0 } },
    });
    assert.deepEqual(
      next.results.map(({ key }: { key: string }) => key),
      ['a.ts:1'],
    );
    assert.equal(next.budgetTokens, null);
    assert.deepEqual(opened[0]?.questions, [
      { query: 'x1', budgetTokens: 1234, extract: true, withText: false, filters: { kinds: ['class'], paths: ['!b/**'] } },
      { query: 'x', budgetTokens: Number.POSITIVE_INFINITY, exclude: ['a.ts:2', 'a.ts:0'], anchor: { path: 'a.ts', line: 2 } },
    ]);
    const third = await client.request('context/retrieve', { query: 'x', continueFrom: next.continueFrom });
    assert.deepEqual(third.results, []);
    assert.equal((await client.failure('context/retrieve', { query: 'x', continueFrom: 'nonsense' })).code, -32602);
  }));

test('Markdown has headings with path and symbol, and fences that the content cannot close', () =>
  withFront(async ({ client }) => {
    await start(client);
    openDocument(client, uri, 'find ```me\n');
    const { markdown } = await client.request('context/retrieve', { query: 'find', format: 'markdown' });
    assert.equal(
      markdown,
      '## a.ts:1-1 `find` (not saved)\n\n````typescript\n1 find ```me\n````\n\n## Referenced, not shown\n\n- `type Needed` (a.ts:1)\n',
    );
  }));

for (const [encoding, before, after] of [
  ['utf-8', 12, 19],
  ['utf-16', 7, 12],
  ['utf-32', 6, 11],
] as const) {
  test(`converts positions of changes and ranges in ${encoding}`, () =>
    withFront(async ({ client, opened }) => {
      const result = await start(client, { encodings: ['utf-7', encoding] });
      assert.equal(result.capabilities.positionEncoding, encoding);
      // 😀 is 4, 2, 1 units; ä is 2, 1, 1; € is 3, 1, 1.
      openDocument(client, uri, 'one\r\n😀ä€ = name;\r\n');
      change(client, 2, [{ range: { start: { line: 1, character: before }, end: { line: 1, character: before + 4 } }, text: 'größe' }]);
      change(client, 3, [{ range: { start: { line: 1, character: 0 }, end: { line: 1, character: 0 } }, text: '' }]);
      const { results } = await client.request('context/retrieve', { query: 'größe' });
      assert.equal(opened[0]?.texts.get('a.ts'), 'one\r\n😀ä€ = größe;\r\n');
      assert.deepEqual(results[0].selectionRange, { start: { line: 1, character: before }, end: { line: 1, character: after } });
    }));
}

for (const encoding of ['utf-8', 'utf-16'])
  test(`applies changes at the edge in ${encoding}: beyond the line, without a range, with an invalid range`, () =>
    withFront(async ({ client, opened }) => {
      await start(client, { encodings: [encoding] });
      const text = async () => {
        await client.request('context/status');
        return opened[0]?.texts.get('a.ts');
      };
      openDocument(client, uri, 'ä\r\nb\r\n');
      change(client, 2, [{ range: { start: { line: 0, character: 4294967295 }, end: { line: 0, character: 4294967295 } }, text: '!' }]);
      assert.equal(await text(), 'ä!\r\nb\r\n');
      change(client, 3, [{ range: { start: { line: 7, character: 0 }, end: { line: 9, character: 0 } }, text: 'end' }]);
      assert.equal(await text(), 'ä!\r\nb\r\nend');
      change(client, 4, [{ range: { start: { line: -1 }, end: 5 }, text: 'lost' }]);
      assert.equal(await text(), 'ä!\r\nb\r\nend');
      change(client, 5, [
        { range: null, text: 'all new' },
        { range: { start: { line: 0, character: 0 }, end: { line: 0, character: 3 } }, text: 'ALL' },
      ]);
      assert.equal(await text(), 'ALL new');
    }));

test("reports progress of indexing by the server's token, of requests by the client's", () =>
  withFront(async ({ client, opened }) => {
    await start(client, { capabilities: { window: { workDoneProgress: true } } });
    openDocument(client, uri, Array.from({ length: 23 }, (_, i) => `hit ${i}`).join('\n'));
    const { results } = await client.request('context/retrieve', { query: 'hit', workDoneToken: 7, partialResultToken: 'p' });
    assert.deepEqual(results, []);
    assert.deepEqual(
      client.progress('p').map((value) => value.results.length),
      [10, 10, 3],
    );
    assert.deepEqual(
      client.progress(7).map(({ kind, message }) => [kind, message]),
      [
        ['begin', undefined],
        ['end', '23 results'],
      ],
    );
    opened[0]?.tellProgress({ phase: 'indexing', unit: 'files', done: 1, total: 4, listed: 4 });
    opened[0]?.tellProgress({ phase: 'ready', unit: 'files', done: 4, total: 4, listed: 4 });
    const create = await client.waitFor(({ method }) => method === 'window/workDoneProgress/create', 'create');
    await client.notification('$/progress', ({ token, value }) => token === create.params.token && value.kind === 'end');
    assert.deepEqual(client.progress(create.params.token), [
      { kind: 'begin', title: 'Indexing', cancellable: false, percentage: 0 },
      { kind: 'report', message: '1 of 4 files', percentage: 25 },
      { kind: 'end', message: '4 files indexed' },
    ]);
    assert.deepEqual(await client.request('workspace/symbol', { query: 'hit', partialResultToken: 'q' }), []);
    assert.equal(client.progress('q').flat().length, 23);
    const symbols = await client.request('workspace/semanticSymbol', { query: 'hit', partialResultToken: 'r' });
    assert.deepEqual([symbols.symbols, client.progress('r').length], [[], 3]);
  }));

test('notifies only clients that ask about status changes', async () => {
  for (const options of [{ settings: { statusNotifications: true } }, { capabilities: { experimental: { contextStatus: true } } }])
    await withFront(async ({ client, opened }) => {
      await start(client, options);
      const status = await client.request('context/status');
      assert.deepEqual(status.roots, [{ name: 'root', uri: root }]);
      assert.deepEqual(status.skippedFiles, [{ uri: `${root}/bad.bin`, path: 'bad.bin', reason: 'binary' }]);
      opened[0]?.tellStatus();
      assert.equal((await client.notification('context/didChangeStatus')).state, 'ready');
    });
  await withFront(async ({ client, opened }) => {
    await start(client);
    await client.request('context/status');
    opened[0]?.tellStatus();
    await client.request('context/status');
    assert.equal(
      client.received.some(({ method }) => method === 'context/didChangeStatus'),
      false,
    );
  });
});

test('reindex and forget take URIs; forgetting everything is explicit', () =>
  withFront(async ({ client, opened }) => {
    await start(client);
    await client.request('context/reindex');
    await client.request('context/reindex', { uris: [uri], force: true });
    await client.request('context/forget', { uris: [`${root}/src`] });
    const status = await client.request('context/forget', { everything: true });
    assert.equal(status.state, 'ready');
    assert.deepEqual(opened[0]?.calls, ['reindex all ', 'reindex a.ts true', 'forget src', 'forget all']);
  }));

test('one file is one document, however its URI is spelled', () =>
  withFront(async ({ client, opened }) => {
    await start(client);
    const other = uri.replace('a.ts', '%61.ts');
    openDocument(client, uri, 'one');
    openDocument(client, other, 'two');
    client.notify('textDocument/didClose', { textDocument: { uri: other } });
    await client.request('context/status');
    assert.equal(opened[0]?.texts.get('a.ts'), 'one');
    client.notify('textDocument/didClose', { textDocument: { uri } });
    await client.request('context/status');
    assert.equal(opened[0]?.texts.has('a.ts'), false);
  }));

test('sends symbol kinds beyond 18 only to clients that know them', () =>
  withFront(async ({ client }) => {
    await start(client, { capabilities: { workspace: { symbol: { symbolKind: { valueSet: [1, 5, 23] } } } } });
    openDocument(client, uri, 'Point\n');
    assert.equal((await client.request('workspace/symbol', { query: 'Point' }))[0].kind, 23);
  }));
