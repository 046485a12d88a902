/** What a process uses: processor time tells a busy server from a waiting one. Linux only; elsewhere null. */
import { readdirSync, readFileSync } from 'node:fs';

/**
 * Seconds that a group of processes computed, or waited for a processor to compute on: where many compete for those, one
 * that computes without end gets little of them. Null where it cannot be told. Ticks are taken as 1/100 s, as on every
 * Linux that Node runs on.
 */
export function busySeconds(group: number): number | null {
  if (process.platform !== 'linux') return null;
  let seconds = 0;
  let found = false;
  for (const name of namesIn('/proc')) {
    if (name < '0' || name > ':') continue;
    try {
      // Behind the name, which may hold anything: state, parent, group, …, utime (11th), stime (12th).
      const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (Number(fields[2]) !== group) continue;
      seconds += (Number(fields[11]) + Number(fields[12])) / 100 + waitedSeconds(name);
      found = true;
    } catch {
      // Ended meanwhile.
    }
  }
  return found ? seconds : null;
}

/** For a processor, by its threads: nanoseconds run, nanoseconds waited, times. 0 where the kernel does not count it. */
function waitedSeconds(pid: string): number {
  let nanoseconds = 0;
  for (const thread of namesIn(`/proc/${pid}/task`)) {
    try {
      nanoseconds += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'latin1').split(' ')[1]);
    } catch {
      // Ended meanwhile, or not counted.
    }
  }
  return nanoseconds / 1e9;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

export function residentBytes(pid: number): number | null {
  if (process.platform !== 'linux') return null;
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) * 1024;
  } catch {
    return null;
  }
}
