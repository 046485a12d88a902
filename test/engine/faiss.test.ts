/** FAISS in its own process: agreement with exact search, read-your-writes, sudden death, damaged files. */
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test as nodeTest, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { OpenedIndex, OpenIndexOptions } from '../../server/io/stores/open-index.js';
import { dequantise, quantise } from '../../server/io/stores/sqlite/vector-codes.js';
import { dimensions, fileOf, namesOf, openTestIndex, randomFrom, temporaryFolder, unit, vectorOf } from './store-fixture.js';

const isBuilt = ((): boolean => {
  try {
    createRequire(import.meta.url)('faiss-node');
    return true;
  } catch {
    return false;
  }
})();
const test = (name: string, run: (t: TestContext) => Promise<void>) =>
  nodeTest(name, { skip: isBuilt ? false : 'faiss-node is not built on this machine' }, run);

const openFaiss = (t: TestContext, folder = temporaryFolder(t), rest: Partial<OpenIndexOptions> = {}): Promise<OpenedIndex> =>
  openTestIndex(t, folder, { vectorSearch: 'auto', ...rest });

/** `count` files of ten chunks, their vectors in tight clusters with near duplicates, as those of real code are. */
function clustered(count: number, seed = 1) {
  const random = randomFrom(seed);
  const around = (centre: Float32Array, spread: number): Float32Array => centre.map((value) => value + (random() - 0.5) * spread);
  const regions = Array.from({ length: 30 }, () => around(new Float32Array(dimensions), 1));
  const centres = regions.flatMap((region) => Array.from({ length: 8 }, () => around(region, 0.3)));
  const near = (): Float32Array => {
    return unit(around(centres[Math.floor(random() * centres.length)]!, 0.05));
  };
  const files = Array.from({ length: count }, (_, f) => {
    const file = fileOf(
      `f${f}.ts`,
      Array.from({ length: 9 }, (_, s) => ({ name: `f${f}s${s}` })),
    );
    const vectors = new Float32Array(10 * dimensions);
    for (let i = 0; i < 10; i++) vectors.set(near(), i * dimensions);
    return { ...file, vectors };
  });
  return { files, near };
}

test('FAISS gives the same chunks with the same scores as exact search, in whatever order the files came', async (t) => {
  const { files, near } = clustered(60);
  const index = await openFaiss(t);
  const exact = await openTestIndex(t, temporaryFolder(t));
  index.writer.commit(files);
  for (const file of files.toReversed()) exact.writer.commit([file]);
  await index.vectorsReady('grown');
  assert.deepEqual(index.reader.vectorIndex, { kind: 'faiss-flat', reason: '600 distinct vectors searched exactly' });
  assert.equal(exact.reader.vectorIndex.kind, 'exact');
  for (let i = 0; i < 20; i++) {
    const query = near();
    const found = await index.reader.similar(query, 25);
    const expected = await exact.reader.similar(query, 25);
    assert.equal(found.length, 25);
    assert.deepEqual(namesOf(index, found), namesOf(exact, expected));
    assert.deepEqual(
      found.map(({ score }) => score),
      expected.map(({ score }) => score),
    );
  }
  assert.equal((await index.reader.similar(near(), 10_000)).length, 600);
});

test('a search sees every earlier commit and nothing replaced', async (t) => {
  const index = await openFaiss(t);
  await index.vectorsReady();
  for (let i = 0; i < 40; i++) {
    index.writer.commit([fileOf('a.ts', [{ name: 'changing', body: `version ${i}` }]), fileOf(`b${i}.ts`, [{ name: `stays${i}` }])]);
    const [own] = await index.reader.similar(vectorOf(`changing version ${i}`), 1);
    assert.ok(own && own.score > 0.99);
    if (i > 0) {
      const [former] = await index.reader.similar(vectorOf(`changing version ${i - 1}`), 1);
      assert.ok(!former || former.score < 0.99);
    }
  }
  await index.maintenance.maintain(new AbortController().signal);
  assert.equal((await index.reader.similar(vectorOf('x'), 1_000)).length, 42 + 40);
  index.writer.commit([fileOf('a.ts', [{ name: 'changing', body: 'version 0' }])]);
  assert.ok((await index.reader.similar(vectorOf('changing version 0'), 1))[0]!.score > 0.99, 'collected, then there again');
});

test('many vectors are held as bytes: the same answers when they become many, after a restart and with later vectors', async (t) => {
  const { files, near } = clustered(500);
  const folder = temporaryFolder(t);
  const options = { bytesFrom: 1_000 };
  const exact = await openTestIndex(t, temporaryFolder(t));
  exact.writer.commit(files);
  let index = await openFaiss(t, folder, options);
  const check = async (): Promise<void> => {
    for (let i = 0; i < 20; i++) {
      const query = near();
      const [found, expected] = [await index.reader.similar(query, 20), await exact.reader.similar(query, 20)];
      assert.deepEqual(namesOf(index, found), namesOf(exact, expected));
      assert.deepEqual(
        found.map(({ score }) => score),
        expected.map(({ score }) => score),
      );
    }
  };
  index.writer.commit(files.slice(0, 50));
  await index.vectorsReady('grown');
  assert.deepEqual(index.reader.vectorIndex, { kind: 'faiss-flat', reason: '500 distinct vectors searched exactly' });
  index.writer.commit(files.slice(50));
  const during = index.reader.similar(near(), 10);
  await index.vectorsReady('grown');
  assert.equal((await during).length, 10);
  assert.deepEqual(index.reader.vectorIndex, { kind: 'bytes', reason: '5000 distinct vectors searched exactly' });
  await check();
  await index.flush();
  await index.close();
  const messages: string[] = [];
  index = await openFaiss(t, folder, { ...options, log: (_level, message) => messages.push(message) });
  await index.vectorsReady();
  assert.deepEqual(messages, []);
  await check();
  for (const one of [index, exact]) {
    one.writer.commit([fileOf('late.ts', [{ name: 'late' }])]);
    one.writer.remove(files.slice(0, 50).map(({ path }) => path));
    await one.maintenance.maintain(new AbortController().signal);
  }
  assert.deepEqual(namesOf(index, await index.reader.similar(vectorOf('late '), 1)), ['late']);
  await check();
});

test('a restart drops deleted vectors, whether they were deleted before or after the save', async (t) => {
  const folder = temporaryFolder(t);
  const names = ['alpha', 'beta', 'gamma'];
  const forget = async (index: OpenedIndex, name: string): Promise<void> => {
    index.writer.remove([`${name}.ts`]);
    await index.maintenance.maintain(new AbortController().signal);
  };
  const nearest = async (index: OpenedIndex): Promise<string[]> => {
    const found = new Set(namesOf(index, await index.reader.similar(vectorOf('beta beta'), 10)));
    return names.filter((name) => found.has(name));
  };
  const first = await openFaiss(t, folder);
  first.writer.commit(names.map((name) => fileOf(`${name}.ts`, [{ name, body: name }])));
  await first.vectorsReady();
  await forget(first, 'beta');
  await first.flush();
  await first.close();
  const second = await openFaiss(t, folder);
  await second.vectorsReady();
  assert.deepEqual(await nearest(second), ['alpha', 'gamma']);
  await second.close();
  // Without FAISS, so that the saved file does not know of it.
  const third = await openTestIndex(t, folder, { vectorSearch: 'exact' });
  await forget(third, 'gamma');
  third.writer.commit([fileOf('beta.ts', [{ name: 'beta', body: 'beta' }])]);
  await third.close();
  const fourth = await openFaiss(t, folder);
  await fourth.vectorsReady();
  assert.deepEqual(await nearest(fourth), ['alpha', 'beta']);
});

test('answers while the killed FAISS process restarts', async (t) => {
  const { files, near } = clustered(30);
  const index = await openFaiss(t);
  index.writer.commit(files);
  await index.vectorsReady('grown');
  const pid = index.faissPid!;
  const searches = Array.from({ length: 20 }, () => index.reader.similar(near(), 10));
  process.kill(pid, 'SIGKILL');
  searches.push(...Array.from({ length: 20 }, () => index.reader.similar(near(), 10)));
  for (const hits of await Promise.all(searches)) assert.equal(hits.length, 10);
  while (index.faissPid === pid) await new Promise((resolve) => setImmediate(resolve));
  assert.match(index.reader.vectorIndex.reason, /SIGKILL/);
  index.writer.commit([fileOf('late.ts', [{ name: 'late' }])]);
  assert.deepEqual(namesOf(index, await index.reader.similar(vectorOf('late '), 1)), ['late']);
  await index.vectorsReady();
  assert.equal(index.reader.vectorIndex.kind, 'faiss-flat');
  assert.notEqual(index.faissPid, pid);
  assert.deepEqual(namesOf(index, await index.reader.similar(vectorOf('late '), 1)), ['late']);
});

for (const [what, damage, bytesFrom] of [
  ['FAISS files cut short', (folder: string) => truncateSync(join(folder, file(folder, '.faiss')), 100), 1_000],
  ['FAISS files with other bytes', (folder: string) => flip(join(folder, file(folder, '.faiss'))), 1_000],
  ['bytes cut short', (folder: string) => truncateSync(join(folder, file(folder, '.bytes')), 100), 100],
  ['bytes with other bytes', (folder: string) => flip(join(folder, file(folder, '.bytes'))), 100],
  ['files with other ids', (folder: string) => flip(join(folder, file(folder, '.ids'))), 1_000],
  ['files with a broken manifest', (folder: string) => writeFileSync(join(folder, 'vectors.json'), '{'), 1_000],
] as const) {
  test(`rebuilds saved ${what}`, async (t) => {
    const { files } = clustered(20);
    const folder = temporaryFolder(t);
    const first = await openFaiss(t, folder, { bytesFrom });
    first.writer.commit(files);
    await first.vectorsReady('grown');
    await first.flush();
    await first.close();
    damage(join(folder, 'copy-0'));
    const messages: string[] = [];
    const index = await openFaiss(t, folder, { bytesFrom, log: (_level, message) => messages.push(message) });
    await index.vectorsReady();
    assert.match(messages.join('\n'), /saved vectors are not used: damaged/);
    assert.equal(index.reader.vectorIndex.reason, '200 distinct vectors searched exactly');
    assert.equal((await index.reader.similar(vectorOf('x'), 1_000)).length, 200);
  });
}

const file = (folder: string, ending: string): string =>
  readdirSync(folder).find((name) => name.startsWith('vectors-') && name.endsWith(ending))!;

function flip(path: string): void {
  const content = readFileSync(path);
  content[content.length - 9]! ^= 0xff;
  writeFileSync(path, content);
}

test('loads saved files and applies what changed since', async (t) => {
  const { files } = clustered(20);
  const folder = temporaryFolder(t);
  const first = await openFaiss(t, folder);
  first.writer.commit(files);
  await first.vectorsReady('grown');
  await first.flush();
  const before = readdirSync(first.folder).filter((name) => name.startsWith('vectors'));
  first.writer.remove(['f0.ts']);
  first.writer.commit([fileOf('late.ts', [{ name: 'late' }])]);
  await first.maintenance.maintain(new AbortController().signal);
  await first.close();
  assert.deepEqual(
    readdirSync(join(folder, 'copy-0')).filter((name) => name.startsWith('vectors')),
    before,
    'too little for a save',
  );
  const messages: string[] = [];
  const index = await openFaiss(t, folder, { log: (_level, message) => messages.push(message) });
  await index.vectorsReady();
  assert.deepEqual(messages, []);
  assert.deepEqual(namesOf(index, await index.reader.similar(vectorOf('late '), 1)), ['late']);
  assert.equal((await index.reader.similar(vectorOf('x'), 1_000)).length, 190 + 2);
});

/** The files of a folder that hold a vector, as FAISS stores it or as the index does. */
function filesWith(folder: string, vector: Float32Array): string[] {
  const quantised = quantise(vector, 0, vector.length)!;
  const slice = { ids: Float64Array.of(1), scales: Float32Array.of(quantised.scale), codes: new Int8Array(quantised.codes) };
  const values: number[] = [];
  dequantise(slice, 0, vector.length, values);
  const forms = [Buffer.from(Float32Array.from(values).buffer), quantised.codes];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => forms.some((form) => readFileSync(path).includes(form)));
}

test('a purge leaves no removed vector in any file, whether FAISS runs, loads or rests, and of no model', async (t) => {
  const { files } = clustered(20);
  const folder = temporaryFolder(t);
  const never = new AbortController().signal;
  const chosen = { name: 'openai:other', dimensions };
  const secret = fileOf('secret.ts', [{ name: 'openVault' }]);
  const vector = secret.vectors!.subarray(dimensions);
  const chosenVector = vectorOf('the chosen model has another vector');
  const index = await openFaiss(t, folder);
  index.writer.commit([...files, secret]);
  const hashes = secret.parts.map(({ hash }) => hash);
  index.models.put(chosen, hashes, Float32Array.from([...chosenVector, ...chosenVector]));
  index.models.complete(chosen);
  index.models.serve(chosen);
  await index.vectorsReady('grown');
  index.models.serve(index.models.base);
  await index.vectorsReady('grown');
  await index.flush();
  assert.ok(filesWith(folder, vector).some((path) => path.endsWith('.faiss')));
  // Removed, but not for good: FAISS has only marked it when the purge begins.
  index.writer.remove(['secret.ts']);
  await index.maintenance.maintain(never);
  await index.flush();
  assert.ok(filesWith(folder, vector).length > 0, 'an ordinary removal leaves it in the files of FAISS');
  await index.maintenance.purge(never);
  assert.deepEqual(filesWith(folder, vector), []);
  assert.deepEqual(filesWith(folder, chosenVector), []);
  await index.vectorsReady('grown');
  await index.flush();
  assert.deepEqual(filesWith(folder, vector), []);
  assert.equal((await index.reader.similar(vector, 1_000)).length, 200);
  await index.close();
  // Saved by an earlier process, and FAISS does not run.
  const before = await openFaiss(t, folder);
  before.writer.commit([secret]);
  await before.vectorsReady('grown');
  await before.flush();
  await before.close();
  const resting = await openFaiss(t, folder);
  assert.ok(filesWith(folder, vector).length > 0);
  resting.writer.remove(['secret.ts']);
  await resting.maintenance.purge(never);
  assert.deepEqual(filesWith(folder, vector), []);
});

for (const bytesFrom of [10_000, 100])
  test(`reads vectors again after many removals, held as bytes from ${bytesFrom} on`, async (t) => {
    const { files, near } = clustered(40);
    const index = await openFaiss(t, temporaryFolder(t), { bytesFrom });
    index.writer.commit(files);
    await index.vectorsReady('grown');
    index.writer.remove(files.slice(0, 20).map((each) => each.path));
    await index.maintenance.maintain(new AbortController().signal);
    assert.equal((await index.reader.similar(near(), 1_000)).length, 200);
    while (!index.reader.vectorIndex.reason.startsWith('200 distinct vectors')) await index.vectorsReady('grown');
    assert.equal((await index.reader.similar(near(), 1_000)).length, 200);
  });

test('FAISS ends with the process that started it', async (t) => {
  const child = fork(fileURLToPath(new URL('./store-process.js', import.meta.url)), ['hold', temporaryFolder(t), 'auto'], { execArgv: [] });
  t.after(() => child.kill('SIGKILL'));
  const [{ faissPid }] = await once(child, 'message');
  assert.ok(isAlive(faissPid));
  child.kill('SIGKILL');
  while (isAlive(faissPid)) await new Promise((resolve) => setImmediate(resolve));
});

/** A zombie that nobody has waited for is dead too. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const stat = `/proc/${pid}/stat`;
  return !(existsSync(stat) && / Z /.test(readFileSync(stat, 'utf8')));
}

test('closing stops the process', async (t) => {
  const index = await openFaiss(t);
  await index.vectorsReady();
  const pid = index.faissPid!;
  const searching = index.reader.similar(vectorOf('x'), 5);
  await index.close();
  assert.deepEqual(await searching, []);
  assert.equal(isAlive(pid), false);
});
