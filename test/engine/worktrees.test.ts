/** A second working tree of a repository: its index starts from that of the first, and equals a fresh one. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import Database from 'better-sqlite3';
import { engineOn, workspace } from '../support/real-engine.js';
import { gitMissing, repositoryIn } from './history-fixture.js';

const skip = gitMissing;
const files = Object.fromEntries(
  ['alpha', 'beta', 'gamma', 'delta'].map((name, i, all) => [
    `src/${name}.py`,
    `from src.${all[(i + 1) % 4]} import ${all[(i + 1) % 4]}_total\n\n\ndef ${name}_total(orders):\n    """Sum of ${name}."""\n    return ${all[(i + 1) % 4]}_total(orders)\n`,
  ]),
);

/** What an index holds, without what differs between two indexes of the same content. */
function contentOf(indexFolder: string): Record<string, unknown[]> {
  const db = new Database(join(indexFolder, 'index.sqlite'), { readonly: true });
  try {
    const rows = (sql: string) => db.prepare(sql).all();
    return {
      files: rows('SELECT path, language, content_hash, size_bytes, mtime_ms, lines, chunk_count FROM files ORDER BY path'),
      chunks: rows(
        'SELECT path, key, kind, name, span_start, span_end FROM chunks JOIN files ON files.id = file ORDER BY path, span_start, key',
      ),
      edges: rows(
        'SELECT path, from_key, to_key, kind, line FROM edges JOIN files ON files.id = file ORDER BY path, from_key, to_key, kind',
      ),
      importance: rows('SELECT path, users FROM importance JOIN files ON files.id = file ORDER BY path'),
    };
  } finally {
    db.close();
  }
}
const indexedAt = (indexFolder: string): Map<string, number> => {
  const db = new Database(join(indexFolder, 'index.sqlite'), { readonly: true });
  const rows = db.prepare<[], { path: string; indexed_at: number }>('SELECT path, indexed_at FROM files').all();
  db.close();
  return new Map(rows.map(({ path, indexed_at: at }) => [path, at]));
};

test('only files that differ are analysed; the index equals a fresh one, and the other tree gives no results', { skip }, async (t) => {
  const first = workspace(t);
  const { git, commit } = repositoryIn(first);
  commit('all', 1, files);
  const folder = join(dirname(first.folder), 'second');
  git('worktree', 'add', '-q', folder, '-b', 'second');
  const second = { ...first, folder, file: (path: string) => join(folder, path) };
  first.write('src/only_first.py', 'def only_in_the_first():\n    return 1\n');
  const engine = await engineOn(first);
  await engine.settled();
  const before = indexedAt(engine.status().indexFolder);

  writeFileSync(second.file('src/beta.py'), `${files['src/beta.py']}\n\ndef only_in_the_second():\n    return 2\n`);
  const other = await engineOn(second);
  await other.settled();
  const names = async (query: string) => (await other.retrieve({ query })).results.map(({ name }) => name);
  assert.equal((await names('only_in_the_second'))[0], 'only_in_the_second');
  assert.ok(!(await names('only_in_the_first')).includes('only_in_the_first'));
  const { indexFolder } = other.status();
  await other.close();
  const after = indexedAt(indexFolder);
  assert.deepEqual(
    [...after].filter(([path, at]) => before.get(path) !== at).map(([path]) => path),
    ['src/beta.py'],
  );

  const fresh = await engineOn(second, { cacheDir: join(dirname(first.folder), 'fresh') });
  await fresh.settled();
  const freshFolder = fresh.status().indexFolder;
  await fresh.close();
  assert.deepEqual(contentOf(indexFolder), contentOf(freshFolder));
});

test('a folder that only claims to be a working tree starts empty', { skip }, async (t) => {
  const first = workspace(t);
  const { commit } = repositoryIn(first);
  commit('all', 1, files);
  const engine = await engineOn(first);
  await engine.settled();
  const folder = join(dirname(first.folder), 'claims');
  mkdirSync(join(folder, 'src'), { recursive: true });
  writeFileSync(join(folder, '.git'), `gitdir: ${first.file('.git')}\n`);
  writeFileSync(join(folder, 'src/alpha.py'), readFileSync(first.file('src/alpha.py')));
  const other = await engineOn({ ...first, folder });
  await other.settled();
  const at = indexedAt(other.status().indexFolder);
  assert.ok((at.get('src/alpha.py') as number) > (indexedAt(engine.status().indexFolder).get('src/alpha.py') as number));
});
