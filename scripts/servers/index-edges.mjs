// Indexes the edges of a folder into a separate index, and measures the cost: time, processor time of the servers and of us, and
// how long questions took meanwhile.

import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { openEngine } from '../../dist/server/compose.js';

const questions = ['how are errors handled', 'parse the configuration', 'where is a request sent', 'write the output', 'open a file'];

/** Processor seconds of the servers that run below this process, by program, with all that they waited for. */
function serverSeconds() {
  const used = {};
  for (const name of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const isServer = fields[1] === String(process.pid) && fields[2] === name && !stat.includes('(sh)');
      if (!isServer) continue;
      const program = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
      used[program] = (used[program] ?? 0) + fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100;
    } catch {
      // Ended meanwhile.
    }
  }
  return used;
}
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
