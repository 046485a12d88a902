// Part: many roots in one session, compared with each root alone: whether a question about a root has the same first result.

import { basename, join } from 'node:path';
import { cpuMs, spread } from './measure.mjs';
import { partOptions, publishedEngine, report } from './part.mjs';
import { questionsFrom } from './questions.mjs';

const { dist, folders, cacheDir, workers, perRoot } = partOptions();
const { openEngine } = await publishedEngine(dist);
const open = (list, cache) =>
  openEngine(
    {
      roots: list.map((folder) => ({ name: basename(folder), folder })),
      cacheDir: join(cacheDir, cache),
      settings: { workers, edgeIndexing: 'off' },
      watch: false,
    },
    () => {},
  );
const placeOf = (result) => result && `${result.path}:${result.lines.start}`;

const asked = [];
for (const [n, folder] of folders.entries()) {
  const engine = await open([folder], `alone-${n}`);
  await engine.settled();
  for (const query of questionsFrom(engine.status().indexFolder, perRoot)) {
    const { results } = await engine.retrieve({ query, limit: 5 });
    if (results[0]) asked.push({ query, root: basename(folder), first: placeOf(results[0]) });
  }
  await engine.close();
}
const opened = performance.now();
const cpu = cpuMs();
const engine = await open(folders, 'together');
await engine.settled();
const settled = { ms: performance.now() - opened, cpuMs: cpuMs() - cpu };
const times = [];
let sameWithin = 0;
let sameOverall = 0;
for (const { query, root, first } of asked) {
  const expected = `${root}/${first}`;
  const started = performance.now();
  const overall = await engine.retrieve({ query, limit: 5 });
  times.push(performance.now() - started);
  if (placeOf(overall.results[0]) === expected) sameOverall++;
  const within = await engine.retrieve({ query, limit: 5, filters: { paths: [`${root}/**`] } });
  if (placeOf(within.results[0]) === expected) sameWithin++;
}
const { roots, chunks } = engine.status();
await engine.close();
await report({ roots: roots.length, chunks, settled, questions: asked.length, sameOverall, sameWithin, times: spread(times) });
