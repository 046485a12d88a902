// `npm run quality:ablation`: what each part of retrieval is good for. Every repository of the benchmark is indexed once, then
// every question is answered with one part taken away at a time.
//
//   npm run quality:ablation -- [--repos DIR] [--only NAME …] [--write] [--keep-cache DIR]
//
// Options as for `npm run quality`. --write renews docs/ablation.json and docs/ablation.md.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { analyseQuery } from '../dist/server/core/retrieval/analyse-query.js';
import { gate } from '../dist/server/core/retrieval/gate.js';
import { rank } from '../dist/server/core/retrieval/rank.js';
import { search } from '../dist/server/core/retrieval/search.js';
import { roleFactor, weights } from '../dist/server/core/retrieval/weights.js';
import { rarityIn, StaticModel } from '../dist/server/io/embedding/static-model.js';
import { indexFolder } from '../dist/server/io/stores/index-folder.js';
import { openIndex } from '../dist/server/io/stores/open-index.js';
import { parts } from './quality/ablation-parts.mjs';
import { ablationMarkdown, ablationStatistics, printAblation } from './quality/ablation-report.mjs';
import { evaluate, loadBenchmark } from './quality/evaluate.mjs';
import { workTree } from './quality/work-trees.mjs';

const RESULTS = 50;
const MODEL = 'static-code-256-v2';
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const argv = process.argv.slice(2);
const option = (name) => (argv.includes(name) ? argv[argv.indexOf(name) + 1] : undefined);
const only = argv.flatMap((word, i) => (word === '--only' ? [argv[i + 1]] : []));
const reposRoot = option('--repos') ?? process.env.QUALITY_REPOS ?? join(tmpdir(), 'context-language-server-quality');
const cache = option('--keep-cache') ?? mkdtempSync(join(tmpdir(), 'cls-ablation-'));
const benchmark = loadBenchmark(join(root, 'fixtures', 'bench'));
const repos = [...benchmark.repos.values()].filter((repo) => !only.length || only.includes(repo.name));
const model = StaticModel.open(join(root, 'server', 'assets', `${MODEL}.bin`), MODEL);
const base = { name: MODEL, dimensions: model.dimensions };
const embedder = { embedQuery: async (text, corpus) => ({ vector: model.embedQuery(text, corpus && rarityIn(corpus)), model: base }) };

/** Objects of constants, changed for as long as `run` takes. */
function changed(object, values, run) {
  const before = { ...object };
  Object.assign(object, values);
  try {
    return run();
  } finally {
    Object.assign(object, before);
  }
}

const readerWithout = (index, methods = {}) =>
  new Proxy(index, {
    get(target, key) {
      const value = methods[key] ?? target[key];
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

async function found(index, part, query) {
  const asked = part.query?.(query) ?? query;
  return { asked, ...(await search(readerWithout(index, part.reader), embedder, asked, null)) };
}

function answer(index, part, { asked, candidates, bestSemantic }) {
  const importance = index.fileImportance();
  const facts = {
    frequency: index.documentFrequency(asked.words),
    chunks: index.counts().chunks,
    importance: (fileId) => importance.get(fileId) ?? 0,
    platform: 'linux',
    ...part.facts,
  };
  const ranked = changed(weights, part.weights, () => changed(roleFactor, part.roles, () => rank(asked, candidates, facts, null)));
  const kept = part.gate === false ? ranked : gate(asked, ranked, bestSemantic).kept;
  return kept.slice(0, RESULTS).map(({ candidate: { record } }) => ({
    file: record.path,
    start_line: record.lines.start + 1,
    end_line: Math.max(record.lines.start + 1, record.lines.end),
    tokens: record.tokens,
  }));
}

const whole = { group: '', name: 'everything' };
const runs = new Map([whole, ...parts].map((part) => [part, new Map()]));
for (const repo of repos) {
  const folder = workTree(repo, reposRoot);
  const cacheDir = join(cache, 'index');
  execFileSync(process.execPath, [join(root, 'dist', 'bundle', 'main.js'), 'index', folder, '--cache-dir', cacheDir], { stdio: 'ignore' });
  const index = await openIndex({
    folder: indexFolder(cacheDir, [{ name: repo.name, folder }]),
    embedder: base,
    vectorSearch: 'exact',
    log: () => {},
  });
  for (const { id, query } of benchmark.queries.filter((question) => question.repo === repo.name)) {
    const analysed = analyseQuery(query);
    const usual = await found(index, whole, analysed);
    for (const [part, results] of runs) {
      results.set(id, answer(index, part, part.query || part.reader ? await found(index, part, analysed) : usual));
    }
  }
  await index.close();
  console.error(repo.name);
}
const names = new Set(repos.map((repo) => repo.name));
const rows = [...runs].map(([{ group, name, why }, results]) => ({
  group,
  name,
  why,
  report: evaluate({ runs: results, benchmark, reposRoot, filter: (query) => names.has(query.repo) }),
}));
printAblation(rows);
if (argv.includes('--write')) {
  writeFileSync(join(root, 'docs', 'ablation.json'), `${JSON.stringify(ablationStatistics(rows), null, 1)}\n`);
  writeFileSync(join(root, 'docs', 'ablation.md'), ablationMarkdown(rows));
}
if (!option('--keep-cache')) rmSync(cache, { recursive: true, force: true });
