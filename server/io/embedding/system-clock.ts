/** The real clock, for pacing and retries. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../core/embedding/ports.js';

export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: async (ms, signal) => {
    try {
      await sleep(ms, undefined, { signal });
    } catch {
      signal.throwIfAborted();
    }
  },
  random: Math.random,
};
