/** Configuration files of a workspace that are none. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { adapterContext } from '../../server/io/language-servers/discovery/executables.js';
import { readPlainText } from '../../server/util/open-plain-file.js';
import { temporaryFolder } from './store-fixture.js';

test('reads plain files and links to them; nothing else, and nothing large', (t) => {
  const folder = temporaryFolder(t);
  const file = (name: string) => join(folder, name);
  writeFileSync(file('plain'), 'ä text');
  symlinkSync(file('plain'), file('link'));
  mkdirSync(file('folder'));
  assert.equal(readPlainText(file('plain'), 7), 'ä text');
  assert.equal(readPlainText(file('link'), 7), 'ä text');
  for (const name of ['folder', 'absent']) assert.equal(readPlainText(file(name), 7), null, name);
  assert.equal(readPlainText(file('plain'), 6), null);
});

test('a pipe or an endless file is no configuration', { skip: process.platform === 'win32' ? 'no pipes' : false }, (t) => {
  const folder = temporaryFolder(t);
  spawnSync('mkfifo', [join(folder, 'tsconfig.json')]);
  symlinkSync('/dev/zero', join(folder, 'go.mod'));
  const { readText } = adapterContext(folder, false, folder);
  for (const name of ['tsconfig.json', 'go.mod']) assert.equal(readText(join(folder, name)), null, name);
});
