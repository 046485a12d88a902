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
