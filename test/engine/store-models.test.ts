/** Vectors of several models in one index: what is missing, what is kept, what goes, and how their similarity is read. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { dimensions, fileOf, namesOf, openTestIndex, temporaryFolder, unit, vectorOf } from './store-fixture.js';

const other = { name: 'openai:other', dimensions: 16 };
const open = (t: TestContext, folder = temporaryFolder(t)) => openTestIndex(t, folder);
const never = new AbortController().signal;
/** Twenty functions, each with a text of its own. */
const symbols = (from: number, count = 20) => Array.from({ length: count }, (_, i) => ({ name: `f${from + i}`, body: `body ${from + i}` }));
const vectors = (hashes: readonly string[], of = (hash: string) => vectorOf(hash, other.dimensions)): Float32Array => {
  const all = new Float32Array(hashes.length * other.dimensions);
  for (const [i, hash] of hashes.entries()) all.set(of(hash), i * other.dimensions);
  return all;
};

test('lists missing texts in slices, in the order of commits, without stored or unused ones', async (t) => {
  const index = await open(t);
  const { models } = index;
  index.writer.commit([fileOf('a.ts', symbols(0)), fileOf('b.ts', symbols(20))]);
  assert.deepEqual(await models.count(other, never), { total: 42, missing: 42 });
  const seen: string[] = [];
  for (let slice = models.missing(other, 16); slice; slice = models.missing(other, 16)) {
    assert.ok(slice.parts.length <= 16);
    const hashes = slice.parts.map(({ hash }) => hash);
    seen.push(...hashes);
    assert.equal(models.put(other, hashes, vectors(hashes)), hashes.length);
    assert.equal(models.put(other, hashes, vectors(hashes)), 0);
    models.covered(other, slice.upTo);
  }
  assert.equal(new Set(seen).size, 42);
  assert.deepEqual(await models.count(other, never), { total: 42, missing: 0 });
  // One text is new, one came and went before anybody looked, and then comes back.
  index.writer.commit([fileOf('a.ts', symbols(0, 19))]);
  index.writer.commit([fileOf('c.ts', [{ name: 'g', body: 'fleeting' }])]);
  index.writer.commit([fileOf('c.ts', [{ name: 'g', body: 'lasting' }])]);
  const late = models.missing(other, 16);
  assert.deepEqual(
    late?.parts.map(({ path }) => path),
    ['c.ts', 'c.ts'],
  );
  models.put(other, late?.parts.map(({ hash }) => hash) ?? [], vectors(late?.parts.map(({ hash }) => hash) ?? []));
  models.covered(other, late?.upTo as number);
  assert.equal(models.missing(other, 16), null);
  index.writer.commit([fileOf('c.ts', [{ name: 'g', body: 'fleeting' }])]);
  assert.equal(models.missing(other, 16)?.parts.length, 1);
});

test('searches the serving model by its own vectors, less their common mean', async (t) => {
  const index = await open(t);
  index.writer.commit([fileOf('a.ts', symbols(0, 200))]);
  const { models } = index;
  const hashes = models.missing(other, 1_000)?.parts.map(({ hash }) => hash) ?? [];
  // Any two of these have a cosine of some 0.8, as with many transformers.
  const leaning = (hash: string): Float32Array => unit(vectorOf(hash, other.dimensions).map((value) => value + 0.5));
  models.put(other, hashes, vectors(hashes, leaning));
  assert.deepEqual(await index.reader.similar(leaning('x'), 5, other), [], 'it does not serve yet');
  models.serve(other);
  const wanted = hashes[77] as string;
  const hits = await index.reader.similar(leaning(wanted), 200, other);
  assert.ok((hits[0]?.score as number) > 0.98, String(hits[0]?.score));
  const mean = hits.reduce((sum, { score }) => sum + score, 0) / hits.length;
  assert.ok(Math.abs(mean) < 0.1, `mean ${mean}`);
  const ids = hits.slice(0, 20).map(({ chunkId }) => chunkId);
  const cosines = index.reader.cosines(leaning(wanted), ids, other);
  for (const { chunkId, score } of hits.slice(0, 20)) assert.ok(Math.abs((cosines.get(chunkId) as number) - score) < 1e-6);
  assert.equal(namesOf(index, await index.reader.similar(vectorOf('f77 body 77'), 1))[0], 'f77', 'the base is searched as before');
  await assert.rejects(index.reader.similar(new Float32Array(dimensions), 5, { ...other }), /32 dimensions/);
});

test('scores of a model follow from the content alone, not from the order of commits or deleted texts', async (t) => {
  const leaning = (hash: string): Float32Array => unit(vectorOf(hash, other.dimensions).map((value) => value + 0.5));
  const scoresOf = async (commits: readonly Parameters<typeof fileOf>[]): Promise<unknown> => {
    const index = await open(t);
    for (const [path, content] of commits) {
      index.writer.commit([fileOf(path, content)]);
      const hashes = index.models.missing(other, 1_000)?.parts.map(({ hash }) => hash) ?? [];
      index.models.put(other, hashes, vectors(hashes, leaning));
      // A question between two commits, so that a mean is known.
      index.models.serve(other);
      await index.reader.similar(leaning('x'), 5, other);
    }
    const hits = await index.reader.similar(leaning('x'), 50, other);
    return namesOf(index, hits).map((name, i) => [name, hits[i]?.score]);
  };
  const [a, b] = [symbols(0, 60), symbols(100, 60)];
  const fresh = await scoresOf([
    ['a.ts', a],
    ['b.ts', b],
  ]);
  const kept = await scoresOf([
    ['b.ts', symbols(500, 100)],
    ['b.ts', b],
    ['a.ts', a],
  ]);
  assert.deepEqual(kept, fresh);
});

test('a question ends with the model it began with; refused texts match nothing', async (t) => {
  const index = await open(t);
  index.writer.commit([fileOf('a.ts', symbols(0))]);
  const { models } = index;
  const hashes = models.missing(other, 100)?.parts.map(({ hash }) => hash) ?? [];
  models.put(other, hashes.slice(0, 10), vectors(hashes.slice(0, 10)));
  models.reject(other, hashes.slice(10));
  assert.deepEqual(await models.count(other, never), { total: 21, missing: 0 });
  models.serve(other);
  const vector = vectorOf(hashes[3] as string, other.dimensions);
  const before = await index.reader.similar(vector, 5, other);
  assert.ok(before.length > 0);
  assert.equal((await index.reader.similar(vector, 100, other)).length, 10);
  models.serve(models.base);
  assert.deepEqual(await index.reader.similar(vector, 5, other), before);
  await index.maintenance.maintain(never);
  assert.deepEqual(await index.reader.similar(vector, 5, other), []);
});

test('paid vectors outlive their text, forgotten ones do not; each model has a folder', async (t) => {
  const index = await open(t);
  index.writer.commit([fileOf('a.ts', symbols(0)), fileOf('b.ts', symbols(20))]);
  const { models } = index;
  const hashes = models.missing(other, 100)?.parts.map(({ hash }) => hash) ?? [];
  models.put(other, hashes, vectors(hashes));
  models.complete(other);
  models.serve(other);
  assert.deepEqual(models.stored(), [{ ...other, complete: true, vectors: 42 }]);
  assert.deepEqual(readdirSync(join(index.folder, 'models')).length, 1);
  index.writer.remove(['b.ts']);
  await index.maintenance.maintain(never, [other]);
  assert.equal(models.stored()[0]?.vectors, 42);
  index.writer.commit([fileOf('b.ts', symbols(20))]);
  assert.deepEqual(await models.count(other, never), { total: 42, missing: 0 }, 'it came back, and costs nothing');
  index.writer.remove(['b.ts']);
  await index.maintenance.purge(never, [other]);
  assert.equal(models.stored()[0]?.vectors, 21);
  await index.forgetAll();
  assert.deepEqual(models.stored(), []);
  assert.ok(!existsSync(join(index.folder, 'models')));
});

test('costs add up over openings', async (t) => {
  const folder = temporaryFolder(t);
  const cost = { requests: 2, retries: 1, failures: 0, texts: 10, tokens: 100, money: 0.25 };
  const first = await open(t, folder);
  first.models.spend('embedding', other.name, cost);
  await first.close();
  const index = await open(t, folder);
  index.models.spend('embedding', other.name, cost);
  index.models.spend('reranker', other.name, cost);
  assert.deepEqual(
    index.models.spent().map((spent) => [spent.role, spent.cost.texts, spent.cost.money]),
    [
      ['embedding', 20, 0.5],
      ['reranker', 10, 0.25],
    ],
  );
});

test('imported vectors are kept until a full pass has used them', async (t) => {
  const from = await open(t);
  from.writer.commit([fileOf('a.ts', symbols(0)), fileOf('b.ts', symbols(20))]);
  const source = from.models.archiveSource(from.models.base);
  const index = await open(t);
  const sink = index.models.archiveSink(index.models.base);
  for (const files of source.files()) sink.know(files);
  let added = 0;
  for (const stored of source.vectors()) added += sink.put(stored);
  assert.equal(added, 42);
  await index.maintenance.maintain(never);
  const file = fileOf('a.ts', symbols(0));
  assert.deepEqual([...index.writer.importedParts('a.ts')].sort(), file.parts.map(({ hash }) => hash).sort());
  assert.deepEqual(index.writer.importedParts('c.ts'), []);
  // As a worker gives it that was told of them: no vectors, no texts.
  index.writer.commit([{ ...file, parts: file.parts.map(({ chunk, hash }) => ({ chunk, hash })), vectors: null }]);
  assert.equal(index.writer.fileState('a.ts')?.contentHash, file.contentHash, 'nothing is missing');
  assert.deepEqual([index.reader.counts().vectors, index.models.reused(index.models.base)], [21, 21]);
  assert.deepEqual(namesOf(index, await index.reader.similar(vectorOf('f7 body 7'), 1)), ['f7']);
  index.writer.markComplete();
  await index.maintenance.maintain(never);
  assert.deepEqual(index.writer.importedParts('b.ts'), []);
  assert.equal(sink.put([...source.vectors()].flat()), 21, 'what nothing used was collected');
});
