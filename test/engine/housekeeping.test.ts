/** What edits leave in the index is removed while documents are edited and no file changes. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import Database from 'better-sqlite3';
import { settledEngine, workspace } from '../support/real-engine.js';
import { waitUntil } from '../support/wait-until.js';

/** More functions than housekeeping lets accumulate. */
const functions = 260;
const textOf = (version: string) =>
  Array.from({ length: functions }, (_, i) => `export function ${version}${i}() {\n  return '${version} ${i}';\n}\n`).join('\n');

test('vectors of replaced text are removed after edits of documents', async (t) => {
  const place = workspace(t, '-- a.ts --\nexport const first = 1;\n');
  const engine = await settledEngine(place);
  const name = readdirSync(place.cacheDir, { recursive: true, encoding: 'utf8' }).find((path) => path.endsWith('index.sqlite'));
  const db = new Database(join(place.cacheDir, name as string), { readonly: true });
  t.after(() => db.close());
  const unused = db.prepare('SELECT count(*) FROM vectors WHERE id NOT IN (SELECT vector FROM parts)').pluck();
  const all = db.prepare('SELECT count(*) FROM vectors').pluck();
  engine.openDocument('a.ts', textOf('first'));
  await engine.settled();
  // The pass over the files at the start is followed by housekeeping; the second edit is not.
  for (const version of ['second', 'third']) {
    engine.changeDocument('a.ts', textOf(version));
    await engine.settled();
    await waitUntil(`housekeeping after the ${version} edit`, () => unused.get() === 0);
    assert.ok((all.get() as number) > functions);
  }
});
