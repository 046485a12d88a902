/** The index store against a real SQLite database: writing, reading back, searching. */
import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { ContextError } from '../../server/core/model/problem.js';
import { indexFolder } from '../../server/io/stores/folder/index-folder.js';
import type { OpenedIndex } from '../../server/io/stores/open-index.js';
import { allWeights, dimensions, fileOf, namesOf, openTestIndex, temporaryFolder, vectorOf } from './store-fixture.js';

const open = (t: TestContext): Promise<OpenedIndex> => openTestIndex(t, temporaryFolder(t));
const never = new AbortController().signal;
const words = (text: string) => ({ words: text.split(' '), weights: allWeights });

test('reads back a committed file', async (t) => {
  const index = await open(t);
  const file = fileOf('src/user.ts', [{ name: 'getUser', body: 'load user', doc: 'Loads a user.', calls: ['query', 'log'] }]);
  const before = index.reader.generation;
  index.writer.commit([file]);
  assert.ok(index.reader.generation > before);
  const record = index.reader.file('src/user.ts');
  assert.ok(record);
  assert.deepEqual(
    { ...record, id: 0, indexedAt: 0 },
    {
      id: 0,
      path: 'src/user.ts',
      language: 'typescript',
      role: 'source',
      contentHash: file.contentHash,
      sizeBytes: file.sizeBytes,
      mtimeMs: file.mtimeMs,
      lines: 2,
      indexedAt: 0,
      origin: 'disk',
      provenance: 'syntax:test',
      problem: null,
    },
  );
  assert.equal(index.reader.fileText(record.id), file.text);
  const chunks = index.reader.chunksOfFile(record.id);
  assert.equal(chunks.length, 2);
  const [module, symbol] = chunks;
  const { parent: _parent, ...rest } = file.chunks[1]!;
  for (const [key, value] of Object.entries(rest)) assert.deepEqual((symbol as unknown as Record<string, unknown>)[key], value, key);
  assert.equal(symbol?.parentId, module?.id);
  assert.equal(module?.parentId, null);
  assert.deepEqual(index.reader.chunks([symbol!.id, 999, module!.id]), [symbol, module]);
  assert.deepEqual(
    index.reader.edgesFrom([symbol!.id]).map((edge) => `${edge.name} ${edge.kind} ${edge.path}:${edge.line} ${edge.provenance}`),
    ['query call src/user.ts:1 syntax:test', 'log call src/user.ts:1 syntax:test'],
  );
  assert.deepEqual(index.writer.partHashes('src/user.ts').toSorted(), file.parts.map((part) => part.hash).toSorted());
  assert.deepEqual(index.reader.counts(), { files: 1, chunks: 2, vectors: 2, symbols: 2, references: 2, languages: { typescript: 1 } });
  assert.deepEqual(index.writer.fileState('src/user.ts'), index.writer.fileStates().get('src/user.ts'));
});

test('top-level references belong to the module chunk', async (t) => {
  const index = await open(t);
  const file = fileOf('src/a.ts', [{ name: 'one' }]);
  index.writer.commit([{ ...file, references: [{ name: 'two', kind: 'import', from: -1, line: 0, module: './two' }] }]);
  index.writer.commit([fileOf('src/empty.ts', [], { chunks: [], parts: [], lexical: [], vectors: null, problem: 'too large' })]);
  const [edge] = index.reader.edgesTo(['two'], 10);
  assert.deepEqual(namesOf(index, [{ chunkId: edge!.fromId }]), ['a']);
  assert.equal(index.writer.fileState('src/empty.ts')?.problem, 'too large');
  assert.deepEqual(index.reader.chunksOfFile(index.reader.file('src/empty.ts')!.id), []);
});

test('replacing and removing leave nothing behind in any store', async (t) => {
  const index = await open(t);
  index.writer.commit([
    fileOf('a.ts', [{ name: 'oldName', body: 'walrus', calls: ['target'] }]),
    fileOf('b.ts', [{ name: 'other', body: 'zebra' }]),
  ]);
  const old = index.reader.named(['oldName'], 5)[0]!.chunkId;
  await index.namesBuilt();
  index.writer.commit([fileOf('a.ts', [{ name: 'newName', body: 'heron' }])]);
  assert.deepEqual(index.reader.chunks([old]), []);
  assert.deepEqual(index.reader.named(['oldName'], 5), []);
  assert.deepEqual(index.reader.lexical(words('walrus'), 5), []);
  assert.deepEqual(index.reader.edgesTo(['target'], 5), []);
  assert.deepEqual(namesOf(index, index.reader.lexical(words('heron'), 5)), ['newName']);
  assert.deepEqual(
    index.reader.searchNames('oldName', 5).filter((hit) => hit.match !== 'fuzzy'),
    [],
  );
  assert.equal(index.reader.searchNames('newName', 5)[0]?.match, 'exact');
  const similar = await index.reader.similar(vectorOf('oldName walrus'), 10);
  assert.ok(similar.every((hit) => hit.chunkId !== old && hit.score < 0.99));
  index.writer.remove(['a.ts', 'unknown.ts']);
  assert.equal(index.reader.file('a.ts'), null);
  assert.deepEqual(index.reader.lexical(words('heron'), 5), []);
  assert.deepEqual(index.reader.counts(), { files: 1, chunks: 2, vectors: 2, symbols: 2, references: 0, languages: { typescript: 1 } });
  await index.maintenance.maintain(never);
  assert.deepEqual(namesOf(index, index.reader.lexical(words('zebra'), 5)), ['other']);
  assert.deepEqual(namesOf(index, await index.reader.similar(vectorOf('other zebra'), 1)), ['other']);
});

test('an edit rewrites changed chunks only; the others keep their rows and move', async (t) => {
  const index = await open(t);
  const symbols = [{ name: 'first', body: 'walrus' }, { name: 'second', body: 'zebra', calls: ['target'] }, { name: 'third' }];
  index.writer.commit([fileOf('a.ts', symbols)]);
  const id = (name: string) => index.reader.named([name], 5)[0]!.chunkId;
  const [first, second, third] = [id('first'), id('second'), id('third')];
  index.writer.commit([fileOf('a.ts', [{ name: 'first', body: 'heron and many more words than before' }, ...symbols.slice(1)])]);
  assert.deepEqual([id('first'), id('second'), id('third')], [first, second, third]);
  assert.deepEqual(namesOf(index, index.reader.lexical(words('heron'), 5)), ['first']);
  assert.deepEqual(index.reader.lexical(words('walrus'), 5), []);
  assert.deepEqual(namesOf(index, index.reader.lexical(words('zebra'), 5)), ['second']);
  const expected = fileOf('a.ts', [{ name: 'first', body: 'heron and many more words than before' }, ...symbols.slice(1)]);
  const spanOf = (chunkId: number) => index.reader.chunks([chunkId])[0]!.span;
  assert.deepEqual(
    [first, second, third].map(spanOf),
    expected.chunks.slice(1).map(({ span }) => span),
  );
  assert.deepEqual(namesOf(index, await index.reader.similar(vectorOf('first heron and many more words than before'), 1)), ['first']);
  assert.deepEqual(index.reader.counts(), { files: 1, chunks: 4, vectors: 4, symbols: 4, references: 1, languages: { typescript: 1 } });
  const [edge] = index.reader.edgesTo(['target'], 5);
  assert.deepEqual([edge!.fromId, edge!.line], [second, 2]);
});

test('a commit is all or nothing', async (t) => {
  const index = await open(t);
  index.writer.commit([fileOf('a.ts', [{ name: 'kept', body: 'walrus' }])]);
  const generation = index.reader.generation;
  const bad = { ...fileOf('b.ts', [{ name: 'bad' }]), path: null as unknown as string };
  assert.throws(() => index.writer.commit([fileOf('a.ts', [{ name: 'lost' }]), bad]));
  assert.equal(index.reader.generation, generation);
  assert.deepEqual(namesOf(index, index.reader.lexical(words('walrus'), 5)), ['kept']);
  assert.deepEqual(index.reader.named(['lost'], 5), []);
  index.writer.commit([fileOf('c.ts', [{ name: 'later', body: 'after' }])]);
  assert.deepEqual(namesOf(index, index.reader.lexical(words('after'), 5)), ['later']);
});

test('known vectors are not needed again, and a missing one is added', async (t) => {
  const index = await open(t);
  const file = fileOf('a.ts', [{ name: 'one', body: 'first' }]);
  index.writer.commit([file]);
  const known = { ...file, parts: file.parts.map(({ chunk, hash }) => ({ chunk, hash })), vectors: null };
  index.writer.commit([known]);
  assert.equal(index.reader.counts().vectors, 2);
  assert.deepEqual(namesOf(index, await index.reader.similar(vectorOf('one first'), 1)), ['one']);
  index.writer.remove(['a.ts']);
  await index.maintenance.maintain(never);
  index.writer.commit([known]);
  assert.equal(index.reader.counts().vectors, 0);
  assert.equal(index.writer.fileState('a.ts')?.contentHash, '', 'must be analysed again');
  assert.deepEqual(index.writer.partHashes('a.ts'), []);
  const broken = { ...file, vectors: file.vectors!.map(() => Number.NaN) };
  index.writer.commit([broken]);
  assert.equal(index.reader.counts().vectors, 0);
  assert.equal(index.writer.fileState('a.ts')?.contentHash, file.contentHash);
});

test('lexical search weights fields, ranks rare words first, and accepts any characters', async (t) => {
  const index = await open(t);
  const others = Array.from({ length: 30 }, (_, i) => ({ name: `filler${i}`, body: 'common words of every body' }));
  index.writer.commit([fileOf('a.ts', [...others, { name: 'parseRare', body: 'common' }, { name: 'other', body: 'rare common body' }])]);
  const byName = index.reader.lexical({ words: ['rare'], weights: { path: 1, name: 10, signature: 1, body: 1 } }, 5);
  assert.equal(namesOf(index, byName)[0], 'parseRare');
  const byBody = index.reader.lexical({ words: ['rare'], weights: { path: 1, name: 0, signature: 0, body: 10 } }, 5);
  assert.equal(namesOf(index, byBody)[0], 'other');
  assert.ok(byName.every((hit) => hit.score > 0));
  assert.ok(['parseRare', 'other'].includes(namesOf(index, index.reader.lexical(words('common rare'), 1))[0]!));
  assert.deepEqual(index.reader.lexical(words('" * ( NEAR - ^ :'), 5), []);
  assert.deepEqual(index.reader.lexical({ words: ['x"y', "a'b", '\0', ''], weights: allWeights }, 5), []);
  assert.deepEqual(index.reader.lexical(words('common'), 0), []);
  const frequency = index.reader.documentFrequency(['common', 'rare', 'absent', '*']);
  assert.deepEqual(
    [...frequency],
    [
      ['common', 32],
      ['rare', 2],
      ['absent', 0],
      ['*', 0],
    ],
  );
  index.writer.commit([fileOf('ж.ts', [{ name: 'привет', body: '数据 库' }])]);
  assert.deepEqual(namesOf(index, index.reader.lexical(words('привет'), 5)), ['привет']);
  assert.deepEqual(namesOf(index, index.reader.lexical(words('数据'), 5)), ['привет']);
});

test('finds exact names before folded ones, and qualified names by their end', async (t) => {
  const index = await open(t);
  index.writer.commit([
    fileOf('user.ts', [{ name: 'get_user' }, { name: 'getUser' }, { name: 'GetUser' }]),
    fileOf('order.ts', [{ name: 'getUser' }]),
  ]);
  assert.deepEqual(
    index.reader.named(['getUser'], 10).map((hit) => `${hit.name} ${hit.match}`),
    ['getUser exact', 'getUser exact', 'get_user folded', 'GetUser folded'],
  );
  assert.equal(index.reader.named(['getUser'], 2).length, 2);
  const [qualified] = index.reader.chunks(index.reader.named(['order.getUser'], 10).map((hit) => hit.chunkId));
  assert.equal(qualified?.path, 'order.ts');
  assert.deepEqual(index.reader.named(['', '()', 'nothing'], 10), []);
});

test('searches names by prefix, fuzzy match and summary, before and after the index is built', async (t) => {
  const index = await open(t);
  const many = Array.from({ length: 400 }, (_, i) => ({ name: `filler${i}` }));
  index.writer.commit([
    fileOf('a.ts', [...many, { name: 'createConnection', doc: 'Opens a socket to the database.' }, { name: 'create' }]),
  ]);
  assert.equal(index.reader.searchNames('createConn', 5)[0]?.match, 'prefix', 'while it is being built');
  await index.namesBuilt();
  assert.deepEqual(
    { ...index.reader.searchNames('createConnection', 5)[0], score: 0, chunkId: 0 },
    { name: 'createConnection', match: 'exact', score: 0, chunkId: 0 },
  );
  assert.equal(index.reader.searchNames('createConn', 5)[0]?.name, 'createConnection');
  assert.equal(index.reader.searchNames('create_connection', 5)[0]?.match, 'folded');
  assert.equal(index.reader.searchNames('creatConection', 5)[0]?.name, 'createConnection');
  assert.equal(index.reader.searchNames('socket', 5)[0]?.name, 'createConnection');
  index.writer.commit([fileOf('b.ts', [{ name: 'laterName' }])]);
  assert.equal(index.reader.searchNames('laterN', 5)[0]?.name, 'laterName');
  assert.deepEqual(index.reader.searchNames('  ', 5), []);
});

test('similarity search agrees with brute force, one row per chunk', async (t) => {
  const index = await open(t);
  const files = Array.from({ length: 20 }, (_, f) =>
    fileOf(
      `f${f}.ts`,
      Array.from({ length: 20 }, (_, s) => ({ name: `s${f}x${s}`, body: `b${f * s}` })),
    ),
  );
  const long = fileOf('long.ts', [{ name: 'long', body: 'part one' }]);
  const vectors = new Float32Array(3 * dimensions);
  vectors.set(vectorOf('module text'), 0);
  vectors.set(vectorOf('part one'), dimensions);
  vectors.set(vectorOf('part two'), 2 * dimensions);
  const parts = [0, 1, 1].map((chunk, i) => ({ chunk, hash: `part${i}`, text: 'text' }));
  index.writer.commit([...files, { ...long, parts, vectors }]);
  for (const query of ['anything', 'something else', 's3x4 b12']) {
    const expected = files
      .flatMap((file) =>
        file.parts.map((part) => ({ name: file.chunks[part.chunk]!.name, score: dot(vectorOf(query), vectorOf(part.text!)) })),
      )
      .sort((a, b) => b.score - a.score);
    const found = (await index.reader.similar(vectorOf(query), 20)).filter((hit) => !namesOf(index, [hit])[0]!.startsWith('long'));
    for (const [i, hit] of found.entries()) assert.ok(Math.abs(hit.score - expected[i]!.score) < 0.01, `${query} ${i}`);
    assert.equal(namesOf(index, found)[0], expected[0]!.name);
  }
  const own = await index.reader.similar(vectorOf('part two'), 400);
  assert.equal(namesOf(index, own)[0], 'long');
  assert.equal(new Set(own.map((hit) => hit.chunkId)).size, own.length);
  const all = await index.reader.similar(vectorOf('part two'), 10_000);
  const cosines = index.reader.cosines(
    vectorOf('part two'),
    all.map((hit) => hit.chunkId),
  );
  assert.ok(cosines.size === all.length && all.length > 20);
  for (const { chunkId, score } of all) assert.ok(Math.abs((cosines.get(chunkId) as number) - score) < 1e-5, 'the best part of each chunk');
  assert.equal(index.reader.cosines(vectorOf('part two'), [1e9]).size, 0);
  await assert.rejects(index.reader.similar(new Float32Array(3), 5), (error) => error instanceof ContextError && error.code === 'query');
  await assert.rejects(index.reader.similar(new Float32Array(dimensions).fill(Number.NaN), 5), ContextError);
  assert.deepEqual(await index.reader.similar(new Float32Array(dimensions), 5), []);
});

const dot = (a: Float32Array, b: Float32Array): number => a.reduce((sum, value, i) => sum + value * b[i]!, 0);

test('another model: mixes no vectors, and analyses every file again', async (t) => {
  const folder = temporaryFolder(t);
  const first = await openTestIndex(t, folder);
  const file = fileOf('a.ts', [{ name: 'one', body: 'first' }]);
  first.writer.commit([file]);
  first.writer.markComplete();
  assert.ok(first.writer.isComplete());
  await first.close();
  const second = await openTestIndex(t, folder, { embedder: { name: 'other-model', dimensions } });
  assert.equal(second.writer.isComplete(), false);
  assert.equal(second.writer.fileState('a.ts')?.contentHash, '');
  assert.deepEqual(second.writer.partHashes('a.ts'), []);
  assert.deepEqual(await second.reader.similar(vectorOf('one first'), 5), []);
  assert.equal(second.reader.lexical(words('first'), 5).length, 1);
  second.writer.commit([file]);
  assert.equal((await second.reader.similar(vectorOf('one first'), 5)).length, 2);
  await second.close();
  const third = await openTestIndex(t, folder);
  assert.equal(third.writer.fileState('a.ts')?.contentHash, '');
  assert.equal(third.writer.partHashes('a.ts').length, 2, 'the vectors of the first model are still known');
});

test('a warm start finds what was committed; touch changes only size and time', async (t) => {
  const folder = temporaryFolder(t);
  const first = await openTestIndex(t, folder);
  assert.deepEqual(first.origin, { kind: 'empty', reason: 'new' });
  first.writer.commit([fileOf('a.ts', [{ name: 'one', body: 'first' }])]);
  first.writer.touch([{ path: 'a.ts', sizeBytes: 7, mtimeMs: 8.5 }]);
  first.writer.markComplete();
  const { generation } = first.reader;
  await first.close();
  assert.throws(() => first.reader.counts(), ContextError);
  const second = await openTestIndex(t, folder);
  assert.deepEqual(second.origin, { kind: 'warm' });
  assert.equal(second.reader.generation, generation);
  assert.equal(second.writer.isComplete(), true);
  const state = second.writer.fileState('a.ts');
  assert.deepEqual([state?.sizeBytes, state?.mtimeMs], [7, 8.5]);
  assert.deepEqual(namesOf(second, second.reader.lexical(words('first'), 5)), ['one']);
});

test('forgetAll empties every store and unused copies', async (t) => {
  const folder = temporaryFolder(t);
  const first = await openTestIndex(t, folder);
  const neighbour = await openTestIndex(t, folder);
  neighbour.writer.commit([fileOf('a.ts', [{ name: 'secret' }])]);
  await neighbour.close();
  first.writer.commit([fileOf('a.ts', [{ name: 'secret', body: 'walrus' }])]);
  first.writer.markComplete();
  await first.forgetAll();
  assert.deepEqual(first.reader.counts(), { files: 0, chunks: 0, vectors: 0, symbols: 0, references: 0, languages: {} });
  assert.equal(first.writer.isComplete(), false);
  assert.deepEqual(first.reader.searchNames('secret', 5), []);
  assert.deepEqual(await first.reader.similar(vectorOf('secret walrus'), 5), []);
  const copy = join(folder, 'copy-1');
  assert.deepEqual(
    readdirSync(copy).filter((name) => existsSync(join(copy, name))),
    ['lock.sqlite'],
  );
  first.writer.commit([fileOf('b.ts', [{ name: 'fresh', body: 'walrus' }])]);
  assert.deepEqual(namesOf(first, first.reader.lexical(words('walrus'), 5)), ['fresh']);
});

test('makes files readable by the owner only', { skip: process.platform === 'win32' }, async (t) => {
  const folder = join(temporaryFolder(t), 'cache', 'index');
  const former = process.umask(0o022);
  t.after(() => process.umask(former));
  const index = await openTestIndex(t, folder, { vectorSearch: 'auto' });
  index.writer.commit([fileOf('a.ts', [{ name: 'one' }])]);
  await index.vectorsReady();
  await index.flush();
  assert.equal(statSync(folder).mode & 0o777, 0o700);
  assert.equal(statSync(index.folder).mode & 0o777, 0o700);
  const names = readdirSync(index.folder);
  assert.ok(names.includes('index.sqlite-wal'));
  for (const name of names) assert.equal(statSync(join(index.folder, name)).mode & 0o777, 0o600, name);
});

test('an unusable folder is an index error', async (t) => {
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, 'copy-0', 'index.sqlite'), { recursive: true });
  chmodSync(folder, 0o700);
  await assert.rejects(openTestIndex(t, folder), (error) => error instanceof ContextError && error.code === 'index');
});

test('a full disk is an index error and keeps the old state', async (t) => {
  const index = await openTestIndex(t, temporaryFolder(t), { maxBytes: 400_000 });
  index.writer.commit([fileOf('a.ts', [{ name: 'kept', body: 'walrus' }])]);
  const large = Array.from({ length: 3_000 }, (_, i) => ({ name: `s${i}`, body: `body of ${i}` }));
  assert.throws(
    () => index.writer.commit([fileOf('a.ts', large)]),
    (error) => error instanceof ContextError && error.code === 'index' && error.message.includes('full'),
  );
  assert.deepEqual(namesOf(index, index.reader.lexical(words('walrus'), 5)), ['kept']);
  assert.equal(index.reader.counts().chunks, 2);
  index.writer.commit([fileOf('b.ts', [{ name: 'small' }])]);
  assert.equal(index.reader.counts().chunks, 4);
});

test('the folder of an index depends on the roots, not on their order', () => {
  const a = { name: 'a', folder: '/home/me/a' };
  const b = { name: 'b', folder: '/home/me/b' };
  assert.equal(indexFolder('/cache', [a, b]), indexFolder('/cache', [b, a]));
  assert.notEqual(indexFolder('/cache', [a]), indexFolder('/cache', [b]));
  assert.equal(indexFolder('/cache', [a]), indexFolder('/cache', [{ folder: '/home/me/../me/a' }]));
});
