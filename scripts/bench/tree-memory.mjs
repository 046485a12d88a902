// Memory of a process and of all that it has started, sampled from outside. Linux only.

import { readdirSync, readFileSync } from 'node:fs';
import { setInterval } from 'node:timers';

const everyMs = 250;

function treeOf(pid) {
  const pids = [pid];
  for (let i = 0; i < pids.length; i++)
    try {
      for (const task of readdirSync(`/proc/${pids[i]}/task`))
        pids.push(...readFileSync(`/proc/${pids[i]}/task/${task}/children`, 'utf8').trim().split(/\s+/).filter(Boolean).map(Number));
    } catch {
      // It ended meanwhile.
    }
  return pids;
}

function residentOf(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const kb = (name) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0);
    return { all: kb('VmRSS') * 1024, anonymous: kb('RssAnon') * 1024 };
  } catch {
    return { all: 0, anonymous: 0 };
  }
}

/** Samples until it is stopped; `stop` returns the greatest sums in bytes: resident, and without pages of files. */
export function watchMemory(pid) {
  const peak = { all: 0, anonymous: 0 };
  const sample = () => {
    const sum = treeOf(pid)
      .map(residentOf)
      .reduce((a, b) => ({ all: a.all + b.all, anonymous: a.anonymous + b.anonymous }), { all: 0, anonymous: 0 });
    peak.all = Math.max(peak.all, sum.all);
    peak.anonymous = Math.max(peak.anonymous, sum.anonymous);
  };
  sample();
  const timer = setInterval(sample, everyMs);
  return {
    stop() {
      clearInterval(timer);
      return { ...peak };
    },
  };
}
