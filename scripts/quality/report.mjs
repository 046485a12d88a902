// Tables of a scored run: for the terminal, as Markdown for docs/quality.md, and as rounded figures for docs/quality.json.
const f3 = (value) => (typeof value === 'number' ? value.toFixed(3) : '-');
const budgets = ['recall@500t', 'recall@1000t', 'recall@2000t', 'recall@4000t', 'recall@8000t'];
const columns = ['ndcg10', 'mrr10', 'recall@1', 'recall@10', 'recall@500t', 'recall@1000t', 'recall@2000t'];

function sections(report) {
  const rows = (table, more) =>
    Object.entries(table).map(([name, row]) => ({
      name,
      queries: row.queries,
      cells: [...columns.map((c) => f3(row[c])), ...more.map((c) => f3(row[c]))],
    }));
  return [
    {
      title: 'overall',
      head: columns,
      rows: [{ name: 'all', queries: report.overall.queries, cells: columns.map((c) => f3(report.overall[c])) }],
    },
    { title: 'category', head: columns, rows: rows(report.by_category, []) },
    { title: 'language', head: [...columns, 'semble'], rows: rows(report.by_language, ['semble']) },
    { title: 'repository', head: [...columns, 'semble'], rows: rows(report.by_repo, ['semble']) },
  ];
}

/** What the field aims at; no question of this half has five relevant places, so precision@5 is measured elsewhere (own-quality.md). */
const targetsOf = ({ overall, tokens_saved: saved }) => [
  ['NDCG@10', overall.ndcg10, 0.85],
  ['MRR', overall.mrr10, 0.8],
  ['recall@10', overall['recall@10'], 0.9],
  ['tokens saved against reading the files', saved, 0.9],
];

export function printReport(report) {
  for (const [name, value] of Object.entries(report.headline)) console.log(`${name.padEnd(44)} ${f3(value)}`);
  for (const [name, value, target] of targetsOf(report)) console.log(`${name.padEnd(44)} ${f3(value)}   aim > ${target}`);
  for (const { title, head, rows } of sections(report)) {
    const width = Math.max(title.length, ...rows.map((row) => row.name.length)) + 2;
    console.log(`\n${title.padEnd(width)}${['n', ...head].map((c) => c.padStart(13)).join('')}`);
    for (const { name, queries, cells } of rows)
      console.log(`${name.padEnd(width)}${[String(queries), ...cells].map((c) => c.padStart(13)).join('')}`);
  }
  console.log('');
  for (const [tool, row] of Object.entries(report.published_ndcg10_same_repos))
    console.log(`published ${tool.padEnd(24)} ${f3(row.ndcg10)}`);
}

export function reportMarkdown(report) {
  const lines = [
    '# Answer quality',
    '',
    'Made by `npm run quality -- --write`; do not edit. The half of the semble benchmark that the ranking was tuned on: 641 questions about 32 repositories, mostly with one relevant file. `ndcg10 (repo mean, strict matching)` is the figure to compare with the published ones. The README has the figure of the other half, which nothing was tuned on.',
    '',
  ];
  lines.push('| figure | value |', '|---|---|', ...Object.entries(report.headline).map(([name, value]) => `| ${name} | ${f3(value)} |`));
  lines.push(
    ...Object.entries(report.published_ndcg10_same_repos).map(
      ([tool, row]) => `| published, same repositories: ${tool} | ${f3(row.ndcg10)} |`,
    ),
    '',
  );
  lines.push(
    'Recall within tokens of context, all questions:',
    '',
    `| ${budgets.join(' | ')} |`,
    `|${budgets.map(() => '---').join('|')}|`,
    `| ${budgets.map((b) => f3(report.overall[b])).join(' | ')} |`,
    '',
  );
  lines.push('Targets, means over questions:', '', '| figure | value | aim |', '|---|---|---|');
  lines.push(...targetsOf(report).map(([name, value, target]) => `| ${name} | ${f3(value)} | > ${target} |`), '');
  for (const { title, head, rows } of sections(report)) {
    lines.push(
      `## By ${title}`,
      '',
      `| ${[title, 'questions', ...head].join(' | ')} |`,
      `|${Array(head.length + 2)
        .fill('---')
        .join('|')}|`,
    );
    lines.push(...rows.map(({ name, queries, cells }) => `| ${[name, queries, ...cells].join(' | ')} |`), '');
  }
  return lines.join('\n');
}

/** Rounded, so that noise does not show as a change. */
export function statisticsOf(report) {
  const round = (row) =>
    Object.fromEntries(
      Object.entries(row).map(([key, value]) => [key, typeof value === 'number' ? Math.round(value * 1000) / 1000 : value]),
    );
  const table = (rows) =>
    Object.fromEntries(
      Object.entries(rows).map(([name, row]) => [name, round(Object.fromEntries(['queries', ...columns].map((c) => [c, row[c]])))]),
    );
  return {
    headline: round(report.headline),
    overall: round(report.overall),
    tokens_saved: round({ value: report.tokens_saved }).value,
    by_category: table(report.by_category),
    by_language: table(report.by_language),
    by_repo: table(report.by_repo),
  };
}
