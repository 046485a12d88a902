/** A client that none of us wrote: Neovim's built-in one, headless, asks about a change that is not saved. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { packageRoot } from '../../server/util/package-root.js';
import { temporaryWorkspace } from '../support/fixture.js';
import { serverMain, serverMissing } from '../support/server-process.js';

const version = spawnSync('nvim', ['--version'], { encoding: 'utf8' });
const missing = version.error ? 'Neovim (nvim) is not installed: apt-get install neovim' : serverMissing;

test('Neovim sees its unsaved change in context/retrieve and workspace/symbol', { skip: missing, timeout: 180_000 }, () => {
  const workspace = temporaryWorkspace('-- src/main.ts --\n/** Starts it all. */\nexport function main(): void {}\n');
  const out = join(workspace.folder, '..', 'out.json');
  try {
    const nvim = spawnSync('nvim', ['--headless', '--clean', '-c', `luafile ${join(packageRoot, 'test', 'real', 'neovim-client.lua')}`], {
      encoding: 'utf8',
      timeout: 150_000,
      env: {
        ...process.env,
        XDG_STATE_HOME: join(workspace.folder, '..', 'state'),
        XDG_CACHE_HOME: join(workspace.folder, '..', 'nvim-cache'),
        CONTEXT_TEST_SERVER: JSON.stringify([process.execPath, serverMain, '--stdio']),
        CONTEXT_TEST_ROOT: workspace.folder,
        CONTEXT_TEST_FILE: workspace.file('src/main.ts'),
        CONTEXT_TEST_CACHE: workspace.cacheDir,
        CONTEXT_TEST_OUT: out,
      },
    });
    assert.ok(existsSync(out), `nvim wrote nothing: ${nvim.stdout}${nvim.stderr}`);
    const said = JSON.parse(readFileSync(out, 'utf8'));
    assert.equal(said.error, undefined, `${said.error}\n${nvim.stderr}`);
    assert.equal(nvim.status, 0);

    assert.equal(said.capabilities.experimental.contextProvider.version, 1);
    const found = said.retrieve.results.find(({ name }: { name: string }) => name === 'frobnicateQuux');
    assert.ok(found, JSON.stringify(said.retrieve));
    assert.deepEqual([found.path, found.uri, found.unsaved], ['src/main.ts', workspace.uriOf('src/main.ts'), true]);
    assert.match(found.text, /return 42 \* größe;/);
    assert.match(said.text, /return 42 \* größe;/);
    assert.equal(said.symbols[0].name, 'frobnicateQuux');
    assert.deepEqual(said.symbols[0].location, {
      uri: workspace.uriOf('src/main.ts'),
      range: { start: { line: 0, character: 16 }, end: { line: 0, character: 30 } },
    });
    assert.equal(said.status.openDocuments, 1);
    assert.equal(said.modified, true);
    assert.equal(readFileSync(workspace.file('src/main.ts'), 'utf8'), workspace.text('src/main.ts'));
  } finally {
    workspace.remove();
  }
});
