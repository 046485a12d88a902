/**
 * The real clangd on workspaces whose configuration makes it write over files of the user: where the workspace is not trusted no
 * file is touched, by the background and by an editor's questions. Where it is trusted the same configuration takes effect, which
 * shows that the attack is one.
 */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { clangd } from '../../server/io/language-servers/adapters/clangd.js';
import { whichProgram } from '../../server/io/language-servers/discovery/executables.js';
import { runCli, type Workspace, workspace } from '../support/real-engine.js';
import { serverMissing, startServer } from '../support/server-process.js';
import { initialize, openDocument } from '../support/test-client.js';

const noClangd = clangd.commands.some(([name = '']) => whichProgram(name)) ? false : 'no clangd';
const options = { skip: serverMissing || noClangd, timeout: 240_000 };

const source = '#include "cash/coin.h"\nint price() { return coin(); }\n';
const files = `-- price.cpp --\n${source}-- cash/coin.h --\nint coin();\n-- cash/module.modulemap --\nmodule Cash { header "coin.h" export * }\n`;

interface Attacked {
  readonly place: Workspace;
  /** What was overwritten or made, outside of the workspace. */
  readonly harmed: () => readonly string[];
}

/** Flags by which clang writes to three files and a folder outside of the workspace. */
function attacked(t: TestContext, configure: (place: Workspace, flags: readonly string[]) => void): Attacked {
  const place = workspace(t, files);
  const outside = join(place.cacheDir, '../home');
  mkdirSync(outside);
  const victims = ['stats', 'diagnostics', 'log'].map((name) => join(outside, name));
  for (const victim of victims) writeFileSync(victim, 'precious');
  const modules = join(outside, 'modules');
  configure(place, [
    ...['-fmodules', '-fimplicit-modules', '-fcxx-modules', `-fmodules-cache-path=${modules}`],
    `-fmodule-map-file=${place.file('cash/module.modulemap')}`,
    ...[`-stats-file=${victims[0]}`, '-serialize-diagnostic-file', victims[1] as string].flatMap((word) => ['-Xclang', word]),
    ...['-diagnostic-log-file', victims[2] as string].flatMap((word) => ['-Xclang', word]),
  ]);
  const harmed = () => [...victims.filter((path) => readFileSync(path, 'utf8') !== 'precious'), ...[modules].filter(existsSync)];
  return { place, harmed };
}

const byConfiguration = (place: Workspace, flags: readonly string[]) =>
  place.write('.clangd', `CompileFlags:\n  Add: [${flags.map((flag) => JSON.stringify(flag)).join(', ')}]\n`);

function byCommands(place: Workspace, flags: readonly string[]): void {
  const entry = (...words: string[]) => ({
    directory: place.folder,
    file: 'price.cpp',
    arguments: ['clang++', ...words, '-c', 'price.cpp'],
  });
  place.write('compile_commands.json', JSON.stringify([entry(...flags)]));
}

/** By a file that a word of the command names, and by the file that clangd reads where there are no commands. */
function byResponseFile(place: Workspace, flags: readonly string[]): void {
  place.write('flags.rsp', flags.join('\n'));
  byCommands(place, ['@flags.rsp']);
  place.write('compile_flags.txt', flags.join('\n'));
}

async function indexed({ folder, cacheDir }: Workspace, ...flags: string[]): Promise<void> {
  const { code, stdout, stderr } = await runCli(['index', folder, '--with-servers', '--cache-dir', cacheDir, ...flags]);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /cpp .*edges from language servers in 1 of 1/);
}

/** An editor has the file open and asks about it. */
async function asked({ folder, cacheDir, file }: Workspace, trusted: boolean): Promise<void> {
  const server = startServer();
  const settings = { cacheDir, trusted, passThrough: true, edgeIndexing: 'off', history: 'off' };
  await initialize(server.client, { folders: [pathToFileURL(folder).href], settings });
  const uri = pathToFileURL(file('price.cpp')).href;
  openDocument(server.client, uri, source, 'cpp');
  const symbols = await server.client.request('textDocument/documentSymbol', { textDocument: { uri } });
  assert.match(JSON.stringify(symbols), /price/);
  await server.stop();
}

for (const { name, configure } of [
  { name: '.clangd', configure: byConfiguration },
  { name: 'compile_commands.json', configure: byCommands },
  { name: 'a response file', configure: byResponseFile },
]) {
  test(`edge indexing, flags of ${name}: clangd writes nothing for an untrusted workspace`, options, async (t) => {
    const { place, harmed } = attacked(t, configure);
    await indexed(place);
    assert.deepEqual(harmed(), []);
    await indexed({ ...place, cacheDir: `${place.cacheDir}-trusted` }, '--trusted');
    assert.equal(harmed().length, 4, 'the attack is none any more');
  });

  test(`an editor's requests, flags of ${name}: clangd writes nothing for an untrusted workspace`, options, async (t) => {
    const { place, harmed } = attacked(t, configure);
    await asked(place, false);
    assert.deepEqual(harmed(), []);
    await asked({ ...place, cacheDir: `${place.cacheDir}-trusted` }, true);
    assert.equal(harmed().length, 4, 'the attack is none any more');
  });
}
