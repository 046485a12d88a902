/** The folder of pre-computed embeddings: good files are read, bad ones are warned of. */
import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { loadPrecomputed } from '../../server/io/archive/load-precomputed.js';
import { temporaryFolder } from './store-fixture.js';

/** Writes `files` and reads the folder; warnings without the folder's name. */
async function load(t: TestContext, files: Record<string, string>, dimensions = 2) {
  const folder = temporaryFolder(t);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const { vectors, warnings } = await loadPrecomputed(folder, dimensions);
  return { folder, vectors, warnings: warnings.map((warning) => warning.replaceAll(`${folder}/`, '')) };
}

test('reads names with and without extension, with and without a meta file', async (t) => {
  const { vectors, warnings } = await load(t, {
    parser: '[3, 4]',
    'parser.meta.json': '{"source": "src/parser.ts", "line": 12, "tags": ["core", "hot"], "author": "someone"}',
    'lexer.json': ' [0, -2]\n',
    '.hidden': 'no',
  });
  assert.deepEqual(warnings, []);
  assert.deepEqual(
    vectors.map(({ vector, ...rest }) => ({ ...rest, vector: [...vector].map((value) => Math.round(value * 100) / 100) })),
    [
      { id: 'lexer', source: null, line: null, tags: [], vector: [0, -1] },
      { id: 'parser', source: 'src/parser.ts', line: 12, tags: ['core', 'hot'], vector: [0.6, 0.8] },
    ],
  );
});

test('warns about wrong files and reads the others', async (t) => {
  const { vectors, warnings } = await load(t, {
    good: '[1, 0]',
    cut: '[1, 0',
    empty: '',
    long: '[1, 2, 3]',
    object: '{"embedding": [1, 0]}',
    words: '["1", "0"]',
    nothing: '[null, 1]',
    huge: '[1e400, 1]',
    zeros: '[0, 0]',
    'twice.json': '[1, 1]',
    twice: '[1, 0]',
    big: `[${'1,'.repeat(800_000)}1]`,
  });
  assert.deepEqual(
    vectors.map(({ id }) => id),
    ['good', 'twice'],
  );
  assert.deepEqual(warnings, [
    'big is skipped: 1600003 bytes, more than 1500000',
    'cut is skipped: no valid JSON',
    'empty is skipped: no valid JSON',
    'huge is skipped: value 0 is Infinity, not a finite number',
    'long is skipped: expected 2 dimensions, got 3',
    'nothing is skipped: value 0 is null, not a finite number',
    'object is skipped: expected an array of 2 numbers, got an object',
    'twice.json is skipped: the id twice occurs twice',
    'words is skipped: value 0 is a string, not a finite number',
    'zeros is skipped: all values are zero',
  ]);
});

test('ignores a bad meta file and keeps the vector', async (t) => {
  const { vectors, warnings } = await load(t, {
    a: '[1, 0]',
    'a.meta.json': 'nonsense',
    b: '[1, 0]',
    'b.meta.json': '{"source": 7, "line": 0, "tags": "x"}',
    c: '[1, 0]',
    'c.meta.json': '[]',
  });
  assert.deepEqual(
    vectors.map(({ vector: _, ...rest }) => rest),
    ['a', 'b', 'c'].map((id) => ({ id, source: null, line: null, tags: [] })),
  );
  assert.deepEqual(warnings, [
    'a.meta.json is skipped: no valid JSON',
    'b.meta.json: source is 7, it is not used',
    'b.meta.json: line is 0, it is not used',
    'b.meta.json: tags is a string, it is not used',
    'c.meta.json is skipped: expected an object, got an array of 0',
  ]);
});

test('a missing folder, a file in its place, folders and links inside give at most warnings', async (t) => {
  const { folder } = await load(t, { file: '[1, 0]' });
  const missing = await loadPrecomputed(join(folder, 'absent'), 2);
  assert.deepEqual(missing.vectors, []);
  assert.match(missing.warnings[0] as string, /the folder .*absent cannot be read: ENOENT/);
  assert.match((await loadPrecomputed(join(folder, 'file'), 2)).warnings[0] as string, /cannot be read: ENOTDIR/);
  mkdirSync(join(folder, 'sub.json'));
  symlinkSync(join(folder, 'file'), join(folder, 'link'));
  const { vectors, warnings } = await loadPrecomputed(folder, 2);
  assert.deepEqual(
    vectors.map(({ id }) => id),
    ['file'],
  );
  assert.match(warnings.join(), /link is skipped: not a plain file/);
  await assert.rejects(loadPrecomputed(folder, 2, AbortSignal.abort(new Error('stop'))), /stop/);
});
