/** `status` and `doctor` only read: they make no index, and none beside the one that a server is using. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { runCli, treeOf, workspace } from '../support/real-engine.js';
import { serverMissing, startServer } from '../support/server-process.js';
import { shop } from '../support/shop.js';
import { initialize } from '../support/test-client.js';

const skip = serverMissing;

test('status and doctor without an index say so, and make none', { skip, timeout: 120_000 }, async (t) => {
  const place = workspace(t, shop);
  const run = (...args: string[]) => runCli([...args, place.folder, '--cache-dir', place.cacheDir]);
  const status = await run('status');
  assert.equal(status.code, 0, status.stderr);
  assert.match(status.stdout, /^not indexed yet: 4 files in /);
  const json = JSON.parse((await run('status', '--json')).stdout);
  assert.deepEqual([json.files, json.filesOnDisk, json.lastIndexedAt], [0, 4, null]);
  const doctor = await run('doctor');
  assert.match(doctor.stdout, /not indexed yet, 4 files/);
  assert.match(doctor.stdout, /typescript 3 files/);
  assert.ok(!existsSync(place.cacheDir), 'no index was made');
});

test("status and doctor read a running server's index without changing it", { skip, timeout: 120_000 }, async (t) => {
  const place = workspace(t, shop);
  const { client, stop } = startServer();
  place.atEnd(stop);
  await initialize(client, {
    folders: [pathToFileURL(place.folder).href],
    settings: { cacheDir: place.cacheDir, edgeIndexing: 'off', watch: 'off' },
  });
  const { indexFolder, chunks, generation } = await client.request('context/reindex');
  place.write('src/later.ts', 'export const later = 1;\n');
  const before = treeOf(place.folder);
  const run = async (...args: string[]) => {
    const ran = await runCli([...args, place.folder, '--cache-dir', place.cacheDir]);
    assert.equal(ran.code, 0, ran.stderr);
    return ran.stdout;
  };
  const status = JSON.parse(await run('status', '--json'));
  assert.deepEqual(
    [status.indexFolder, status.files, status.filesOnDisk, status.chunks, status.generation],
    [indexFolder, 4, 5, chunks, generation],
  );
  assert.match(await run('status'), /compared {3}with the disk at \d{4}-/);
  assert.match(await run('doctor'), new RegExp(`ok +index +${chunks} chunks of 4 files`));
  assert.deepEqual(readdirSync(dirname(indexFolder)), ['copy-0'], 'no second index');
  assert.equal((await client.request('context/status')).generation, generation);
  await stop();
  const after = JSON.parse(await run('status', '--json'));
  assert.deepEqual([after.files, after.chunks], [4, chunks], 'also where nobody uses it');
  assert.deepEqual(treeOf(place.folder), before);
});
