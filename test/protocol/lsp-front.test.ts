/** The LSP front against a fake engine: life cycle, roots, settings, errors. In memory, milliseconds. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contextProvider } from '../../server/protocol/capabilities.js';
import { withFront } from '../support/front-in-memory.js';
import type { TestClient } from '../support/test-client.js';
import { initialize, noAnswer, openDocument } from '../support/test-client.js';

const root = 'file:///work%20space/root';
const uri = `${root}/a.ts`;
const start = (client: TestClient, more: Parameters<typeof initialize>[1] = {}) => initialize(client, { folders: [root], ...more });
const change = (client: TestClient, version: number, contentChanges: object[], to = uri) =>
  client.notify('textDocument/didChange', { textDocument: { uri: to, version }, contentChanges });

test('initialize announces what protocol.md says', () =>
  withFront(async ({ client }) => {
    const result = await start(client);
    assert.deepEqual(result, {
      capabilities: {
        positionEncoding: 'utf-16',
        textDocumentSync: { openClose: true, change: 2, save: { includeText: false } },
        workspaceSymbolProvider: { workDoneProgress: true, resolveProvider: false },
        executeCommandProvider: {
          commands: [
            'contextLanguageServer.retrieve',
            'contextLanguageServer.semanticSymbol',
            'contextLanguageServer.status',
            'contextLanguageServer.reindex',
          ],
          workDoneProgress: true,
        },
        workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
        experimental: { contextProvider },
      },
      serverInfo: { name: 'context-language-server', version: '1.2.3' },
    });
  }));

test('enforces the order of the life cycle', () =>
  withFront(async ({ client, exited, opened }) => {
    const early = await client.failure('context/retrieve', { query: 'x' });
    assert.equal(early.code, -32002);
    assert.equal(early.data.kind, 'protocol');
    await start(client);
    assert.equal((await client.failure('initialize', { capabilities: {} })).code, -32600);
    await client.request('context/status');
    assert.equal(await client.request('shutdown'), null);
    assert.equal(opened[0]?.closed, true);
    assert.equal((await client.failure('context/retrieve', { query: 'x' })).code, -32600);
    client.notify('exit');
    assert.equal(await exited, 0);
  }));

test('exits with 1 after exit without shutdown and after the end of input', async () => {
  await withFront(async ({ client, exited, opened }) => {
    await start(client);
    await client.request('context/status');
    client.notify('exit');
    assert.equal(await exited, 1);
    assert.equal(opened[0]?.closed, true);
  });
  await withFront(async ({ client, exited, input }) => {
    await start(client);
    input.end();
    assert.equal(await exited, 1);
  });
});

test('reports unknown methods, wrong params with their path, and internal errors', () =>
  withFront(async ({ client, opened }) => {
    await start(client);
    const unknown = await client.failure('context/nothing', {});
    assert.equal(unknown.code, -32601);
    assert.deepEqual(unknown.data, { kind: 'protocol', message: unknown.data.message, method: 'context/nothing' });
    const wrong = await client.failure('context/retrieve', { query: 5, filters: { kinds: ['class', 'klass'] }, limit: 0 });
    assert.equal(wrong.code, -32602);
    assert.equal(wrong.data.kind, 'query');
    assert.deepEqual(
      wrong.data.issues.map(({ path }: { path: string }) => path),
      ['query', 'limit', 'filters.kinds[1]'],
    );
    for (const params of [undefined, [], ['x'], null]) assert.equal((await client.failure('context/retrieve', params)).code, -32602);
    assert.equal((await client.failure('workspace/symbol', {})).code, -32602);
    assert.equal((await client.failure('context/forget', {})).code, -32602);
    const outside = await client.failure('context/reindex', { uris: ['file:///elsewhere/x'] });
    assert.equal(outside.code, -32602);
    assert.equal(outside.data.uri, 'file:///elsewhere/x');
    (opened[0] as { gate: unknown }).gate = async () => {
      throw new TypeError('a fault');
    };
    const fault = await client.failure('context/retrieve', { query: 'x' });
    assert.equal(fault.code, -32603);
    assert.equal(fault.data.kind, 'internal');
    assert.equal((await client.request('context/status')).state, 'ready');
  }));

test('ignores malformed notifications', () =>
  withFront(async ({ client }) => {
    await start(client);
    client.notify('textDocument/didOpen', { textDocument: 5 });
    client.notify('textDocument/didOpen');
    change(client, 1, [{ text: 'never opened' }]);
    client.notify('textDocument/didClose', { textDocument: { uri: 'file:///never' } });
    openDocument(client, 'untitled:Untitled-1', 'x');
    openDocument(client, 'no uri at all', 'x');
    openDocument(client, 'file:///elsewhere/b.ts', 'elsewhere');
    client.notify('$/setTrace', { value: 'verbose' });
    client.notify('no/suchThing', [1]);
    client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: 'x', type: 9 }] });
    client.notify('workspace/didChangeConfiguration');
    client.notify('workspace/didChangeWorkspaceFolders', {});
    assert.deepEqual((await client.request('context/retrieve', { query: 'x' })).results, []);
  }));

test('answers cancellation at once and cancels the engine', () =>
  withFront(async ({ client, opened }) => {
    await start(client);
    await client.request('context/status');
    let aborted = false;
    const entered = new Promise<void>((enter) => {
      (opened[0] as { gate: unknown }).gate = (signal: AbortSignal) => {
        signal.addEventListener('abort', () => {
          aborted = true;
        });
        enter();
        return new Promise(() => {});
      };
    });
    const { id, response } = client.start('context/retrieve', { query: 'x', workDoneToken: 'w' });
    await entered;
    client.cancel(id);
    const { error } = await response;
    assert.equal(error?.code, -32800);
    assert.equal(error?.data.kind, 'cancelled');
    assert.equal(aborted, true);
    client.cancel(4711);
  }));

test('a picker that cancels with every key gets the answer to the last one, and the engine is not asked for keys before it', () =>
  withFront(async ({ client, opened }) => {
    await start(client);
    await client.request('workspace/symbol', { query: 'first' });
    const engine = opened[0] as unknown as { symbols(question: { query: string }, signal?: AbortSignal): Promise<unknown> };
    const asked: string[] = [];
    const symbols = engine.symbols.bind(engine);
    engine.symbols = (question, signal) => {
      asked.push(question.query);
      return symbols(question, signal);
    };
    const typed = ['h', 'ha', 'han', 'hand'].map((query, i, all) => {
      const { id, response } = client.start('workspace/symbol', { query });
      if (i < all.length - 1) client.cancel(id);
      return response;
    });
    const answers = await Promise.all(typed);
    assert.deepEqual(
      answers.map(({ error }) => error?.code),
      [-32800, -32800, -32800, undefined],
    );
    assert.ok(asked.length <= 2 && asked.at(-1) === 'hand', asked.join());
  }));

test('without a folder answers are empty and say why', () =>
  withFront(async ({ client, opened }) => {
    await initialize(client, { params: { rootUri: null, workspaceFolders: null, rootPath: null } });
    openDocument(client, 'file:///alone/a.ts', 'alone');
    const answer = await client.request('context/retrieve', { query: 'alone' });
    assert.deepEqual([answer.results, answer.isIncomplete, answer.problems[0].code], [[], true, 'noWorkspace']);
    assert.deepEqual(await client.request('workspace/symbol', { query: 'alone' }), []);
    assert.equal((await client.request('workspace/semanticSymbol', { query: 'alone' })).problems[0].code, 'noWorkspace');
    const status = await client.request('context/status');
    assert.deepEqual([status.state, status.problems[0].code], ['noWorkspace', 'noWorkspace']);
    assert.equal((await client.request('context/reindex')).state, 'noWorkspace');
    // A folder that comes later opens the workspace, and the document that is open already belongs to it.
    client.notify('workspace/didChangeWorkspaceFolders', { event: { added: [{ uri: 'file:///alone', name: 'alone' }], removed: [] } });
    assert.equal((await client.request('context/retrieve', { query: 'alone' })).results.length, 1);
    assert.deepEqual(opened[0]?.options.roots, [{ name: 'alone', folder: '/alone' }]);
  }));

test('gives several roots distinct names, and reopens the engine when folders change', () =>
  withFront(async ({ client, opened }) => {
    await initialize(client, { folders: ['file:///x/app', 'file:///y/app/', 'file:///x/app', 'vscode-remote://host/z'] });
    openDocument(client, 'file:///y/app/b.ts', 'second');
    const { results } = await client.request('context/retrieve', { query: 'second' });
    assert.equal(results[0].path, 'y-app/b.ts');
    assert.equal(results[0].uri, 'file:///y/app/b.ts');
    client.notify('workspace/didChangeWorkspaceFolders', { event: { added: [], removed: [{ uri: 'file:///x/app', name: 'app' }] } });
    assert.equal((await client.request('context/retrieve', { query: 'second' })).results[0].path, 'b.ts');
    assert.deepEqual(
      opened.map(({ closed, status }) => [closed, status().roots.map(({ name }) => name)]),
      [
        [true, ['app', 'y-app']],
        [false, ['y-app']],
      ],
    );
  }));

test('uses rootUri and rootPath without workspace folders', async () => {
  for (const params of [{ rootUri: 'file:///old/root' }, { rootPath: '/old/root' }])
    await withFront(async ({ client, opened }) => {
      await initialize(client, { params: { rootUri: null, workspaceFolders: null, ...params } });
      await client.request('context/status');
      assert.deepEqual(opened[0]?.options.roots, [{ name: 'root', folder: '/old/root' }]);
    });
});

test('pulled settings win; wrong ones are reported and ignored', () =>
  withFront(async ({ client, opened }) => {
    client.answers.set('workspace/configuration', ({ items }) => {
      assert.deepEqual(items, [{ section: 'contextLanguageServer' }]);
      return [{ exclude: ['gen/**'], workers: 'many' }];
    });
    await start(client, {
      settings: { cacheDir: '/c', exclude: ['x'], maxFileBytes: 5 },
      capabilities: { workspace: { configuration: true } },
    });
    const status = await client.request('context/status');
    assert.deepEqual(status.problems, [{ code: 'configuration', message: status.problems[0].message, incomplete: false }]);
    assert.match(status.problems[0].message, /workers/);
    assert.equal(opened[0]?.options.cacheDir, '/c');
    assert.deepEqual(opened[0]?.options.settings, { maxFileBytes: 5, exclude: ['gen/**'] });
    client.notify('workspace/didChangeConfiguration', { settings: { contextLanguageServer: { exclude: ['y'] } } });
    await client.request('context/status');
    assert.deepEqual(opened.at(-1)?.options.settings, { maxFileBytes: 5, exclude: ['y'] });
    const before = opened.length;
    client.notify('workspace/didChangeConfiguration', { settings: { contextLanguageServer: { exclude: ['y'], budgetTokens: 77 } } });
    assert.equal((await client.request('context/retrieve', { query: 'x' })).budgetTokens, 77);
    assert.equal(opened.length, before, 'a budget is no reason to open the index anew');
  }));

test('a client that never sends its settings does not delay answers', () =>
  withFront(async ({ client }) => {
    client.answers.set('workspace/configuration', () => noAnswer);
    await start(client, { capabilities: { workspace: { configuration: true } } });
    assert.equal((await client.request('context/status')).state, 'ready');
  }));

test('the client watches files if it offers to, and the server if it then refuses', async () => {
  const capabilities = { workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } };
  await withFront(async ({ client, opened }) => {
    await start(client, { capabilities });
    const { registrations } = await client
      .waitFor(({ method }) => method === 'client/registerCapability', 'registration')
      .then(({ params }) => params);
    assert.equal(registrations[0].method, 'workspace/didChangeWatchedFiles');
    await client.request('context/status');
    assert.equal(opened[0]?.options.watch, false);
    client.notify('workspace/didChangeWatchedFiles', {
      changes: [
        { uri, type: 1 },
        { uri: `${root}/b.ts`, type: 3 },
        { uri: 'file:///no', type: 2 },
      ],
    });
    await client.request('context/status');
    assert.deepEqual(opened[0]?.calls, ['created a.ts', 'deleted b.ts']);
  });
  await withFront(async ({ client, opened }) => {
    client.answers.set('client/registerCapability', () => {
      throw new Error('no');
    });
    await start(client, { capabilities });
    await client.waitFor(({ method }) => method === 'client/registerCapability', 'registration');
    await client.request('context/status');
    assert.equal(opened.at(-1)?.options.watch, true);
  });
});

test('a workspace that cannot be opened is an error with data, and shows in the status', () =>
  withFront(
    async ({ client }) => {
      await start(client);
      const error = await client.failure('context/retrieve', { query: 'x' });
      assert.deepEqual([error.code, error.data.kind], [-32803, 'index']);
      const status = await client.request('context/status');
      assert.deepEqual([status.state, status.problems[0].message], ['failed', 'the disk is full']);
    },
    async () => {
      throw new Error('the disk is full');
    },
  ));
