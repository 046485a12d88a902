/** Questions while a workspace is being indexed: the files that they are about are indexed first. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import Database from 'better-sqlite3';
import { bestFiles, QuestionFirst, scanWords } from '../../server/core/indexing/question-first.js';
import { scanWords as scan } from '../../server/io/text/scan-words.js';
import { engineOn, workspace } from '../support/real-engine.js';

const target = 'def refund_of_parcel(parcel):\n    """Money back for a lost parcel."""\n    return parcel.price\n';

test('an answer before the index is complete has what a text search would find', async (t) => {
  const place = workspace(t);
  for (let i = 0; i < 600; i++) {
    const lines = Array.from({ length: 12 }, (_, n) => `def step_${i}_${n}(order):\n    return order.total + ${n}\n`);
    place.write(`src/a${i}.py`, lines.join('\n'));
  }
  place.write('src/zz/last.py', target);
  place.write('src/zz/open.py', target.replaceAll('refund', 'return'));
  const engine = await engineOn(place, { workers: 1 });
  engine.openDocument('src/zz/open.py', readFileSync(place.file('src/zz/open.py'), 'utf8'));
  // The time for it is bounded: on a busy machine the first attempt may be too early.
  const ask = () => engine.retrieve({ query: 'where is the refund of a parcel' });
  let answer = await ask();
  while (answer.isIncomplete && answer.results[0]?.name !== 'refund_of_parcel') answer = await ask();
  assert.ok(answer.isIncomplete, 'otherwise the test shows nothing');
  const early = engine.status();
  assert.ok(early.done + early.openDocuments >= early.files, `files indexed for the question count: ${early.done} of ${early.files}`);
  const symbols = await engine.symbols({ query: 'refund_of_parcel' });
  assert.equal(symbols.hits[0]?.name, 'refund_of_parcel');
  await engine.settled();
  assert.equal(engine.status().files, 602, 'nothing is passed over');
  assert.equal(engine.status().done, engine.status().total, 'each file is counted once');
  const db = new Database(join(engine.status().indexFolder, 'index.sqlite'), { readonly: true });
  t.after(() => db.close());
  assert.equal(
    db.prepare("SELECT origin FROM files WHERE path = 'src/zz/open.py'").pluck().get(),
    'disk',
    'an open document that is saved',
  );
  assert.equal((await engine.retrieve({ query: 'refund_of_parcel' })).results.filter(({ name }) => name === 'refund_of_parcel').length, 1);
});

test('a question that found nothing waits for the list of files', async () => {
  const late = { path: 'src/late.py', sizeBytes: 100, mtimeMs: 0 };
  let isListed = false;
  let list: () => void = () => {};
  const listing = new Promise<void>((resolve) => {
    list = resolve;
  });
  const indexed: string[] = [];
  const first = new QuestionFirst({
    indexer: {
      listed: () => listing,
      waiting: () => (isListed ? [late] : []),
      async indexFirst(entries) {
        indexed.push(...entries.map(({ path }) => path));
      },
    },
    source: { absolute: (path) => path },
    scan: async (files) => ({ contains: Uint32Array.from(files, () => 1), defines: new Uint32Array(files.length) }),
    isIndexing: () => indexed.length === 0,
  });
  await first.prepare('refund_of_parcel', undefined);
  assert.deepEqual(indexed, [], 'nothing was listed in time');
  const again = first.prepareAgain('refund_of_parcel', undefined);
  isListed = true;
  list();
  assert.equal(await again, true);
  assert.deepEqual(indexed, ['src/late.py']);
  assert.equal(await first.prepareAgain('refund_of_parcel', undefined), false, 'the index is complete');
});

test('files that a question names are indexed at once, also where no more time may go to looking through files', async () => {
  const files = ['lib/eval.rs', 'crates/engine/src/eval.rs', 'crates/engine/src/call.rs', 'other/file.rs'];
  const waiting = files.map((path) => ({ path, sizeBytes: 100, mtimeMs: 0 }));
  let indexed: string[] = [];
  const first = new QuestionFirst({
    indexer: {
      listed: () => Promise.resolve(),
      waiting: () => waiting,
      async indexFirst(entries) {
        indexed = entries.map(({ path }) => path);
      },
    },
    source: { absolute: (path) => path },
    scan: async (all) => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      return { contains: new Uint32Array(all.length), defines: new Uint32Array(all.length) };
    },
    isIndexing: () => true,
  });
  const sought = async (question: string) => {
    indexed = [];
    await first.prepare(question, undefined);
    return indexed;
  };
  const path = 'crates/engine/src/eval.rs';
  assert.equal((await sought(`what is at ${path}:300`))[0], path);
  assert.deepEqual(await sought('what is in eval.rs'), ['lib/eval.rs', path]);
  assert.deepEqual(await sought(`why does it panic: thread main panicked at /home/me/${path}:7:9`), [path]);
  indexed = [];
  await first.prepareFile('other/file.rs', undefined);
  assert.deepEqual(indexed, ['other/file.rs']);
});

test('words of a question: names first, without stop words', () => {
  assert.deepEqual(scanWords('how does the openEngine function use a lock_file'), ['openengine', 'lock_file']);
  assert.deepEqual(scanWords('where is it'), []);
  assert.deepEqual(scanWords('who calls Server.authenticate').slice(0, 2), ['server.authenticate', 'server::authenticate']);
});

test('runs of a pasted text are looked for, so that the file that prints it is found among those that have its words', async (t) => {
  const place = workspace(
    t,
    '-- a.py --\nraise Denied("Parcel %s cannot be refunded twice" % name)\n-- b.py --\n# refunded twice, a Parcel cannot be\n',
  );
  const words = scanWords('Parcel 12 cannot be refunded twice');
  const files = ['a.py', 'b.py'].map((path) => ({ absolutePath: place.file(path), sizeBytes: 10, mtimeMs: 0, path }));
  const found = await scan(files, words, { deadline: Number.POSITIVE_INFINITY, signal: undefined });
  assert.ok(words.includes('be refunded twice'), words.join(', '));
  assert.deepEqual(
    bestFiles([...files].reverse(), words, { contains: found.contains.reverse(), defines: found.defines.reverse() }).map(
      ({ path }) => path,
    ),
    ['a.py', 'b.py'],
  );
});

test('code is looked through before documents and data, and small files before large ones', async () => {
  const sizes = { 'lang/app_de.xml': 900_000, 'docs/guide.md': 10, 'src/large.py': 50_000, 'src/small.py': 100, 'src/parcel.py': 90_000 };
  const waiting = Object.entries(sizes).map(([path, sizeBytes]) => ({ path, sizeBytes, mtimeMs: 0 }));
  const scanned: string[] = [];
  const awaited: number[] = [];
  const first = new QuestionFirst({
    indexer: {
      listed: () => Promise.resolve(),
      waiting: () => waiting,
      async indexFirst(_, deadline, latest) {
        awaited.push(latest - deadline);
      },
    },
    source: { absolute: (path) => path },
    scan: async (files) => {
      scanned.push(...files.map(({ absolutePath }) => absolutePath));
      return { contains: Uint32Array.from(files, () => 1), defines: new Uint32Array(files.length) };
    },
    isIndexing: () => true,
  });
  await first.prepare('refund of a parcel', undefined);
  assert.deepEqual(scanned, ['src/parcel.py', 'src/small.py', 'src/large.py', 'docs/guide.md', 'lang/app_de.xml']);
  assert.ok((awaited[0] as number) > 0, 'the files that fit best have more time than the others');
});

test('rare words and words of the path count most', () => {
  const file = (path: string) => ({ path, sizeBytes: 100, mtimeMs: 0 });
  const files = ['src/a.py', 'src/b.py', 'src/parcel.py', 'test/c.py'].map(file);
  const best = bestFiles(files, ['order', 'parcel'], {
    contains: Uint32Array.of(0b01, 0b11, 0b11, 0b11),
    defines: Uint32Array.of(0, 0, 0, 0),
  });
  assert.deepEqual(
    best.map(({ path }) => path),
    ['src/parcel.py', 'src/b.py', 'test/c.py', 'src/a.py'],
  );
});

test('words are found in any case and any language; what cannot be read contains nothing', async (t) => {
  const place = workspace(t, '-- a.py --\nclass OpenParcel: "Größe"\n');
  const files = ['a.py', 'missing.py'].map((path) => ({ absolutePath: place.file(path), sizeBytes: 10 }));
  const found = await scan(files, ['openparcel', 'größe', 'order'], { deadline: Number.POSITIVE_INFINITY, signal: undefined });
  assert.deepEqual([...found.contains], [0b011, 0]);
  assert.deepEqual([...found.defines], [0b001, 0]);
});
