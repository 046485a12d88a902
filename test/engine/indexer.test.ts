/** What the indexer promises: a question sees what was written before it, and the background never gets in its way. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Bench } from './indexer-ports.js';

/** A bench whose disk is indexed. */
async function indexed(files: Readonly<Record<string, string>>): Promise<Bench> {
  const bench = new Bench(files);
  await bench.indexer.fullPass();
  bench.said();
  return bench;
}

test('a full pass indexes the disk, skips bad files, and marks the index complete', async () => {
  const bench = new Bench({ 'a.ts': 'a', 'b.ts': 'b', 'c.bin': '\0' });
  await bench.indexer.fullPass();
  assert.deepEqual(bench.state, ['a.ts disk:a', 'b.ts disk:b', 'c.bin disk:\0']);
  assert.ok(bench.log.includes('skipped c.bin: binary'));
  assert.equal(bench.complete, 1);
});

test('a second pass reads changed files only, and removes deleted ones', async () => {
  const bench = await indexed({ 'a.ts': 'a', 'b.ts': 'b', 'c.ts': 'c', 'd.ts': 'd' });
  bench.write('b.ts', 'new');
  bench.write('c.ts', 'c');
  bench.delete('d.ts');
  await bench.indexer.fullPass();
  assert.deepEqual(bench.said().sort(), ['background b.ts', 'background c.ts', 'commit b.ts=disk:new', 'remove d.ts', 'touch c.ts']);
});

test('measuring the whole index is interrupted by changes, and done once the background is idle', async () => {
  const bench = await indexed({ 'a.ts': 'a', 'b.ts': 'b' });
  const signals: AbortSignal[] = [];
  bench.measure = (signal) => {
    signals.push(signal);
    // The first one takes as long as it may.
    if (signals.length > 1) return Promise.resolve();
    return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
  };
  bench.write('a.ts', 'new');
  await bench.indexer.filesChanged([{ kind: 'changed', path: 'a.ts' }]);
  await bench.quiet();
  assert.equal(signals.length, 1);
  assert.equal(bench.indexer.changedFiles, 0);
  bench.write('b.ts', 'new');
  await bench.indexer.filesChanged([{ kind: 'changed', path: 'b.ts' }]);
  assert.deepEqual(bench.state, ['a.ts disk:new', 'b.ts disk:new']);
  await bench.indexer.settled();
  assert.deepEqual(
    signals.map(({ aborted }) => aborted),
    [true, false],
  );
});

test('indexes documents changed before the question, and waits for no others', async () => {
  const bench = await indexed({ 'a.ts': 'a', 'b.ts': 'b' });
  bench.hold = true;
  const pass = bench.indexer.fullPass(true);
  await bench.quiet();
  bench.hold = false;
  bench.indexer.openDocument('a.ts', 'typed');
  await bench.indexer.documentsSettled();
  assert.deepEqual(bench.state, ['a.ts buffer:typed', 'b.ts disk:b']);
  bench.release();
  await pass;
  assert.deepEqual(bench.state, ['a.ts buffer:typed', 'b.ts disk:b']);
});

test('analyses simultaneous changes once, and changes during a run in the next', async () => {
  const bench = await indexed({ 'a.ts': 'a' });
  bench.indexer.openDocument('a.ts', '1');
  bench.indexer.changeDocument('a.ts', '2');
  bench.indexer.changeDocument('a.ts', '3');
  bench.hold = true;
  await bench.quiet();
  bench.indexer.changeDocument('a.ts', '4');
  bench.indexer.changeDocument('a.ts', '5');
  bench.hold = false;
  bench.release();
  await bench.indexer.documentsSettled();
  assert.deepEqual(bench.said(), ['interactive a.ts "3"', 'commit a.ts=buffer:3', 'interactive a.ts "5"', 'commit a.ts=buffer:5']);
  assert.equal(bench.indexer.pendingDocuments, 0);
});

test("a closed document has the disk's content again: unchanged, changed or deleted", async () => {
  const bench = await indexed({ 'a.ts': 'a', 'b.ts': 'b', 'c.ts': 'c' });
  for (const path of ['a.ts', 'b.ts', 'c.ts', 'new.ts']) bench.indexer.openDocument(path, 'typed');
  await bench.indexer.documentsSettled();
  assert.ok(bench.state.every((line) => line.endsWith('buffer:typed')));
  bench.write('b.ts', 'other');
  bench.delete('c.ts');
  for (const path of ['a.ts', 'b.ts', 'c.ts', 'new.ts']) bench.indexer.closeDocument(path);
  await bench.indexer.documentsSettled();
  assert.deepEqual(bench.state, ['a.ts disk:a', 'b.ts disk:other']);
});

test("opening a document with the disk's text makes no commit", async () => {
  const bench = await indexed({ 'a.ts': 'a' });
  bench.indexer.openDocument('a.ts', 'a');
  await bench.indexer.documentsSettled();
  bench.indexer.closeDocument('a.ts');
  await bench.indexer.documentsSettled();
  assert.deepEqual(bench.said(), ['interactive a.ts "a"']);
});

test('a document closed and reopened at once, also during analysis, has its last text', async () => {
  const bench = await indexed({ 'a.ts': 'a' });
  bench.indexer.openDocument('a.ts', '1');
  bench.indexer.closeDocument('a.ts');
  bench.indexer.openDocument('a.ts', '2');
  await bench.indexer.documentsSettled();
  assert.deepEqual(bench.state, ['a.ts buffer:2']);
  bench.hold = true;
  bench.indexer.changeDocument('a.ts', '3');
  await bench.quiet();
  bench.indexer.closeDocument('a.ts');
  bench.indexer.openDocument('a.ts', '4');
  bench.indexer.closeDocument('a.ts');
  bench.indexer.openDocument('a.ts', '5');
  bench.hold = false;
  const settled = bench.indexer.documentsSettled();
  bench.release();
  await settled;
  assert.deepEqual(bench.state, ['a.ts buffer:5']);
  bench.indexer.closeDocument('a.ts');
  await bench.indexer.documentsSettled();
  assert.deepEqual(bench.state, ['a.ts disk:a']);
});

test('background jobs never overwrite an open document', async () => {
  const bench = new Bench({ 'a.ts': 'a', 'b.ts': 'b' });
  bench.hold = true;
  const pass = bench.indexer.fullPass();
  await bench.quiet();
  assert.deepEqual(
    bench.held.map(({ line }) => line),
    ['background a.ts', 'background b.ts'],
  );
  bench.held.shift()?.release();
  await bench.quiet();
  bench.hold = false;
  bench.indexer.openDocument('a.ts', 'typed');
  bench.indexer.openDocument('b.ts', 'typed');
  await bench.indexer.documentsSettled();
  bench.release();
  await pass;
  assert.deepEqual(bench.state, ['a.ts buffer:typed', 'b.ts buffer:typed']);
  bench.write('a.ts', 'saved elsewhere');
  await bench.indexer.filesChanged([{ kind: 'changed', path: 'a.ts' }]);
  assert.deepEqual(bench.state, ['a.ts buffer:typed', 'b.ts buffer:typed']);
});

test('a document opened with the text on disk while that is read counts as saved', async () => {
  const bench = await indexed({ 'a.ts': 'a', 'b.ts': 'b' });
  const changed = ['a.ts', 'b.ts'].map((path) => ({ kind: 'changed', path }) as const);
  for (const { path } of changed) bench.write(path, 'new');
  bench.hold = true;
  void bench.indexer.filesChanged(changed);
  await bench.quiet();
  // The first is read and waits for its commit; the second is being read.
  bench.held.shift()?.release();
  await bench.quiet();
  bench.hold = false;
  for (const { path } of changed) bench.indexer.openDocument(path, 'new');
  await bench.indexer.documentsSettled();
  assert.deepEqual(bench.state, ['a.ts buffer:new', 'b.ts buffer:new']);
  bench.release();
  await bench.indexer.settled();
  assert.deepEqual(bench.state, ['a.ts disk:new', 'b.ts disk:new']);
});

test('handles watcher events: created, changed, deleted, false alarm, folder, "list again"', async () => {
  const bench = await indexed({ 'a.ts': 'a', 'b.ts': 'b', 'f/x.ts': 'x', 'f/g/y.ts': 'y', 'fg.ts': 'z' });
  bench.write('new.ts', 'n');
  bench.write('a.ts', 'a2');
  bench.delete('f/x.ts');
  bench.delete('f/g/y.ts');
  await bench.indexer.filesChanged([
    { kind: 'created', path: 'new.ts' },
    { kind: 'changed', path: 'a.ts' },
    { kind: 'changed', path: 'a.ts' },
    { kind: 'changed', path: 'b.ts' },
    { kind: 'deleted', path: 'f' },
    { kind: 'deleted', path: 'unknown.ts' },
  ]);
  assert.deepEqual(bench.state, ['a.ts disk:a2', 'b.ts disk:b', 'fg.ts disk:z', 'new.ts disk:n']);
  assert.deepEqual(
    bench
      .said()
      .filter((line) => line.startsWith('background'))
      .sort(),
    ['background a.ts', 'background new.ts'],
  );
  bench.delete('b.ts');
  await bench.indexer.filesChanged([]);
  assert.deepEqual(bench.state, ['a.ts disk:a2', 'fg.ts disk:z', 'new.ts disk:n']);
});

test('a deleted folder keeps the documents open in it', async () => {
  const bench = await indexed({ 'f/x.ts': 'x', 'f/y.ts': 'y' });
  bench.indexer.openDocument('f/y.ts', 'typed');
  await bench.indexer.documentsSettled();
  bench.delete('f/x.ts');
  bench.delete('f/y.ts');
  await bench.indexer.filesChanged([{ kind: 'deleted', path: 'f' }]);
  assert.deepEqual(bench.state, ['f/y.ts buffer:typed']);
  bench.indexer.closeDocument('f/y.ts');
  await bench.indexer.settled();
  assert.deepEqual(bench.state, []);
});

test('an excluded document is not indexed and not waited for', async () => {
  const bench = await indexed({});
  bench.refused.add('.env');
  bench.indexer.openDocument('.env', 'secret');
  await bench.indexer.documentsSettled();
  assert.deepEqual(bench.said(), []);
});

test('reports a failed commit and goes on', async () => {
  const bench = await indexed({ 'a.ts': 'a' });
  bench.failCommits = true;
  bench.indexer.openDocument('a.ts', '1');
  await bench.indexer.documentsSettled();
  assert.deepEqual(bench.said(), ['interactive a.ts "1"', 'commit a.ts=buffer:1', 'storage failed: disk full']);
  bench.failCommits = false;
  bench.indexer.changeDocument('a.ts', '2');
  await bench.indexer.documentsSettled();
  assert.deepEqual(bench.state, ['a.ts buffer:2']);
});

test('removes forgotten files and folders; a forced pass restores disk and open documents', async () => {
  const bench = await indexed({ 'a.ts': 'a', 'f/x.ts': 'x', 'fg.ts': 'z' });
  bench.indexer.openDocument('f/x.ts', 'typed');
  await bench.indexer.documentsSettled();
  await bench.indexer.forget(['f', 'a.ts']);
  assert.deepEqual(bench.state, ['fg.ts disk:z']);
  await bench.indexer.fullPass(true);
  await bench.indexer.settled();
  assert.deepEqual(bench.state, ['a.ts disk:a', 'f/x.ts buffer:typed', 'fg.ts disk:z']);
});

test('files and folders that are indexed anew keep the documents open in them', async () => {
  const bench = await indexed({ 'a.ts': 'a', 'f/x.ts': 'x', 'f/y.ts': 'y' });
  bench.indexer.openDocument('f/x.ts', 'typed');
  bench.indexer.openDocument('a.ts', 'a');
  await bench.indexer.documentsSettled();
  await bench.indexer.indexAnew(['f', 'a.ts']);
  await bench.indexer.settled();
  assert.deepEqual(bench.state, ['a.ts disk:a', 'f/x.ts buffer:typed', 'f/y.ts disk:y']);
});

test('closing stops running work and commits finished work', async () => {
  const bench = new Bench({ 'a.ts': 'a', 'b.ts': 'b' });
  bench.hold = true;
  const pass = bench.indexer.fullPass();
  await bench.quiet();
  bench.held.shift()?.release();
  await bench.quiet();
  await bench.indexer.close();
  await pass;
  assert.deepEqual(bench.state, ['a.ts disk:a']);
  assert.equal(bench.complete, 0);
});
