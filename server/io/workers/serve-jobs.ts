/** The worker's side of the pool: answers each job that comes in, one at a time. Used by worker entry files only. */
import { parentPort, type Transferable } from 'node:worker_threads';
import { messageOf } from '../../util/bug.js';

/** Main thread to worker. */
export interface JobMessage<Job> {
  readonly id: number;
  readonly job: Job;
}

/** Worker to main thread. `ready` comes once, when the worker has loaded what it needs. */
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
  port.on('message', async ({ id, job }: JobMessage<Job>) => {
    try {
      const outcome = await run(job);
      post({ kind: 'done', id, outcome }, transferOf(outcome));
    } catch (error) {
      post({ kind: 'failed', id, reason: messageOf(error) });
    }
  });
  post({ kind: 'ready' });
}
