/** Real language servers behind pass-through: commands that edit, cancellation, libraries, deaths, two servers for a file. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { pyright } from '../../server/io/language-servers/adapters/pyright.js';
import { adapterContext, whichProgram } from '../../server/io/language-servers/discovery/executables.js';
import { type TemporaryWorkspace, temporaryWorkspace } from '../support/fixture.js';
import { type Encoding, spanOf, textAt, withEdits } from '../support/positions.js';
import { type ServerProcess, serverMissing, withServer } from '../support/server-process.js';
import { initialize, type Json, noAnswer, openDocument } from '../support/test-client.js';
import { waitUntil } from '../support/wait-until.js';

const fixture = `
-- cart.py --
from shop import total

def price():
    return "aé😀" + str(total([1, 2])) + str(sum([1]))
-- shop.py --
def total(prices):
    return sum(prices)
-- cart.ts --
export function price(): string {
  return 'aé😀' + String(1 + 2 * 3);
}
-- tsconfig.json --
{ "compilerOptions": { "strict": true, "types": [] }, "files": ["cart.ts"] }
-- cart.cpp --
int scale(int by) { return by; }
int price() { return "aé😀"[0] + scale(1 + 2 * 3); }
`;

interface Scene {
  readonly server: ServerProcess;
  readonly workspace: TemporaryWorkspace;
  readonly encoding: Encoding;
  open(name: string, language: string): { readonly uri: string; readonly text: string };
}

async function scene(settings: Json, capabilities: Json, run: (scene: Scene) => Promise<void>): Promise<void> {
  const workspace = temporaryWorkspace(fixture);
  const encoding = 'utf-8';
  try {
    await withServer(async (server) => {
      await initialize(server.client, {
        folders: [workspace.uri],
        settings: { cacheDir: workspace.cacheDir, passThrough: true, ...settings },
        encodings: [encoding],
        capabilities,
      });
      const open = (name: string, language: string) => {
        const [uri, text] = [workspace.uriOf(name), workspace.text(name)];
        openDocument(server.client, uri, text, language);
        return { uri, text };
      };
      await run({ server, workspace, encoding, open });
    });
  } finally {
    workspace.remove();
  }
}

const edits = {
  workspace: { applyEdit: true, workspaceEdit: { documentChanges: true } },
  textDocument: {
    codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ['refactor', 'refactor.extract'] } }, dataSupport: true },
  },
};
const faultServer = fileURLToPath(new URL('../support/fault-server.js', import.meta.url));
const pyrightLaunch = pyright.bundled?.(adapterContext('/', false, '/')) ?? null;
const pyrightMissing = pyrightLaunch === null && 'no pyright in node_modules';
const clangdMissing = ['clangd', 'clangd-19', 'clangd-22'].some((name) => whichProgram(name)) ? false : 'no clangd on PATH';

for (const { name, file, language, settings, wanted, skip } of [
  {
    name: 'clangd',
    file: 'cart.cpp',
    language: 'cpp',
    settings: {},
    wanted: /Extract subexpression/,
    skip: serverMissing || clangdMissing,
  },
  {
    name: 'typescript-language-server',
    file: 'cart.ts',
    language: 'typescript',
    settings: { servers: { typescript: { enabled: false } } },
    wanted: /Extract to constant in enclosing scope/,
    skip: serverMissing,
  },
]) {
  test(`a refactoring of ${name}: the command reaches the server, its edit reaches the client`, { skip, timeout: 60_000 }, () =>
    scene(settings, edits, async ({ server: { client }, encoding, open }) => {
      const { uri, text } = open(file, language);
      const applied: Json[] = [];
      client.answers.set('workspace/applyEdit', (params) => {
        applied.push(params);
        return { applied: true };
      });
      const { start } = spanOf(text, '1', encoding);
      const range = { start, end: { ...start, character: start.character + '1 + 2 * 3'.length } };
      assert.equal(textAt(text, range, encoding), '1 + 2 * 3');
      const actions = await client.request('textDocument/codeAction', { textDocument: { uri }, range, context: { diagnostics: [] } });
      const action = actions.find(({ title }: Json) => wanted.test(title));
      assert.ok(action, JSON.stringify(actions.map(({ title }: Json) => title)));
      const resolved = action.data ? await client.request('codeAction/resolve', action) : action;
      let edit = resolved.edit;
      if (!edit) {
        assert.equal(resolved.command.command, 'contextLanguageServer.serverCommand');
        await client.request('workspace/executeCommand', resolved.command);
        edit = applied[0].edit;
      }
      const changes = edit.changes?.[uri] ?? edit.documentChanges.flatMap((one: Json) => one.edits);
      const after = withEdits(text, changes, encoding);
      assert.match(after, /= 1 \+ 2 \* 3;/);
      assert.match(after, /"aé😀"\[0\] \+ scale\(\w+\)|'aé😀' \+ String\(\w+\)/);
    }),
  );
}

test('pyright is asked before it has listed the workspace if the list is not needed, and reads its settings once', {
  skip: serverMissing || pyrightMissing,
  timeout: 60_000,
}, () => {
  // Without its log it never says that it has listed the workspace.
  const args = [faultServer, '--without-log', '--real', pyrightLaunch?.command ?? '', ...(pyrightLaunch?.args ?? [])];
  const servers = { pyright: { command: process.execPath, args } };
  return scene({ servers, edgeIndexing: 'off' }, { workspace: { configuration: true } }, async ({ server, open, encoding }) => {
    const { client } = server;
    const { uri, text } = open('cart.py', 'python');
    const at = spanOf(text, 'total', encoding).start;
    const [place] = await client.request('textDocument/definition', { textDocument: { uri }, position: at });
    assert.match(place.uri ?? place.targetUri, /shop\.py$/);
    const shown = client.received.filter(({ method }) => method === 'window/showMessage');
    assert.deepEqual(shown, []);
    const sections = client.received.flatMap(({ method, params }) =>
      method === 'workspace/configuration' ? params.items.map(({ section }: Json) => section) : [],
    );
    assert.equal(sections.filter((section) => section === 'python').length, 1, sections.join());
  });
});

test(
  'a client that does not answer about settings is sent another message, and pyright goes on without them',
  {
    skip: serverMissing || pyrightMissing,
    timeout: 60_000,
  },
  () =>
    scene({ edgeIndexing: 'off' }, { workspace: { configuration: true } }, async ({ server: { client }, open, encoding }) => {
      const isForPyright = ({ section }: Json): boolean => section === 'python';
      client.answers.set('workspace/configuration', ({ items }) => (items.some(isForPyright) ? noAnswer : items.map(() => null)));
      const { uri, text } = open('cart.py', 'python');
      const position = spanOf(text, 'total', encoding).start;
      const [place] = await client.request('textDocument/definition', { textDocument: { uri }, position });
      assert.match(place.uri ?? place.targetUri, /shop\.py$/);
      const logged = client.received.filter(({ method }) => method === 'window/logMessage').map(({ params }) => params.message);
      assert.ok(logged.includes('waiting for the answer to workspace/configuration'), logged.join('\n'));
      assert.ok(
        logged.some((text) => /pyright goes on without settings/.test(text)),
        logged.join('\n'),
      );
    }),
);

test('cancelled requests to pyright do not break later ones', { skip: serverMissing, timeout: 60_000 }, () =>
  scene({}, {}, async ({ server: { client }, encoding, open }) => {
    const { uri, text } = open('cart.py', 'python');
    const params = { textDocument: { uri }, position: spanOf(text, 'total', encoding).start, context: { includeDeclaration: true } };
    assert.equal((await client.request('textDocument/references', params)).length, 3);
    // Cancelled when it has just begun; the round trip makes sure that it was passed on.
    for (let i = 0; i < 30; i++) {
      const { id, response } = client.start('textDocument/references', params);
      await client.request('completionItem/resolve', { label: 'of no server' });
      client.cancel(id);
      await response;
    }
    assert.equal((await client.request('textDocument/references', params)).length, 3);
  }),
);

test('a library file outside of the workspace is opened and asked about like any other', { skip: serverMissing, timeout: 60_000 }, () =>
  scene({}, {}, async ({ server: { client }, workspace, encoding, open }) => {
    const { uri, text } = open('cart.py', 'python');
    const answer = await client.request('textDocument/definition', {
      textDocument: { uri },
      position: spanOf(text, 'sum', encoding).start,
    });
    const library: string = answer[0].uri;
    assert.ok(!library.startsWith(workspace.uri) && library.endsWith('/builtins.pyi'), library);
    const source = readFileSync(new URL(library), 'utf8');
    openDocument(client, library, source, 'python');
    const position = answer[0].range.start;
    assert.equal(textAt(source, answer[0].range, encoding), 'sum');
    const hover = await client.request('textDocument/hover', { textDocument: { uri: library }, position });
    assert.match(JSON.stringify(hover), /sum/);
  }),
);

test(
  'pyright and TypeScript killed: both answer again, with the text that was typed meanwhile',
  { skip: serverMissing, timeout: 90_000 },
  () =>
    scene({}, {}, async ({ server, encoding, open }) => {
      const { client, child } = server;
      const python = open('cart.py', 'python');
      const script = open('cart.ts', 'typescript');
      const hover = async (uri: string, text: string, word: string) =>
        JSON.stringify(await client.request('textDocument/hover', { textDocument: { uri }, position: spanOf(text, word, encoding).start }));
      assert.match(await hover(python.uri, python.text, 'total'), /total/);
      assert.match(await hover(script.uri, script.text, 'price'), /price/);
      const servers = childrenOf(child.pid as number).filter(({ command }) => /langserver\.index\.js|--lsp/.test(command));
      assert.equal(servers.length, 2, JSON.stringify(servers));
      for (const { pid } of servers) process.kill(pid, 'SIGKILL');
      const typed = `${script.text}export const freshlyTyped = price();\n`;
      client.notify('textDocument/didChange', { textDocument: { uri: script.uri, version: 2 }, contentChanges: [{ text: typed }] });
      // While they rest after their death a question is an error, which says for how long.
      const patiently = (ask: () => Promise<string>): Promise<string> =>
        waitUntil('an answer of the restarted server', () =>
          ask().catch((error) => {
            assert.match(String(error), /started again in|ended/);
            return '';
          }),
        );
      assert.match(await patiently(() => hover(script.uri, typed, 'freshlyTyped')), /freshlyTyped: string/);
      assert.match(await patiently(() => hover(python.uri, python.text, 'total')), /total/);
    }),
);

test(
  'a client that says nothing of itself gets the plainest forms: flat symbols, places without links',
  { skip: serverMissing, timeout: 60_000 },
  () =>
    scene({}, {}, async ({ server: { client }, encoding, open }) => {
      const { uri, text } = open('cart.ts', 'typescript');
      const symbols = await client.request('textDocument/documentSymbol', { textDocument: { uri } });
      assert.deepEqual(symbols[0].location.uri, uri);
      assert.equal(symbols[0].name, 'price');
      assert.equal(symbols[0].selectionRange, undefined);
      const { start } = spanOf(text, 'String', encoding);
      const [place] = [await client.request('textDocument/definition', { textDocument: { uri }, position: start })].flat();
      assert.ok(place.uri && place.range && !place.targetUri, JSON.stringify(place));
    }),
);

test('a client that pulls diagnostics gets them by pull only', { skip: serverMissing, timeout: 60_000 }, () =>
  scene({}, { textDocument: { diagnostic: {}, publishDiagnostics: {} } }, async ({ server: { client }, workspace, encoding }) => {
    for (const [name, language, mistake] of [
      ['wrong.ts', 'typescript', 'unknownName'],
      ['wrong.py', 'python', 'unknown_name'],
    ] as const) {
      const text = `"aé😀" + ${mistake}\n`;
      const uri = workspace.uriOf(name);
      openDocument(client, uri, text, language);
      const report: Json = await client.request('textDocument/diagnostic', { textDocument: { uri } });
      const said = report.items.find(({ message }: Json) => message.includes(mistake));
      assert.ok(said, JSON.stringify(report));
      assert.equal(textAt(text, said.range, encoding), mistake);
    }
    assert.ok(!client.received.some(({ method, params }) => method === 'textDocument/publishDiagnostics' && params.diagnostics.length > 0));
  }),
);

test(
  'a setting that opens the index anew: servers start again, with what is open and not saved',
  { skip: serverMissing, timeout: 60_000 },
  () =>
    scene({}, {}, async ({ server: { client }, encoding, open }) => {
      const { uri, text } = open('cart.ts', 'typescript');
      const typed = `${text}const freshlyTyped = price();\n`;
      client.notify('textDocument/didChange', { textDocument: { uri, version: 2 }, contentChanges: [{ text: typed }] });
      const hover = async () =>
        JSON.stringify(
          await client.request('textDocument/hover', { textDocument: { uri }, position: spanOf(typed, 'freshlyTyped', encoding).start }),
        );
      assert.match(await hover(), /freshlyTyped: string/);
      client.notify('workspace/didChangeConfiguration', { settings: { contextLanguageServer: { exclude: ['*.cpp'] } } });
      assert.match(await hover(), /freshlyTyped: string/);
    }),
);

for (const { name, file, settings, word, skip } of [
  { name: 'clangd', file: 'cart.cpp', settings: {}, word: 'scale', skip: serverMissing || clangdMissing },
  {
    name: 'typescript-language-server',
    file: 'cart.ts',
    settings: { servers: { typescript: { enabled: false } } },
    word: 'price',
    skip: serverMissing,
  },
]) {
  test(`${name} is asked about a file that is not open`, { skip, timeout: 60_000 }, () =>
    scene(settings, {}, async ({ server: { client }, workspace, encoding }) => {
      const [uri, text] = [workspace.uriOf(file), workspace.text(file)];
      const position = spanOf(text, word, encoding).start;
      for (let i = 0; i < 2; i++) {
        const hover = await client.request('textDocument/hover', { textDocument: { uri }, position });
        assert.match(JSON.stringify(hover), new RegExp(word));
      }
    }),
  );
}

test('commands of a server are registered with the client and run by their own names', { skip: serverMissing, timeout: 60_000 }, () =>
  scene(
    { servers: { typescript: { enabled: false } } },
    { workspace: { applyEdit: true, executeCommand: { dynamicRegistration: true } } },
    async ({ server: { client }, workspace }) => {
      const uri = workspace.uriOf('sorted.ts');
      const text = "import { b } from './b';\nimport { a } from './a';\nconsole.log(a, b);\n";
      const applied = new Promise<Json>((resolve) => {
        client.answers.set('workspace/applyEdit', (params) => {
          resolve(params);
          return { applied: true };
        });
      });
      openDocument(client, uri, text, 'typescript');
      const command = '_typescript.organizeImports';
      await client.waitFor(
        ({ method, params }) =>
          method === 'client/registerCapability' &&
          params.registrations.some((one: Json) => one.registerOptions?.commands?.includes(command)),
        'the registration of its commands',
      );
      await client.request('workspace/executeCommand', { command, arguments: [workspace.file('sorted.ts')] });
      const { edit } = await applied;
      const [[changed, edits]] = Object.entries<Json>(
        edit.changes ?? { [edit.documentChanges[0].textDocument.uri]: edit.documentChanges[0].edits },
      ) as [[string, Json]];
      assert.equal(changed, uri);
      assert.match(withEdits(text, edits, 'utf-8'), /^import \{ a \}.*\nimport \{ b \}/);
    },
  ),
);

test('progress of a server is shown to the client under a token of ours', { skip: serverMissing || clangdMissing, timeout: 60_000 }, () =>
  scene({}, { window: { workDoneProgress: true } }, async ({ server: { client }, open }) => {
    open('cart.cpp', 'cpp');
    const isClangds = (token: Json) => String(token).includes('/clangd:');
    const created = await client.waitFor(
      ({ method, params }) => method === 'window/workDoneProgress/create' && isClangds(params.token),
      'the progress of clangd',
    );
    await client.notification('$/progress', ({ token, value }) => token === created.params.token && value.kind === 'end');
    assert.equal(client.progress(created.params.token)[0].kind, 'begin');
  }),
);

test('each request sees all earlier edits, in a flood of both', { skip: serverMissing, timeout: 90_000 }, () =>
  scene({}, {}, async ({ server: { client }, open }) => {
    const { uri } = open('cart.ts', 'typescript');
    const asked = Array.from({ length: 150 }, (_, i) => {
      const text = `const b${i} = price();\n`;
      const start = { line: 3 + i, character: 0 };
      client.notify('textDocument/didChange', {
        textDocument: { uri, version: 2 + i },
        contentChanges: [{ range: { start, end: start }, text }],
      });
      return client.request('textDocument/hover', { textDocument: { uri }, position: { line: 3 + i, character: 7 } });
    });
    const answers = await Promise.allSettled(asked);
    const wrong = answers.filter((one) => one.status === 'fulfilled' && !/b\d+: string/.test(JSON.stringify(one.value)));
    assert.deepEqual(wrong, []);
    // While the server starts, the text runs ahead of the first questions: they are told so, and not answered for another text.
    for (const one of answers) if (one.status === 'rejected') assert.equal(one.reason.code, -32801, String(one.reason));
    assert.match(
      JSON.stringify(await client.request('textDocument/hover', { textDocument: { uri }, position: { line: 152, character: 7 } })),
      /b149/,
    );
  }),
);

test('a new file on disk is known to its server, even without edge indexing', { skip: serverMissing, timeout: 60_000 }, () =>
  scene({ edgeIndexing: 'off' }, {}, async ({ server: { client }, workspace, encoding }) => {
    const uri = workspace.uriOf('late.py');
    const text = 'from fresh import thing\n\nthing()\n';
    openDocument(client, uri, text, 'python');
    const ask = () => client.request('textDocument/definition', { textDocument: { uri }, position: spanOf(text, 'thing', encoding).start });
    const places = async () =>
      [await ask()]
        .flat()
        .filter(Boolean)
        .map((one: Json) => one.uri);
    assert.ok(!(await places()).includes(workspace.uriOf('fresh.py')));
    workspace.write('fresh.py', 'def thing():\n    pass\n');
    await waitUntil('the definition in the new file', async () => (await places()).includes(workspace.uriOf('fresh.py')));
  }),
);

interface Child {
  readonly pid: number;
  readonly command: string;
}

/** Linux only, as is the test that needs it. */
function childrenOf(parent: number): Child[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
        if (Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) !== parent) return [];
        return [{ pid: Number(name), command: readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ') }];
      } catch {
        return [];
      }
    });
}

test('what clangd cannot find without a compilation database comes from the index', {
  skip: serverMissing || clangdMissing,
  timeout: 60_000,
}, async () => {
  const workspace = temporaryWorkspace(
    '-- src/pay.cpp --\n#include <shop/missing.h>\n\nvoid pay(Basket *basket) {\n\tbasket->totalPrice(2);\n}\n' +
      '-- src/basket.cpp --\nstruct Basket {\n\tint totalPrice(int n) { return n; }\n};\n',
  );
  try {
    await withServer(async ({ client }) => {
      await initialize(client, {
        folders: [workspace.uri],
        settings: { cacheDir: workspace.cacheDir, passThrough: true, edgeIndexing: 'off' },
      });
      const uri = workspace.uriOf('src/pay.cpp');
      openDocument(client, uri, readFileSync(workspace.file('src/pay.cpp'), 'utf8'), 'cpp');
      await client.request('context/retrieve', { query: 'totalPrice', waitForIndex: 60_000 });
      const [place] = await client.request('textDocument/definition', { textDocument: { uri }, position: { line: 3, character: 12 } });
      assert.deepEqual([place.uri, place.range.start], [workspace.uriOf('src/basket.cpp'), { line: 1, character: 5 }]);
      const said = client.received.filter(({ method }) => method === 'window/showMessage').map(({ params }) => params.message);
      assert.equal(
        said.filter((message) => /^cpp: the language server found none; .*compile_commands.*those of the index/.test(message)).length,
        1,
      );
    });
  } finally {
    workspace.remove();
  }
});
