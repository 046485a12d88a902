// Figures: medians, percentiles, processor time and memory of this process and of its children, sizes on disk.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A percentile of the values (0.5: the median); NaN without values. */
export function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted.length ? sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] : Number.NaN;
}
export const median = (values) => percentile(values, 0.5);

/** p50, p95 and p99 of a list, in its unit. */
export const spread = (values) => ({
  p50: percentile(values, 0.5),
  p95: percentile(values, 0.95),
  p99: percentile(values, 0.99),
  count: values.length,
});

function childrenOf(pid) {
  try {
    return readdirSync(`/proc/${pid}/task`)
      .flatMap((task) => readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').trim().split(/\s+/))
      .filter(Boolean);
  } catch {
    return [];
  }
}

/** Processor time so far of this process with all its threads and of its living children (those on Linux only). */
export function cpuMs() {
  const { user, system } = process.cpuUsage();
  let total = (user + system) / 1000;
  for (const pid of childrenOf(process.pid)) {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
      // Clock ticks of 10 ms, on every Linux that Node runs on.
      total += (Number(fields[11]) + Number(fields[12])) * 10;
    } catch {
      // It ended meanwhile.
    }
  }
  return total;
}

/** Resident bytes of this process and, on Linux, of its children. */
export function residentBytes() {
  let children = 0;
  for (const pid of childrenOf(process.pid)) {
    const found = /^VmRSS:\s+(\d+) kB/m.exec(readStatus(pid));
    if (found) children += Number(found[1]) * 1024;
  }
  return { own: process.memoryUsage().rss, children };
}

function readStatus(pid) {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
}

export function folderBytes(folder) {
  let total = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) total += folderBytes(path);
    else if (entry.isFile()) total += statSync(path).size;
  }
  return total;
}
