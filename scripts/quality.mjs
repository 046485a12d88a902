// `npm run quality`: asks every question of the benchmark through the command line and scores the answers.
//
//   npm run quality -- [--model SETTINGS.json] [--repos DIR] [--only NAME …] [--write] [--keep-cache DIR] [--symbols]
//
// --repos (or QUALITY_REPOS) holds the work trees, DIR/NAME; missing ones are cloned from GitHub at their pinned commits.
// --model: settings of protocol.md with another embedding model or a reranker; the index is built with it first.
// --symbols asks the symbol search of `workspace/symbol` instead, which is to be as good for questions in plain words.
// --write renews docs/quality.json and docs/quality.md, so that a change of ranking shows as a diff.
import { execFileSync, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { startServer } from './answers/server.mjs';
import { root } from './native/places.mjs';
import { benchmarkOptions, beyond, cacheFolder, has, option, renew } from './quality/command-line.mjs';
import { evaluate } from './quality/evaluate.mjs';
import { printReport, reportMarkdown, statisticsOf } from './quality/report.mjs';
import { workTree } from './quality/work-trees.mjs';

const { benchmark, repos, reposRoot, filter } = benchmarkOptions();
const { folder: cache, remove } = cacheFolder('quality');
const main = join(root, 'dist', 'bundle', 'main.js');
const settings = option('--model') === undefined ? [] : ['--settings', resolve(option('--model'))];
const extra = [...settings, ...beyond()];

/** The same questions to the search behind `workspace/symbol`, with the lines of whole declarations. */
async function askSymbols(repo) {
  const questions = benchmark.queries.filter((query) => query.repo === repo.name);
  const tree = workTree(repo, reposRoot);
  const server = await startServer(tree, join(cache, 'index'));
  const answers = [];
  for (const { id, query } of questions) {
    const { symbols } = await server.request('workspace/semanticSymbol', { query, limit: 50 });
    const results = symbols.map(({ path, location: { range } }) => ({
      file: path,
      start_line: range.start.line + 1,
      end_line: range.end.line,
    }));
    answers.push([id, results]);
  }
  await server.stop();
  return answers;
}

/** One run of the command line's batch form; lines of answers in the order of the questions. */
function ask(repo) {
  const tree = workTree(repo, reposRoot);
  const questions = benchmark.queries.filter((query) => query.repo === repo.name);
  const file = join(cache, `${repo.name}.queries.json`);
  writeFileSync(file, JSON.stringify(questions.map(({ query }) => ({ query }))));
  const args = ['retrieve', '--workspace', tree, '--queries', file, '--jsonl', '--cache-dir', join(cache, 'index'), ...extra];
  // A question does not complete the vectors of a model; `index` does.
  if (settings.length > 0)
    execFileSync(process.execPath, [main, 'index', tree, '--cache-dir', join(cache, 'index'), ...extra], { stdio: 'inherit' });
  const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const answers = [];
  createInterface({ input: child.stdout }).on('line', (line) => answers.push(JSON.parse(line)));
  return new Promise((resolve, reject) => {
    child.on('close', (code) => {
      if (code !== 0 || answers.length !== questions.length) {
        reject(new Error(`${repo.name}: exit code ${code}, ${answers.length} of ${questions.length} answers`));
      } else resolve(answers.map((answer) => [questions[answer.index].id, answer.results]));
    });
  });
}

const askRepo = has('--symbols') ? askSymbols : ask;
const runs = new Map();
const started = performance.now();
const queue = [...repos];
async function lane() {
  for (let repo = queue.shift(); repo; repo = queue.shift()) for (const [id, results] of await askRepo(repo)) runs.set(id, results);
}
await Promise.all([lane(), lane()]);
const report = evaluate({ runs, benchmark, reposRoot, filter });
printReport(report);
console.log(`\n${((performance.now() - started) / 1000).toFixed(1)} s in all`);
if (option('--per-query')) writeFileSync(option('--per-query'), report.rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
if (!has('--symbols')) renew('quality', reportMarkdown(report), statisticsOf(report));
remove();
