// Figures of a run over histories, and their tables.
import { RULES } from './history-commits.mjs';
import { isTrained, trainingOf } from './training.mjs';

const DEPTH = 10;
export const mean = (values) => (values.length ? values.reduce((sum, value) => sum + value, 0) / values.length : 0);
const f3 = (value) => value.toFixed(3);
/** A result of more lines has to be no longer than the function that it overlaps. */
const NARROW = 50;
const meets = (result, target) => result.path === target.path && result.start_line <= target.end && target.start <= result.end_line;

const linesOf = ({ start_line: start, end_line: end }) => end - start + 1;
const isNarrow = (result, { start, end }) => linesOf(result) <= Math.max(NARROW, end - start + 1);
const reciprocal = (index) => (index < 0 ? 0 : 1 / (index + 1));

/** Figures of one list of results: the first that overlaps a changed function, how many of those are in ten, the first in their files. */
export function scoreOne(targets, results) {
  const ranks = targets.map((target) => results.findIndex((result) => meets(result, target)) + 1).filter((rank) => rank > 0);
  return {
    fileRr: reciprocal(results.findIndex(({ path }) => targets.some((target) => target.path === path))),
    narrowRr: reciprocal(results.findIndex((result) => targets.some((target) => meets(result, target) && isNarrow(result, target)))),
    rr: ranks.length ? 1 / Math.min(...ranks) : 0,
    recall: ranks.filter((rank) => rank <= DEPTH).length / targets.length,
    lines: mean(results.slice(0, DEPTH).map(linesOf)),
  };
}

/** `systems`: { name: results of each question }. */
export function scoreRepository(name, { questions, commits, left }, systems) {
  const figures = (results, targetsOf) => {
    const rows = questions.flatMap((question, i) => {
      const targets = targetsOf(question);
      return targets.length ? [scoreOne(targets, results[i])] : [];
    });
    return {
      questions: rows.length,
      mrr: mean(rows.map(({ rr }) => rr)),
      narrowMrr: mean(rows.map(({ narrowRr }) => narrowRr)),
      fileMrr: mean(rows.map(({ fileRr }) => fileRr)),
      recall10: mean(rows.map(({ recall }) => recall)),
      lines: mean(rows.map(({ lines }) => lines)),
    };
  };
  const both = (targetsOf) => Object.fromEntries(Object.entries(systems).map(([system, results]) => [system, figures(results, targetsOf)]));
  return {
    name,
    commits,
    left,
    questions: questions.length,
    functions: mean(questions.map(({ targets }) => targets.length)),
    all: both(({ targets }) => targets),
    source: both(({ targets }) => targets.filter(({ isTest }) => !isTest)),
  };
}

/** Means over repositories, each as heavy as the other. */
function totals(rows, truth) {
  const systems = Object.keys(rows[0][truth]);
  return Object.fromEntries(
    systems.map((system) => [
      system,
      Object.fromEntries(
        ['mrr', 'narrowMrr', 'fileMrr', 'recall10', 'lines'].map((figure) => [figure, mean(rows.map((row) => row[truth][system][figure]))]),
      ),
    ]),
  );
}

const truths = [
  ['all', 'Every function that the commit changed, tests included'],
  ['source', 'Without test functions'],
];

/** Repositories that the embedded model was trained on have a mean of their own. */
function tableOf(rows, truth) {
  const meanOf = (name, list) =>
    list.length ? [{ name, questions: list.reduce((sum, row) => sum + row[truth].ours.questions, 0), ...totals(list, truth) }] : [];
  const entries = (list) =>
    list.map((row) => ({ name: row.name, training: trainingOf(row.name), questions: row[truth].ours.questions, ...row[truth] }));
  const trained = rows.filter(({ name }) => isTrained(name));
  const untrained = rows.filter(({ name }) => !isTrained(name));
  return [
    ...entries(untrained),
    ...meanOf('mean, not trained on', untrained),
    ...entries(trained),
    ...meanOf('mean, trained on', trained),
  ].map(({ name, training = '', questions, ours, bm25, bm25code }) => [
    name,
    training,
    String(questions),
    f3(ours.mrr),
    f3(bm25.mrr),
    f3(bm25code.mrr),
    `${(ours.mrr / (bm25.mrr || Number.NaN)).toFixed(2)}x`,
    `${(ours.mrr / (bm25code.mrr || Number.NaN)).toFixed(2)}x`,
    f3(ours.narrowMrr),
    f3(ours.recall10),
    f3(bm25.recall10),
    f3(bm25code.recall10),
    f3(ours.fileMrr),
    f3(bm25.fileMrr),
    ours.lines.toFixed(0),
    bm25.lines.toFixed(0),
  ]);
}
const head = [
  'repository',
  'training',
  'questions',
  'MRR',
  'BM25',
  'BM25 code',
  'ratio',
  'ratio code',
  'narrow MRR',
  'recall@10',
  'BM25',
  'BM25 code',
  'file MRR',
  'BM25',
  'lines',
  'BM25 lines',
];

export function printHistory(rows) {
  for (const [truth, title] of truths) {
    const table = [head, ...tableOf(rows, truth)];
    const widths = head.map((_, i) => Math.max(...table.map((row) => row[i].length)) + 2);
    console.log(`\n${title}`);
    for (const row of table) console.log(row.map((cell, i) => (i ? cell.padStart(widths[i]) : cell.padEnd(widths[i]))).join(''));
  }
}

export function historyMarkdown(rows, sample) {
  const lines = [
    '# Questions from histories',
    '',
    'Made by `npm run quality:history -- --write`; do not edit. These questions were not written for a benchmark: each is the subject of a',
    `commit, and its answer the functions that the commit changed and that still exist. Commits of ${RULES.codeFiles.join(' to ')} code files and`,
    `${RULES.changedLines.join(' to ')} changed lines, no merges, subjects of at least ${RULES.subjectWords} words that name neither a changed function nor a changed file and that`,
    'are not about housekeeping (typos, formatting, change logs); at least one function outside of the tests;',
    `at most ${sample} a repository, chosen by a hash of the commit. A result counts when its lines overlap a function's.`,
    '`BM25` searches 50-line windows of the same files, `BM25 code` those of code alone. Up to 50 results; MRR over all of them.',
    '`file MRR` asks for the right file only. `lines` is the mean length of the first ten results: a longer result overlaps more.',
    '`training`: whether the embedded model was trained on the repository (training/TRAINING_DATA.md).',
    `\`narrow MRR\` is ours where a result of more than ${NARROW} lines counts only as far as it is no longer than the function itself.`,
    '',
  ];
  for (const [truth, title] of truths) {
    lines.push(`## ${title}`, '', `| ${head.join(' | ')} |`, `|${head.map(() => '---').join('|')}|`);
    lines.push(...tableOf(rows, truth).map((row) => `| ${row.join(' | ')} |`), '');
  }
  return lines.join('\n');
}

const figuresOf = (rows) => {
  const means = (list) => list.length > 0 && { all: totals(list, 'all'), source: totals(list, 'source') };
  const trained = means(rows.filter(({ name }) => isTrained(name)));
  return {
    rules: RULES,
    untrained: means(rows.filter(({ name }) => !isTrained(name))) || null,
    ...(trained && { trained }),
    repositories: rows.map((row) => ({ ...row, training: trainingOf(row.name) })),
  };
};

/** Rounded, so that noise does not show as a change. */
export function historyStatistics(rows) {
  return JSON.parse(JSON.stringify(figuresOf(rows), (_, value) => (typeof value === 'number' ? Math.round(value * 1000) / 1000 : value)));
}
