// Runs one measurement in its own process: arguments and figures as JSON, with a deadline.

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const defaultDeadlineMs = 600_000;

/** Runs `scripts/bench/<name>.mjs`; what it hands to `report` is the result. `started` gets its process id. */
export function runPart(name, options, { deadlineMs = defaultDeadlineMs, nodeOptions = [], started = (_pid) => {} } = {}) {
  const script = fileURLToPath(new URL(`./${name}.mjs`, import.meta.url));
  const child = spawn(process.execPath, [...nodeOptions, script, JSON.stringify(options)], {
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
      if (code === 0 && result !== undefined) resolve(result);
      else reject(new Error(`${name}: ended with ${signal ?? code}${result === undefined ? ' and no result' : ''}`));
    });
  });
}

/** Inside a part: its arguments. */
export const partOptions = () => JSON.parse(process.argv[2]);

/** Inside a part: the figures. Called once, at the end. */
export const report = (figures) => new Promise((resolve) => process.send(figures, resolve)).then(() => process.disconnect());

/** Imports a module of the compiled server. */
export const serverModule = (dist, path) => import(new URL(`server/${path}`, `file://${dist}/`).href);

/** Imports the engine as it is published, in few files. */
export const publishedEngine = (dist) => import(new URL('bundle/compose.js', `file://${dist}/`).href);
