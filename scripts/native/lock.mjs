// Lets only one process at a time install or build here: two terminals, or an editor that starts two
// servers, would otherwise write the same files at once.

import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { noteFolder } from './places.mjs';
import { say } from './run.mjs';

const file = join(noteFolder, 'setup.lock');
const staleMs = 20 * 60_000;

/** Runs `work` under the lock. If another process held it, `work` runs after it and should check again what is left to do. */
export async function alone(work) {
  mkdirSync(noteFolder, { recursive: true });
  let told = false;
  while (!take()) {
    if (!told) say('waiting for another setup to finish');
    told = true;
    await sleep(200);
  }
  const release = () => rmSync(file, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    release();
    process.off('exit', release);
  }
}

function take() {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (abandoned()) rmSync(file, { force: true });
    return false;
  }
}

function abandoned() {
  try {
    if (Date.now() - statSync(file).mtimeMs > staleMs) return true;
    const owner = Number(readFileSync(file, 'utf8'));
    // Empty for the instant between creating and writing it.
    if (owner) process.kill(owner, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}
