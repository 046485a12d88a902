/** What is wrong is named, what is right is listed, and what was probably meant is suggested: in settings, in params and by the command line. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { symbolKinds } from '../../server/protocol/symbol-kinds.js';
import { type TemporaryWorkspace, temporaryWorkspace } from '../support/fixture.js';
import { runCli } from '../support/real-engine.js';
import { serverMissing, withServer } from '../support/server-process.js';
import { ready, shop, withShop } from '../support/shop.js';
import { initialize, type Json, openDocument, type TestClient } from '../support/test-client.js';

const warnings = (client: TestClient): string[] =>
  client.received.filter(({ method, params }) => method === 'window/logMessage' && params.type <= 2).map(({ params }) => params.message);
const ignored = async (client: TestClient): Promise<string[]> =>
  (await client.request('context/status')).problems
    .filter(({ code }: Json) => code === 'configuration')
    .map(({ message }: Json) => message.replace('setting ignored: ', ''));

test('names wrong words in filters, profiles, methods and commands', { skip: serverMissing }, () =>
  withShop(async ({ client, workspace }) => {
    await initialize(client, { folders: [workspace.uri], settings: { cacheDir: workspace.cacheDir, edgeIndexing: 'off' } });
    openDocument(client, workspace.uriOf('src/own.thing'), 'some text\n', 'own-language');
    await ready(client);
    for (const method of ['context/retrieve', 'workspace/semanticSymbol']) {
      const issueOf = async (filters: Json): Promise<{ path: string; message: string }> => {
        const error = await client.failure(method, { query: 'cart', filters });
        assert.equal(error.code, -32602);
        assert.equal(error.data.issues.length, 1);
        assert.equal(error.message, `-32602: invalid params of ${method}: ${error.data.issues[0].path}: ${error.data.issues[0].message}`);
        return error.data.issues[0];
      };
      for (const paths of [[''], ['src/**', '!']]) {
        const empty = await client.failure(method, { query: 'cart', filters: { paths } });
        assert.deepEqual([empty.code, empty.data.message], [-32602, 'filters: a glob in paths is empty']);
      }
      const kind = await issueOf({ kinds: ['class', 'funktion'] });
      assert.equal(kind.path, 'filters.kinds[1]');
      assert.equal(kind.message, `expected one of ${symbolKinds.join(', ')}, got "funktion" (did you mean "function"?)`);
      assert.match((await issueOf({ roles: ['tests'] })).message, /expected one of source, test, .* \(did you mean "test"\?\)$/);
      const language = await issueOf({ languages: ['typescript', 'pyton'] });
      assert.equal(language.path, 'filters.languages[1]');
      assert.match(
        language.message,
        /^unknown language "pyton" \(did you mean "python"\?\); this workspace has markdown, own-language, typescript; known are .*\bgo, /,
      );
      // People know languages by their extensions.
      for (const [typed, meant] of [
        ['ts', 'typescript'],
        ['c++', 'cpp'],
        ['rs', 'rust'],
      ] as const)
        assert.match((await issueOf({ languages: [typed] })).message, new RegExp(`did you mean "${meant}"`));
      // Right, whether or not the workspace has any; an editor may have languages of its own.
      for (const languages of [['TypeScript'], ['haskell'], ['own-language'], ['plaintext']])
        await client.request(method, { query: 'cart', filters: { languages } });
    }
    const { answers } = await client.request('context/retrieveBatch', {
      queries: [{ query: 'cart', filters: { languages: ['pyton'] } }, { query: 'cart' }],
    });
    assert.deepEqual([answers[0].error.code, answers[0].error.data.issues[0].path], [-32602, 'filters.languages[0]']);
    assert.ok(answers[1].result.results.length > 0);
    const profile = await client.failure('context/retrieve', { query: 'cart', profile: 'depe' });
    assert.deepEqual(profile.data.issues, [
      { path: 'profile', message: 'expected one of deep, default, quick, reader, got "depe" (did you mean "deep"?)' },
    ]);
    assert.match(
      (await client.failure('context/retreive', {})).message,
      /unknown method context\/retreive \(did you mean "context\/retrieve"\?\)/,
    );
    const command = await client.failure('workspace/executeCommand', { command: 'contextLanguageServer.stats' });
    assert.match(command.message, /command: expected one of .* \(did you mean "contextLanguageServer\.status"\?\)/);
    const mode = await client.failure('workspace/semanticSymbol', { query: '', mode: 'fuzzy' });
    assert.match(mode.message, /mode: expected one of auto, name, meaning, got "fuzzy"/);
  }),
);

test('related: reports a missing line, an unindexed file and an unknown name', { skip: serverMissing }, () =>
  withShop(async ({ client, workspace }) => {
    await initialize(client, { folders: [workspace.uri], settings: { cacheDir: workspace.cacheDir, edgeIndexing: 'off' } });
    await ready(client);
    const uri = workspace.uriOf('src/cart.ts');
    const lines = workspace.text('src/cart.ts').split('\n').length - 1;
    const at = (line: number) => ({ textDocument: { uri }, position: { line, character: 0 } });
    const error = await client.failure('context/related', at(99_998));
    assert.deepEqual([error.code, error.message], [-32602, `-32602: src/cart.ts has ${lines} lines, there is no line 99999`]);
    // The end of the file is a place in it, and so is one that an editor has and the disk has not.
    await client.request('context/related', at(lines));
    await client.failure('context/related', at(lines + 1));
    openDocument(client, uri, `${workspace.text('src/cart.ts')}\n// more\n`);
    await client.request('context/related', at(lines + 1));
    const elsewhere = await client.request('context/related', { ...at(0), textDocument: { uri: workspace.uriOf('src/none.ts') } });
    assert.equal(elsewhere.problems[0].message, 'the index has no file src/none.ts');
    const misspelt = await client.request('context/related', { symbol: 'ShopingCart' });
    assert.equal(misspelt.problems[0].message, 'nothing is named "ShopingCart"; the answer is for "ShoppingCart"');
  }),
);

const wrong = {
  exlude: ['x'],
  budgetTokens: 1234,
  edgeIndexing: 'no',
  profiles: {
    good: { limit: 1 },
    bad: { limit: 0 },
    misspelt: { limt: 1, nameLimit: 2 },
    filtered: { filters: { kinds: ['clas'] } },
  },
  embedding: { provider: 'openai', model: 'm', baseurl: 'http://127.0.0.1:9/v1' },
};
const said = [
  'exlude: unknown key (did you mean "exclude"?); known keys are cacheDir, exclude, maxFileBytes, ',
  'edgeIndexing: expected one of auto, off, got "no"',
  'profiles.bad.limit: ',
  'profiles.misspelt.limt: unknown key (did you mean "limit"?); known keys are limit, nameLimit, ',
  'profiles.filtered.filters.kinds[0]: expected one of module, ',
  // Without it text would go to the provider's own address.
  'embedding.baseurl: unknown key (did you mean "baseUrl"?); known keys are ',
];

for (const source of ['initializationOptions', 'workspace/configuration', 'workspace/didChangeConfiguration'])
  test(`settings from ${source}: names and logs each fault once, and ignores nothing else`, { skip: serverMissing }, () =>
    withShop(async ({ client, workspace }) => {
      const initial = { cacheDir: workspace.cacheDir, trusted: true };
      if (source === 'workspace/configuration') client.answers.set(source, () => [wrong]);
      await initialize(client, {
        folders: [workspace.uri],
        settings: source === 'initializationOptions' ? { ...initial, ...wrong } : initial,
        capabilities: { workspace: { configuration: source === 'workspace/configuration' } },
      });
      if (source === 'workspace/didChangeConfiguration') client.notify(source, { settings: { contextLanguageServer: wrong } });
      await ready(client);
      const faults = await ignored(client);
      assert.equal(faults.length, said.length, faults.join('\n'));
      for (const text of said) assert.equal(faults.filter((fault) => fault.startsWith(text)).length, 1, text);
      assert.deepEqual(warnings(client).sort(), faults.map((fault) => `setting ignored: ${fault}`).sort());
      // The user sees them at once, in one message.
      const shown = await client.notification('window/showMessage', ({ type }) => type === 2);
      assert.deepEqual(shown.message.replace('context-language-server: ', '').split('\n').sort(), warnings(client).sort());
      const ask = (more: Json): Promise<Json> => client.request('context/retrieve', { query: 'cart orders shipped', ...more });
      assert.equal((await ask({})).budgetTokens, 1234);
      assert.equal((await ask({ profile: 'good', related: 0 })).results.length, 1);
      await ask({ profile: 'misspelt' });
      const { message } = await client.failure('context/retrieve', { query: 'x', profile: 'bad' });
      assert.match(message, /expected one of deep, default, good, misspelt, quick, reader, got "bad".*\(ignored: profiles\.bad\.limit: /);
      const { model, building } = await client.request('context/status');
      assert.deepEqual([model.name.startsWith('static'), building], [true, null]);
      // What was said before is not said again; what is put right is no problem any more.
      client.notify('workspace/didChangeConfiguration', { settings: { contextLanguageServer: { ...wrong, edgeIndexing: 'off' } } });
      await client.request('context/status');
      assert.equal(new Set(warnings(client)).size, warnings(client).length);
    }),
  );

test('reports settings that are not an object', { skip: serverMissing }, () =>
  withServer(async ({ client }) => {
    await initialize(client, { params: { initializationOptions: 'fast' } });
    assert.deepEqual(await ignored(client), ['settings are not an object']);
  }),
);

let place: TemporaryWorkspace;
before(() => {
  place = temporaryWorkspace(shop);
  place.write('../settings.json', JSON.stringify({ exlude: ['x'], profiles: { own: { limt: 1 } } }));
});
after(() => place.remove());

test('the command line: exit code 2, valid values and a suggestion', { skip: serverMissing }, async () => {
  const inShop = ['-w', place.folder, '--cache-dir', place.cacheDir];
  const cases: readonly (readonly [readonly string[], RegExp])[] = [
    [['retrieve', 'cart', '--kind', 'nope', ...inShop], /^--kind: expected one of module, .*, test, got "nope"\n/],
    [['symbols', 'cart', '--kind', 'Classes', ...inShop], /did you mean "class"\?/],
    [['retrieve', 'cart', '--language', 'pyton', ...inShop], /unknown language "pyton" \(did you mean "python"\?\); known are /],
    [['ask', place.folder, 'cart', '--language', 'js', '--cache-dir', place.cacheDir], /did you mean "javascript"\?/],
    [
      ['related', 'ShoppingCart', '--relation', 'caled_by', ...inShop],
      /--relation: expected one of calls, .* \(did you mean "called_by"\?\)/,
    ],
    [['related', 'src/cart.ts:99999', ...inShop], /src\/cart\.ts has \d+ lines, there is no line 99999\n/],
    [['related', 'src/none.ts:1', ...inShop], /no such file in the workspace: src\/none\.ts/],
    [
      ['retrieve', 'cart', '--limt', '3', ...inShop],
      /^unknown option --limt \(did you mean "--limit"\?\); options are --queries, --jsonl, --workspace, /,
    ],
    [
      ['status', '--jsno', ...inShop],
      /^unknown option --jsno \(did you mean "--json"\?\); options are (?!.*--(?:limit|depth|write)\b)--workspace, /,
    ],
    [
      ['retrieve', 'cart', '--color', 'alway', ...inShop],
      /^--color: expected one of always, never, auto, got "alway" \(did you mean "always"\?\)/,
    ],
    // Also where the command has no use for the option.
    [['show', 'cart', '--kind', 'clas', ...inShop], /^--kind: expected one of module, .*, got "clas" \(did you mean "class"\?\)/],
    [['index', '--relation', 'callz', ...inShop], /^--relation: expected one of calls, .*, got "callz" \(did you mean "calls"\?\)/],
    [['status', '--language', 'pyton', ...inShop], /^unknown language "pyton" \(did you mean "python"\?\); known are /],
    [['retrieve', 'cart', '-b', '1.5', ...inShop], /^--budget: expected a whole number of at least 1, got "1\.5"/],
    [['mcp', place.folder], /^context-language-server mcp: unexpected argument .*; the folder is given by --workspace/],
    [['indx', place.folder], /^unknown command "indx" \(did you mean "index"\?\); commands are ask, retrieve, /],
    [['--stdoi'], /^unknown command "--stdoi" \(did you mean "--stdio"\?\)/],
    [
      ['retrieve', 'cart', '--settings', place.file('../settings.json'), ...inShop],
      /\n {2}profiles\.own\.limt: unknown key \(did you mean "limit"\?\).*\n {2}exlude: unknown key \(did you mean "exclude"\?\)/,
    ],
    [['--stdio', '--log=loud'], /--log: expected one of error, warn, info, debug, got "loud"/],
    [['--socket=many'], /--socket: expected a port from 1 to 65535, got "many"/],
  ];
  for (const [args, text] of cases) {
    const { code, stdout, stderr } = await runCli([...args]);
    assert.deepEqual([code, stdout], [2, ''], args.join(' '));
    assert.match(stderr, text, args.join(' '));
  }
});

test('an option that the command does not use is named, and the command runs', { skip: serverMissing }, async () => {
  const { code, stderr } = await runCli(['show', 'ShoppingCart', '--depth', '2', '-w', place.folder, '--cache-dir', place.cacheDir]);
  assert.deepEqual([code, stderr.split('\n', 1)], [0, ['show does not use --depth']]);
});

test('starts with unknown options that a client adds', { skip: serverMissing }, () =>
  withServer(
    async (server) => {
      await initialize(server.client);
      assert.equal(await server.stop(), 0);
      const told = server.client.transcript.filter((line) => line.includes('unknown option'));
      assert.equal(told.length, 1);
      assert.match(told[0] as string, /unknown option --watch; options are --stdio, /);
    },
    ['--clientProcessId=1', '--watch', '--stdio'],
  ),
);
