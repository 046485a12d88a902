/** Planted secrets of every kind reach nothing that is stored, sent, printed or logged; the command `secrets` says where they were. */
import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { redactSecrets } from '../../server/core/security/redact.js';
import { huntSecrets } from '../support/hunt-secrets.js';
import { plantSecrets } from '../support/planted-secrets.js';
import { runCli, workspace } from '../support/real-engine.js';
import { serverMissing, startServer } from '../support/server-process.js';
import { initialize, openDocument } from '../support/test-client.js';

test('500 planted secrets are masked; lines and lengths stay', () => {
  const planted = plantSecrets(1);
  assert.ok(new Set(planted.map(({ kind }) => kind)).size >= 60);
  const leaks: string[] = [];
  for (const { kind, text, values } of planted) {
    const masked = redactSecrets(text);
    assert.equal(masked.length, text.length, kind);
    assert.deepEqual(
      [...masked.matchAll(/\n/g)].map(({ index }) => index),
      [...text.matchAll(/\n/g)].map(({ index }) => index),
      kind,
    );
    for (const value of values) if (masked.includes(value)) leaks.push(`${kind}: ${text}`);
  }
  assert.deepEqual(leaks, []);
});

test('planted secrets reach no store, answer, log, page, export, message or commit subject', async (t) => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'planted-secrets-')));
  t.after(() => rmSync(base, { recursive: true, force: true, maxRetries: 5 }));
  const { leaks, masked } = await huntSecrets(base, 7, 120);
  assert.deepEqual(leaks, []);
  assert.ok(masked >= 120, `${masked} places`);
});

test('the command `secrets` lists path, line and kind, and never a value', async (t) => {
  const value = ['h7Kq2', 'pWxN9v'].join('');
  const place = workspace(
    t,
    `-- src/db.py --\nuser = "app"\nDB_PASSWORD = "${value}"\n-- other/a.yaml --\nname: x\n\npassword: ${value}\n`,
  );
  const run = async (...args: string[]) => (await runCli(['secrets', ...args, '-w', place.folder, '--cache-dir', place.cacheDir])).stdout;
  assert.equal(await run(), 'other/a.yaml:3  value of a password\nsrc/db.py:2  value of a password\n2 places masked\n');
  assert.equal(await run('src'), 'src/db.py:2  value of a password\n1 place masked\n');
  assert.deepEqual(JSON.parse(await run('--json'))[0], { path: 'other/a.yaml', line: 3, kind: 'value of a password' });
  place.write('src/db.py', 'user = "app"\n');
  assert.equal(await run('src'), '0 places masked\n');
});

test('`context/secrets` gives the same places, below files and folders, in step with open documents', {
  skip: serverMissing,
}, async (t) => {
  const value = ['h7Kq2', 'pWxN9v'].join('');
  const place = workspace(
    t,
    `-- src/db.py --\nuser = "app"\nDB_PASSWORD = "${value}"\n-- other/a.yaml --\nname: x\n\npassword: ${value}\n`,
  );
  const { client, stop } = startServer();
  t.after(stop);
  const uriOf = (path: string) => pathToFileURL(place.file(path)).href;
  await initialize(client, { folders: [pathToFileURL(place.folder).href], settings: { cacheDir: place.cacheDir } });
  await client.request('context/reindex');
  const inYaml = { uri: uriOf('other/a.yaml'), path: 'other/a.yaml', line: 2, kind: 'value of a password' };
  const inPython = { uri: uriOf('src/db.py'), path: 'src/db.py', line: 1, kind: 'value of a password' };
  assert.deepEqual(await client.request('context/secrets'), { places: [inYaml, inPython] });
  assert.deepEqual(await client.request('context/secrets', { uris: [uriOf('src')] }), { places: [inPython] });
  openDocument(client, uriOf('src/db.py'), 'user = "app"\n');
  assert.deepEqual(await client.request('context/secrets', { uris: [uriOf('src/db.py')] }), { places: [] });
  assert.equal((await client.failure('context/secrets', { uris: ['file:///elsewhere'] })).code, -32602);
});
