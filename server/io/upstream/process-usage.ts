/** What a process uses: processor time tells a busy server from a waiting one. Linux only; elsewhere null. */
import { readdirSync, readFileSync } from 'node:fs';

/** Seconds; null where it cannot be told. Ticks are taken as 1/100 s, as on every Linux that Node runs on. */
export function cpuSeconds(group: number): number | null {
  if (process.platform !== 'linux') return null;
  let ticks = 0;
  let found = false;
  let names: string[];
  try {
    names = readdirSync('/proc');
  } catch {
    return null;
  }
  for (const name of names) {
    if (name < '0' || name > ':') continue;
    try {
      // Behind the name, which may hold anything: state, parent, group, …, utime (11th), stime (12th).
      const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (Number(fields[2]) !== group) continue;
      ticks += Number(fields[11]) + Number(fields[12]);
      found = true;
    } catch {
      // Ended meanwhile.
    }
  }
  return found ? ticks / 100 : null;
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
