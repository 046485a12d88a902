// `npm run bench:edits`: edits that come from elsewhere. Another process's files, branches, working trees, many roots, little memory.
//
//   npm run bench:edits -- [--files N] [--changed N] [--part outside|branches|roots|memory] [--workers N] [--dist DIR] [--write]
//
// --part runs one of them. --write renews docs/bench-edits.json and docs/bench-edits.md.

import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { makeCorpus, manySmallFiles, packageRoots } from './bench/corpus.mjs';
import { editsMarkdown, rowsOf, rowsTable } from './bench/edits-report.mjs';
import { runPart } from './bench/part.mjs';
import { watchMemory } from './bench/tree-memory.mjs';
import { root } from './native/places.mjs';
import { setup } from './setup.mjs';

const argv = process.argv.slice(2);
const option = (name) => (argv.includes(name) ? argv[argv.indexOf(name) + 1] : undefined);
const workers = Number(option('--workers') ?? Math.max(1, Math.min(4, availableParallelism() - 1)));
const dist = resolve(option('--dist') ?? join(root, 'dist'));
const files = Number(option('--files') ?? 1_000);
const changed = Number(option('--changed') ?? 10_000);
const deadlineMs = 3_600_000;
/** The limit in question, and the part of it that the heap of the main thread may take. */
const limitMb = 512;
const heapMb = 160;
const modules = join(root, 'node_modules');

if (!option('--dist')) await setup();
const base = realpathSync(mkdtempSync(join(tmpdir(), 'cls-bench-edits-')));
const parts = { outside, branches, roots, memory };
try {
  for (const name of option('--part') ? [option('--part')] : Object.keys(parts)) {
    const loads = [loadavg()[0]];
    const timer = setInterval(() => loads.push(loadavg()[0]), 15_000);
    let figures;
    try {
      figures = await parts[name]();
    } finally {
      clearInterval(timer);
    }
    const rows = rowsOf[name](figures);
    console.log(rowsTable(rows));
    if (argv.includes('--write')) write(name, rows, loads);
  }
} finally {
  rmSync(base, { recursive: true, force: true });
}

/** Renews one part of the committed table. */
function write(name, rows, loads) {
  const machine = `${cpus()[0]?.model.trim() ?? 'unknown'}, ${availableParallelism()} cores, Node ${process.version}, ${process.platform}`;
  const mean = loads.reduce((sum, one) => sum + one, 0) / loads.length;
  const load = `Load average during the run: ${mean.toFixed(1)} on average, ${Math.max(...loads).toFixed(1)} at most`;
  const file = join(root, 'docs', 'bench-edits.json');
  const known = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const all = { ...known, [name]: { machine, workers, load, rows } };
  writeFileSync(file, `${JSON.stringify(all, null, 1)}\n`);
  writeFileSync(join(root, 'docs', 'bench-edits.md'), editsMarkdown(all));
}

async function outside() {
  const folder = join(base, 'outside');
  makeCorpus(modules, folder);
  const figures = await runPart(
    'outside-edits',
    { dist, folder, cacheDir: join(base, 'cache-outside'), workers, files, everyMs: 20, documents: 100 },
    { deadlineMs },
  );
  console.error(
    `visible by the watcher: p50 ${figures.visible.p50} ms, p95 ${figures.visible.p95} ms; by didChange p95 ${figures.changed.p95.toFixed(1)} ms`,
  );
  return figures;
}

async function branches() {
  const corpus = join(base, 'corpus');
  makeCorpus(modules, corpus);
  const folder = join(base, 'branches');
  manySmallFiles(corpus, Math.ceil(changed * 1.2), folder);
  const secondFolder = join(base, 'second');
  const figures = await runPart(
    'branches',
    { dist, folder, secondFolder, cacheDir: join(base, 'cache-branches'), workers, changed },
    { deadlineMs },
  );
  console.error(`${figures.stored} files of a branch indexed after ${(figures.visibleMs / 1000).toFixed(1)} s`);
  return figures;
}

async function roots() {
  const folder = join(base, 'roots');
  mkdirSync(folder);
  const folders = packageRoots(modules, 30, folder);
  const figures = await runPart('many-roots', { dist, folders, cacheDir: join(base, 'cache-roots'), workers, perRoot: 6 }, { deadlineMs });
  console.error(`${figures.roots} roots: ${figures.sameWithin} and ${figures.sameOverall} of ${figures.questions} first results as alone`);
  return figures;
}

/** The same index twice: as usual, and with a heap so small that all processes should stay within the limit. */
async function memory() {
  const folder = join(base, 'memory');
  makeCorpus(modules, folder);
  const run = async (name, nodeOptions) => {
    let watched;
    const start = { dist, folder, cacheDir: join(base, `cache-${name}`), workers, question: 'how is a file opened and read?' };
    try {
      const { counts, settledMs } = await runPart('full-index', start, {
        deadlineMs,
        nodeOptions,
        started: (pid) => (watched = watchMemory(pid)),
      });
      return { isFinished: true, counts, settledMs, memory: watched.stop() };
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
      return { isFinished: false, counts: null, settledMs: Number.NaN, memory: watched.stop() };
    }
  };
  const usual = await run('usual', []);
  const limited = await run('limited', [`--max-old-space-size=${heapMb}`]);
  return { ...limited, counts: usual.counts, heapMb, limitMb, usualMs: usual.settledMs, usual: usual.memory };
}
