// Part: lists a workspace, reads and parses every file on a pool of threads, and nothing else.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cpuMs } from './measure.mjs';
import { partOptions, report, serverModule } from './part.mjs';

const { dist, folder, workers } = partOptions();
/** @type {typeof import('../../server/io/workspace/file-source.js')} */
const { openFileSource } = await serverModule(dist, 'io/workspace/file-source.js');
/** @type {typeof import('../../server/io/workspace/forgotten-file.js')} */
const { ForgottenFile } = await serverModule(dist, 'io/workspace/forgotten-file.js');
/** @type {typeof import('../../server/io/workers/worker-pool.js')} */
const { createWorkerPool } = await serverModule(dist, 'io/workers/worker-pool.js');
/** @type {typeof import('../../server/core/model/limits.js')} */
const { limits } = await serverModule(dist, 'core/model/limits.js');

const { maxFileBytes } = limits;
const cacheDir = mkdtempSync(join(tmpdir(), 'cls-parse-only-'));
const forgotten = new ForgottenFile(cacheDir);
const cpuBefore = cpuMs();
const started = performance.now();
const source = openFileSource([{ name: 'corpus', folder }], { maxFileBytes, forgotten, log: () => {} });
const pool = createWorkerPool({
  entry: new URL('./parse-worker.mjs', import.meta.url),
  workers,
  workerData: { dist, maxFileBytes },
  log: () => {},
  onLost: (_, reason) => {
    throw new Error(reason);
  },
});
const figures = { files: 0, parsed: 0, chars: 0, lines: 0 };
const running = [];
const run = async (entry) => {
  /** @type {{ parsed: boolean, chars: number, lines: number }} */
  const outcome = await pool.run({ path: entry.path, absolutePath: source.absolute(entry.path) }, 'background');
  figures.files++;
  if (outcome.parsed) figures.parsed++;
  figures.chars += outcome.chars;
  figures.lines += outcome.lines;
};
for await (const batch of source.list({ signal: new AbortController().signal, onProblem: () => {} })) {
  for (const entry of batch) {
    await pool.room();
    running.push(run(entry));
  }
}
await Promise.all(running);
const wallMs = performance.now() - started;
const usedMs = cpuMs() - cpuBefore;
await pool.close();
rmSync(cacheDir, { recursive: true, force: true });
await report({ wallMs, cpuMs: usedMs, ...figures });
