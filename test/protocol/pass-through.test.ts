/** Pass-through with language servers that crash, hang, ask and lie: the client is answered in bounded time, other languages never notice. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { type TemporaryWorkspace, temporaryWorkspace } from '../support/fixture.js';
import { type ServerProcess, serverMissing, withServer } from '../support/server-process.js';
import { type InitializeOptions, initialize, type Json, openDocument, type TestClient } from '../support/test-client.js';
import { waitUntil } from '../support/wait-until.js';

const faultServer = fileURLToPath(new URL('../support/fault-server.js', import.meta.url));
const position = { line: 0, character: 3 };

interface Scene {
  readonly client: TestClient;
  readonly server: ServerProcess;
  readonly workspace: TemporaryWorkspace;
  readonly initialized: Json;
  /** Opens a document of a language and asks about it. */
  ask(method: string, name: string, language?: string): Promise<Json>;
  start(method: string, name: string): ReturnType<TestClient['start']>;
  /** What a fault server was told: notifications, and `start` for each of its lives. */
  log(id: string): string[];
}

/** `servers`: flags of each fault server by its id; the languages of `beside` ones are those of the first. */
async function scene(
  servers: Readonly<Record<string, { flags: readonly string[]; languages?: readonly string[]; beside?: boolean; readyLog?: string }>>,
  run: (scene: Scene) => Promise<void>,
  options: InitializeOptions & { passThrough?: boolean | string[]; trusted?: boolean } = {},
): Promise<void> {
  const workspace = temporaryWorkspace('-- a.faulty --\nfirst line\n-- other.text --\nfine\n');
  const logOf = (id: string) => join(workspace.folder, '..', `${id}.log`);
  try {
    await withServer(async (server) => {
      const { client } = server;
      const settings = Object.fromEntries(
        Object.entries(servers).map(([id, { flags, languages = ['faulty'], ...more }]) => [
          id,
          { command: process.execPath, args: [faultServer, '--log', logOf(id), ...flags], languages, ...more },
        ]),
      );
      const { passThrough = true, trusted = false, ...rest } = options;
      const initialized = await initialize(client, {
        folders: [workspace.uri],
        // What edge indexing would ask is no part of these questions.
        settings: { cacheDir: workspace.cacheDir, passThrough, trusted, servers: settings, edgeIndexing: 'off' },
        ...rest,
      });
      const opened = new Set<string>();
      const start = (method: string, name: string, language = 'faulty') => {
        const uri = workspace.uriOf(name);
        if (!opened.has(uri)) openDocument(client, uri, 'first line\n', language);
        opened.add(uri);
        return client.start(method, { textDocument: { uri }, position });
      };
      await run({
        client,
        server,
        workspace,
        initialized,
        start,
        ask: (method, name, language) => start(method, name, language).result,
        log: (id) => (existsSync(logOf(id)) ? readFileSync(logOf(id), 'utf8').trim().split('\n') : []),
      });
    });
  } finally {
    workspace.remove();
  }
}

const skip = serverMissing;
const upstreamError = (pattern: RegExp) => (error: Json) => {
  assert.equal(error.code, -32803, String(error));
  assert.equal(error.data.kind, 'languageServer');
  assert.match(error.message, pattern);
  return true;
};
const beginnings = (log: readonly string[]): number => log.filter((line) => line.startsWith('start ')).length;

test('off: announces nothing, passes nothing on, starts no server', { skip }, () =>
  scene(
    { fault: { flags: [] } },
    async ({ client, initialized, workspace, log }) => {
      assert.equal(initialized.capabilities.definitionProvider, undefined);
      const textDocument = { uri: workspace.uriOf('a.faulty') };
      openDocument(client, textDocument.uri, 'x', 'faulty');
      assert.equal((await client.failure('textDocument/definition', { textDocument, position })).code, -32601);
      assert.deepEqual(log('fault'), []);
    },
    { passThrough: false },
  ),
);

test('a list of languages: passes only these on', { skip }, () =>
  scene(
    { fault: { flags: [] }, text: { flags: [], languages: ['other'] } },
    async ({ ask, workspace, log }) => {
      assert.equal((await ask('textDocument/definition', 'a.faulty')).uri, workspace.uriOf('a.faulty'));
      assert.equal(await ask('textDocument/definition', 'other.text', 'other'), null);
      assert.deepEqual(log('text'), []);
    },
    { passThrough: ['faulty'] },
  ),
);

test('a crash is an error at once; the server restarts with its documents, and other languages are unaffected', { skip }, () =>
  scene({ fault: { flags: ['--crash-on', 'deadly'] }, text: { flags: [], languages: ['other'] } }, async ({ ask, log, workspace }) => {
    await ask('textDocument/definition', 'a.faulty');
    const crash = ask('textDocument/hover', 'deadly.faulty');
    assert.equal((await ask('textDocument/definition', 'other.text', 'other')).uri, workspace.uriOf('other.text'));
    await assert.rejects(crash, upstreamError(/fault ended: .*(?:exited with code 4|closed its output)/));
    // By itself, without being asked.
    await waitUntil('the document in the new server', () => {
      const last = log('fault').slice(log('fault').findLastIndex((line) => line.startsWith('start ')));
      return beginnings(log('fault')) === 2 && last.some((line) => line.includes('a.faulty'));
    });
    assert.equal((await ask('textDocument/definition', 'a.faulty')).uri, workspace.uriOf('a.faulty'));
    assert.equal(beginnings(log('text')), 1);
  }),
);

test("a server that cannot start: an error for a user's request, nothing for an editor's", { skip }, () =>
  scene({ fault: { flags: ['--crash-at-start'] } }, async ({ ask }) => {
    await assert.rejects(ask('textDocument/definition', 'a.faulty'), upstreamError(/exited with code 3|started again in/));
    assert.equal(await ask('textDocument/documentSymbol', 'a.faulty'), null);
    assert.deepEqual(await ask('textDocument/completion', 'a.faulty'), { isIncomplete: true, items: [] });
  }),
);

test('a lost answer: other requests go on, the server stays, and cancellation reaches it', { skip, timeout: 120_000 }, () =>
  scene(
    { fault: { flags: ['--hang-on', 'slow', '--lose'] }, text: { flags: [], languages: ['other'] } },
    async ({ ask, start, client, log }) => {
      await ask('textDocument/definition', 'a.faulty');
      const cancelled = start('textDocument/hover', 'slow.faulty');
      const lost = start('textDocument/hover', 'slow.faulty');
      await ask('textDocument/definition', 'other.text', 'other');
      client.cancel(cancelled.id);
      const { error } = await cancelled.response;
      assert.equal(error?.code, -32800);
      await ask('textDocument/definition', 'a.faulty');
      assert.equal(log('fault').filter((line) => line.startsWith('$/cancelRequest')).length, 1);
      await assert.rejects(lost.result, upstreamError(/fault is idle and has not answered textDocument\/hover/));
      await ask('textDocument/definition', 'a.faulty');
      assert.equal(beginnings(log('fault')), 1);
    },
  ),
);

test('restarts a server that answers nothing', { skip, timeout: 120_000 }, () =>
  scene({ fault: { flags: ['--hang-on', 'deaf', '--times', '1'] } }, async ({ ask, workspace, log }) => {
    await ask('textDocument/definition', 'a.faulty');
    await assert.rejects(
      ask('textDocument/hover', 'deaf.faulty'),
      upstreamError(/fault ended: .*was silent.* since textDocument\/hover was asked/),
    );
    for (;;) {
      const answer = await ask('textDocument/definition', 'a.faulty').catch((error) => error);
      if (!(answer instanceof Error)) {
        assert.equal(answer.uri, workspace.uriOf('a.faulty'));
        break;
      }
      upstreamError(/started again in/)(answer);
    }
    assert.equal(beginnings(log('fault')), 2);
  }),
);

test("waits for a server that works long on a user's request", { skip, timeout: 120_000 }, () =>
  scene({ fault: { flags: ['--slow-on', 'slow', '--slow-ms', '12000', '--talks'] } }, async ({ ask }) => {
    assert.equal(await ask('textDocument/hover', 'slow.faulty'), null);
  }),
);

test('reports once that an answer may be incomplete because its server still loads', { skip, timeout: 120_000 }, () =>
  scene({ fault: { flags: [], readyLog: 'never said' } }, async ({ ask, client }) => {
    const shown = () => client.received.filter(({ method }) => method === 'window/showMessage').map(({ params }) => params.message);
    // It is the same whether it loads or not.
    await ask('textDocument/hover', 'a.faulty');
    assert.deepEqual(shown(), []);
    await ask('textDocument/references', 'a.faulty');
    await ask('textDocument/references', 'a.faulty');
    assert.deepEqual(shown(), ['fault is still loading the workspace: the answer to textDocument/references may lack results']);
    const { servers } = await client.request('context/status');
    assert.equal(servers.find(({ id }: Json) => id === 'fault').state, 'loading');
  }),
);

test('says once why no server answers for a language', { skip, timeout: 120_000 }, async () => {
  const workspace = temporaryWorkspace(
    '-- Cargo.toml --\n[package]\nname = "a"\n-- a.rs --\nfn a() {}\n-- b.rs --\nfn b() {}\n-- c.xyz --\n',
  );
  try {
    await withServer(async ({ client }) => {
      const settings = { cacheDir: workspace.cacheDir, passThrough: true, edgeIndexing: 'off' };
      await initialize(client, { folders: [workspace.uri], settings });
      const shown = () => client.received.filter(({ method }) => method === 'window/showMessage').map(({ params }) => params.message);
      const documents = [
        ['a.rs', 'rust'],
        ['b.rs', 'rust'],
        ['c.xyz', 'xyz'],
      ] as const;
      for (const [name, language] of documents) openDocument(client, workspace.uriOf(name), 'fn a() {}\n', language);
      const hoverAll = async () => {
        for (const [name] of documents)
          assert.equal(await client.request('textDocument/hover', { textDocument: { uri: workspace.uriOf(name) }, position }), null);
      };
      await waitUntil('a message', async () => {
        await hoverAll();
        return shown().length > 0;
      });
      await hoverAll();
      assert.equal(shown().length, 1, String(shown()));
      assert.match(shown()[0], /^rust: rust-analyzer does not answer\. not started: .*not trusted\. .*trust the workspace/);
    });
  } finally {
    workspace.remove();
  }
});

test('without an answer of a server, definitions and references come from the index, which is said once', {
  skip,
  timeout: 120_000,
}, async () => {
  const workspace = temporaryWorkspace(
    '-- cart.lua --\nlocal function total(prices)\n  return #prices\nend\n\nprint(total({ 1 }))\nprint("é", total({}))\n-- cart.faulty --\nx\n',
  );
  try {
    await withServer(async ({ client }) => {
      await initialize(client, {
        folders: [workspace.uri],
        settings: { cacheDir: workspace.cacheDir, passThrough: true, edgeIndexing: 'off' },
      });
      const uri = workspace.uriOf('cart.lua');
      openDocument(client, uri, readFileSync(workspace.file('cart.lua'), 'utf8'), 'lua');
      await client.request('context/retrieve', { query: 'total', waitForIndex: 60_000 });
      const ask = (method: string, line: number, character: number, more: Json = {}) =>
        client.request(`textDocument/${method}`, { textDocument: { uri }, position: { line, character }, ...more });
      const range = (line: number, start: number) => ({ start: { line, character: start }, end: { line, character: start + 5 } });
      assert.deepEqual(await ask('definition', 5, 13), [{ uri, range: range(0, 15) }]);
      assert.deepEqual(
        (await ask('references', 0, 16, { context: { includeDeclaration: false } })).map((one: Json) => one.range),
        [range(4, 6), range(5, 11)],
      );
      assert.equal(await ask('definition', 1, 3), null, 'nothing is defined there');
      const said = client.received.filter(({ method }) => method === 'window/showMessage').map(({ params }) => params.message);
      assert.deepEqual(
        said.filter((message) => /those of the index/.test(message)),
        ['lua: no language server answers. Definitions and references are those of the index, some by name alone'],
      );
    });
  } finally {
    workspace.remove();
  }
});

test('matches answers out of order and with text between messages', { skip }, () =>
  scene({ fault: { flags: ['--shuffle', '--garbage'] } }, async ({ ask, workspace }) => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'].map((name) => `${name}.faulty`);
    const answers = await Promise.all(names.map((name) => ask('textDocument/definition', name)));
    assert.deepEqual(
      answers.map(({ uri }) => uri),
      names.map((name) => workspace.uriOf(name)),
    );
  }),
);

test("forwards a server's requests to the client, and the replies back", { skip }, () =>
  scene(
    { fault: { flags: ['--asks'] } },
    async ({ client, ask }) => {
      const asked: [string, Json][] = [];
      const answers: Record<string, (params: Json) => Json> = {
        'workspace/applyEdit': () => ({ applied: true }),
        'window/showMessageRequest': ({ actions }) => actions[0],
        'workspace/configuration': ({ items }) => items.map(({ section }: Json) => (section === 'b' ? { own: 1 } : null)),
      };
      for (const [method, answer] of Object.entries(answers))
        client.answers.set(method, (params) => {
          asked.push([method, params]);
          return answer(params);
        });
      const { contents } = await ask('textDocument/hover', 'a.faulty');
      const replies = JSON.parse(contents);
      const resultOf = (i: number) => replies.find(({ id }: Json) => id === (i % 2 ? `s${i}` : i)).result;
      assert.deepEqual(resultOf(0), [null, { own: 1 }, null]);
      assert.equal(resultOf(1), null);
      assert.deepEqual(resultOf(2), { applied: true });
      assert.deepEqual(resultOf(4), { title: 'yes' });
      assert.equal(replies.find(({ id }: Json) => id === 's5').error.code, -32601);
      const messages = asked.filter(([method]) => method === 'window/showMessageRequest');
      assert.deepEqual(messages[0]?.[1], { message: 'fault: well?', actions: [{ title: 'yes' }] });
    },
    { capabilities: { workspace: { applyEdit: true, configuration: true } }, trusted: true },
  ),
);

test("an untrusted workspace: the client's settings reach no unknown server", { skip }, () =>
  scene(
    { fault: { flags: ['--asks'] } },
    async ({ client, ask }) => {
      client.answers.set('workspace/configuration', ({ items }) => items.map(() => ({ command: './run-me' })));
      client.answers.set('window/showMessageRequest', () => null);
      const { contents } = await ask('textDocument/hover', 'a.faulty');
      assert.deepEqual(JSON.parse(contents).find(({ id }: Json) => id === 0).result, [null, null, null]);
    },
    { capabilities: { workspace: { configuration: true } } },
  ),
);

test('two servers for one language: merges places and hovers; a dead one costs its own part', { skip }, () =>
  scene(
    { first: { flags: ['--huge', '3'] }, second: { flags: ['--huge', '4', '--crash-on', 'deadly'], beside: true } },
    async ({ ask, workspace, log }) => {
      assert.deepEqual(await ask('textDocument/definition', 'a.faulty'), [
        { uri: workspace.uriOf('a.faulty'), range: { start: position, end: position } },
      ]);
      const hover = await ask('textDocument/hover', 'a.faulty');
      assert.deepEqual(hover, { contents: { kind: 'markdown', value: 'xxx\n\n---\n\nxxxx' } });
      assert.deepEqual(await ask('textDocument/hover', 'deadly.faulty'), { contents: 'xxx' });
      assert.equal(beginnings(log('first')), 1);
    },
  ),
);

test('each root has its own servers, and a file uses those of the innermost root', { skip }, () => {
  const told = (log: readonly string[]) =>
    log.filter((line) => line.startsWith('textDocument/didOpen')).map((line) => line.split('/').at(-1));
  return scene({ fault: { flags: [] } }, async ({ client, ask, workspace, log }) => {
    await ask('textDocument/definition', 'a.faulty');
    workspace.write('inner/b.faulty', 'first line\n');
    const added = [{ uri: `${workspace.uri}/inner`, name: 'inner' }];
    client.notify('workspace/didChangeWorkspaceFolders', { event: { added, removed: [] } });
    await ask('textDocument/definition', 'inner/b.faulty');
    await ask('textDocument/definition', 'a.faulty');
    // One for the one root; then, with two roots, one for each.
    assert.equal(beginnings(log('fault')), 3);
    assert.deepEqual(told(log('fault')).sort(), ['a.faulty', 'a.faulty', 'b.faulty']);
  });
});

test('serves a document of another scheme as its server does', { skip }, () =>
  scene({ fault: { flags: [] } }, async ({ client }) => {
    const uri = 'untitled:Untitled-1';
    openDocument(client, uri, 'some text', 'faulty');
    assert.equal((await client.request('textDocument/definition', { textDocument: { uri }, position })).uri, uri);
  }),
);

test('spells URIs as the client does, and treats one file as one document', { skip }, () =>
  scene({ fault: { flags: ['--sync', '1', '--log-params'] } }, async ({ client, workspace, log }) => {
    const odd = `${workspace.uri}/%61.faulty`;
    openDocument(client, odd, 'first', 'faulty');
    await client.request('textDocument/definition', { textDocument: { uri: odd }, position });
    openDocument(client, workspace.uriOf('a.faulty'), 'second', 'faulty');
    client.notify('textDocument/didClose', { textDocument: { uri: workspace.uriOf('a.faulty') } });
    const answer = await client.request('textDocument/definition', { textDocument: { uri: odd }, position });
    assert.equal(answer.uri, odd);
    const told = log('fault').filter((line) => line.startsWith('textDocument/'));
    assert.deepEqual(
      told.map((line) => line.split(' ')[0]),
      ['textDocument/didOpen', 'textDocument/didChange', 'textDocument/didChange'],
    );
    assert.match(told[2] ?? '', /"text":"first"/);
  }),
);

test('params without a document are an error, and the server goes on', { skip }, () =>
  scene({ fault: { flags: [] } }, async ({ client, ask }) => {
    const error = await client.failure('textDocument/definition', {});
    assert.equal(error.code, -32602);
    assert.equal(await client.request('callHierarchy/incomingCalls', { item: { name: 'x' } }), null);
    assert.deepEqual(await client.request('completionItem/resolve', { label: 'x' }), { label: 'x' });
    await ask('textDocument/definition', 'a.faulty');
  }),
);
