/** Processor time and memory of a process. Processor time tells a busy server from a waiting one. Linux only; elsewhere null. */
import { readdirSync, readFileSync } from 'node:fs';

/**
 * Seconds that a process and its children computed or waited for a processor. The wait counts, because on a busy machine a server in
 * an endless loop gets little processor time. Null if not available. Ticks are 1/100 s on every Linux that Node runs on.
 */
export function busySeconds(pid: number): number | null {
  if (process.platform !== 'linux') return null;
  try {
    // The fields follow the name, which may contain anything: state, parent, …, utime (11th), stime (12th).
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const own = (Number(fields[11]) + Number(fields[12])) / 100 + waitedSeconds(pid);
    return childrenOf(pid).reduce((sum, child) => sum + (busySeconds(child) ?? 0), own);
  } catch {
    return null;
  }
}

/** Empty if the kernel does not list children. */
function childrenOf(pid: number): readonly number[] {
  return namesIn(`/proc/${pid}/task`).flatMap((thread) => {
    try {
      return readFileSync(`/proc/${pid}/task/${thread}/children`, 'latin1').split(' ').filter(Boolean).map(Number);
    } catch {
      return [];
    }
  });
}

/** Time that all threads waited for a processor; 0 if the kernel does not count it. The file has: ns run, ns waited, number of runs. */
function waitedSeconds(pid: number): number {
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

/** Of a program in a sandbox: its own, not that of the processes around it. */
export function residentBytes(pid: number): number | null {
  if (process.platform !== 'linux') return null;
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    const [inside] = /^Name:\s+bwrap$/m.test(status) ? childrenOf(pid) : [];
    if (inside !== undefined) return residentBytes(inside);
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) * 1024;
  } catch {
    return null;
  }
}
