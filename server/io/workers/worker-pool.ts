/**
 * A bounded pool of worker threads. A worker runs one job at a time, interactive ones first, so that such a job waits for at most the
 * running job, and a worker that dies costs exactly one job. Background jobs may be sent ahead, so that a worker need not wait until
 * the main thread is free.
 * Must never reject because of a job: a throwing job, a dead or a hung worker become an outcome (`onLost`).
 *
 * One message a job: a round trip takes 25 to 40 µs (measured with 20 KB of text on two busy cores), analysing a file
 * milliseconds; several jobs a message would gain little and lengthen the wait of interactive jobs.
 */
import { setMaxListeners } from 'node:events';
import { type Transferable, Worker } from 'node:worker_threads';
import { limits } from '../../core/model/limits.js';
import { messageOf } from '../../util/bug.js';
import type { Log } from '../../util/log.js';
import { type JobMessage, sharedIndex, type WorkerMessage } from './serve-jobs.js';

type Priority = 'interactive' | 'background';

export interface WorkerPoolOptions<Job, Outcome> {
  /** The compiled module that calls `serveJobs`. */
  readonly entry: URL;
  readonly workers: number;
  readonly workerData?: unknown;
  readonly log: Log;
  /** The outcome of a job whose worker threw, died, hung or could not start. */
  readonly onLost: (job: Job, reason: string) => Outcome;
  /** A job that takes longer without a sign of life ends its worker. Counted from when the worker was ready. */
  readonly deadlineMs?: number;
  /** A worker that is not ready by then is replaced. */
  readonly startDeadlineMs?: number;
  /** Bound of each worker's heap; beyond it the worker dies alone. */
  readonly maxHeapMb?: number;
  /** Background jobs sent to a worker besides the running one; more where workers run dry because the main thread is busy. */
  readonly ahead?: number;
  /** Jobs of equal names go to the same worker where it is as free as another, which has cached data of the last one. */
  readonly affinityOf?: (job: Job) => string | null;
  /** After so long without a job workers that have done many are replaced by one new worker: they keep the memory of the largest job. */
  readonly renewAfterMs?: number;
  /** Buffers of a job that are moved into the worker. */
  readonly transferOf?: (job: Job) => readonly Transferable[];
}

export interface WorkerPool<Job, Outcome> {
  readonly workers: number;
  /** Jobs waiting, without those that a worker has. */
  readonly queued: number;
  /** Rejects only when aborted or closed; a running job is then finished and its outcome dropped. */
  run(job: Job, priority: Priority, signal?: AbortSignal): Promise<Outcome>;
  /** Resolves once fewer than `limits.maxQueuedJobs` jobs wait: to be awaited before background jobs are added. */
  room(): Promise<void>;
  /** Starts a thread before there is a job. */
  startAhead(): void;
  close(): Promise<void>;
}

interface Task<Job, Outcome> {
  readonly job: Job;
  readonly priority: Priority;
  settle(outcome: Outcome): void;
  reject(error: unknown): void;
}

/** Most jobs sent ahead: what a worker does while the largest commit is written. */
const maxAhead = 64;

/** Jobs after which workers are worth replacing. */
const minRenewed = 100;

/** After so many failed starts in a row no thread is started until the next job. */
const maxStartFailures = 3;

const closed = () => new DOMException('the worker pool was closed', 'AbortError');

export function createWorkerPool<Job, Outcome>(options: WorkerPoolOptions<Job, Outcome>): WorkerPool<Job, Outcome> {
  const { entry, log, onLost, deadlineMs = 30_000, startDeadlineMs = 60_000, renewAfterMs = 30_000 } = options;
  const leastAhead = options.ahead ?? 0;
  const workers = Math.max(1, options.workers);
  type Waiting = Task<Job, Outcome>;
  const queues: Record<Priority, Set<Waiting>> = { interactive: new Set(), background: new Set() };
  const slots: Slot[] = [];
  let roomWaiters: (() => void)[] = [];
  let startFailures = 0;
  let nextId = 1;
  let isClosed = false;
  /** Doubled when a worker has run dry; an interactive job, which waits for what was sent, begins anew. */
  let ahead = leastAhead;
  /** Since the workers were last replaced. */
  let finished = 0;
  let renewal: NodeJS.Timeout | null = null;

  const queued = () => queues.interactive.size + queues.background.size;

  interface Slot {
    readonly worker: Worker;
    ready: boolean;
    /** What the worker has, by id, in the order of sending. */
    readonly jobs: Map<number, Waiting>;
    /** Written by the worker, see `sharedIndex`. */
    readonly shared: Int32Array;
    timer: NodeJS.Timeout | null;
    gone: boolean;
    /** Name of the last job that had one. */
    name: string | null;
    /** Those that end when this one is ready. */
    replaced: readonly Slot[];
  }

  function start(): void {
    const worker = new Worker(entry, {
      workerData: options.workerData,
      // Options of this process (`--input-type`, `--test`) may not be valid for a thread.
      execArgv: [],
      // Output of a worker must not reach our stdout: it may carry a protocol.
      stdout: true,
      stderr: true,
      ...(options.maxHeapMb ? { resourceLimits: { maxOldGenerationSizeMb: options.maxHeapMb } } : {}),
    });
    const shared = new Int32Array(new SharedArrayBuffer(4 * Object.keys(sharedIndex).length));
    const slot: Slot = { worker, ready: false, jobs: new Map(), shared, timer: null, gone: false, name: null, replaced: [] };
    slots.push(slot);
    arm(slot, startDeadlineMs, 'was not ready');
    let lastError = '';
    worker.stdout.on('data', (data: Buffer) => log('debug', `worker: ${data.toString().trimEnd()}`));
    worker.stderr.on('data', (data: Buffer) => log('warn', `worker: ${data.toString().trimEnd()}`));
    worker.on('message', (message: WorkerMessage<Outcome>) => receive(slot, message));
    worker.on('messageerror', (error) => lose(slot, `its answer could not be read: ${messageOf(error)}`));
    worker.on('error', (error) => {
      lastError = messageOf(error);
      lose(slot, `the worker failed: ${lastError}`);
    });
    worker.on('exit', (code) => lose(slot, lastError ? `the worker failed: ${lastError}` : `the worker exited with code ${code}`));
  }

  function arm(slot: Slot, afterMs: number, what: string): void {
    if (slot.timer) clearTimeout(slot.timer);
    const signs = Atomics.load(slot.shared, sharedIndex.signsOfLife);
    slot.timer = setTimeout(() => {
      if (Atomics.load(slot.shared, sharedIndex.signsOfLife) !== signs) arm(slot, afterMs, what);
      else lose(slot, `the worker ${what} within ${afterMs} ms`);
    }, afterMs);
    slot.timer.unref();
  }

  function receive(slot: Slot, message: WorkerMessage<Outcome>): void {
    if (slot.gone) return;
    if (slot.timer) clearTimeout(slot.timer);
    if (message.kind === 'ready') {
      slot.ready = true;
      startFailures = 0;
      for (const old of slot.replaced) if (old.jobs.size === 0) retire(old);
      slot.replaced = [];
    } else {
      finished++;
      const task = slot.jobs.get(message.id);
      slot.jobs.delete(message.id);
      if (slot.jobs.size > 0) arm(slot, deadlineMs, 'did not finish');
      else if (queues.background.size > 0) ahead = Math.min(maxAhead, ahead * 2);
      task?.settle(message.kind === 'done' ? message.outcome : onLost(task.job, message.reason));
    }
    dispatch();
    renewWhenIdle();
  }

  const isIdle = (): boolean => queued() === 0 && slots.every(({ jobs }) => jobs.size === 0);

  function renewWhenIdle(): void {
    if (renewal) clearTimeout(renewal);
    renewal = finished >= minRenewed && isIdle() ? setTimeout(renew, renewAfterMs) : null;
    renewal?.unref();
  }

  /** Starts a new worker for the present ones, which end when it is ready: an edit never waits for a start. */
  function renew(): void {
    if (isClosed || !isIdle()) return;
    finished = 0;
    const replaced = [...slots];
    start();
    const slot = slots.at(-1);
    if (slot) slot.replaced = replaced;
  }

  function retire(slot: Slot): void {
    if (slot.gone) return;
    slot.gone = true;
    if (slot.timer) clearTimeout(slot.timer);
    slots.splice(slots.indexOf(slot), 1);
    void slot.worker.terminate();
  }

  /** Ends a failed worker; its running job is lost, the others are given to other workers. */
  function lose(slot: Slot, reason: string): void {
    if (slot.gone) return;
    retire(slot);
    if (isClosed) return;
    log('warn', `${reason}; it is replaced`);
    const waiting: Waiting[] = [];
    const current = slot.shared[sharedIndex.running] as number;
    for (const [id, task] of slot.jobs) {
      // Jobs that were sent but not started go back to the queue; where none has started, the first one is lost.
      if (id === current || (!slot.jobs.has(current) && id === slot.jobs.keys().next().value)) task.settle(onLost(task.job, reason));
      else waiting.push(task);
    }
    slot.jobs.clear();
    for (const priority of ['interactive', 'background'] as const) {
      queues[priority] = new Set([...waiting.filter((task) => task.priority === priority), ...queues[priority]]);
    }
    if (!slot.ready) startFailures++;
    if (startFailures >= maxStartFailures && slots.length === 0) {
      log('error', `no worker could be started: ${reason}`);
      startFailures = 0;
      for (const queue of Object.values(queues)) {
        for (const task of queue) task.settle(onLost(task.job, reason));
        queue.clear();
      }
    }
    dispatch();
  }

  function dispatch(): void {
    while (queued() > 0) {
      const priority: Priority = queues.interactive.size > 0 ? 'interactive' : 'background';
      const queue = queues[priority];
      const [task] = queue;
      const name = options.affinityOf?.((task as Waiting).job) ?? null;
      const slot = roomiest(priority, name);
      if (!slot) break;
      if (name !== null) slot.name = name;
      queue.delete(task as Waiting);
      send(slot, task as Waiting);
    }
    // Threads start when there is work, and no more than the queue needs.
    const starting = slots.filter((slot) => !slot.ready).length;
    for (let i = starting; !isClosed && i < queued() && slots.length < workers && startFailures < maxStartFailures; i++) start();
    if (queued() < limits.maxQueuedJobs && roomWaiters.length > 0) {
      const waiters = roomWaiters;
      roomWaiters = [];
      for (const resume of waiters) resume();
    }
  }

  /** The worker with the fewest jobs that accepts another; an interactive job may always be added to jobs sent ahead. */
  function roomiest(priority: Priority, name: string | null): Slot | null {
    const most = ahead > 0 && priority === 'interactive' ? ahead + 2 : ahead + 1;
    let best: Slot | null = null;
    for (const slot of slots) {
      if (!slot.ready || slot.jobs.size >= most) continue;
      const isBetter =
        !best || slot.jobs.size < best.jobs.size || (slot.jobs.size === best.jobs.size && slot.name === name && name !== null);
      if (isBetter) best = slot;
    }
    return best;
  }

  function send(slot: Slot, task: Waiting): void {
    const id = nextId++;
    slot.jobs.set(id, task);
    if (slot.jobs.size === 1) arm(slot, deadlineMs, 'did not finish');
    try {
      const message: JobMessage<Job> = { id, job: task.job, isUrgent: task.priority === 'interactive', shared: slot.shared };
      slot.worker.postMessage(message, options.transferOf?.(task.job) ?? []);
    } catch (error) {
      slot.jobs.delete(id);
      if (slot.timer && slot.jobs.size === 0) clearTimeout(slot.timer);
      task.settle(onLost(task.job, `the job could not be sent: ${messageOf(error)}`));
    }
  }

  return {
    workers,
    get queued() {
      return queued();
    },
    run(job, priority, signal) {
      return new Promise<Outcome>((resolve, reject) => {
        if (isClosed) return reject(closed());
        if (signal?.aborted) return reject(signal.reason);
        const onAbort = () => {
          queues[priority].delete(task);
          reject(signal?.reason);
          dispatch();
        };
        const task: Waiting = {
          job,
          priority,
          settle(outcome) {
            signal?.removeEventListener('abort', onAbort);
            resolve(outcome);
          },
          reject(error) {
            signal?.removeEventListener('abort', onAbort);
            reject(error);
          },
        };
        // One listener a job is intended, not a leak.
        if (signal) setMaxListeners(0, signal);
        signal?.addEventListener('abort', onAbort, { once: true });
        queues[priority].add(task);
        if (priority === 'interactive') ahead = leastAhead;
        dispatch();
      });
    },
    room() {
      return queued() < limits.maxQueuedJobs || isClosed ? Promise.resolve() : new Promise((resolve) => roomWaiters.push(resolve));
    },
    startAhead() {
      if (!isClosed && slots.length === 0) start();
    },
    async close() {
      isClosed = true;
      if (renewal) clearTimeout(renewal);
      const waiting = [...queues.interactive, ...queues.background, ...slots.flatMap((slot) => [...slot.jobs.values()])];
      queues.interactive.clear();
      queues.background.clear();
      for (const task of waiting) task.reject(closed());
      for (const resume of roomWaiters) resume();
      for (const slot of slots) if (slot.timer) clearTimeout(slot.timer);
      await Promise.all(slots.map((slot) => slot.worker.terminate()));
    },
  };
}
