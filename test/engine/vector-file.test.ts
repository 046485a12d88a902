/** The flat file of vectors: what a start reads instead of as many rows of the database. */
import assert from 'node:assert/strict';
import { appendFileSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { lastIdInVectorFile, readVectorFile, writeVectorFile } from '../../server/io/stores/vectors/vector-file.js';
import { fileOf, namesOf, openTestIndex, temporaryFolder, vectorOf } from './store-fixture.js';

const of = { databaseId: 'a database – é', model: 'm', dimensions: 4 };
const slice = {
  ids: Float64Array.of(3, 7, 9),
  scales: Float32Array.of(0.5, 0.25, 1),
  codes: Int8Array.from({ length: 12 }, (_, i) => i * 20 - 120),
};

test('reads what was written, and nothing from other or damaged files', (t) => {
  const folder = temporaryFolder(t);
  assert.deepEqual([readVectorFile(folder, of), lastIdInVectorFile(folder, of)], [null, 0]);
  writeVectorFile(folder, of, slice);
  assert.deepEqual([readVectorFile(folder, of), lastIdInVectorFile(folder, of)], [slice, 9]);
  for (const other of [
    { ...of, databaseId: 'b' },
    { ...of, model: 'n' },
    { ...of, dimensions: 8 },
  ])
    assert.deepEqual([readVectorFile(folder, other), lastIdInVectorFile(folder, other)], [null, 0]);
  const file = join(folder, 'exact-vectors.bin');
  if (process.platform !== 'win32') assert.equal(statSync(file).mode & 0o077, 0);
  const whole = readFileSync(file);
  for (let at = 0; at < whole.length; at++) {
    const damaged = Buffer.from(whole);
    damaged[at] = (damaged[at] as number) ^ 0x40;
    writeFileSync(file, damaged);
    const read = readVectorFile(folder, of);
    // A letter of a name that nobody compares may differ, a vector may not.
    if (read) assert.deepEqual(read, slice, `byte ${at}`);
  }
  writeFileSync(file, whole.subarray(0, whole.length - 3));
  assert.deepEqual([readVectorFile(folder, of), lastIdInVectorFile(folder, of)], [null, 0]);
  writeFileSync(file, whole);
  appendFileSync(file, 'more');
  assert.deepEqual([readVectorFile(folder, of), lastIdInVectorFile(folder, of)], [null, 0]);
});

test('searches saved vectors and later ones after a start; forgetting deletes the file', async (t) => {
  const folder = temporaryFolder(t);
  const files = Array.from({ length: 40 }, (_, i) =>
    fileOf(
      `f${i}.ts`,
      Array.from({ length: 20 }, (_, k) => ({ name: `n${i}x${k}`, body: `body ${i} ${k}` })),
    ),
  );
  let index = await openTestIndex(t, folder);
  index.writer.commit(files);
  index.writer.markComplete();
  await index.close();
  const file = join(index.folder, 'exact-vectors.bin');
  assert.ok(existsSync(file));
  index = await openTestIndex(t, folder);
  index.writer.commit([fileOf('late.ts', [{ name: 'late' }])]);
  for (const [text, name] of [
    ['n3x7 body 3 7', 'n3x7'],
    ['n39x19 body 39 19', 'n39x19'],
    ['late ', 'late'],
  ] as const)
    assert.deepEqual(namesOf(index, await index.reader.similar(vectorOf(text), 1)), [name]);
  await index.forgetAll();
  assert.ok(!existsSync(file));
});
