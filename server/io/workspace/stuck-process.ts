/**
 * Ends a process that waits for what never comes: git opens a pipe that is named `.gitignore`, and no one writes to it. One that works
 * is not ended, however long it takes.
 */
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';

const lookMs = 3_000;
/** Looks in a row without a sign of work: a remote disk can be silent for some seconds. */
const maxIdleLooks = 3;
/** Where the system does not tell whether a process works: as many as two minutes without output. */
const maxSilentLooks = 40;

export function endWhenStuck(child: ChildProcess): void {
  let looks = 0;
  let before = workOf(child);
  const timer = setInterval(() => {
    const now = workOf(child);
    // Output that is not read yet: it may wait for its reader, and goes on when that does.
    const isUnread = (child.stdout?.readableLength ?? 0) > 0;
    looks = isUnread || now !== before ? 0 : looks + 1;
    before = now;
    if (looks >= (now === null ? maxSilentLooks : maxIdleLooks)) child.kill('SIGKILL');
  }, lookMs);
  timer.unref();
  child.on('close', () => clearInterval(timer));
  child.on('error', () => clearInterval(timer));
}

/**
 * Differs from one look to the next if the process works: nanoseconds that it ran and waited for a processor, and how often; while it
 * computes or waits for a processor or a local disk, the time of the look. Null where the system does not tell.
 */
function workOf({ pid }: ChildProcess): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The state follows the name, which may contain anything. S: it waits for a pipe, a socket or a lock.
    if (stat[stat.lastIndexOf(')') + 2] !== 'S') return `busy ${performance.now()}`;
    return readFileSync(`/proc/${pid}/schedstat`, 'latin1');
  } catch {
    return null;
  }
}
