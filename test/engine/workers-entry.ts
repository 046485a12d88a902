/** A worker whose jobs say how it shall behave. */
import { workerData } from 'node:worker_threads';
import { serveJobs } from '../../server/io/workers/serve-jobs.js';
import { signOfLife } from '../../server/util/sign-of-life.js';

export type Job =
  | { readonly do: 'echo'; readonly value: unknown }
  | { readonly do: 'throw' | 'exit' | 'hang' | 'stall' | 'reject later' | 'print' | 'exhaust' | 'uncloneable' }
  | { readonly do: 'wait' | 'compute'; readonly flag: Int32Array }
  | { readonly do: 'buffer'; readonly bytes: ArrayBuffer };

if (workerData?.start === 'fail') throw new Error('cannot start');
if (workerData?.start === 'hang') for (;;);

serveJobs<Job, unknown>(
  (job) => {
    switch (job.do) {
      case 'echo':
        return job.value;
      case 'throw':
        throw new Error('bad job');
      case 'exit':
        return process.exit(3);
      case 'hang':
        for (;;);
      case 'stall':
        return new Promise(() => {});
      case 'reject later':
        setImmediate(() => {
          throw new Error('thrown out of the blue');
        });
        return new Promise(() => {});
      case 'print':
        console.log('printed by the worker');
        return 'printed';
      case 'exhaust': {
        const kept: unknown[] = [];
        for (;;) kept.push(new Array(1_000).fill(kept.length));
      }
      case 'uncloneable':
        return () => 'no';
      case 'wait':
        Atomics.wait(job.flag, 0, 0);
        return 'waited';
      case 'compute':
        for (; Atomics.load(job.flag, 0) === 0; Atomics.add(job.flag, 1, 1)) signOfLife();
        return 'computed';
      case 'buffer':
        return new Uint8Array(job.bytes).fill(7).buffer;
    }
  },
  (outcome) => (outcome instanceof ArrayBuffer ? [outcome] : []),
);
