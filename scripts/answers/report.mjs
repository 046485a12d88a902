// Figures of a run and their tables.
import { BUDGETS, calibrationError, FIX_BUDGETS } from './judge.mjs';
import { FIXES, KINDS, PER_KIND, SEED, WORDED } from './questions.mjs';

const MEANS = ['right1', 'right3', 'both5', 'recall', ...BUDGETS.map((budget) => `shown${budget}`), 'admitted', 'denied'];
const mean = (values) => (values.length ? values.reduce((sum, value) => sum + value, 0) / values.length : null);

function figures(rows, system, names = MEANS) {
  const own = rows.map((row) => row[system]);
  return Object.fromEntries(names.map((name) => [name, mean(own.map((row) => row[name]).filter((value) => value !== null))]));
}

const FIX_MEANS = ['file1', 'file5', 'function10', ...FIX_BUDGETS.map((budget) => `shown${budget}`)];
const fixFigures = (rows, system) => figures(rows, system, FIX_MEANS);

/** Means over the questions of one kind; of several kinds, each as heavy as the other. */
function overKinds(rows, system) {
  const tables = KINDS.map((kind) =>
    figures(
      rows.filter((row) => row.kind === kind),
      system,
    ),
  );
  return Object.fromEntries(MEANS.map((name) => [name, mean(tables.map((table) => table[name]).filter((value) => value !== null))]));
}

const lineOf = (name, rows, over) => ({
  name,
  questions: rows.length,
  ours: over(rows, 'ours'),
  bm25: over(rows, 'bm25'),
  calibration: calibrationError(rows.map(({ ours }) => ours)),
});

const named = (rows, key, over) =>
  [...new Set(rows.map((row) => row[key]))]
    .sort((a, b) => (key === 'kind' ? ORDER.indexOf(a) - ORDER.indexOf(b) : a < b ? -1 : 1))
    .map((value) =>
      lineOf(
        value,
        rows.filter((row) => row[key] === value),
        over,
      ),
    );

const ORDER = [...KINDS, WORDED];

/** The tables of one half: by kind, by language, by repository; bug fixes by language. */
function tablesOf(all) {
  const worded = all.filter(({ kind }) => kind === WORDED);
  const rows = all.filter(({ kind }) => kind !== FIXES && kind !== WORDED);
  const fixes = all.filter(({ kind }) => kind === FIXES);
  return {
    ...(worded.length && !rows.length && { kinds: named(worded, 'kind', figures) }),
    ...(rows.length && {
      kinds: [...named([...rows, ...worded], 'kind', figures), lineOf('all kinds', rows, overKinds)],
      languages: named(rows, 'language', overKinds),
      repositories: named(rows, 'repo', overKinds),
    }),
    ...(fixes.length && { [FIXES]: [...named(fixes, 'language', fixFigures), lineOf('all', fixes, fixFigures)] }),
  };
}
const halves = (rows) => ['judge', 'tune'].map((half) => [half, rows.filter((row) => row.half === half)]).filter(([, own]) => own.length);

const HEAD = [
  '',
  'questions',
  'right@1',
  'right@3',
  'both in 5',
  'callers',
  ...BUDGETS.map((budget) => `shown@${budget}`),
  'admitted',
  'denied',
  'ECE',
  'BM25 right@1',
  'right@3',
  ...BUDGETS.map((budget) => `shown@${budget}`),
];
const f3 = (value) => (value === null ? '' : value.toFixed(3));
const cells = ({ name, questions, ours, bm25, calibration }) => [
  name,
  String(questions),
  ...MEANS.map((figure) => f3(ours[figure])),
  f3(calibration),
  ...['right1', 'right3', ...BUDGETS.map((budget) => `shown${budget}`)].map((figure) => f3(bm25[figure])),
];

const FIX_TITLES = ['file@1', 'file@5', 'function@10', ...FIX_BUDGETS.map((budget) => `shown@${budget}`)];
const FIX_HEAD = ['', 'questions', ...FIX_TITLES, ...FIX_TITLES.map((title) => `BM25 ${title}`)];
const fixCells = ({ name, questions, ours, bm25 }) => [
  name,
  String(questions),
  ...[ours, bm25].flatMap((system) => FIX_MEANS.map((figure) => f3(system[figure]))),
];
/** Cells of a table, the first row being its head. */
const table = (title, lines) => (title === FIXES ? [FIX_HEAD, ...lines.map(fixCells)] : [HEAD, ...lines.map(cells)]);

export function printAnswers(rows) {
  for (const [half, own] of halves(rows)) {
    const tables = tablesOf(own);
    for (const title of ['kinds', 'languages', FIXES].filter((one) => tables[one])) {
      const rows = table(title, tables[title]);
      const widths = rows[0].map((_, i) => Math.max(...rows.map((row) => row[i].length)) + 2);
      console.log(`\n${half}, ${title}`);
      for (const row of rows) console.log(row.map((cell, i) => (i ? cell.padStart(widths[i]) : cell.padEnd(widths[i]))).join(''));
    }
  }
}

const EXPLAINED = `# Answers, judged by symbol and line

Made by \`npm run quality:answers -- --write\`; do not edit. The questions are generated from repositories that are not used for training
or tuning (scripts/answers/repositories.json), at most ${PER_KIND} of a kind in each, with the seed \`${SEED}\`. The built server is asked over LSP, once
for each budget of ${BUDGETS.join(', ')} tokens, without language servers.

| kind | question | right answer |
|---|---|---|
| definitions | where a name is defined, for names with exactly one definition (universal-ctags, patterns), in sixteen phrasings | its definition |
| two names | how two such names differ | both |
| literals | a text that the program prints, placeholders filled in | the function around the line |
| usages | who calls a function | a function that does |
| traces | a stack trace of real calls, with the line numbers of another version | the innermost function |
| typos | a misspelt name | the name's definition |
| docstrings | the first sentence of documentation that was removed from the indexed copy | the function |
| other wordings | some of these sentences with two other wordings each (alternatives), which a language model wrote from the sentence alone (scripts/answers/other-wordings.json); not in the mean | the function |
| absent | names and descriptions from other repositories, and nonsense | fewer than three results, or the statement that nothing matches |
| commits | the message of a later commit | a function that the commit changed |
| fixes | the message of a bug fix that describes the symptom in some sentences, asked of the commit before it | the lines that it changed |

\`right@1\` and \`right@3\`: the first result, or one of the first three, covers the expected line and is the symbol itself or has at most
50 lines. \`both in 5\`: both names among the first five. \`callers\`: share of the callers that the answer at ${BUDGETS.at(-1)} tokens has as a
result or whose call it shows. \`shown@B\`: share of the needed lines that are verbatim in the answer (Markdown, headings included)
within B tokens of cl100k_base; needed is the code of a function of up to 30 lines, else the line of the name; for literals,
usages and commits the exact lines. \`admitted\`: the answer to an absent thing says that nothing matches. \`denied\`: an answer that exists is said not to exist, or the answer is short and wrong. \`ECE\`: expected
calibration error of \`confidence\` in ten bins. BM25 searches windows of 50 lines of the same code, for bug fixes without tests.
\`file@N\`, \`function@10\`: a changed file among the first N files, a changed function among the first ten results. \`all kinds\` weighs each kind equally.
`;

export function answersMarkdown(rows) {
  const lines = [EXPLAINED];
  for (const [half, own] of halves(rows)) {
    for (const [title, figuresOf] of Object.entries(tablesOf(own))) {
      const [head, ...body] = table(title, figuresOf).map((row) => `| ${row.join(' | ')} |`);
      const rule = head.replace(/[^|]+/g, '---');
      lines.push(`## ${half === 'judge' ? 'Half to judge' : 'Half to improve on'}: ${title}`, '', head, rule, ...body, '');
    }
  }
  return lines.join('\n');
}

/** Statistics only, rounded, so that noise does not show as a change. */
export function answersStatistics(rows, prepared) {
  const repositories = prepared.map(({ repo, base, language, half, questions }) => ({
    repo,
    commit: base,
    language,
    half,
    questions: Object.fromEntries(
      KINDS.map((kind) => [kind, questions.filter((question) => question.kind === kind).length]).filter(([, n]) => n),
    ),
  }));
  const round = (_, value) => (typeof value === 'number' ? Math.round(value * 1000) / 1000 : value);
  return JSON.parse(
    JSON.stringify(
      { seed: SEED, perKind: PER_KIND, ...Object.fromEntries(halves(rows).map(([half, own]) => [half, tablesOf(own)])), repositories },
      round,
    ),
  );
}
