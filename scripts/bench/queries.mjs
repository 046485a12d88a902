// Part: how long questions take on a settled workspace.

import { spread } from './measure.mjs';
import { partOptions, publishedEngine, report } from './part.mjs';
import { questionsFrom } from './questions.mjs';

const { dist, folder, cacheDir, workers, count } = partOptions();
const { openEngine } = await publishedEngine(dist);
const engine = await openEngine(
  { roots: [{ name: 'corpus', folder }], cacheDir, settings: { workers, edgeIndexing: 'off' }, watch: false },
  () => {},
);
await engine.settled();
const { chunks, indexFolder, vectorIndex } = engine.status();
const questions = questionsFrom(indexFolder, count);
// The first ones load tables and caches.
for (const query of questions.slice(0, 10)) await engine.retrieve({ query });
const times = [];
let answered = 0;
for (const query of questions) {
  const started = performance.now();
  const { results } = await engine.retrieve({ query });
  times.push(performance.now() - started);
  if (results.length) answered++;
}
await engine.close();
await report({ chunks, vectorIndex, answered, indexFolder, ...spread(times) });
