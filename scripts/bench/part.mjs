// Runs one measurement in its own process: arguments and figures as JSON, with a deadline.

import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Longer arguments go through a file: the system limits the length of one. */
const maxArgument = 50_000;
const defaultDeadlineMs = 600_000;

/** Runs `scripts/bench/<name>.mjs`; what it hands to `report` is the result. `started` gets its process id. */
export function runPart(name, options, { deadlineMs = defaultDeadlineMs, nodeOptions = [], started = (_pid) => {} } = {}) {
  const script = fileURLToPath(new URL(`./${name}.mjs`, import.meta.url));
  const json = JSON.stringify(options);
  const folder = json.length > maxArgument ? mkdtempSync(join(tmpdir(), 'cls-bench-part-')) : null;
  if (folder) writeFileSync(join(folder, 'options.json'), json);
  const child = spawn(process.execPath, [...nodeOptions, script, folder ? join(folder, 'options.json') : json], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    timeout: deadlineMs,
    killSignal: 'SIGKILL',
  });
  if (child.pid !== undefined) started(child.pid);
  let result;
  child.on('message', (message) => {
    result = message;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (folder) rmSync(folder, { recursive: true, force: true });
      if (code === 0 && result !== undefined) resolve(result);
      else reject(new Error(`${name}: ended with ${signal ?? code}${result === undefined ? ' and no result' : ''}`));
    });
  });
}

/** Inside a part: its arguments. */
export function partOptions() {
  const given = process.argv[2];
  return JSON.parse(given.startsWith('{') ? given : readFileSync(given, 'utf8'));
}

/** Inside a part: the figures. Called once, at the end. */
export const report = (figures) => new Promise((resolve) => process.send(figures, resolve)).then(() => process.disconnect());

/** Imports a module of the compiled server. */
export const serverModule = (dist, path) => import(new URL(`server/${path}`, `file://${dist}/`).href);

/** Imports the engine as it is published, in few files. */
export const publishedEngine = (dist) => import(new URL('bundle/compose.js', `file://${dist}/`).href);
