// Processor time of the language servers that this process started.

import { readdirSync, readFileSync } from 'node:fs';

/** Seconds by program, with those of processes that ended below them. Linux only. */
export function serverSeconds() {
  const used = {};
  for (const name of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const isServer = fields[1] === String(process.pid) && fields[2] === name && !stat.includes('(sh)');
      if (!isServer) continue;
      const program = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
      used[program] = (used[program] ?? 0) + fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100;
    } catch {
      // Ended meanwhile.
    }
  }
  return used;
}
