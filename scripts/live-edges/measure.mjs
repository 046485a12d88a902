// Time and processor time from an edit until the edges of its file, and of all files, are exact again.

import { setTimeout as pause } from 'node:timers/promises';
import { openEngine } from '../../dist/server/compose.js';
import { serverSeconds } from '../servers/server-seconds.mjs';

const pollMs = 20;
const limitMs = 180_000;

export function openWith({ folder, cacheDir, trusted }) {
  return openEngine(
    { roots: [{ name: 'w', folder }], cacheDir, watch: false, settings: { history: 'off', edgeIndexing: 'auto', trusted } },
    () => {},
  );
}

/** Of this process and of the language servers below it, in milliseconds. */
function cpuMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + Object.values(serverSeconds()).reduce((sum, one) => sum + one, 0) * 1000;
}

async function until(engine, isTrue, what) {
  const begun = performance.now();
  while (!isTrue()) {
    if (performance.now() - begun > limitMs)
      throw new Error(`${what} for ${limitMs / 1000} seconds: ${JSON.stringify(engine.status().structure)}`);
    await pause(pollMs);
  }
}

/** `edit` does one edit and returns `{ path, kind }`. Processor time includes that of waiting, a check each 20 ms. */
export async function timesOf(engine, index, edit) {
  await engine.edgesIndexed();
  const cpu = cpuMs();
  const begun = performance.now();
  const { path, kind, hash } = edit();
  await until(engine, () => index.hashOf(path) !== hash, `${kind}: ${path} is not indexed`);
  const dependants = index.stale();
  await until(engine, () => index.isExact(path), `${kind}: no edges of ${path}`);
  const fileMs = Math.round(performance.now() - begun);
  const fileCpuMs = Math.round(cpuMs() - cpu);
  await until(engine, () => index.stale() === 0, `${kind} in ${path}: edges of dependants are out of date`);
  return { path, kind, dependants, fileMs, fileCpuMs, allMs: Math.round(performance.now() - begun), allCpuMs: Math.round(cpuMs() - cpu) };
}
