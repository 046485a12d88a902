// Processor time of the language servers that this process started, also of those inside a sandbox.

import { readdirSync, readFileSync } from 'node:fs';

/** Seconds by program, with those of processes that ended below them. Each server has a process group of its own. Linux only. */
export function serverSeconds() {
  const running = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(processOf);
  const groups = new Set(
    running.flatMap(({ id, parent, group, program }) => (parent === process.pid && group === id && program !== 'sh' ? [group] : [])),
  );
  const used = {};
  for (const { group, program, seconds } of running) if (groups.has(group)) used[program] = (used[program] ?? 0) + seconds;
  return used;
}

function processOf(name) {
  try {
    const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
    const end = stat.lastIndexOf(')');
    const fields = stat.slice(end + 2).split(' ');
    return [
      {
        id: Number(name),
        parent: Number(fields[1]),
        group: Number(fields[2]),
        program: stat.slice(stat.indexOf('(') + 1, end),
        seconds: fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100,
      },
    ];
  } catch {
    // Ended meanwhile.
    return [];
  }
}
