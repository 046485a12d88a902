/** The index store against damage, sudden death, and a second server on the same workspace. */
import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { ContextError } from '../../server/core/model/problem.js';
import { type OpenedIndex, openIndex } from '../../server/io/stores/open-index.js';
import { silent } from '../../server/util/log.js';
import { allWeights, embedder, fileOf, namesOf, openTestIndex, randomFrom, temporaryFolder, vectorOf } from './store-fixture.js';
import { versionedFile, versionedFiles } from './store-process.js';

function startProcess(t: TestContext, ...args: string[]): ChildProcess {
  const child = fork(fileURLToPath(new URL('./store-process.js', import.meta.url)), args, { execArgv: [] });
  t.after(() => child.kill('SIGKILL'));
  return child;
}

async function killed(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

/** Every file is of one version, in SQLite, in the lexical index and among the vectors. */
async function checkConsistent(index: OpenedIndex): Promise<void> {
  const db = new Database(join(index.folder, 'index.sqlite'), { readonly: true });
  assert.equal(db.pragma('integrity_check', { simple: true }), 'ok');
  db.close();
  for (const [path, state] of index.writer.fileStates()) {
    const chunks = index.reader.chunksOfFile(state.id);
    const [version] = index.reader.fileText(state.id)?.match(/version\d+/) ?? [];
    const number = path.match(/\d+/)?.[0];
    assert.equal(chunks.length, 7, path);
    const hits = index.reader.lexical({ words: [version!], weights: allWeights }, 1_000);
    const own = hits.filter((hit) => index.reader.chunks([hit.chunkId])[0]?.path === path);
    assert.equal(own.length, 6, `${path}: lexical rows of ${version}`);
    assert.equal(index.writer.partHashes(path).length, 7);
    for (const chunk of chunks.slice(1)) {
      const [best] = await index.reader.similar(vectorOf(`${chunk.name} file${number} ${version}`), 1);
      assert.equal(best?.chunkId, chunk.id, `${path}: vector of ${chunk.name}`);
    }
    assert.equal(index.reader.edgesFrom(chunks.map((chunk) => chunk.id)).length, 6);
  }
}

test('the index is consistent after being killed at any moment', async (t) => {
  const folder = temporaryFolder(t);
  const random = randomFrom(7);
  for (let round = 0; round < 6; round++) {
    const child = startProcess(t, 'commit', folder);
    let left = 2 + Math.floor(random() * 25);
    for await (const _ of messagesOf(child)) if (--left === 0) break;
    await killed(child);
    const index = await openIndex({ folder, embedder, vectorSearch: 'exact', log: silent });
    assert.deepEqual(index.origin, { kind: 'warm' });
    assert.equal(index.copyNumber, 0);
    if (round > 0) assert.equal(index.reader.counts().files, versionedFiles);
    await checkConsistent(index);
    await index.close();
  }
});

async function* messagesOf(child: ChildProcess): AsyncGenerator<unknown> {
  for (;;) yield (await once(child, 'message'))[0];
}

test("a second server takes the next copy, warm, without the first one's open documents", async (t) => {
  const folder = temporaryFolder(t);
  const child = startProcess(t, 'hold', folder);
  assert.deepEqual((await once(child, 'message'))[0].copy, 0);
  const second = await openTestIndex(t, folder);
  assert.equal(second.copyNumber, 1);
  assert.deepEqual(second.origin, { kind: 'copied' });
  assert.equal(second.writer.isComplete(), true);
  assert.deepEqual([...second.writer.fileStates().keys()], ['shared.ts']);
  const hits = second.reader.lexical({ words: ['walrus'], weights: allWeights }, 5);
  assert.deepEqual(namesOf(second, hits), ['shared']);
  assert.deepEqual(namesOf(second, await second.reader.similar(vectorOf('shared walrus'), 1)), ['shared']);
  second.writer.commit([fileOf('mine.ts', [{ name: 'mine' }])]);
  await killed(child);
  const third = await openTestIndex(t, folder);
  assert.equal(third.copyNumber, 0, 'the lock has died with its process');
  assert.deepEqual(third.reader.named(['mine'], 1), []);
  assert.equal(third.reader.named(['unsaved'], 1).length, 1);
});

test('bounds the number of copies', async (t) => {
  const folder = temporaryFolder(t);
  for (let i = 0; i < 8; i++) assert.equal((await openTestIndex(t, folder)).copyNumber, i);
  await assert.rejects(openTestIndex(t, folder), (error) => error instanceof ContextError && error.code === 'index');
});

async function saved(t: TestContext): Promise<{ folder: string; file: string }> {
  const folder = temporaryFolder(t);
  const index = await openIndex({ folder, embedder, vectorSearch: 'exact', log: silent });
  index.writer.commit(Array.from({ length: versionedFiles }, (_, f) => versionedFile(f, 1)));
  index.writer.markComplete();
  await index.close();
  const file = join(folder, 'copy-0', 'index.sqlite');
  // A connection that ends after the index leaves the write-ahead log, from which a damaged file is whole again.
  const db = new Database(file);
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
  return { folder, file };
}

for (const [what, damage] of [
  ['garbage', (file: string) => writeFileSync(file, 'this is not a database at all, but long enough to look at'.repeat(100))],
  ['a destroyed header', (file: string) => overwrite(file, 0, 200)],
  ['a file cut short', (file: string) => truncateSync(file, 5_000)],
  ['an empty file', (file: string) => truncateSync(file, 0)],
  ['another schema version', (file: string) => setVersion(file, 999)],
] as const) {
  test(`rebuilds an index of ${what} at opening`, async (t) => {
    const { folder, file } = await saved(t);
    damage(file);
    const index = await openTestIndex(t, folder);
    assert.equal(index.origin.kind, 'empty');
    assert.equal(index.writer.isComplete(), false);
    assert.equal(index.reader.counts().files, 0);
    index.writer.commit([versionedFile(1, 2)]);
    await checkConsistent(index);
  });
}

function overwrite(file: string, from: number, length: number): void {
  const content = readFileSync(file);
  content.fill(0xa5, from, from + length);
  writeFileSync(file, content);
}

function setVersion(file: string, version: number): void {
  const db = new Database(file);
  db.pragma(`user_version = ${version}`);
  db.close();
}

test('survives any damaged page, and indexing again repairs it', async (t) => {
  const { folder, file } = await saved(t);
  const whole = `${file}.whole`;
  copyFileSync(file, whole);
  const pages = readFileSync(whole).length / 4_096;
  let rebuilt = 0;
  for (let page = 0; page < pages; page += Math.max(1, Math.floor(pages / 40))) {
    copyFileSync(whole, file);
    overwrite(file, page * 4_096, 4_096);
    let told = '';
    const index = await openIndex({ folder, embedder, vectorSearch: 'exact', log: silent, onRebuilt: (reason) => (told = reason) });
    await exercise(index);
    await new Promise((resolve) => setImmediate(resolve));
    if (told || index.origin.kind === 'empty') {
      rebuilt++;
      assert.equal(index.writer.isComplete(), false, `page ${page}`);
    }
    index.writer.commit(Array.from({ length: versionedFiles }, (_, f) => versionedFile(f, 2)));
    if (told || index.origin.kind === 'empty') await checkConsistent(index);
    await index.close();
  }
  assert.ok(rebuilt > 10, `${rebuilt} databases were rebuilt`);
});

for (const change of ["UPDATE files SET role = 'sourcf'", "UPDATE files SET origin = 'disc'", "UPDATE chunks SET symbol_kind = 'functiom'"])
  test(`notices a stored value that does not exist: ${change}`, async (t) => {
    const { folder, file } = await saved(t);
    const db = new Database(file);
    db.exec(change);
    db.close();
    let told = '';
    const index = await openTestIndex(t, folder, { onRebuilt: (reason) => (told = reason) });
    await exercise(index);
    await new Promise((resolve) => setImmediate(resolve));
    assert.match(told, /a stored kind or role is none of/);
    assert.equal(index.reader.counts().files, 0);
  });

async function exercise(index: OpenedIndex): Promise<void> {
  for (const [path, { id }] of index.writer.fileStates()) {
    index.reader.file(path);
    index.reader.fileText(id);
    index.writer.partHashes(path);
    const ids = index.reader.chunksOfFile(id).map((chunk) => chunk.id);
    index.reader.edgesFrom(ids);
    index.reader.edgesInto(ids, 100);
  }
  index.reader.lexical({ words: ['version1', 'file3'], weights: allWeights }, 100);
  index.reader.documentFrequency(['version1']);
  index.reader.named(['f1s1'], 5);
  index.reader.searchNames('f1s', 5);
  await index.namesBuilt();
  await index.reader.similar(vectorOf('f1s1 file1 version1'), 5);
  index.reader.counts();
  await index.maintenance.maintain(new AbortController().signal);
}

test('rebuilds a database that is deleted under a running server', { skip: process.platform === 'win32' }, async (t) => {
  let told = '';
  const index = await openTestIndex(t, temporaryFolder(t), { onRebuilt: (reason) => (told = reason) });
  index.writer.commit([versionedFile(0, 1)]);
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(index.folder, `index.sqlite${suffix}`));
  index.writer.commit([versionedFile(1, 1)]);
  await new Promise((resolve) => setImmediate(resolve));
  assert.match(told, /deleted/);
  assert.deepEqual([...index.writer.fileStates().keys()], ['src/f1.ts']);
  await index.close();
  const again = await openTestIndex(t, dirname(index.folder));
  assert.equal(again.reader.counts().files, 1);
  await checkConsistent(again);
});

test('survives index files that are overwritten while running', async (t) => {
  const folder = temporaryFolder(t);
  let told = '';
  const index = await openIndex({ folder, embedder, vectorSearch: 'exact', log: silent, onRebuilt: (reason) => (told = reason) });
  index.writer.commit([versionedFile(0, 1)]);
  for (const suffix of ['', '-wal']) overwrite(join(index.folder, `index.sqlite${suffix}`), 0, 4_096);
  index.writer.commit([versionedFile(1, 1)]);
  await exercise(index);
  await index.close();
  const again = await openTestIndex(t, folder);
  assert.ok(told !== '' || again.origin.kind === 'empty' || again.reader.counts().files === 2);
  again.writer.commit([versionedFile(0, 2), versionedFile(1, 2)]);
  await checkConsistent(again);
});

test('the write-ahead log stays short while commits follow each other', async (t) => {
  const index = await openTestIndex(t, temporaryFolder(t));
  const lengths: number[] = [];
  const commit = (version: number) => {
    index.writer.commit(Array.from({ length: versionedFiles }, (_, i) => versionedFile(i, version)));
    lengths.push(statSync(join(index.folder, 'index.sqlite-wal')).size);
  };
  for (let version = 0; version < 10; version++) commit(version);
  // As many as write 24 MB, if each writes as much as the first ones.
  const commits = Math.ceil((10 * 24e6) / (lengths[9] as number));
  for (let version = 10; version < commits; version++) commit(version);
  assert.ok(Math.max(...lengths) < 6e6, `${Math.max(...lengths)} bytes`);
});
