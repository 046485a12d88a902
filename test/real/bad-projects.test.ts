/**
 * Workspaces with missing or broken configuration, with the real language servers by the command line: doctor and answers report what is
 * missing and what it costs, and answers continue.
 */
import assert from 'node:assert/strict';
import { chmodSync, existsSync, rmSync, symlinkSync } from 'node:fs';
import test, { type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { clangd } from '../../server/io/language-servers/adapters/clangd.js';
import { whichProgram } from '../../server/io/language-servers/discovery/executables.js';
import { behindFaults, noServerBehind } from '../support/behind-faults.js';
import { runCli, type Workspace, workspace } from '../support/real-engine.js';
import { serverMissing, startServer } from '../support/server-process.js';
import { initialize, type Json } from '../support/test-client.js';
import { waitUntil } from '../support/wait-until.js';

/** Who calls a symbol, as `path name server`; what is said with the answer; what doctor says of the servers. */
async function ask(place: Workspace, symbol: string): Promise<{ callers: string[]; problems: string; doctor: string }> {
  const where = ['--cache-dir', place.cacheDir];
  const asked = ['related', symbol, '--relation', 'called_by', '--with-servers', '--json', '-w', place.folder, ...where];
  const [related, doctor] = [await runCli(asked), await runCli(['doctor', place.folder, ...where])];
  assert.deepEqual([related.code, doctor.code], [0, 0], related.stderr + doctor.stderr);
  const { items, problems } = JSON.parse(related.stdout);
  const callers = items.map(({ symbol, provenance }: Json) => `${symbol.path} ${symbol.qualifiedName} ${provenance.split(' ')[0]}`);
  return { callers: callers.sort(), problems: problems.map(({ message }: Json) => message).join('\n'), doctor: doctor.stdout };
}

/** Said by doctor and with the answer. */
async function check(place: Workspace, symbol: string, callers: readonly string[], said: readonly RegExp[]): Promise<void> {
  const found = await ask(place, symbol);
  assert.deepEqual(found.callers, callers);
  for (const pattern of said) {
    assert.match(found.doctor, pattern);
    assert.match(found.problems, pattern);
  }
  if (said.length === 0) assert.equal(found.problems, '');
}

const noClangd = clangd.commands.some(([name = '']) => whichProgram(name)) ? false : 'no clangd';
const cpp =
  '-- shop.cpp --\nint total(int price) { return price; }\n-- cart.cpp --\nint total(int price);\nint price() { return total(2); }\n';
const commands = (place: Workspace, ...files: string[]) =>
  JSON.stringify(files.map((file) => ({ directory: place.folder, file, arguments: ['clang++', '-c', file] })));

for (const { name, text, said } of [
  { name: 'none', text: () => null, said: [/no usable compile_commands\.json.*without the macros and include folders of the build/] },
  { name: 'broken JSON', text: () => '[{"file": ', said: [/compile_commands\.json is not valid: not used/, /no usable/] },
  { name: 'of another shape', text: () => '[{"files": ["cart.cpp"]}, 7, null]', said: [/has no entries: not used/, /no usable/] },
  {
    name: 'all files gone',
    text: (place: Workspace) => commands(place, 'old.cpp'),
    said: [/names only files that do not exist: not used/, /no usable/],
  },
  {
    name: 'some files gone, others not in it',
    text: (place: Workspace) => commands(place, 'old.cpp', 'cart.cpp'),
    said: [/is out of date: 1 of 2 files do not exist/, /lacks 1 source files, such as shop\.cpp: they are read with the flags of/],
  },
  { name: 'good', text: (place: Workspace) => commands(place, 'shop.cpp', 'cart.cpp'), said: [] },
])
  test(`compile_commands.json: ${name}`, { skip: serverMissing || noClangd, timeout: 120_000 }, async (t) => {
    const place = workspace(t, cpp);
    const commands = text(place);
    if (commands !== null) place.write('compile_commands.json', commands);
    await check(place, 'total', ['cart.cpp price clangd'], said);
  });

test('compile_commands.json is created, changed and deleted while running: clangd reads the sources again', {
  skip: serverMissing || noClangd,
  timeout: 120_000,
}, async (t) => {
  const place = workspace(
    t,
    '-- a.cpp --\nint one() { return 1; }\nint two() { return 2; }\nint price() {\n#ifdef TWICE\n  return two();\n#else\n  return one();\n#endif\n}\n',
  );
  const server = startServer();
  place.atEnd(server.stop);
  const { client } = server;
  await initialize(client, { folders: [pathToFileURL(place.folder).href], settings: { cacheDir: place.cacheDir, history: 'off' } });
  /** What clangd has said; of the branch that it leaves out the syntax tells. */
  const calls = async (): Promise<string> => {
    const { items } = await client.request('context/related', { symbol: 'price', kinds: ['calls'] });
    return items.flatMap(({ symbol, provenance }: Json) => (provenance.startsWith('clangd') ? [symbol.name] : [])).join();
  };
  const become = (wanted: string) => waitUntil(`calls of ${wanted || 'nothing'}`, async () => (await calls()) === wanted);
  const entry = { directory: place.folder, file: 'a.cpp' };
  const flags = (...more: string[]) => JSON.stringify([{ ...entry, arguments: ['clang++', ...more, '-c', 'a.cpp'] }]);
  await become('one');
  place.write('compile_commands.json', flags('-DTWICE'));
  await become('two');
  place.write('compile_commands.json', flags('-DTWICE_NOT'));
  await become('one');
  place.write('compile_commands.json', flags('-DTWICE', '-DAND_MORE'));
  await become('two');
  rmSync(place.file('compile_commands.json'));
  await become('one');
});

test('Python without an environment', { skip: serverMissing, timeout: 120_000 }, async (t) => {
  const cart = 'import no_such_package\nfrom shop import total\n\n\ndef price():\n    return total() + no_such_package.total()\n';
  const place = workspace(t, `-- shop.py --\ndef total():\n    return 1\n-- cart.py --\n${cart}`);
  await check(place, 'total', ['cart.py price pyright'], [/no environment \(\.venv\).*packages that it lacks are not resolved/]);
});

const cart = "import { total } from './shop';\nexport function price(): number {\n  return total();\n}\n";
const typescript = `-- shop.ts --\nexport function total(): number {\n  return 1;\n}\n-- cart.ts --\n${cart}`;
for (const { name, config, said } of [
  { name: 'none', config: null, said: [/no tsconfig\.json at the top.*default options/] },
  {
    name: 'broken JSON',
    config: '{ "compilerOptions": { "strict": ',
    said: [/tsconfig\.json is not valid \(.*\): it is used as far as it could be read/],
  },
  { name: 'of another shape', config: '["strict"]', said: [] },
  { name: 'on top of one that is gone', config: '{ "extends": "./gone.json" }', said: [/extends \.\/gone\.json, which does not exist/] },
  { name: 'on top of a package', config: '{ "extends": "@tsconfig/none" }', said: [/extends @tsconfig\/none, which does not exist/] },
  { name: 'with comments', config: '\ufeff// why\n{ "compilerOptions": { /* "a" */ "strict": true, }, }\n', said: [] },
])
  test(`tsconfig.json: ${name}`, { skip: noServerBehind, timeout: 120_000 }, async (t) => {
    const place = workspace(t, typescript);
    if (config !== null) place.write('tsconfig.json', config);
    await check(place, 'total', ['cart.ts price typescript'], said);
  });

test('TypeScript with project references and npm workspaces, one project gone, before and after npm install', {
  skip: noServerBehind,
  timeout: 120_000,
}, async (t) => {
  const projects = ['shop', 'cart', 'gone'].map((name) => `{ "path": "packages/${name}" }`).join(', ');
  const project = (references: string) =>
    `{ "compilerOptions": { "composite": true, "module": "nodenext" }, "references": [${references}] }`;
  const place = workspace(
    t,
    `-- tsconfig.json --\n{ "files": [], "references": [${projects}] }\n-- package.json --\n{ "private": true, "workspaces": ["packages/*"] }
-- packages/shop/package.json --\n{ "name": "@acme/shop", "version": "1.0.0", "main": "src/index.ts" }
-- packages/shop/tsconfig.json --\n${project('')}\n-- packages/shop/src/index.ts --\nexport function total(): number {\n  return 1;\n}
-- packages/cart/tsconfig.json --\n${project('{ "path": "../shop" }')}\n-- packages/cart/src/index.ts --\n${cart.replace('./shop', '@acme/shop')}`,
  );
  const gone = /refers to the project packages\/gone, which does not exist/;
  const notInstalled = /node_modules is not installed:.*including packages of the workspace/;
  const before = await ask(place, 'total');
  // By its name, as long as the server finds no package.
  assert.deepEqual(before.callers, ['packages/cart/src/index.ts price syntax:tree-sitter-typescript']);
  for (const text of [before.problems, before.doctor]) for (const pattern of [gone, notInstalled]) assert.match(text, pattern);
  place.write('node_modules/.package-lock.json', '{}');
  place.write('node_modules/@acme/readme', '');
  symlinkSync('../../packages/shop', place.file('node_modules/@acme/shop'));
  // A new process with an index of its own: it asks about all files.
  const installed = { ...place, cacheDir: `${place.cacheDir}-installed` };
  await check(installed, 'total', ['packages/cart/src/index.ts price typescript'], [gone]);
});

for (const { without, works } of [
  { without: 'documentSymbolProvider', works: true },
  { without: 'definitionProvider', works: false },
])
  test(`a server of an old version, without ${without}`, { skip: noServerBehind, timeout: 120_000 }, async (t) => {
    const { client } = await behindFaults(t, ['--without', without]);
    const lane = (structure: Json[]) => structure.find(({ language }) => language === 'typescript');
    const { structure } = await client.notification('context/didChangeStatus', (status) => {
      const { state, withEdges, failed, files } = lane(status.structure) ?? {};
      return state === 'done' && withEdges + failed === files;
    });
    const { items, problems } = await client.request('context/related', { symbol: 'grow', kinds: ['called_by'] });
    const said = problems.map(({ message }: Json) => message).join('\n');
    assert.ok(items.length > 0);
    if (works) {
      assert.equal(lane(structure).failed, 0);
      assert.equal(said, '');
    } else {
      assert.match(lane(structure).problem, /faulty does not serve textDocument\/definition/);
      assert.match(said, /no facts for 6 of 6 files \(faulty does not serve textDocument\/definition\).*based on names only/);
    }
  });

test('an untrusted workspace with its own programs: none is run, not even by edge indexing', {
  skip: serverMissing,
  timeout: 120_000,
}, async (t) => {
  const place: Workspace = workspace(t, `${typescript}-- tsconfig.json --\n{}\n-- shop.py --\ndef total():\n    return 1\n`);
  shipsPrograms(t, place);
  const { callers, doctor } = await ask(place, 'total');
  assert.deepEqual(callers, ['cart.ts price typescript']);
  assert.match(doctor, /not trusted, so its Python environment is not used/);
  assert.match(doctor, /TypeScript 7 .*comes with this package/);
  assert.ok(!existsSync(place.file('was-run')));
});

function shipsPrograms(t: TestContext, place: Workspace): void {
  const binary = `node_modules/@typescript/typescript-${process.platform}-${process.arch}/lib/tsc`;
  const programs = ['.venv/bin/python', '.venv/bin/pyright-langserver', 'node_modules/.bin/tsc', binary];
  for (const path of [...programs, 'node_modules/typescript/lib/tsserver.js']) {
    place.write(path, `#!/bin/sh\ntouch '${place.file('was-run')}'\n`);
    chmodSync(place.file(path), 0o755);
  }
  const path = process.env['PATH'];
  process.env['PATH'] = `${place.file('node_modules/.bin')}:${path}`;
  t.after(() => {
    process.env['PATH'] = path;
  });
}
