/** A shared engine among faults: it hangs, a client does not read, the token is wrong, its folder belongs to somebody else. */
import assert from 'node:assert/strict';
import { chownSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { workspace } from '../support/real-engine.js';
import { serverMissing } from '../support/server-process.js';
import { namesFor, sharing } from '../support/shared-engine.js';
import { ready, shop } from '../support/shop.js';
import { openDocument } from '../support/test-client.js';

const skip = serverMissing || (process.platform === 'win32' ? 'uses signals and owners of Unix' : false);
const options = { skip, timeout: 240_000 };

test('an engine that hangs is replaced, unsaved text included', options, async (t) => {
  const place = workspace(t, shop);
  const { editor, cli, engines } = sharing(place);
  const { client } = await editor();
  await ready(client);
  openDocument(client, pathToFileURL(place.file('src/cart.ts')).href, 'export class UnsavedCart {}\n');
  assert.equal((await namesFor(client, 'UnsavedCart'))[0], 'UnsavedCart');
  const [{ pid }] = await engines();
  process.kill(pid, 'SIGSTOP');
  t.after(() => {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It was ended, as it should be.
    }
  });
  const [asked, names] = await Promise.all([cli('ask', 'ShoppingCart', '--json'), namesFor(client, 'UnsavedCart')]);
  assert.equal(JSON.parse(asked.stdout).results[0].symbol, 'ShoppingCart', asked.stderr);
  assert.equal(names[0], 'UnsavedCart');
  assert.throws(() => process.kill(pid, 0), 'the hanging process was ended');
  const running = await engines();
  assert.equal(running.length, 1);
  assert.notEqual(running[0].pid, pid);
});

test('a client that never reads delays nobody', options, async (t) => {
  const place = workspace(t, shop);
  const { editor, engines } = sharing(place);
  const [deaf, other] = [await editor(), await editor()];
  await ready(deaf.client);
  deaf.child.kill('SIGSTOP');
  place.atEnd(async () => void deaf.child.kill('SIGCONT'));
  const uri = pathToFileURL(place.file('src/cart.ts')).href;
  openDocument(other.client, uri, 'export class Cart0 {}\n');
  for (let version = 1; version <= 30; version++) {
    const contentChanges = [{ text: `export class Cart${version} {}\n` }];
    other.client.notify('textDocument/didChange', { textDocument: { uri, version: version + 1 }, contentChanges });
    assert.equal((await namesFor(other.client, `Cart${version}`))[0], `Cart${version}`);
  }
  assert.equal((await engines()).length, 1);
  deaf.child.kill('SIGCONT');
  assert.equal((await namesFor(deaf.client, 'ShoppingCart'))[0], 'ShoppingCart');
});

test('a wrong token: the client is refused and answers by itself', options, async (t) => {
  const place = workspace(t, shop);
  const { editor, cli, runtimeFolder } = sharing(place);
  const { client } = await editor();
  await ready(client);
  const [file = ''] = readdirSync(runtimeFolder).filter((name) => name.endsWith('.token'));
  const path = join(runtimeFolder, file);
  const right = readFileSync(path, 'utf8');
  writeFileSync(path, JSON.stringify({ ...JSON.parse(right), token: 'wrong' }));
  const asked = await cli('ask', 'ShoppingCart', '--json');
  assert.equal(JSON.parse(asked.stdout).results[0].symbol, 'ShoppingCart', asked.stderr);
  assert.equal((await namesFor(client, 'ShoppingCart'))[0], 'ShoppingCart', 'the others are not disturbed');
  writeFileSync(path, right);
});

test('a runtime folder of another user is not used', {
  ...options,
  skip: skip || (process.getuid?.() === 0 ? false : 'only root can make a folder of another user'),
}, async (t) => {
  const place = workspace(t, shop);
  const { editor, cli, runtimeFolder } = sharing(place);
  mkdirSync(runtimeFolder, { recursive: true });
  const nobody = 65534;
  chownSync(runtimeFolder, nobody, nobody);
  const { client } = await editor();
  await ready(client);
  assert.equal((await namesFor(client, 'ShoppingCart'))[0], 'ShoppingCart', 'the client has an engine of its own');
  assert.deepEqual(readdirSync(runtimeFolder), [], 'nothing is written there');
  const { stderr } = await cli('list');
  assert.match(stderr, /belongs to another user/);
  chownSync(runtimeFolder, 0, 0);
});
