// Part: one session on a large tree, from an empty index on: the index, questions while it is made, questions once it is ready, and
// many files that another process changes, without a restart. Times in milliseconds from the call that opens the engine.

import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuMs, folderBytes, spread } from './measure.mjs';
import { partOptions, publishedEngine, report, runPart } from './part.mjs';
import { indexedSince, questionsFrom } from './questions.mjs';

const { dist, folder, cacheDir, workers, count, change } = partOptions();
const { openEngine } = await publishedEngine(dist);
/** The time in which questions count as asked at the beginning. */
const beginningMs = 120_000;
/** Changed files that are not in the index by then are missing in the figures. */
const patienceMs = 3_000_000;
/** So long after the last file that came no other one is expected. */
const stalledMs = 120_000;
/** Between two questions a user reads. */
const betweenMs = 1_000;

/** Names of functions and first sentences of comments, from files evenly over the tree: no index is needed for them. */
function questionsOfFiles(n) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:c|h|py|ts|js|go|rs|java)$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.path, entry.name)))
    .sort();
  const questions = [];
  for (let i = 0; i < n && i < files.length; i++) {
    const text = readFileSync(join(folder, files[Math.floor(((i + 0.5) * files.length) / n)]), 'utf8');
    const sentence = /^ \* (?:\w+\(?\)? - )?([A-Z][^.\n*]{25,120})/m.exec(text)?.[1];
    const name = /^\w[\w\s*]*?\b(\w{6,})\(/m.exec(text)?.[1];
    const question = i % 2 ? (sentence ?? name) : (name ?? sentence);
    if (question) questions.push(question.trim());
  }
  return [...new Set(questions)];
}

const early = questionsOfFiles(120);
const cpuBefore = cpuMs();
const opened = performance.now();
const since = () => performance.now() - opened;
const engine = await openEngine(
  { roots: [{ name: 'tree', folder }], cacheDir, settings: { workers, edgeIndexing: 'off' }, watch: true },
  () => {},
);
let listedMs = null;
let wordsMs = null;
let isReady = false;
engine.onProgress(({ phase, unit, done, total }) => {
  if (isReady || unit !== 'files' || total === null) return;
  listedMs ??= since();
  if (phase === 'indexing' && done >= total) wordsMs ??= since();
  else if (phase === 'indexing') wordsMs = null;
});
const settled = engine.settled().then(() => {
  isReady = true;
  return { ms: since(), cpuMs: cpuMs() - cpuBefore };
});

/** Asks until `isOver`; every question counts, with whether it was answered and what it said about the index. */
async function askUntil(isOver, questions) {
  const times = [];
  let answered = 0;
  let said = null;
  for (let i = 0; !isOver(); i = (i + 1) % questions.length) {
    const started = performance.now();
    const { results, problems } = await engine.retrieve({ query: questions[i] });
    times.push(performance.now() - started);
    if (results.length) answered++;
    said ??= problems.find(({ code }) => code === 'indexing' || code === 'verifying')?.message ?? null;
    await sleep(betweenMs);
  }
  return { ...spread(times), answered, said };
}
const beginning = await askUntil(() => isReady || since() > beginningMs, early);
const later = await askUntil(() => isReady, early);
const indexed = await settled;
console.error(`indexed in ${(indexed.ms / 1000).toFixed(0)} s`);
const { files, chunks, symbols, references, vectors, indexFolder } = engine.status();

const questions = questionsFrom(indexFolder, count);
async function timed(ask) {
  for (const query of questions.slice(0, 10)) await ask(query);
  const times = [];
  const cpu = cpuMs();
  let answered = 0;
  for (const query of questions) {
    const started = performance.now();
    const { length } = await ask(query);
    times.push(performance.now() - started);
    if (length) answered++;
  }
  return { ...spread(times), answered, cpuMsEach: (cpuMs() - cpu) / times.length };
}
// Until the vectors are in their process, questions wait for them: part of the first ones.
const firstReady = performance.now();
await engine.retrieve({ query: questions[0] });
const firstReadyMs = performance.now() - firstReady;
const ready = await timed(async (query) => (await engine.retrieve({ query })).results);
const names = questions.filter((query) => !query.includes(' '));
const symbolTimes = [];
const symbolsCpu = cpuMs();
for (const query of names) {
  const started = performance.now();
  await engine.symbols({ query, limit: 50, mode: 'name' });
  symbolTimes.push(performance.now() - started);
}
const workspaceSymbol = { ...spread(symbolTimes), cpuMsEach: (cpuMs() - symbolsCpu) / Math.max(1, names.length) };
// The first searches may come before the vectors are in their process.
await engine.ready();
const { vectorIndex } = engine.status();
console.error(`question p50 ${ready.p50.toFixed(0)} ms, p95 ${ready.p95.toFixed(0)} ms`);

const changes = [];
for (const one of change) {
  const from = Date.now();
  const cpu = cpuMs();
  let isDone = false;
  const written = runPart('change-files', { folder, ...one }, { deadlineMs: 3_600_000 });
  const progress = { files: 0, at: Date.now() };
  /** Whether all are there, or none has come for a while: what is left out is a figure of its own, and no reason to wait. */
  const isStored = () => {
    const { files } = indexedSince(indexFolder, from);
    if (files > progress.files) Object.assign(progress, { files, at: Date.now() });
    return files >= one.paths.length || (files > 0 && Date.now() - progress.at > stalledMs);
  };
  const whole = (async () => {
    const { startedAt, endedAt } = await written;
    while (!isStored() && Date.now() - endedAt < patienceMs) await sleep(100);
    const visibleMs = progress.at - startedAt;
    await engine.settled();
    isDone = true;
    return { writingMs: endedAt - startedAt, visibleMs, settledMs: Date.now() - startedAt };
  })();
  const meanwhile = await askUntil(() => isDone, questions);
  const took = await whole;
  const done = indexedSince(indexFolder, from).files;
  changes.push({ name: one.name, files: one.paths.length + (one.gone ?? []).length, done, ...took, cpuMs: cpuMs() - cpu, meanwhile });
  console.error(`${one.name}: ${done} files indexed again, all visible after ${(took.visibleMs / 1000).toFixed(1)} s`);
}
const problems = engine.status().problems.map(({ message }) => message);
await engine.close();
await report({
  indexed,
  listedMs,
  wordsMs,
  beginning,
  later,
  firstReadyMs,
  ready,
  workspaceSymbol,
  vectorIndex,
  counts: { files, chunks, symbols, references, vectors },
  changes,
  problems,
  indexBytes: folderBytes(indexFolder),
});
