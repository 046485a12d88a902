/**
 * Paranoid: after each of many random edits, opens, closes and changes on disk, an index that was kept in step holds
 * and answers the same as one that is built from scratch. The seed is in the test's name; a failure names the steps.
 */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import Database from 'better-sqlite3';
import type { Engine } from '../../server/core/engine/engine-api.js';
import { parseFixture } from '../support/fixture.js';
import { settledEngine, type Workspace, workspace } from '../support/real-engine.js';
import { randomFrom } from './store-fixture.js';

const fixture = `
-- src/queue.ts --
import { Job } from './job.js';
/** Jobs in order. */
export class Queue {
  #jobs: Job[] = [];
  /** Adds a job at the end. */
  add(job: Job): void {
    this.#jobs.push(job);
    console.log('added', job.name);
  }
}
-- src/job.ts --
/** What is to be done, and when. */
export class Job {
  constructor(readonly name: string, readonly time: number) {}
}
export function earliest(jobs: Job[]): Job | undefined {
  return jobs.sort((a, b) => a.time - b.time)[0];
}
-- tools/report.py --
"""Prints what the queue has done."""
class Report:
    def __init__(self, jobs):
        self.jobs = jobs

    def write(self):
        for job in self.jobs:
            print(job.name)
-- docs/guide.md --
# Queue

How jobs are queued.

## Order

The earliest job comes first.
-- config/settings.json --
{ "queue": { "limit": 100, "retries": 3 }, "report": { "format": "text" } }
`;

/** Lines that are put into files: declarations, mentions, comments, and what breaks the syntax around it. */
const lines = [
  'export function retryJob(queue: Queue): Job | undefined { return earliest([]); }',
  '// TODO: the limit of the queue is not looked at here, although it could be exceeded by any caller of this.',
  'class Extra { run() { return new Job("extra", 1); } }',
  'def collect(jobs): return Report(jobs).write()',
  '## Another heading',
  'The report lists what the queue has done so far.',
  '}',
  '/* not closed',
  "const text = 'unfinished;",
  '',
];
const questions = ['add a job to the queue', 'earliest', 'Report.write', 'how are jobs ordered', 'retryJob', 'limit of the queue'];
const paths = [
  'src/queue.ts',
  'src/job.ts',
  'tools/report.py',
  'docs/guide.md',
  'config/settings.json',
  'src/deep/er/new.ts',
  'src/other.py',
];

/** All rows that the index holds, without the ids by which they are joined. */
function rowsOf(engine: Engine): Record<string, unknown[]> {
  const db = new Database(join(engine.status().indexFolder, 'index.sqlite'), { readonly: true });
  const rows = (sql: string) => db.prepare(sql).raw().all();
  const all = {
    files: rows('SELECT path, content_hash, lines, problem, language, role, chunk_count, symbol_count, ref_count FROM files ORDER BY path'),
    texts: rows('SELECT path, text FROM texts JOIN files ON files.id = file ORDER BY path'),
    chunks: rows(
      `SELECT path, c.key, c.mark, c.kind, c.name, c.qualified, c.symbol_kind, c.span_start, c.span_end, c.line_start, c.line_end, c.body_start,
       c.signature, c.doc, c.meta, c.tokens, p.key FROM chunks c JOIN files ON files.id = c.file LEFT JOIN chunks p ON p.id = c.parent ORDER BY path, c.span_start, c.key`,
    ),
    edges: rows('SELECT c.key, r.n, r.name, r.kind, r.line, r.module FROM refs r JOIN chunks c ON c.id = r.chunk ORDER BY c.key, r.n'),
    vectors: rows(
      'SELECT c.key, p.n, v.hash, v.scale FROM parts p JOIN chunks c ON c.id = p.chunk JOIN vectors v ON v.id = p.vector ORDER BY c.key, p.n',
    ),
    importance: rows('SELECT path, users FROM importance JOIN files ON files.id = file ORDER BY path'),
    // An open document with the disk's own text is either.
    buffers: rows("SELECT path FROM files WHERE origin = 'buffer' ORDER BY path"),
    words: rows("SELECT count(*) FROM lexical WHERE lexical MATCH 'job OR queue OR report'"),
  };
  db.close();
  return all;
}

async function answersOf(engine: Engine): Promise<unknown[]> {
  const answers = [];
  for (const query of questions) {
    const { results } = await engine.retrieve({ query, limit: 50, budgetTokens: Number.POSITIVE_INFINITY });
    const { hits } = await engine.symbols({ query, limit: 20 });
    answers.push({ query, results: results.map(({ key, path, lines, text }) => ({ key, path, lines, text })) });
    answers.push({ query, hits: hits.map(({ key, path, lines }) => ({ key, path, lines })).sort(byKey) });
  }
  return answers;
}

const byKey = (a: { key: string }, b: { key: string }) => (a.key < b.key ? -1 : 1);

class Walk {
  readonly #place: Workspace;
  readonly #random: () => number;
  readonly disk: Map<string, string>;
  readonly open = new Map<string, string>();
  readonly steps: string[] = [];

  constructor(place: Workspace, disk: Map<string, string>, random: () => number) {
    this.#place = place;
    this.disk = disk;
    this.#random = random;
  }

  #pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.#random() * from.length)] as T;
  }

  /** A text with a line put in, taken out or doubled. */
  #edited(text: string): string {
    const all = text.split('\n');
    const at = Math.floor(this.#random() * all.length);
    const how = this.#random();
    if (how < 0.6) all.splice(at, 0, this.#pick(lines));
    else if (how < 0.85) all.splice(at, 1 + Math.floor(this.#random() * 3));
    else all.splice(at, 0, all[at] as string);
    return all.join('\n');
  }

  /** One random thing that a user may do; the engine hears of it as from an editor or a watcher. */
  async step(engine: Engine): Promise<void> {
    const path = this.#pick(paths);
    const text = this.open.get(path);
    const how = this.#random();
    if (text !== undefined && how < 0.6) {
      const changes = 1 + Math.floor(this.#random() * 3);
      let latest = text;
      for (let i = 0; i < changes; i++) {
        latest = this.#edited(latest);
        engine.changeDocument(path, latest);
      }
      this.open.set(path, latest);
      this.steps.push(`change ${path} ${changes} times`);
    } else if (text !== undefined) {
      this.open.delete(path);
      engine.closeDocument(path);
      this.steps.push(`close ${path}`);
    } else if (how < 0.4) {
      const opened = this.#random() < 0.5 ? (this.disk.get(path) ?? '') : this.#edited(this.disk.get(path) ?? '');
      this.open.set(path, opened);
      engine.openDocument(path, opened);
      this.steps.push(`open ${path}`);
    } else await this.#onDisk(engine, path, how);
  }

  async #onDisk(engine: Engine, path: string, how: number): Promise<void> {
    if (how < 0.85 || !this.disk.has(path)) {
      const text = this.#edited(this.disk.get(path) ?? 'print(1)\n');
      this.disk.set(path, text);
      this.#place.write(path, text);
      engine.filesChanged([{ kind: 'changed', path }]);
      this.steps.push(`write ${path}`);
    } else {
      const folder = path.slice(0, path.lastIndexOf('/'));
      const gone = this.#random() < 0.5 ? path : folder;
      for (const file of [...this.disk.keys()]) if (file === gone || file.startsWith(`${gone}/`)) this.disk.delete(file);
      rmSync(this.#place.file(gone), { recursive: true, force: true });
      engine.filesChanged([{ kind: 'deleted', path: gone }]);
      this.steps.push(`delete ${gone}`);
    }
  }
}

for (const seed of [1, 2, 3]) {
  test(`an incremental index equals one from scratch, seed ${seed}`, async (t) => {
    const place = workspace(t, fixture);
    const engine = await settledEngine(place);
    const scratch = await settledEngine(place, { cacheDir: join(place.cacheDir, '..', 'scratch') });
    const walk = new Walk(place, new Map(parseFixture(fixture).files), randomFrom(seed));
    const opened = new Set<string>();
    for (let round = 0; round < 12; round++) {
      for (let n = 0; n <= round % 4; n++) await walk.step(engine);
      await engine.settled();
      for (const path of opened) if (!walk.open.has(path)) scratch.closeDocument(path);
      await scratch.settled();
      await scratch.forget();
      opened.clear();
      for (const [path, text] of walk.open) {
        scratch.openDocument(path, text);
        opened.add(path);
      }
      await scratch.reindex({ force: true });
      await scratch.settled();
      const steps = walk.steps.join('; ');
      const { buffers: kept, ...rows } = rowsOf(engine);
      const { buffers: fresh, ...expected } = rowsOf(scratch);
      assert.deepEqual(rows, expected, steps);
      for (const row of [...(kept ?? []), ...(fresh ?? [])]) assert.ok(walk.open.has(String((row as unknown[])[0])), steps);
      assert.deepEqual(await answersOf(engine), await answersOf(scratch), steps);
    }
  });
}
