// `npm run quality:models`: how good answers are with other embedding models: the model alone, retrieval without any vectors,
// and both together. What differs between the last two is what a model is worth.
//
//   npm run quality:models -- [--model SETTINGS.json …] [--repos DIR] [--only NAME …] [--write] [--keep-cache DIR]
//
// Each SETTINGS.json holds the settings `embedding` (and `reranker`) of protocol.md. Without any, the embedded model with 64, 128
// and 256 dimensions is measured; --write puts that table into docs/models-quality.md. --repos as for `npm run quality`.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MODEL_NAME } from '../dist/server/compose.js';
import { Models } from '../dist/server/core/embedding/models.js';
import { retrieve } from '../dist/server/core/retrieval/pipeline.js';
import { openEmbeddedModel } from '../dist/server/io/embedding/embedded/embedded-model.js';
import { openModels } from '../dist/server/io/embedding/open-models.js';
import { indexFolder } from '../dist/server/io/stores/folder/index-folder.js';
import { openIndex } from '../dist/server/io/stores/open-index.js';
import { cl100kCounter } from '../dist/server/io/tokenizer/cl100k.js';
import { root } from './native/places.mjs';
import { all, benchmarkOptions, cacheFolder, renew } from './quality/command-line.mjs';
import { evaluate } from './quality/evaluate.mjs';
import { modelsMarkdown } from './quality/models-report.mjs';
import { workTree } from './quality/work-trees.mjs';

const RESULTS = 50;
const main = join(root, 'dist', 'bundle', 'main.js');
const { benchmark, repos, reposRoot, filter } = benchmarkOptions();
const { folder: cache, remove } = cacheFolder('models');
const given = all('--model').map((file) => JSON.parse(readFileSync(file, 'utf8')));
const settings = given.length > 0 ? given : [64, 128, 256].map((dimensions) => ({ embedding: { provider: 'embedded', dimensions } }));
const log = (level, message) => level === 'error' && console.error(message);

/** Indexes with the command line, as users do. */
function index(tree, cacheDir, chosen) {
  const file = join(cacheDir, 'settings.json');
  mkdirSync(cacheDir, { recursive: true });
  writeFileSync(file, JSON.stringify(chosen));
  const args = [main, 'index', tree, '--cache-dir', cacheDir, '--settings', file, '--json'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (status !== 0) throw new Error(`${tree}: ${stderr}`);
  return JSON.parse(stdout);
}

const result = (file, lines, tokens) => ({ file, start_line: lines.start + 1, end_line: Math.max(lines.start + 1, lines.end), tokens });

async function ask(repo, chosen, cacheDir) {
  const tree = workTree(repo, reposRoot);
  const { elapsedMs } = index(tree, cacheDir, chosen);
  const { embedding } = chosen;
  const dimensions = embedding?.provider === 'embedded' ? embedding.dimensions : undefined;
  const base = openEmbeddedModel(join(root, 'server', 'assets', `${MODEL_NAME}.bin`), MODEL_NAME, dimensions);
  const folder = indexFolder(cacheDir, [{ folder: tree }]);
  const store = await openIndex({ folder, embedder: base, vectorSearch: 'exact', log });
  const models = new Models({ base, store: store.models, log, onChanged() {}, onTask() {} });
  const { wanted, reranker } = await openModels(chosen, { log, cacheDir, packageFolders: [join(cacheDir, 'packages')] });
  models.configure(wanted, reranker);
  /** @type {import('../dist/server/core/retrieval/pipeline.js').RetrievalPorts} */
  const ports = {
    reader: store.reader,
    embedder: models,
    reranker: () => models.reranker,
    tokens: cl100kCounter(join(root, 'server', 'assets', 'cl100k.bin')),
    globs: () => () => true,
    now: () => performance.now(),
  };
  // No vector is like any question's.
  const blind = new Proxy(store.reader, {
    get(target, key) {
      if (key === 'similar') return async () => [];
      if (key === 'cosines') return () => new Map();
      const value = target[key];
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const product = async (reader, query) => {
    const question = { query, limit: RESULTS, budgetTokens: Number.POSITIVE_INFINITY, reservedTokens: 0, related: 0, withText: false };
    const { results } = await retrieve({ ...ports, reader }, question, []);
    return results.map(({ path, lines, tokens }) => result(path, lines, tokens));
  };
  const alone = async (query) => {
    const { vector, model, problem } = await models.embedQuery(query);
    if (problem) throw new Error(problem.message);
    const hits = await store.reader.similar(vector, RESULTS, model);
    const records = new Map(store.reader.chunks(hits.map(({ chunkId }) => chunkId)).map((record) => [record.id, record]));
    return hits.map(({ chunkId }) => records.get(chunkId)).map(({ path, lines, tokens }) => result(path, lines, tokens));
  };
  const answers = [];
  try {
    for (const { id, query } of benchmark.queries.filter((one) => one.repo === repo.name)) {
      answers.push({ id, alone: await alone(query), without: await product(blind, query), together: await product(store.reader, query) });
    }
    return { answers, elapsedMs, model: models.status().model, reranker: models.status().reranker };
  } finally {
    await models.close();
    await store.close();
  }
}

const rows = [];
for (const [number, chosen] of settings.entries()) {
  const runs = { alone: new Map(), without: new Map(), together: new Map() };
  let elapsedMs = 0;
  let served;
  for (const repo of repos) {
    const asked = await ask(repo, chosen, join(cache, String(number)));
    elapsedMs += asked.elapsedMs;
    served = asked;
    for (const { id, ...found } of asked.answers) for (const [run, results] of Object.entries(found)) runs[run].set(id, results);
    process.stderr.write('.');
  }
  const ndcg = (run) => evaluate({ runs: runs[run], benchmark, reposRoot, filter }).headline['ndcg10 (repo mean, strict matching)'];
  const { model, reranker } = served;
  rows.push({ ...model, reranker, alone: ndcg('alone'), without: ndcg('without'), together: ndcg('together'), elapsedMs });
  console.log(`\n${JSON.stringify(rows.at(-1))}`);
}
const markdown = modelsMarkdown(rows, repos.length, benchmark.queries.filter(filter).length);
console.log(`\n${markdown}`);
renew('models-quality', markdown);
remove();
