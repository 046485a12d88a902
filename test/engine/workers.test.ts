/** The worker pool under fault: each bad worker costs one job and nothing else. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createWorkerPool, type WorkerPoolOptions } from '../../server/io/workers/worker-pool.js';
import type { Job } from './workers-entry.js';

interface Lost {
  readonly lost: string;
}

function pool(t: TestContext, options: Partial<WorkerPoolOptions<Job, unknown>> = {}) {
  const lines: string[] = [];
  const made = createWorkerPool<Job, unknown>({
    entry: new URL('./workers-entry.js', import.meta.url),
    workers: 1,
    log: (_level, message) => lines.push(message),
    onLost: (job, reason): Lost => ({ lost: `${job.do}: ${reason}` }),
    ...options,
  });
  t.after(() => made.close());
  return Object.assign(made, { lines });
}

const flagOf = () => new Int32Array(new SharedArrayBuffer(4));
function raise(flag: Int32Array): void {
  Atomics.store(flag, 0, 1);
  Atomics.notify(flag, 0);
}

test('several workers answer jobs', async (t) => {
  const workers = pool(t, { workers: 2 });
  const values = Array.from({ length: 50 }, (_, i) => i);
  assert.deepEqual(await Promise.all(values.map((value) => workers.run({ do: 'echo', value }, 'background'))), values);
});

test('a worker that throws, exits or cannot send its answer loses that job only', async (t) => {
  const workers = pool(t);
  const jobs: Job['do'][] = ['throw', 'exit', 'reject later', 'uncloneable'];
  const outcomes = await Promise.all(
    jobs.flatMap((what, i) => [workers.run({ do: what } as Job, 'background'), workers.run({ do: 'echo', value: i }, 'background')]),
  );
  assert.deepEqual(
    outcomes.filter((_, i) => i % 2),
    [0, 1, 2, 3],
  );
  assert.deepEqual(outcomes[0], { lost: 'throw: bad job' });
  assert.deepEqual(outcomes[2], { lost: 'exit: the worker exited with code 3' });
  assert.deepEqual(outcomes[4], { lost: 'reject later: the worker failed: thrown out of the blue' });
  assert.match((outcomes[6] as Lost).lost, /could not be cloned/);
});

test('replaces a hung worker at its deadline', async (t) => {
  const workers = pool(t, { deadlineMs: 150 });
  const [hung, stalled, next] = await Promise.all([
    workers.run({ do: 'hang' }, 'background'),
    workers.run({ do: 'stall' }, 'background'),
    workers.run({ do: 'echo', value: 1 }, 'background'),
  ]);
  assert.deepEqual(hung, { lost: 'hang: the worker did not finish within 150 ms' });
  assert.deepEqual(stalled, { lost: 'stall: the worker did not finish within 150 ms' });
  assert.equal(next, 1);
});

test('a job that shows signs of life may take longer than the deadline', async (t) => {
  const workers = pool(t);
  await workers.run({ do: 'echo', value: 0 }, 'background');
  const flag = new Int32Array(new SharedArrayBuffer(8));
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const job = workers.run({ do: 'compute', flag }, 'background');
  for (let deadline = 0; deadline < 3; deadline++) {
    const before = Atomics.load(flag, 1);
    while (Atomics.load(flag, 1) < before + 2) await new Promise(setImmediate);
    t.mock.timers.tick(30_000);
  }
  raise(flag);
  assert.equal(await job, 'computed');
});

test('a worker that runs out of memory dies alone', async (t) => {
  const workers = pool(t, { maxHeapMb: 32 });
  assert.match(((await workers.run({ do: 'exhaust' }, 'background')) as Lost).lost, /exhaust: the worker failed: .*memory/i);
  assert.equal(await workers.run({ do: 'echo', value: 1 }, 'background'), 1);
});

test('workers that cannot start lose their jobs after a few tries; later jobs try again', async (t) => {
  for (const [start, reason, startDeadlineMs] of [
    // Only the worker that hangs is to meet its deadline, however busy the machine is.
    ['fail', /cannot start/, 60_000],
    ['hang', /was not ready/, 200],
  ] as const) {
    const workers = pool(t, { workers: 2, workerData: { start }, startDeadlineMs });
    for (let round = 0; round < 2; round++) {
      const outcomes = (await Promise.all([1, 2, 3, 4, 5].map((value) => workers.run({ do: 'echo', value }, 'background')))) as Lost[];
      for (const outcome of outcomes) assert.match(outcome.lost, reason);
    }
  }
});

test('interactive jobs overtake every waiting background job', async (t) => {
  const workers = pool(t);
  const flag = flagOf();
  await workers.run({ do: 'echo', value: 0 }, 'background');
  const order: string[] = [];
  const note = (name: string) => () => order.push(name);
  const first = workers.run({ do: 'wait', flag }, 'background').then(note('running'));
  const background = [1, 2, 3].map((value) => workers.run({ do: 'echo', value }, 'background').then(note(`background ${value}`)));
  const interactive = [1, 2].map((value) => workers.run({ do: 'echo', value }, 'interactive').then(note(`interactive ${value}`)));
  raise(flag);
  await Promise.all([first, ...background, ...interactive]);
  assert.deepEqual(order, ['running', 'interactive 1', 'interactive 2', 'background 1', 'background 2', 'background 3']);
});

test('interactive jobs overtake jobs sent ahead, and a dying worker loses only the running one', async (t) => {
  const workers = pool(t, { ahead: 3 });
  const flag = flagOf();
  await workers.run({ do: 'echo', value: 0 }, 'background');
  const order: string[] = [];
  const run = (name: string, job: Job, priority: 'interactive' | 'background' = 'background') =>
    workers.run(job, priority).then((outcome) => order.push((outcome as Lost | null)?.lost ? `${name} lost` : name));
  const jobs = [
    run('running', { do: 'wait', flag }),
    run('dying', { do: 'exit' }),
    ...[1, 2, 3, 4].map((value) => run(`background ${value}`, { do: 'echo', value })),
    run('interactive', { do: 'echo', value: 5 }, 'interactive'),
  ];
  assert.equal(workers.queued, 2);
  raise(flag);
  await Promise.all(jobs);
  // Where the worker had not begun the first job yet, the interactive one overtakes that too.
  assert.deepEqual(order.slice(0, 2).sort(), ['interactive', 'running']);
  assert.deepEqual(order.slice(2), ['dying lost', 'background 1', 'background 2', 'background 3', 'background 4']);
});

test('an aborted job leaves the queue; a running one finishes', async (t) => {
  const workers = pool(t);
  const flag = flagOf();
  const abort = new AbortController();
  await workers.run({ do: 'echo', value: 0 }, 'background');
  const running = workers.run({ do: 'wait', flag }, 'background', abort.signal);
  const waiting = workers.run({ do: 'echo', value: 1 }, 'background', abort.signal);
  const other = workers.run({ do: 'echo', value: 2 }, 'background');
  assert.equal(workers.queued, 2);
  abort.abort();
  await assert.rejects(running, { name: 'AbortError' });
  await assert.rejects(waiting, { name: 'AbortError' });
  assert.equal(workers.queued, 1);
  raise(flag);
  assert.equal(await other, 2);
  await assert.rejects(workers.run({ do: 'echo', value: 3 }, 'interactive', abort.signal), { name: 'AbortError' });
});

test('transfers buffers in both directions', async (t) => {
  const workers = pool(t, { transferOf: (job) => (job.do === 'buffer' ? [job.bytes] : []) });
  const bytes = new ArrayBuffer(8);
  const answer = await workers.run({ do: 'buffer', bytes }, 'interactive');
  assert.equal(bytes.byteLength, 0);
  assert.deepEqual([...new Uint8Array(answer as ArrayBuffer)], [7, 7, 7, 7, 7, 7, 7, 7]);
});

test('what a worker prints goes to the log', async (t) => {
  const workers = pool(t);
  await workers.run({ do: 'print' }, 'background');
  while (!workers.lines.some((line) => line.includes('printed by the worker'))) await new Promise((resolve) => setImmediate(resolve));
});

test('gives room while the queue is short; close rejects waiting and running jobs', async (t) => {
  const workers = pool(t);
  const flag = flagOf();
  await workers.room();
  const running = workers.run({ do: 'wait', flag }, 'background');
  const many = Array.from({ length: 300 }, (_, value) => workers.run({ do: 'echo', value }, 'background'));
  let hasRoom = false;
  const room = workers.room().then(() => (hasRoom = true));
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(hasRoom, false);
  raise(flag);
  await room;
  assert.ok(workers.queued < 256);
  const settled = Promise.allSettled([running, ...many, workers.run({ do: 'hang' }, 'background')]);
  await workers.close();
  assert.ok((await settled).some((result) => result.status === 'rejected' && result.reason.name === 'AbortError'));
  await assert.rejects(workers.run({ do: 'echo', value: 1 }, 'interactive'), { name: 'AbortError' });
});
