/** An index that was damaged between two starts, and a disk that is full: the answers come back, the sources stay. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import Database from 'better-sqlite3';
import type { Engine } from '../../server/core/engine/engine-api.js';
import { ContextError } from '../../server/core/model/problem.js';
import { engineOn, settledEngine, treeOf, type Workspace, workspace } from '../support/real-engine.js';

const verbs = ['open', 'close', 'send', 'fetch', 'parse', 'store', 'render', 'merge'];
const nouns = ['Invoice', 'Socket', 'Pixel', 'Ledger', 'Token', 'Route', 'Cache', 'Signal', 'Voucher', 'Matrix'];

/** `files` files of ten functions each, no two alike. */
function manyFunctions(t: TestContext, files: number): Workspace {
  const place = workspace(t);
  for (let f = 0; f < files; f++) {
    const text = nouns.map((noun, i) => {
      const name = `${verbs[(f + i) % verbs.length]}${noun}${f}`;
      return `/** Will ${name.replace(/([A-Z])/g, ' $1').toLowerCase()} when asked to. */\nexport function ${name}(amount: number): number {\n  const total = amount * ${f * 10 + i};\n  return total + ${i};\n}\n`;
    });
    place.write(`src/part${f}.ts`, text.join('\n'));
  }
  return place;
}

const questions = ['render the pixel', 'openInvoice0', 'parseToken2', 'how is a voucher stored', 'merge ledger signal'];

/** What an engine answers, without what differs from run to run. */
async function answersOf(engine: Engine) {
  const answers = [];
  for (const query of questions) {
    const { results, problems } = await engine.retrieve({ query, limit: 20, budgetTokens: Number.POSITIVE_INFINITY });
    answers.push({ query, problems, results: results.map(({ key, path, lines, score, text }) => ({ key, path, lines, score, text })) });
  }
  const { hits } = await engine.symbols({ query: 'openInvoice', limit: 30 });
  // Names that are only similar are found once the table of names has been built, in the background.
  const sure = hits.filter(({ reason }) => reason !== 'fuzzy name' && reason !== 'meaning');
  return { answers, hits: sure.map(({ qualifiedName, path, nameLine }) => `${qualifiedName} ${path} ${nameLine}`) };
}

const slotOf = (place: Workspace): string => join(place.cacheDir, readdirSync(place.cacheDir)[0] as string, 'copy-0');

const overwrite = (file: string, from: number, length: number): void => {
  const content = readFileSync(file);
  content.fill(0xa5, from, Math.min(content.length, from + length));
  writeFileSync(file, content);
};
const inTheMiddle = (file: string): void => overwrite(file, 4_096 * Math.floor(readFileSync(file).length / 8_192), 3 * 4_096);

const sqliteDamage: Readonly<Record<string, (file: string) => void>> = {
  'is garbage': (file) => writeFileSync(file, 'no database'.repeat(1_000)),
  'is cut in half': (file) => truncateSync(file, readFileSync(file).length >> 1),
  'is empty': (file) => truncateSync(file, 0),
  'has lost its header': (file) => overwrite(file, 0, 100),
  'has pages overwritten': inTheMiddle,
  'has all its pages but the first overwritten': (file) => overwrite(file, 4_096, readFileSync(file).length),
  'is of another version': (file) => execute(file, 'PRAGMA user_version = 1'),
  'has lost a table': (file) => execute(file, 'DROP TABLE chunks'),
  'has lost rows': (file) => execute(file, 'DELETE FROM meta'),
  'is another database': (file) => {
    rmSync(file);
    execute(file, 'CREATE TABLE other(a)');
  },
  'has garbage for a log': (file) => writeFileSync(`${file}-wal`, Buffer.alloc(50_000, 0x37)),
  'has gone': (file) => rmSync(file),
};

function execute(file: string, sql: string): void {
  const db = new Database(file);
  db.exec(sql);
  db.close();
}

test('recovers from a damaged SQLite file between two starts', { timeout: 120_000 }, async (t) => {
  const place = manyFunctions(t, 12);
  const before = treeOf(place.folder);
  const first = await settledEngine(place);
  const expected = await answersOf(first);
  await first.close();
  const file = join(slotOf(place), 'index.sqlite');
  const whole = join(dirname(place.folder), 'whole.sqlite');
  copyFileSync(file, whole);
  for (const [how, damage] of Object.entries(sqliteDamage)) {
    for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true });
    copyFileSync(whole, file);
    damage(file);
    const log: string[] = [];
    const engine = await engineOn(place, { log: (level, message) => log.push(`${level}: ${message}`) });
    // At any moment of it: an answer, if need be one that says what it lacks.
    const early = await engine.retrieve({ query: 'openInvoice0' });
    if (!early.results.length) assert.equal(early.isIncomplete, true, `${how}: ${JSON.stringify(early.problems)}`);
    await engine.settled();
    assert.deepEqual(await answersOf(engine), expected, `an index that ${how}\n${log.join('\n')}`);
    assert.equal(engine.status().files, 12, how);
    await engine.close();
  }
  assert.deepEqual(treeOf(place.folder), before);
});

/** FAISS adds up in another order than plain code: scores agree to the third digit, and what is equal may change places. */
function assertAlike(actual: Awaited<ReturnType<typeof answersOf>>, expected: typeof actual, what: string): void {
  const byKey = ({ answers, hits }: typeof actual) => ({
    hits,
    answers: answers.map(({ results, ...rest }) => ({
      ...rest,
      results: results.map(({ score: _, ...result }) => result).sort((a, b) => (a.key < b.key ? -1 : 1)),
    })),
  });
  assert.deepEqual(byKey(actual), byKey(expected), what);
  for (const [i, { results }] of actual.answers.entries())
    for (const [at, { score }] of results.entries())
      assert.ok(Math.abs(score - (expected.answers[i]?.results[at]?.score ?? 0)) < 0.002, `${what}: score ${score} of result ${at}`);
}

const faissDamage: Readonly<Record<string, (folder: string) => void>> = {
  'cut in half': (folder) => truncateSync(largest(folder), readFileSync(largest(folder)).length >> 1),
  emptied: (folder) => truncateSync(largest(folder), 0),
  'of garbage': (folder) => writeFileSync(largest(folder), Buffer.alloc(100_000, 0xff)),
  'with one byte changed': (folder) => overwrite(largest(folder), 1_000, 1),
  'with a huge count in the header': (folder) => overwrite(largest(folder), 8, 8),
  'that are gone': (folder) => rmSync(largest(folder)),
  'with a manifest of garbage': (folder) => writeFileSync(join(folder, 'vectors.json'), '{"version": '),
  'with a manifest that names another file': (folder) => {
    const manifest = readFileSync(join(folder, 'vectors.json'), 'utf8');
    writeFileSync(join(folder, 'vectors.json'), manifest.replaceAll(/vectors-flat-[\w-]+\.faiss/g, '../../../../etc/passwd'));
  },
  'without their ids': (folder) => {
    for (const name of readdirSync(folder)) if (name.endsWith('.ids')) truncateSync(join(folder, name), 0);
  },
};
const largest = (folder: string): string =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.faiss'))
    .map((name) => join(folder, name))
    .sort((a, b) => readFileSync(b).length - readFileSync(a).length)[0] as string;

test('recovers from damaged FAISS files between two starts', { timeout: 120_000 }, async (t) => {
  const place = manyFunctions(t, 80);
  const first = await settledEngine(place, { vectorSearch: 'auto' });
  await first.ready();
  await first.close();
  const slot = slotOf(place);
  if (!readdirSync(slot).includes('vectors.json')) return t.skip('no FAISS here');
  const plain = await settledEngine(place, { vectorSearch: 'exact' });
  const expected = await answersOf(plain);
  await plain.close();
  const before = treeOf(place.folder);
  const saved = join(dirname(place.folder), 'saved');
  mkdirSync(saved);
  const vectorFiles = (folder: string) => readdirSync(folder).filter((name) => name.startsWith('vectors'));
  for (const name of vectorFiles(slot)) copyFileSync(join(slot, name), join(saved, name));
  for (const [how, damage] of Object.entries(faissDamage)) {
    for (const name of vectorFiles(slot)) rmSync(join(slot, name));
    for (const name of vectorFiles(saved)) copyFileSync(join(saved, name), join(slot, name));
    damage(slot);
    const engine = await engineOn(place, { vectorSearch: 'auto' });
    await engine.ready();
    assertAlike(await answersOf(engine), expected, `FAISS files ${how}`);
    assert.deepEqual(engine.status().problems, []);
    await engine.close();
  }
  assert.deepEqual(treeOf(place.folder), before);
});

/** A file system of its own, `sizeBytes` large, or the reason why there is none. */
function smallDisk(place: Workspace, size: string): { folder: string; resize(size: string): void } | string {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root on Linux can make a small disk';
  const folder = join(dirname(place.folder), 'disk');
  mkdirSync(folder);
  const mount = (...args: string[]) => spawnSync('mount', args, { encoding: 'utf8' });
  const { status, stderr, error } = mount('-t', 'tmpfs', '-o', `size=${size}`, basename(dirname(folder)), folder);
  if (status !== 0) return `no small disk can be mounted: ${stderr?.trim() || error?.message}`;
  place.atEnd(() => spawnSync('umount', ['-l', folder]));
  return { folder, resize: (to) => assert.equal(mount('-o', `remount,size=${to}`, folder).status, 0) };
}

test('a full disk: answers from what fits, reports the rest as missing, and recovers with free space', { timeout: 60_000 }, async (t) => {
  const place = manyFunctions(t, 120);
  const disk = smallDisk(place, '1m');
  if (typeof disk === 'string') return t.skip(disk);
  const before = treeOf(place.folder);
  const engine = await settledEngine(place, { cacheDir: disk.folder });
  const answer = await engine.retrieve({ query: 'render the pixel' });
  assert.equal(answer.isIncomplete, true);
  assert.match(answer.problems.find(({ code }) => code === 'storage')?.message ?? '', /the disk is full/);
  assert.ok(engine.status().files < 120);
  engine.openDocument('src/part0.ts', 'export function typedOnAFullDisk(): void {}\n');
  assert.equal((await engine.retrieve({ query: 'typedOnAFullDisk' })).isIncomplete, true);
  engine.closeDocument('src/part0.ts');
  await engine.settled();
  assert.deepEqual(treeOf(place.folder), before);
  disk.resize('200m');
  await engine.reindex({});
  assert.equal(engine.status().files, 120);
  assert.deepEqual(engine.status().problems, [], 'what was missing is there');
  const whole = await engine.retrieve({ query: 'openInvoice8' });
  assert.deepEqual([whole.results[0]?.name, whole.isIncomplete], ['openInvoice8', false]);
  assert.deepEqual(treeOf(place.folder), before);
});

test('a disk without room for an index is an index error', async (t) => {
  const place = manyFunctions(t, 1);
  const disk = smallDisk(place, '8k');
  if (typeof disk === 'string') return t.skip(disk);
  await assert.rejects(engineOn(place, { cacheDir: disk.folder }), (error) => {
    assert.ok(error instanceof ContextError && error.code === 'index', String(error));
    assert.match(error.message, /full|ENOSPC/);
    return true;
  });
});
