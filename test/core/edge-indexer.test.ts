/** Edge indexing without any server: who comes first, what is dropped, what is tried again, what is never asked twice. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { EdgeIndexer } from '../../server/core/code-graph/edge-indexer.js';
import type { FileFacts } from '../../server/core/code-graph/facts.js';
import type { EdgeSource, FileEdges, FileToResolve, KnownFacts, StoredFile } from '../../server/core/code-graph/ports.js';
import { RankedQueue } from '../../server/core/code-graph/server-queue.js';
import type { EdgeIndexProgress } from '../../server/core/engine/engine-api.js';
import { waitUntil } from '../support/wait-until.js';

interface Row {
  hash: string;
  mtimeMs: number;
  facts: (KnownFacts & { readonly stale: boolean }) | null;
}

class Bench {
  readonly files = new Map<string, Row>();
  readonly asked: string[] = [];
  readonly stored: FileEdges[] = [];
  readonly progress: EdgeIndexProgress[] = [];
  neighbours: Record<string, string[]> = {};
  provenance: string | null = 'server 1';
  /** What a question about a file comes to; the default is facts without an identifier of ours. */
  answer: (file: FileToResolve, signal: AbortSignal | undefined, turn: () => Promise<void>) => Promise<FileFacts | null> = async (file) =>
    this.factsOf(file);
  readonly edgeIndexer: EdgeIndexer;

  constructor(paths: readonly string[]) {
    for (const path of paths) this.files.set(path, { hash: `${path} 1`, mtimeMs: 0, facts: null });
    const source: EdgeSource = {
      queue: async () => (this.provenance === null ? null : 'queue'),
      provenance: async () => this.provenance,
      facts: (file, signal, turn = async () => {}) => {
        this.asked.push(file.path);
        return this.answer(file, signal, turn);
      },
      rest: () => {},
    };
    const languageOf = (path: string) => (path.endsWith('.md') ? 'markdown' : 'python');
    const row = (path: string) => this.files.get(path);
    this.edgeIndexer = new EdgeIndexer({
      source,
      absolute: (path) => `/w/${path}`,
      log: () => {},
      restMs: [1],
      progress: (progress) => this.progress.push(progress),
      store: {
        file: (path) => (row(path) ? { language: languageOf(path), contentHash: row(path)!.hash, provenance: 'syntax:generic' } : null),
        storedFile: (path) => this.#stored(path),
        placedFile: () => null,
        dueFiles: (language) =>
          [...this.files]
            .filter(([path]) => languageOf(path) === language)
            .map(([path, { hash, mtimeMs, facts }]) => ({
              path,
              mtimeMs,
              provenance: facts && facts.contentHash === hash && !facts.stale ? facts.provenance : null,
            })),
        declaredNames: (names) => new Set(names),
        unsavedTexts: () => [],
        staleFiles: () => [...this.files].filter(([, { facts }]) => facts?.stale).map(([path]) => ({ path, language: 'python' })),
        knownFacts: (path) => row(path)?.facts ?? null,
        neighbours: (path) => this.neighbours[path] ?? [],
        edgeCounts: () => [{ language: 'python', files: this.files.size, withEdges: 0 }],
        markStaleBelow: (folder) => {
          for (const [path, one] of this.files) if (path.startsWith(folder) && one.facts) one.facts = { ...one.facts, stale: true };
        },
        replaceEdges: (edges) => {
          const one = row(edges.path);
          if (!one || one.hash !== edges.contentHash) return false;
          const { contentHash, provenance, incomplete } = edges;
          one.facts = { contentHash, provenance, incomplete, stale: false };
          this.stored.push(edges);
          return true;
        },
      },
    });
  }

  #stored(path: string): StoredFile | null {
    const row = this.files.get(path);
    if (!row) return null;
    const rest = { text: 'x = 1\n', mtimeMs: row.mtimeMs, unsaved: false, chunks: [], lineStarts: [0, 6], references: [] };
    return { path, language: 'python', contentHash: row.hash, ...rest };
  }

  factsOf(file: FileToResolve, incomplete: string | null = null): FileFacts {
    const occurrence = { name: 'x', start: 0, line: 0, character: 0 };
    return {
      path: file.path,
      contentHash: file.contentHash,
      provenance: { server: 'server', version: '1', configuration: '' },
      facts: [{ occurrence, meaning: { kind: 'outside' } }],
      incomplete,
    };
  }

  edit(path: string): void {
    const row = this.files.get(path)!;
    row.hash = `${path} ${Number(row.hash.split(' ')[1]) + 1}`;
    this.edgeIndexer.committed([path]);
  }
  get paths(): string[] {
    return this.stored.map(({ path }) => path);
  }
}

test('indexes open files first, then their neighbours, changed files, returned files, the rest', async () => {
  const rest = Array.from({ length: 60 }, (_, i) => `rest${String(i).padStart(2, '0')}.py`);
  const bench = new Bench([...rest, 'changed.py', 'near.py', 'open.py', 'returned.py', 'text.md']);
  for (const path of rest) bench.files.get(path)!.mtimeMs = 5;
  bench.neighbours = { 'open.py': ['near.py'] };
  bench.edgeIndexer.opened('open.py');
  bench.edgeIndexer.start();
  bench.edgeIndexer.committed(['changed.py']);
  bench.edgeIndexer.returned(['returned.py']);
  await bench.edgeIndexer.settled();
  const place = (path: string) => bench.paths.indexOf(path);
  assert.equal(place('open.py'), 0);
  assert.equal(place('near.py'), 1);
  // Fifty of the others count as changed lately.
  assert.ok(place('changed.py') < place('returned.py') && place('returned.py') < place('rest59.py'), bench.paths.join(' '));
  assert.equal(bench.paths.length, 64);
  assert.equal(place('text.md'), -1);
  const last = bench.progress.at(-1)!;
  assert.deepEqual([last.done, last.total, last.busy], [64, 64, false]);
});

test('does not ask again for known facts, nor for a language without a server', async () => {
  const bench = new Bench(['a.py', 'b.py']);
  bench.files.get('a.py')!.facts = { contentHash: 'a.py 1', provenance: 'server 1', stale: false, incomplete: null };
  bench.files.get('b.py')!.facts = { contentHash: 'b.py 1', provenance: 'server 0', stale: false, incomplete: null };
  bench.edgeIndexer.start();
  await bench.edgeIndexer.settled();
  assert.deepEqual(bench.asked, ['b.py']);
  const absent = new Bench(['a.py']);
  absent.provenance = null;
  absent.edgeIndexer.start();
  await absent.edgeIndexer.settled();
  assert.deepEqual([absent.asked, absent.edgeIndexer.reports], [[], []]);
});

test('an edit stops indexing of the old text, whose facts never reach the store', async () => {
  const bench = new Bench(['a.py', 'b.py']);
  let edited = false;
  bench.answer = async (file, signal) => {
    if (file.path === 'a.py' && !edited) {
      edited = true;
      bench.edit('a.py');
      assert.equal(signal?.aborted, true);
    }
    return bench.factsOf(file);
  };
  bench.edgeIndexer.start();
  await bench.edgeIndexer.settled();
  assert.deepEqual(bench.stored.map(({ contentHash }) => contentHash).sort(), ['a.py 2', 'b.py 1']);
});

test('an edit re-indexes the file and the files that depend on its signatures, and nothing else', async () => {
  const bench = new Bench(['a.py', 'user.py', 'other.py']);
  bench.edgeIndexer.start();
  await bench.edgeIndexer.settled();
  bench.asked.length = 0;
  bench.files.get('user.py')!.facts = { ...bench.files.get('user.py')!.facts!, stale: true };
  bench.edit('a.py');
  await bench.edgeIndexer.settled();
  assert.deepEqual(bench.asked.sort(), ['a.py', 'user.py']);
});

test('incomplete facts do not replace complete ones', async () => {
  const bench = new Bench(['a.py', 'b.py']);
  bench.files.get('a.py')!.facts = { contentHash: 'a.py 1', provenance: 'server 1', stale: true, incomplete: null };
  bench.answer = async (file) => bench.factsOf(file, 'three questions were lost');
  bench.edgeIndexer.start();
  await bench.edgeIndexer.settled();
  assert.deepEqual(bench.paths, ['b.py']);
  assert.equal(bench.files.get('b.py')!.facts!.incomplete, 'three questions were lost');
  assert.equal(bench.edgeIndexer.reports[0]!.failed, 1);
  // Not asked again until its text, or the way in which the server reads it, is another one.
  bench.edgeIndexer.returned(['a.py']);
  await bench.edgeIndexer.settled();
  assert.equal(bench.asked.filter((path) => path === 'a.py').length, 1);
  bench.answer = async (file) => bench.factsOf(file);
  bench.files.set('pyproject.toml', { hash: '1', mtimeMs: 0, facts: null });
  bench.edgeIndexer.committed(['pyproject.toml']);
  await bench.edgeIndexer.settled();
  assert.deepEqual(bench.paths.slice(1).sort(), ['a.py', 'b.py', 'pyproject.toml']);
});

test('a file with lost answers is asked about once more, after the others', async () => {
  const bench = new Bench(['a.py', 'b.py', 'c.py']);
  const lost = async (file: FileToResolve): Promise<FileFacts> => ({ ...bench.factsOf(file, 'two answers were lost'), retryable: true });
  bench.answer = (file) => (file.path === 'a.py' ? lost(file) : Promise.resolve(bench.factsOf(file)));
  bench.edgeIndexer.start();
  await bench.edgeIndexer.settled();
  assert.deepEqual(bench.asked, ['a.py', 'b.py', 'c.py', 'a.py']);
  assert.equal(bench.files.get('a.py')!.facts!.incomplete, 'two answers were lost');
  bench.edgeIndexer.returned(['a.py']);
  await bench.edgeIndexer.settled();
  assert.equal(bench.asked.length, 4);
  // This time the second attempt brings them.
  bench.answer = (file) => (bench.asked.length === 5 ? lost(file) : Promise.resolve(bench.factsOf(file)));
  bench.edit('b.py');
  await bench.edgeIndexer.settled();
  assert.deepEqual(bench.asked.slice(4), ['b.py', 'b.py']);
  assert.equal(bench.files.get('b.py')!.facts!.incomplete, null);
});

test('an unavailable server is reported as resting and tried again', async () => {
  const bench = new Bench(['a.py']);
  let deaths = 0;
  bench.answer = async (file) => {
    if (deaths++ < 3) throw new Error('the server died repeatedly');
    return bench.factsOf(file);
  };
  bench.edgeIndexer.start();
  await bench.edgeIndexer.settled();
  assert.deepEqual(bench.edgeIndexer.reports[0], {
    language: 'python',
    state: 'resting',
    pending: 1,
    failed: 0,
    problem: 'the server died repeatedly',
  });
  await waitUntil('the next attempt', () => bench.stored.length > 0);
  await bench.edgeIndexer.settled();
  assert.deepEqual([bench.asked.length, bench.edgeIndexer.reports[0]!.state, bench.edgeIndexer.reports[0]!.problem], [4, 'done', '']);
});

test('asks nothing while paused', async () => {
  const bench = new Bench(['a.py']);
  const turns: string[] = [];
  const resume = bench.edgeIndexer.pause();
  const again = bench.edgeIndexer.pause();
  bench.answer = async (file, _signal, turn) => {
    await turn();
    turns.push('asked');
    return bench.factsOf(file);
  };
  bench.edgeIndexer.start();
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual([bench.asked, turns], [[], []]);
  resume();
  resume();
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(turns, []);
  again();
  await bench.edgeIndexer.settled();
  assert.deepEqual(turns, ['asked']);
});

test('closing stops running and waiting work', async () => {
  const bench = new Bench(['a.py', 'b.py']);
  bench.answer = (_file, signal) =>
    new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new DOMException('cancelled', 'AbortError'))));
  bench.edgeIndexer.start();
  await waitUntil('the first question', () => bench.asked.length > 0);
  await bench.edgeIndexer.close();
  assert.deepEqual([bench.asked.length, bench.stored.length], [1, 0]);
});

test('a ranked queue holds each item once, at its best rank', () => {
  const queue = new RankedQueue<string>();
  assert.deepEqual([queue.add('a', 4), queue.add('b', 2), queue.add('a', 1), queue.add('a', 3)], [true, true, false, false]);
  assert.deepEqual([queue.size, queue.take(), queue.take(), queue.take()], [2, { item: 'a', rank: 1 }, { item: 'b', rank: 2 }, undefined]);
});
