// Part: the same questions to an idle engine and to one in the middle of full edge indexing, in turn.

import { rmSync } from 'node:fs';
import { spread } from './measure.mjs';
import { partOptions, publishedEngine, report } from './part.mjs';
import { questionsFrom } from './questions.mjs';

const { dist, folder, cacheDir, workers, rounds, count } = partOptions();
const { openEngine } = await publishedEngine(dist);
const open = (mode) =>
  openEngine({ roots: [{ name: 'corpus', folder }], cacheDir, settings: { workers, edgeIndexing: mode }, watch: false }, () => {});

/** True while edge indexing runs. */
const running = (engine) => engine.status().structure.some(({ state }) => state === 'running');
const asked = { off: [], auto: [] };
let beside = 0;
let questions = null;
for (let round = 0; round < rounds; round++) {
  for (const mode of ['off', 'auto']) {
    const engine = await open(mode);
    await engine.settled();
    questions ??= questionsFrom(engine.status().indexFolder, count);
    // The first ones load tables and caches.
    for (const query of questions.slice(0, 10)) await engine.retrieve({ query });
    for (const end = Date.now() + 60_000; mode === 'auto' && !running(engine) && Date.now() < end; )
      await new Promise((resolve) => setTimeout(resolve, 20));
    for (const query of questions) {
      const isBeside = running(engine);
      const started = performance.now();
      await engine.retrieve({ query });
      const took = performance.now() - started;
      if (mode === 'auto' && !isBeside) continue;
      asked[mode].push(took);
      if (isBeside) beside++;
      // A user reads before asking again, and edge indexing goes on meanwhile.
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    await engine.close();
  }
}
rmSync(cacheDir, { recursive: true, force: true });
await report({ beside, idle: spread(asked.off), besideEdges: spread(asked.auto) });
