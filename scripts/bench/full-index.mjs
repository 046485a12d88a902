// Part: one start of the engine on a workspace, cold where the cache folder is empty, warm where it holds the index.
// Times count from the start of the process (`…SinceStart`) and from the call that opens the engine.

import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuMs, folderBytes, residentBytes } from './measure.mjs';
import { partOptions, publishedEngine, report } from './part.mjs';

const { dist, folder, cacheDir, workers, question, memory } = partOptions();
const { openEngine } = await publishedEngine(dist);

const cpuBefore = cpuMs();
const opened = performance.now();
const since = () => performance.now() - opened;
const delays = monitorEventLoopDelay({ resolution: 1 });
const engine = await openEngine(
  { roots: [{ name: 'corpus', folder }], cacheDir, settings: { workers, edgeIndexing: 'off' }, watch: false },
  () => {},
);
delays.enable();
let answer = await engine.retrieve({ query: question, limit: 10 });
while (!answer.results.length && answer.isIncomplete) {
  await sleep(10);
  answer = await engine.retrieve({ query: question, limit: 10 });
}
const firstAnswer = { ms: since(), sinceStartMs: performance.now(), isIncomplete: answer.isIncomplete };
const loadingMs = opened;
await engine.settled();
const settledMs = since();
const settledCpuMs = cpuMs() - cpuBefore;
delays.disable();
await engine.retrieve({ query: question, limit: 10 });
const complete = { ms: since(), sinceStartMs: performance.now() };
const { files, chunks, symbols, references, vectors, indexFolder } = engine.status();
let resident = null;
if (memory) {
  await engine.symbols({ query: 'open', limit: 10 });
  resident = residentBytes();
}
const millis = (nanoseconds) => nanoseconds / 1e6;
const blocked = { p99Ms: millis(delays.percentile(99)), maxMs: millis(delays.max) };
const problems = engine.status().problems.map(({ message }) => message);
await engine.close();
const indexBytes = folderBytes(indexFolder);
const counts = { files, chunks, symbols, references, vectors };
await report({ loadingMs, firstAnswer, complete, settledMs, settledCpuMs, counts, resident, blocked, indexBytes, problems });
