// Indexes the edges of a folder into a separate index, and measures the cost: time, processor time of the servers and of us, and
// how long questions took meanwhile.

import { setTimeout as pause } from 'node:timers/promises';
import { openEngine } from '../../dist/server/compose.js';
import { serverSeconds } from './server-seconds.mjs';

const questions = ['how are errors handled', 'parse the configuration', 'where is a request sent', 'write the output', 'open a file'];

const p95 = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length * 0.95)] ?? 0;

/** The index is in `indexFolder` below `cacheDir`. `withQuestions`: asks questions meanwhile. */
export async function indexEdgesOf({ folder, cacheDir, trusted, withQuestions }) {
  const engine = await openEngine(
    { roots: [{ name: 'w', folder }], cacheDir, watch: false, settings: { history: 'off', edgeIndexing: 'auto', trusted } },
    () => {},
  );
  const timed = async (query) => (await engine.retrieve({ query })).elapsedMs;
  await engine.settled();
  const begun = performance.now();
  const ownBefore = process.cpuUsage();
  let isDone = false;
  const edgesJob = engine.edgesIndexed().then(() => (isDone = true));
  const during = [];
  while (!isDone) {
    for (const query of withQuestions ? questions : []) if (!isDone) during.push(await timed(query));
    await Promise.race([edgesJob, pause(500)]);
  }
  const seconds = (performance.now() - begun) / 1000;
  const own = process.cpuUsage(ownBefore);
  const edgeCpu = serverSeconds();
  const idle = [];
  for (let i = 0; i < 20; i++) for (const query of questions) idle.push(await timed(query));
  const { indexFolder, structure } = engine.status();
  await engine.close();
  return {
    indexFolder,
    structure,
    costs: {
      seconds: Number(seconds.toFixed(1)),
      edgeCpu,
      ownCpu: Number(((own.user + own.system) / 1e6).toFixed(1)),
      p95DuringMs: p95(during),
      p95IdleMs: p95(idle),
    },
  };
}
