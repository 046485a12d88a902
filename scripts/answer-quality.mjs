// `npm run quality:answers`: asks the built server generated questions about repositories that nothing is tuned on, and judges the answers
// by symbol and line, beside BM25.
//
//   npm run quality:answers -- [--snapshots DIR] [--half tune|judge] [--only KIND,…] [--repo OWNER/NAME …] [--per-kind N]
//                              [--per-question FILE] [--keep-cache DIR] [--jobs N] [--repositories FILE] [--profile NAME] [--write]
//
// DIR (or QUALITY_SNAPSHOTS) holds a bare repository of each, as owner+name; what is missing there is cloned from GitHub. --write renews
// docs/answers.json and docs/answers.md. --repositories names others, in the form of scripts/answers/repositories.json: misses are looked at
// there, and a change counts by the half to judge. --profile asks with a profile, such as `reader`, which people get. Needs universal-ctags.
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readAnswer } from './answers/answer-shape.mjs';
import { askFixes } from './answers/ask-fixes.mjs';
import { baselineOf } from './answers/baseline.mjs';
import { BUDGETS, judge } from './answers/judge.mjs';
import { FIXES, KINDS, PER_KIND, prepare, SEED, WORDED, withAbsent } from './answers/questions.mjs';
import { answersMarkdown, answersStatistics, printAnswers } from './answers/report.mjs';
import { loadRepositories } from './answers/repositories.mjs';
import { startServer } from './answers/server.mjs';
import { all, cacheFolder, has, option, renew } from './quality/command-line.mjs';

const ALL = [...KINDS, WORDED, FIXES];
const kinds = option('--only')?.split(',') ?? ALL;
const unknown = kinds.filter((kind) => !ALL.includes(kind));
const half = option('--half');
const repositories = loadRepositories(option('--repositories')).filter(
  ({ repo, half: own }) => (!half || own === half) && (!has('--repo') || all('--repo').includes(repo)),
);
if (unknown.length || !repositories.length || (half && half !== 'tune' && half !== 'judge')) {
  console.error(`expected --only of ${ALL.join(', ')}; --half tune or judge; --repo of scripts/answers/repositories.json`);
  process.exit(2);
}
const snapshots = option('--snapshots') ?? process.env.QUALITY_SNAPSHOTS ?? join(tmpdir(), 'context-language-server-snapshots');
const profile = option('--profile') && { profile: option('--profile') };
const perKind = Number(option('--per-kind') ?? PER_KIND);
const { folder: cache, remove } = cacheFolder('answers');

const prepared = [];
for (const repository of kinds.some((kind) => kind !== FIXES) ? repositories : []) {
  const one = await prepare(repository, snapshots, join(cache, 'trees'), perKind);
  console.error(`${one.repo}: ${one.questions.length} questions at ${one.base.slice(0, 10)}`);
  prepared.push(one);
}

/** Asks one repository everything; its rows are in the order of its questions. */
async function askAll({ repo, language, half: own, folder, questions }) {
  const asked = questions.filter(({ kind }) => kinds.includes(kind));
  if (!asked.length) return [];
  const started = performance.now();
  const server = await startServer(folder, join(cache, 'index'));
  const indexed = performance.now();
  const baseline = baselineOf(folder);
  const rows = [];
  for (const question of asked) {
    const answers = [];
    const { alternatives } = question;
    const more = { explain: true, ...profile, ...(alternatives && { alternatives }) };
    for (const budget of BUDGETS) answers.push(readAnswer(await server.ask(question.query, budget, more)));
    const plain = baseline(question.query);
    const bm25 = judge(
      question,
      BUDGETS.map(() => plain),
    );
    const row = { repo, language, half: own, kind: question.kind, ours: judge(question, answers), bm25 };
    const { places, signals } = answers.at(-1);
    rows.push({ row, question, places, signals });
  }
  await server.stop();
  const seconds = (from, to) => ((to - from) / 1000).toFixed(1);
  console.error(
    `${repo}: indexed in ${seconds(started, indexed)} s, ${asked.length} questions in ${seconds(indexed, performance.now())} s`,
  );
  return rows;
}

/** Runs the tasks, as many at once as `--jobs` says; their results are in the order of the tasks. */
async function inOrder(tasks) {
  const work = [...tasks.entries()];
  const results = [];
  const next = async () => {
    for (let task = work.shift(); task; task = work.shift()) results[task[0]] = await task[1]();
  };
  await Promise.all(Array.from({ length: Number(option('--jobs') ?? 2) }, next));
  return results.flat();
}

const places = { snapshots, folder: join(cache, 'fixes'), cacheDir: join(cache, 'index'), seed: SEED, perKind };
const rows = await inOrder([
  ...withAbsent(prepared, perKind).map((one) => () => askAll(one)),
  ...(kinds.includes(FIXES) ? repositories : []).map((repository) => () => askFixes(repository, places)),
]);
if (!rows.length) throw new Error('no questions');
const judged = rows.map(({ row }) => row);
printAnswers(judged);
if (option('--per-question')) {
  const lines = rows.map(({ row, question, ...more }) => {
    const { commit, query, targets, needed } = question;
    return JSON.stringify({ ...row, commit, query, targets, needed, ...more });
  });
  writeFileSync(option('--per-question'), `${lines.join('\n')}\n`);
}
renew('answers', answersMarkdown(judged), answersStatistics(judged, prepared));
remove();
