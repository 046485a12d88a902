// `npm run quality:history`: asks what the histories of real repositories ask, and scores the answers beside BM25's.
//
//   npm run quality:history -- --repo DIR … [--sample N] [--write] [--per-query FILE] [--keep-cache DIR]
//
// DIR is a repository with its history, bare or not; its HEAD is what is asked about. Repositories that are kept apart for judging are
// refused, and those that the embedded model was trained on are shown apart. --keep-cache keeps work trees, questions and indexes.
// --write renews docs/history-quality.json and docs/history-quality.md.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from './native/places.mjs';
import { all, cacheFolder, option, renew } from './quality/command-line.mjs';
import { bm25 } from './quality/history-bm25.mjs';
import { historyQuestions, RULES } from './quality/history-commits.mjs';
import { isCode } from './quality/history-outline.mjs';
import { historyMarkdown, historyStatistics, printHistory, scoreRepository } from './quality/history-report.mjs';
import { historyTree, nameOf } from './quality/history-trees.mjs';
import { kept } from './quality/kept.mjs';
import { KEPT_APART } from './quality/training.mjs';

const LIMIT = 50;
const repos = all('--repo');
if (!repos.length || repos.includes(undefined)) {
  console.error('expected --repo DIR, a repository with its history; may be repeated');
  process.exit(2);
}
const refused = repos.map(nameOf).filter((name) => KEPT_APART.includes(name.toLowerCase()));
if (refused.length) {
  console.error(`kept apart for judging: ${refused.join(', ')}`);
  process.exit(2);
}
const sample = Number(option('--sample') ?? RULES.sample);
const { folder: cache, remove } = cacheFolder('history');

function ask(tree, name, questions) {
  const file = join(cache, `${name}.queries.json`);
  writeFileSync(file, JSON.stringify(questions.map(({ query }) => ({ query }))));
  const args = [
    'retrieve',
    '--workspace',
    tree,
    '--queries',
    file,
    '--jsonl',
    '--limit',
    String(LIMIT),
    '--cache-dir',
    join(cache, 'index'),
  ];
  const child = spawn(process.execPath, [join(root, 'dist', 'bundle', 'main.js'), ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const answers = [];
  createInterface({ input: child.stdout }).on('line', (line) => answers.push(JSON.parse(line)));
  return new Promise((done, failed) => {
    child.on('close', (code) => {
      if (code !== 0 || answers.length !== questions.length) {
        failed(new Error(`${name}: exit code ${code}, ${answers.length} of ${questions.length} answers`));
      } else done(answers.map(({ results }) => results.map((result) => ({ ...result, path: result.file }))));
    });
  });
}

const rows = [];
const perQuery = [];
for (const folder of repos) {
  const name = nameOf(folder);
  const tree = historyTree(folder, cache);
  const history = await kept(join(cache, 'questions', `${name}-${sample}.json`), () => historyQuestions(tree, sample));
  const { questions } = history;
  console.error(`${name}: ${questions.length} questions of ${history.commits} commits; left out ${JSON.stringify(history.left)}`);
  if (!questions.length) continue;
  const everywhere = bm25(tree);
  const inCode = bm25(tree, isCode);
  const systems = {
    ours: await ask(tree, name, questions),
    bm25: questions.map(({ query }) => everywhere(query, LIMIT)),
    bm25code: questions.map(({ query }) => inCode(query, LIMIT)),
  };
  rows.push(scoreRepository(name, history, systems));
  perQuery.push(
    ...questions.map((question, i) => {
      const short = (results) =>
        results.slice(0, 10).map(({ path, start_line, end_line, symbol }) => ({ path, start_line, end_line, symbol }));
      return {
        repo: name,
        ...question,
        ...Object.fromEntries(Object.entries(systems).map(([system, results]) => [system, short(results[i])])),
      };
    }),
  );
}
if (!rows.length) throw new Error('no question in any of the histories');
printHistory(rows);
if (option('--per-query')) writeFileSync(option('--per-query'), perQuery.map((row) => `${JSON.stringify(row)}\n`).join(''));
renew('history-quality', historyMarkdown(rows, sample), historyStatistics(rows));
remove();
