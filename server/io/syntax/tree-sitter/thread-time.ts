/**
 * Processor time of this thread, so that a limit means the same however busy the machine is: what an outline holds must not depend on what
 * else runs.
 */
import { openSync, readSync } from 'node:fs';

/** Milliseconds of processor time of the calling thread; elapsed time where the system does not tell. */
export function threadTimeMs(): number {
  return read();
}

const read = reader();

function reader(): () => number {
  // Node 24, any system.
  const usage = (process as { threadCpuUsage?: () => { user: number; system: number } }).threadCpuUsage;
  if (usage)
    return () => {
      const { user, system } = usage();
      return (user + system) / 1_000;
    };
  try {
    // Open as long as the thread lives: a file of the thread that opens it. Nanoseconds come first.
    const file = openSync('/proc/thread-self/schedstat', 'r');
    const bytes = Buffer.alloc(64);
    const linux = () => Number.parseInt(bytes.toString('latin1', 0, readSync(file, bytes, 0, bytes.length, 0)), 10) / 1e6;
    if (linux() > 0) return linux;
  } catch {
    // Another system.
  }
  return () => performance.now();
}
