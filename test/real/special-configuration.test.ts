/** A pipe or an endless device of the name of a configuration file does not hold a language server, and the reason is told. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { clangd } from '../../server/io/language-servers/adapters/clangd.js';
import { gopls } from '../../server/io/language-servers/adapters/gopls.js';
import { pyright } from '../../server/io/language-servers/adapters/pyright.js';
import { typescriptNative } from '../../server/io/language-servers/adapters/typescript-native.js';
import { adapterContext } from '../../server/io/language-servers/discovery/executables.js';
import { findServer } from '../../server/io/language-servers/discovery/find-server.js';
import { temporaryFolder } from '../engine/store-fixture.js';

const skip = process.platform === 'win32' ? 'no pipes' : false;

for (const [adapter, name] of [
  [pyright, 'pyproject.toml'],
  [pyright, 'pyrightconfig.json'],
  [typescriptNative, 'deep/tsconfig.json'],
  [gopls, 'go.work'],
  [gopls, 'deep/b.go'],
  [clangd, '.clang-tidy'],
] as const) {
  test(`${adapter.title} is not started where ${name} is a pipe or a device`, { skip }, async (t) => {
    for (const make of [(path: string) => execFileSync('mkfifo', [path]), (path: string) => symlinkSync('/dev/zero', path)]) {
      const folder = temporaryFolder(t);
      mkdirSync(join(folder, 'deep'));
      make(join(folder, name));
      const found = await findServer(adapter, adapterContext(folder, false, folder));
      assert.equal(found.kind, 'missing');
      assert.match(found.kind === 'missing' ? found.reason : '', new RegExp(`would wait for ${name}`));
    }
  });
}

test('links to plain files, links to nothing and folders of such names prevent nothing', { skip }, async (t) => {
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, 'pyproject.toml'));
  symlinkSync(import.meta.filename ?? process.execPath, join(folder, 'pyrightconfig.json'));
  mkdirSync(join(folder, 'a'));
  symlinkSync('nothing', join(folder, 'a', 'pyproject.toml'));
  const found = await findServer(pyright, adapterContext(folder, false, folder));
  assert.equal(found.kind, 'found');
});
