/** What is stored may be damaged without a sign of it: a forced pass keeps nothing that it could write again. */
import assert from 'node:assert/strict';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import Database from 'better-sqlite3';
import { differentRows, rowsOf } from '../support/compare-indexes.js';
import { settledEngine, workspace } from '../support/real-engine.js';

const fixture = `
-- shop.ts --
import { tax } from './tax';
/** What a basket costs. */
export function total(amount: number): number {
  return tax(amount) + amount;
}
-- tax.ts --
/** The tax of an amount. */
export function tax(amount: number): number {
  return amount / 5;
}
`;

/** One for each table; keys and marks of chunks, hashes of files and of vectors stay, so that everything seems to be as it was. */
const damages = [
  "UPDATE chunks SET name='wrong', signature='wrong', doc='wrong', tokens=1, fold=NULL",
  'UPDATE vectors SET codes=zeroblob(length(codes)), scale=9',
  "UPDATE refs SET name='wrong', line=7",
  "UPDATE texts SET text='wrong'",
  "UPDATE names SET folded='wrong' || id",
  'UPDATE importance SET users=99',
  "UPDATE files SET language='wrong', ref_count=99, vector_count=99, chunk_count=99",
  'DELETE FROM lexical WHERE rowid IN (SELECT id FROM chunks)',
];

test('a forced pass writes again what was stored wrongly', async (t) => {
  const place = workspace(t, fixture);
  const fresh = await settledEngine(place, { cacheDir: join(dirname(place.folder), 'fresh'), history: 'off' });
  const first = await settledEngine(place, { history: 'off' });
  const file = join(first.status().indexFolder, 'index.sqlite');
  await first.close();
  for (const damage of damages) {
    const db = new Database(file);
    db.exec(damage);
    db.close();
    const engine = await settledEngine(place, { history: 'off' });
    assert.equal(differentRows(rowsOf(engine), rowsOf(fresh)).length > 0, true, `${damage}: it does no harm`);
    await engine.reindex({ force: true });
    await engine.settled();
    assert.deepEqual(differentRows(rowsOf(engine), rowsOf(fresh)), [], damage);
    await engine.close();
  }
});

/** Changes a table without its index, as damage to either does. */
function desynchronise(file: string, index: string, sql: string): void {
  const change = (work: (db: Database.Database) => void) => {
    const db = new Database(file);
    db.unsafeMode(true);
    db.pragma('writable_schema = ON');
    work(db);
    db.close();
  };
  let row: unknown[] = [];
  change((db) => {
    row = db.prepare('SELECT * FROM sqlite_schema WHERE name=?').raw().get(index) as unknown[];
    db.prepare('DELETE FROM sqlite_schema WHERE name=?').run(index);
  });
  change((db) => db.exec(sql));
  change((db) => db.prepare('INSERT INTO sqlite_schema VALUES(?,?,?,?,?)').run(...row));
}

test('a forced pass leaves no rows that a lookup does not find', async (t) => {
  const place = workspace(t, fixture);
  const fresh = await settledEngine(place, { cacheDir: join(dirname(place.folder), 'fresh'), history: 'off' });
  const first = await settledEngine(place, { history: 'off' });
  const file = join(first.status().indexFolder, 'index.sqlite');
  await first.close();
  desynchronise(file, 'parts_by_vector', 'UPDATE parts SET chunk = chunk + 1000');
  const engine = await settledEngine(place, { history: 'off' });
  await engine.reindex({ force: true });
  await engine.settled();
  const db = new Database(file, { readonly: true });
  assert.equal(db.pragma('integrity_check', { simple: true }), 'ok');
  db.close();
  assert.deepEqual(differentRows(rowsOf(engine), rowsOf(fresh)), []);
  await engine.close();
});

test('a forced pass removes words of rows that do not exist', async (t) => {
  const place = workspace(t, fixture);
  const first = await settledEngine(place, { history: 'off' });
  const file = join(first.status().indexFolder, 'index.sqlite');
  await first.close();
  const change = (work: (db: Database.Database) => void) => {
    const db = new Database(file);
    db.unsafeMode(true);
    work(db);
    db.close();
  };
  change((db) => {
    db.exec("INSERT INTO lexical(rowid, path, name, signature, body) VALUES(9999, '', '', '', 'basket')");
    db.exec('DELETE FROM lexical_docsize WHERE id=9999');
  });
  const engine = await settledEngine(place, { history: 'off' });
  await engine.reindex({ force: true });
  await engine.settled();
  await engine.close();
  change((db) => {
    db.exec("CREATE VIRTUAL TABLE temp.words USING fts5vocab('main', 'lexical', 'instance')");
    assert.deepEqual(db.prepare('SELECT doc FROM temp.words WHERE doc NOT IN (SELECT id FROM lexical_docsize)').all(), []);
    assert.notEqual(db.prepare("SELECT doc FROM temp.words WHERE term='basket'").get(), undefined);
  });
});
