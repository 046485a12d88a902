// `npm run quality:ablation`: what each part of retrieval is good for. Every repository is indexed once, then every question is
// answered with one part taken away at a time: those of the benchmark, and those that histories ask.
//
//   npm run quality:ablation -- [--repos DIR] [--only NAME …] [--repo DIR …] [--sample N] [--write] [--keep-cache DIR]
//
// --repo and --sample as for `npm run quality:history`, the other options as for `npm run quality`. --write renews
// docs/ablation.json and docs/ablation.md.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { analyseQuery } from '../dist/server/core/retrieval/query/analyse-query.js';
import { gate } from '../dist/server/core/retrieval/rank/gate.js';
import { rank } from '../dist/server/core/retrieval/rank/rank.js';
import { roleFactor, weights } from '../dist/server/core/retrieval/rank/weights.js';
import { search } from '../dist/server/core/retrieval/recall/search.js';
import { rarityIn } from '../dist/server/io/embedding/embedded/embedded-model.js';
import { StaticModel } from '../dist/server/io/embedding/embedded/static-model.js';
import { indexFolder } from '../dist/server/io/stores/folder/index-folder.js';
import { openIndex } from '../dist/server/io/stores/open-index.js';
import { root } from './native/places.mjs';
import { parts } from './quality/ablation-parts.mjs';
import { ablationMarkdown, ablationStatistics, printAblation } from './quality/ablation-report.mjs';
import { all, benchmarkOptions, cacheFolder, option, renew } from './quality/command-line.mjs';
import { evaluate } from './quality/evaluate.mjs';
import { historyQuestions, RULES } from './quality/history-commits.mjs';
import { mean, scoreOne } from './quality/history-report.mjs';
import { historyTree, nameOf } from './quality/history-trees.mjs';
import { workTree } from './quality/work-trees.mjs';

const RESULTS = 50;
const MODEL = 'static-code-256-v2';
const { benchmark, repos, reposRoot, filter } = benchmarkOptions();
const { folder: cache, remove } = cacheFolder('ablation');
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
    path: record.path,
    file: record.path,
    start_line: record.lines.start + 1,
    end_line: Math.max(record.lines.start + 1, record.lines.end),
    tokens: record.tokens,
  }));
}

const systems = [{ group: '', name: 'everything' }, ...parts];
const [whole] = systems;

/** Indexes a folder and tells `take` of every question the results of every system. */
async function askAll(name, folder, questions, take) {
  const cacheDir = join(cache, 'index');
  execFileSync(process.execPath, [join(root, 'dist', 'bundle', 'main.js'), 'index', folder, '--cache-dir', cacheDir], { stdio: 'ignore' });
  const index = await openIndex({
    folder: indexFolder(cacheDir, [{ name, folder }]),
    embedder: base,
    vectorSearch: 'exact',
    log: () => {},
  });
  for (const question of questions) {
    const analysed = analyseQuery(question.query);
    const usual = await found(index, whole, analysed);
    for (const part of systems)
      take(part, question, answer(index, part, part.query || part.reader ? await found(index, part, analysed) : usual));
  }
  await index.close();
  console.error(`${name}: ${questions.length} questions`);
}

const runs = new Map(systems.map((part) => [part, new Map()]));
for (const repo of repos) {
  const questions = benchmark.queries.filter((question) => question.repo === repo.name);
  await askAll(repo.name, workTree(repo, reposRoot), questions, (part, { id }, results) => runs.get(part).set(id, results));
}
const sample = Number(option('--sample') ?? RULES.sample);
/** Mean reciprocal ranks by repository. */
const histories = new Map(systems.map((part) => [part, {}]));
for (const folder of all('--repo')) {
  const name = nameOf(folder);
  const tree = historyTree(folder, cache);
  const { questions } = await historyQuestions(tree, sample);
  const ranks = new Map(systems.map((part) => [part, []]));
  await askAll(name, tree, questions, (part, { targets }, results) => ranks.get(part).push(scoreOne(targets, results).rr));
  for (const [part, list] of ranks) histories.get(part)[name] = mean(list);
}
const rows = systems.map((part) => ({
  group: part.group,
  name: part.name,
  why: part.why,
  report: evaluate({ runs: runs.get(part), benchmark, reposRoot, filter }),
  histories: histories.get(part),
}));
printAblation(rows);
renew('ablation', ablationMarkdown(rows, sample), ablationStatistics(rows));
remove();
