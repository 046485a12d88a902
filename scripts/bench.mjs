// `npm run bench`: speed and size, as ratios within one run, so that different machines and loads can be compared.
//
//   npm run bench -- [--repo DIR] [--repetitions N] [--workers N] [--dist DIR] [--write]
//
// Without --repo the workspace is put together from the sources of installed packages; --dist measures code compiled
// elsewhere. --write renews docs/bench.json and docs/bench.md.

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { cutOut, makeCorpus } from './bench/corpus.mjs';
import { runPart } from './bench/part.mjs';
import { chunkCounts } from './bench/questions.mjs';
import { benchMarkdown, figuresOf, table } from './bench/report.mjs';
import { root } from './native/places.mjs';
import { setup } from './setup.mjs';

const argv = process.argv.slice(2);
const option = (name) => (argv.includes(name) ? argv[argv.indexOf(name) + 1] : undefined);
const repetitions = Number(option('--repetitions') ?? 3);
const workers = Number(option('--workers') ?? Math.max(1, Math.min(4, availableParallelism() - 1)));
const dist = resolve(option('--dist') ?? join(root, 'dist'));
const question = 'how is a file opened and read?';

if (!option('--dist')) await setup();
const base = realpathSync(mkdtempSync(join(tmpdir(), 'cls-bench-')));
try {
  const folder = workTree();
  const runs = [];
  let cacheDir;
  for (let n = 0; n < repetitions; n++) {
    cacheDir = join(base, `cache-${n}`);
    const start = { dist, folder, cacheDir, workers, question };
    const parse = await runPart('parse-only', start);
    const cold = await runPart('full-index', { ...start, memory: true });
    const warm = await runPart('full-index', start);
    runs.push({ parse, cold, warm });
    console.error(`${n + 1} of ${repetitions}: parsed in ${parse.wallMs.toFixed(0)} ms, indexed in ${cold.settledMs.toFixed(0)} ms`);
  }
  const start = { dist, folder, cacheDir, workers };
  const queries = await runPart('queries', { ...start, count: 200 });
  const engineEdits = await runPart('engine-edits', { ...start, files: 20, perFile: 10 });
  const lspEdits = await runPart('lsp-edits', { ...start, files: 20, perFile: 10 });
  const passed = await runPart('pass-through', {
    dist,
    root,
    folder: join(base, 'typescript'),
    cacheDir: join(base, 'cache-passed'),
    rounds: 200,
  });
  // A separate index: nothing in it comes from language servers yet.
  const besideEdges = await runPart('edge-indexing-queries', { ...start, cacheDir: join(base, 'cache-edges'), rounds: 3, count: 100 });
  const at20000 = await queriesAt(20_000, folder, queries.indexFolder);
  const machine = `${cpus()[0]?.model.trim() ?? 'unknown'}, ${availableParallelism()} cores, Node ${process.version}, ${process.platform}`;
  const name = option('--repo') ? basename(folder) : 'sources of installed packages';
  const figures = figuresOf({ name, machine, workers, runs, queries, at20000, engineEdits, lspEdits, passed, besideEdges });
  console.log(table(figures));
  if (argv.includes('--write')) {
    mkdirSync(join(root, 'docs'), { recursive: true });
    writeFileSync(join(root, 'docs', 'bench.json'), `${JSON.stringify(figures, null, 1)}\n`);
    writeFileSync(join(root, 'docs', 'bench.md'), benchMarkdown(figures));
  }
} finally {
  rmSync(base, { recursive: true, force: true });
}

function workTree() {
  const repo = option('--repo');
  if (repo) return realpathSync(repo);
  const folder = join(base, 'corpus');
  makeCorpus(join(root, 'node_modules'), folder);
  return folder;
}

async function queriesAt(chunks, from, indexFolder) {
  const folder = join(base, `chunks-${chunks}`);
  cutOut(from, chunkCounts(indexFolder), chunks, folder);
  return runPart('queries', { dist, folder, cacheDir: join(base, 'cache-cut'), workers, count: 200 });
}
