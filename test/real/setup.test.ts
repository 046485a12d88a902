/** What `setup --write` makes, in the real editors. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join, relative } from 'node:path';
import { test } from 'node:test';
import { packageRoot } from '../../server/util/package-root.js';
import { temporaryWorkspace } from '../support/fixture.js';
import { serverMain, serverMissing } from '../support/server-process.js';

const without = (command: string, install: string) =>
  spawnSync(command, ['--version']).error ? `${command} is not installed: apt-get install ${install}` : serverMissing;

/** Runs `setup --write` with a new home folder, from a package in a folder with spaces, then an editor on a file there, and gives what the editor printed. */
function inEditor(command: string, args: readonly string[]): string {
  const workspace = temporaryWorkspace('-- shop.py --\ndef total(prices):\n    return sum(prices)\n');
  try {
    const home = join(workspace.folder, '..', 'home of the user');
    const bin = join(workspace.folder, '..', 'bin');
    for (const folder of [home, bin, join(workspace.folder, '.git')]) mkdirSync(folder);
    const program = join(bin, 'context-language-server');
    // The package, too, is in a folder with spaces in its name.
    const installed = join(home, 'the package');
    symlinkSync(packageRoot, installed);
    const main = join(installed, relative(packageRoot, serverMain));
    writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" --preserve-symlinks --preserve-symlinks-main "${main}" "$@"\n`);
    chmodSync(program, 0o755);
    const path = `${bin}${delimiter}${process.env.PATH}`;
    const { XDG_CONFIG_HOME: _, ...own } = process.env;
    const env = { ...own, HOME: home, XDG_CACHE_HOME: workspace.cacheDir, PATH: path, TERM: 'xterm' };
    const run = (program: string, words: readonly string[]) =>
      spawnSync(program, words, { cwd: workspace.folder, env, encoding: 'utf8', timeout: 120_000 });
    const written = run(program, ['setup', '--write']);
    assert.equal(written.status, 0, written.stdout + written.stderr);
    assert.ok(!written.stdout.includes(join(packageRoot, 'clients')), 'paths are those of the installed package');
    const { stdout, stderr } = run(command, args);
    return `${stdout}${stderr}`;
  } finally {
    workspace.remove();
  }
}

test('Neovim starts the server from the written init.lua', { skip: without('nvim', 'neovim'), timeout: 180_000 }, () => {
  const ask = [
    'local clients = vim.lsp.get_clients or vim.lsp.get_active_clients',
    'vim.wait(60000, function() return #clients() > 0 and clients()[1].initialized end, 20)',
    'io.write(#clients(), " ", clients()[1].name, " ", vim.fn.exists(":ContextAsk"))',
  ];
  const said = inEditor('nvim', ['--headless', 'shop.py', '-c', `lua ${ask.join('; ')}`, '-c', 'qa!']);
  assert.match(said, /1 context_language_server 2$/, said);
});

test('Emacs loads the written init.el', { skip: without('emacs', 'emacs-nox'), timeout: 180_000 }, () => {
  const said = inEditor('emacs', ['--batch', '-l', '~/.emacs.d/init.el', '--eval', '(princ (and (commandp (quote context-ask)) "ask"))']);
  assert.match(said, /^ask/, said);
});

test('Helix finds the server by the written languages.toml', { skip: without('hx', 'hx'), timeout: 180_000 }, () => {
  const said = inEditor('hx', ['--health', 'python']);
  assert.match(said, /context-language-server/, said);
});
