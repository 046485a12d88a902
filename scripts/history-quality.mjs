// `npm run quality:history`: asks what the histories of real repositories ask, and scores the answers beside BM25's.
//
//   npm run quality:history -- --repo DIR … [--sample N] [--write] [--per-query FILE] [--keep-cache DIR]
//
// DIR is a repository with its history, bare or not; its HEAD is what is asked about. --write renews
// docs/history-quality.json and docs/history-quality.md.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { bm25 } from './quality/history-bm25.mjs';
import { historyQuestions, RULES } from './quality/history-commits.mjs';
import { isCode } from './quality/history-outline.mjs';
import { historyMarkdown, historyStatistics, printHistory, scoreRepository } from './quality/history-report.mjs';

const LIMIT = 50;
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const argv = process.argv.slice(2);
const option = (name) => (argv.includes(name) ? argv[argv.indexOf(name) + 1] : undefined);
const repos = argv.flatMap((word, i) => (word === '--repo' ? [argv[i + 1]] : []));
if (!repos.length || repos.includes(undefined)) {
  console.error('expected --repo DIR, a repository with its history; may be repeated');
  process.exit(2);
}
const sample = Number(option('--sample') ?? RULES.sample);
const cache = resolve(option('--keep-cache') ?? mkdtempSync(join(tmpdir(), 'cls-history-')));

/** Of …/flask, …/flask/.git, …/pallets+flask/repo. */
const nameOf = (folder) => {
  const parts = resolve(folder).split(/[/\\]/);
  while (/^(?:\.git|repo)$/.test(parts.at(-1)) && parts.length > 1) parts.pop();
  return basename(parts.join('/'))
    .replace(/\.git$/, '')
    .replace(/^.*\+/, '');
};

/** A work tree at HEAD of its own, with the history beside it. */
function workTree(folder, name) {
  const tree = join(cache, 'trees', name);
  rmSync(tree, { recursive: true, force: true });
  mkdirSync(dirname(tree), { recursive: true });
  execFileSync('git', ['clone', '--quiet', '--shared', resolve(folder), tree], {
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: 600_000,
  });
  return tree;
}

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
  const tree = workTree(folder, name);
  const history = await historyQuestions(tree, sample);
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
      return { repo: name, ...question, ...Object.fromEntries(Object.entries(systems).map(([system, all]) => [system, short(all[i])])) };
    }),
  );
}
if (!rows.length) throw new Error('no question in any of the histories');
printHistory(rows);
if (option('--per-query')) writeFileSync(option('--per-query'), perQuery.map((row) => `${JSON.stringify(row)}\n`).join(''));
if (argv.includes('--write')) {
  mkdirSync(join(root, 'docs'), { recursive: true });
  writeFileSync(join(root, 'docs', 'history-quality.json'), `${JSON.stringify(historyStatistics(rows), null, 1)}\n`);
  writeFileSync(join(root, 'docs', 'history-quality.md'), historyMarkdown(rows));
}
if (!option('--keep-cache')) rmSync(cache, { recursive: true, force: true });
