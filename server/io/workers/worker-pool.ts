/**
 * A bounded pool of worker threads. A worker holds at most one job, so that an interactive job waits for no more
 * than the shortest job under way, and a worker that dies takes exactly one job with it.
 * Must never reject for what a job does: a throwing job, a dead or a hung worker become an outcome (`onLost`).
 *
 * One message a job: a round trip takes 25 to 40 µs (measured with 20 KB of text on two busy cores), analysing a file
 * milliseconds; several jobs a message would gain little and lengthen the wait of interactive jobs.
 */
import { type Transferable, Worker } from 'node:worker_threads';
import { limits } from '../../core/model/limits.js';
import { messageOf } from '../../util/bug.js';
import type { Log } from '../../util/log.js';
import type { JobMessage, WorkerMessage } from './serve-jobs.js';

export type Priority = 'interactive' | 'background';

export interface WorkerPoolOptions<Job, Outcome> {
  /** The compiled module that calls `serveJobs`. */
  readonly entry: URL;
  readonly workers: number;
  readonly workerData?: unknown;
  readonly log: Log;
  /** What a job comes to whose worker threw, died, hung or could not start. */
  readonly onLost: (job: Job, reason: string) => Outcome;
  /** A job that takes longer takes its worker with it. Counted from when the worker was ready. */
  readonly deadlineMs?: number;
  /** A worker that is not ready by then is replaced. */
  readonly startDeadlineMs?: number;
  /** Bound of each worker's heap; beyond it the worker dies alone. */
  readonly maxHeapMb?: number;
  /** Buffers of a job that are moved into the worker. */
  readonly transferOf?: (job: Job) => readonly Transferable[];
}

export interface WorkerPool<Job, Outcome> {
  readonly workers: number;
  /** Jobs waiting, without those under way. */
  readonly queued: number;
  /** Rejects only when aborted or closed; a job under way is then let run out, its outcome dropped. */
  run(job: Job, priority: Priority, signal?: AbortSignal): Promise<Outcome>;
  /** Resolves once fewer than `limits.maxQueuedJobs` jobs wait: whoever feeds background jobs awaits this first. */
  room(): Promise<void>;
  close(): Promise<void>;
}

interface Task<Job, Outcome> {
  readonly job: Job;
  settle(outcome: Outcome): void;
  reject(error: unknown): void;
}

/** A thread that fails to start this often in a row is not tried again until a job asks anew. */
const maxStartFailures = 3;

const closed = () => new DOMException('the worker pool was closed', 'AbortError');

export function createWorkerPool<Job, Outcome>(options: WorkerPoolOptions<Job, Outcome>): WorkerPool<Job, Outcome> {
  const { entry, log, onLost, deadlineMs = 30_000, startDeadlineMs = 60_000 } = options;
  const workers = Math.max(1, options.workers);
  type Waiting = Task<Job, Outcome>;
  const queues: Record<Priority, Set<Waiting>> = { interactive: new Set(), background: new Set() };
  const slots: Slot[] = [];
  let roomWaiters: (() => void)[] = [];
  let startFailures = 0;
  let nextId = 1;
  let isClosed = false;

  const queued = () => queues.interactive.size + queues.background.size;

  interface Slot {
    readonly worker: Worker;
    ready: boolean;
    current: { readonly id: number; readonly task: Waiting } | null;
    timer: NodeJS.Timeout | null;
    gone: boolean;
  }

  function start(): void {
    const worker = new Worker(entry, {
      workerData: options.workerData,
      // A worker's prints must not reach our stdout: it may carry a protocol.
      stdout: true,
      stderr: true,
      ...(options.maxHeapMb ? { resourceLimits: { maxOldGenerationSizeMb: options.maxHeapMb } } : {}),
    });
    const slot: Slot = { worker, ready: false, current: null, timer: null, gone: false };
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
    slot.timer = setTimeout(() => lose(slot, `the worker ${what} within ${afterMs} ms`), afterMs);
    slot.timer.unref();
  }

  function receive(slot: Slot, message: WorkerMessage<Outcome>): void {
    if (slot.gone) return;
    if (slot.timer) clearTimeout(slot.timer);
    if (message.kind === 'ready') {
      slot.ready = true;
      startFailures = 0;
    } else if (slot.current?.id === message.id) {
      const { task } = slot.current;
      slot.current = null;
      task.settle(message.kind === 'done' ? message.outcome : onLost(task.job, message.reason));
    }
    dispatch();
  }

  /** Ends a worker that cannot be trusted any more; its job, if any, is lost, and another worker takes its place. */
  function lose(slot: Slot, reason: string): void {
    if (slot.gone) return;
    slot.gone = true;
    if (slot.timer) clearTimeout(slot.timer);
    slots.splice(slots.indexOf(slot), 1);
    void slot.worker.terminate();
    if (isClosed) return;
    log('warn', `${reason}; it is replaced`);
    if (slot.current) slot.current.task.settle(onLost(slot.current.task.job, reason));
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
      const slot = slots.find((candidate) => candidate.ready && !candidate.current);
      if (!slot) break;
      const queue = queues.interactive.size > 0 ? queues.interactive : queues.background;
      const [task] = queue;
      queue.delete(task as Waiting);
      send(slot, task as Waiting);
    }
    // Threads start when there is work for them, never more than are failing to start.
    const starting = slots.filter((slot) => !slot.ready).length;
    for (let i = starting; !isClosed && i < queued() && slots.length < workers && startFailures < maxStartFailures; i++) start();
    if (queued() < limits.maxQueuedJobs && roomWaiters.length > 0) {
      const waiters = roomWaiters;
      roomWaiters = [];
      for (const resume of waiters) resume();
    }
  }

  function send(slot: Slot, task: Waiting): void {
    const id = nextId++;
    slot.current = { id, task };
    arm(slot, deadlineMs, 'did not finish');
    try {
      const message: JobMessage<Job> = { id, job: task.job };
      slot.worker.postMessage(message, options.transferOf?.(task.job) ?? []);
    } catch (error) {
      if (slot.timer) clearTimeout(slot.timer);
      slot.current = null;
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
          settle(outcome) {
            signal?.removeEventListener('abort', onAbort);
            resolve(outcome);
          },
          reject(error) {
            signal?.removeEventListener('abort', onAbort);
            reject(error);
          },
        };
        signal?.addEventListener('abort', onAbort, { once: true });
        queues[priority].add(task);
        dispatch();
      });
    },
    room() {
      return queued() < limits.maxQueuedJobs || isClosed ? Promise.resolve() : new Promise((resolve) => roomWaiters.push(resolve));
    },
    async close() {
      isClosed = true;
      const waiting = [...queues.interactive, ...queues.background, ...slots.flatMap((slot) => (slot.current ? [slot.current.task] : []))];
      queues.interactive.clear();
      queues.background.clear();
      for (const task of waiting) task.reject(closed());
      for (const resume of roomWaiters) resume();
      for (const slot of slots) if (slot.timer) clearTimeout(slot.timer);
      await Promise.all(slots.map((slot) => slot.worker.terminate()));
    },
  };
}
