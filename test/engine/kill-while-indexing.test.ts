/** kill -9 in the middle of indexing, again and again: the next start answers as one that has never known anything else. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import type { Engine } from '../../server/core/engine/engine-api.js';
import { settledEngine, treeOf, type Workspace, workspace } from '../support/real-engine.js';
import { serverMain, startServer } from '../support/server-process.js';
import { initialize, openDocument } from '../support/test-client.js';
import { randomFrom } from './store-fixture.js';

const things = ['Order', 'Parcel', 'Ticket', 'Account', 'Session', 'Payment', 'Address', 'Basket'];
const actions = ['create', 'cancel', 'validate', 'refund', 'archive', 'notify', 'schedule', 'import'];

/** Code in which files lean on each other, so that ranking has something to measure; another text for each version. */
function fileText(file: number, version: number): string {
  const parts = [`import { create${things[(file + 1) % 8]}${file + 1} } from './file${file + 1}.js';`];
  for (let i = 0; i < 6; i++) {
    const name = `${actions[(file + i) % 8]}${things[(file * 3 + i) % 8]}${file}`;
    const callee = `${actions[(file + i + version) % 8]}${things[((file + 1) * 3 + i) % 8]}${(file + version) % 14}`;
    parts.push(`/** Version ${version} of how to ${actions[(i + version) % 8]} things. */
export function ${name}(amount: number): number {
  if (amount > ${version}) return ${callee}(amount - ${i});
  return amount * ${file};
}`);
  }
  return `${parts.join('\n\n')}\n`;
}

const questions = ['refund a payment', 'createOrder0', 'who calls validateParcel', 'schedule things version', 'notify the account session'];

/** All that a user can learn of an index: answers with scores and texts, and every symbol, edge and word count. */
async function allThatIsKnown(engine: Engine): Promise<unknown> {
  const answers = [];
  for (const query of questions) {
    const { results, problems, confidence } = await engine.retrieve({ query, limit: 50, budgetTokens: Number.POSITIVE_INFINITY });
    answers.push({
      query,
      problems,
      confidence,
      results: results.map(({ key, path, lines, score, text }) => ({ key, path, lines, score, text })),
    });
  }
  const db = new Database(join(engine.status().indexFolder, 'index.sqlite'), { readonly: true });
  const rows = (sql: string) => db.prepare(sql).raw().all();
  const known = {
    answers,
    integrity: rows('PRAGMA integrity_check'),
    files: rows(
      'SELECT path, content_hash, size_bytes, mtime_ms, lines, origin, problem, symbol_count, ref_count, vector_count FROM files ORDER BY path',
    ),
    symbols: rows(
      'SELECT path, qualified, chunks.name, symbol_kind, key, line_start, line_end, signature, doc FROM chunks JOIN files ON files.id = file ORDER BY path, line_start, key',
    ),
    edges: rows('SELECT key, refs.name, refs.kind, line FROM refs JOIN chunks ON chunks.id = chunk ORDER BY 1, 2, 3, 4'),
    vectors: rows(
      'SELECT key, n, hash FROM parts JOIN chunks ON chunks.id = parts.chunk JOIN vectors ON vectors.id = vector ORDER BY 1, 2',
    ),
    words: rows("SELECT count(*) FROM lexical WHERE lexical MATCH 'version'"),
    importance: rows('SELECT path, users FROM importance JOIN files ON files.id = file ORDER BY path'),
  };
  db.close();
  return known;
}

async function checkAsFresh(place: Workspace, what: string): Promise<void> {
  const fresh = await settledEngine(place, { cacheDir: join(dirname(place.folder), 'fresh') });
  const expected = await allThatIsKnown(fresh);
  await fresh.close();
  rmSync(join(dirname(place.folder), 'fresh'), { recursive: true });
  const survivor = await settledEngine(place);
  assert.deepEqual(await allThatIsKnown(survivor), expected, what);
  await survivor.close();
}

/** Fewer chunks than a search considers: at that bound equals are cut by the order in which they were stored. */
const fileCount = 14;
const killed = async (child: ReturnType<typeof spawn>): Promise<void> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
};

test('survives being killed while indexing at random moments', { timeout: 200_000 }, async (t) => {
  const place = workspace(t);
  const random = randomFrom(Number(process.env['KILL_SEED'] ?? 11));
  const entry = fileURLToPath(new URL('./kill-process.js', import.meta.url));
  const died: string[] = [];
  for (let round = 0; round < 12; round++) {
    // Most files change each round, some go, some come back: every start has work to do.
    for (let file = 0; file < fileCount; file++) {
      if (round > 0 && random() < 0.3) continue;
      if (random() < 0.1) rmSync(place.file(`src/file${file}.ts`), { force: true });
      else place.write(`src/file${file}.ts`, fileText(file, round));
    }
    const before = treeOf(place.folder);
    if (round % 4 === 3) {
      const child = spawn(process.execPath, [serverMain, 'index', place.folder, '--cache-dir', place.cacheDir], { stdio: 'ignore' });
      const timer = setTimeout(() => child.kill('SIGKILL'), 150 + 700 * random());
      await killed(child);
      clearTimeout(timer);
      died.push(`${child.signalCode ?? child.exitCode}`);
    } else {
      const at = round % 4 === 2 ? 'measuring' : String(Math.floor(12 * random()));
      const child = spawn(process.execPath, [entry, place.folder, place.cacheDir, at], { stdio: 'ignore' });
      await killed(child);
      died.push(`${at} ${child.signalCode}`);
      assert.equal(child.signalCode, 'SIGKILL');
    }
    if (round % 3 === 2) await checkAsFresh(place, `round ${round}, killed: ${died.join(', ')}`);
    assert.deepEqual(treeOf(place.folder), before);
  }
});

test('a killed server leaves no unsaved text', { timeout: 60_000 }, async (t) => {
  const place = workspace(t);
  for (let file = 0; file < 8; file++) place.write(`src/file${file}.ts`, fileText(file, 1));
  const before = treeOf(place.folder);
  const uri = `file://${place.file('src/file1.ts')}`;
  for (let round = 0; round < 2; round++) {
    const { client, child, ended } = startServer();
    await initialize(client, { folders: [`file://${place.folder}`], settings: { cacheDir: place.cacheDir } });
    openDocument(client, uri, 'export function neverSaved(): void {}\n');
    openDocument(client, `file://${place.file('src/unheardOf.ts')}`, 'export function neverWritten(): void {}\n');
    const { results } = await client.request('context/retrieve', { query: 'neverSaved' });
    assert.equal(results[0].name, 'neverSaved');
    client.notify('textDocument/didChange', {
      textDocument: { uri, version: 2 },
      contentChanges: [{ text: 'export function neverSavedEither(): void {}\n' }],
    });
    child.kill('SIGKILL');
    assert.equal(await ended, 'SIGKILL');
  }
  await checkAsFresh(place, 'after two dead servers');
  const engine = await settledEngine(place);
  for (const query of ['neverSaved', 'neverWritten', 'neverSavedEither'])
    assert.doesNotMatch(JSON.stringify((await engine.retrieve({ query })).results), /never/);
  assert.deepEqual(treeOf(place.folder), before);
  assert.deepEqual(readdirSync(place.folder), ['src']);
});
