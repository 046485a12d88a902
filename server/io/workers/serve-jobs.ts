/** The worker's side of the pool: answers the jobs that come in, one at a time, interactive ones first. For worker entry files only. */
import { parentPort, receiveMessageOnPort, type Transferable } from 'node:worker_threads';
import { messageOf } from '../../util/bug.js';
import { showLifeIn } from '../../util/sign-of-life.js';

/** Main thread to worker. */
export interface JobMessage<Job> {
  readonly id: number;
  readonly job: Job;
  readonly isUrgent: boolean;
  /** Shared with the pool, see `sharedIndex`. */
  readonly shared: Int32Array;
}

/** Elements that worker and pool share: the id of the running job, so that a death is attributed to the right one, and signs of life. */
export const sharedIndex = { running: 0, signsOfLife: 1 } as const;

/** Worker to main thread. `ready` comes once, when the worker has loaded its modules. */
export type WorkerMessage<Outcome> =
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly id: number; readonly outcome: Outcome }
  | { readonly kind: 'failed'; readonly id: number; readonly reason: string };

/**
 * Starts answering jobs. A job that throws fails alone; the worker goes on. `transferOf` names the buffers of an
 * outcome that are moved to the main thread instead of copied; they must not be used here afterwards.
 */
export function serveJobs<Job, Outcome>(
  run: (job: Job) => Outcome | Promise<Outcome>,
  transferOf: (outcome: Outcome) => readonly Transferable[] = () => [],
): void {
  const port = parentPort;
  if (!port) throw new Error('serveJobs: expected to run in a worker thread');
  const post = (message: WorkerMessage<Outcome>, transfer: readonly Transferable[] = []) => port.postMessage(message, transfer);
  const urgent: JobMessage<Job>[] = [];
  const others: JobMessage<Job>[] = [];
  let isBusy = false;
  const take = (message: JobMessage<Job>) => (message.isUrgent ? urgent : others).push(message);

  async function answer({ id, job, shared }: JobMessage<Job>): Promise<void> {
    Atomics.store(shared, sharedIndex.running, id);
    showLifeIn(shared, sharedIndex.signsOfLife);
    try {
      const outcome = await run(job);
      post({ kind: 'done', id, outcome }, transferOf(outcome));
    } catch (error) {
      post({ kind: 'failed', id, reason: messageOf(error) });
    }
  }

  port.on('message', async (message: JobMessage<Job>) => {
    take(message);
    if (isBusy) return;
    isBusy = true;
    for (let next = urgent.shift() ?? others.shift(); next; next = urgent.shift() ?? others.shift()) {
      await answer(next);
      // Messages that arrived meanwhile may be more urgent than the next job.
      for (let more = receiveMessageOnPort(port); more; more = receiveMessageOnPort(port)) take(more.message);
    }
    isBusy = false;
  });
  post({ kind: 'ready' });
}
