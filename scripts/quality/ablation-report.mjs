// Tables of what each part of retrieval is good for. The first row is everything; each other one lacks its part.
import { mean } from './history-report.mjs';

const HEADLINE = 'ndcg10 (repo mean, strict matching)';
const round = (value) => Math.round(value * 10_000) / 10_000;
const signed = (value) => `${value > 0 ? '+' : value < 0 ? '−' : ''}${Math.abs(value).toFixed(4)}`;
const categories = ['architecture', 'semantic', 'symbol'];
/** A repository's figure moves by this much at least before it counts as better or worse. */
const NOTICEABLE = 0.002;

const counts = (changes) => ({
  better: changes.filter((value) => value > NOTICEABLE).length,
  worse: changes.filter((value) => value < -NOTICEABLE).length,
});

export function ablationStatistics(rows) {
  const [all] = rows;
  return rows.map(({ group, name, why, report, histories }) => {
    const change = (of) => round(of(report) - of(all.report));
    const repos = Object.keys(report.by_repo).map((repo) => report.by_repo[repo].ndcg10 - all.report.by_repo[repo].ndcg10);
    const asked = Object.keys(histories).map((repo) => histories[repo] - all.histories[repo]);
    return {
      group,
      name,
      ...(why && { why }),
      ndcg10: round(report.headline[HEADLINE]),
      change: change(({ headline }) => headline[HEADLINE]),
      ...Object.fromEntries(
        categories.filter((key) => all.report.by_category[key]).map((key) => [key, change(({ by_category: table }) => table[key].ndcg10)]),
      ),
      ...counts(repos),
      ...(asked.length > 0 && { mrr: round(mean(Object.values(histories))), history: round(mean(asked)), histories: counts(asked) }),
    };
  });
}

const head = ['without', 'NDCG@10', 'change', ...categories, 'better/worse', 'history MRR', 'change', 'better/worse'];
const cellsOf = (row) => [
  row.name,
  row.ndcg10.toFixed(4),
  ...['change', ...categories].map((key) => signed(row[key] ?? 0)),
  `${row.better}/${row.worse}`,
  ...(row.histories ? [row.mrr.toFixed(4), signed(row.history), `${row.histories.better}/${row.histories.worse}`] : ['-', '-', '-']),
];

export function printAblation(rows) {
  for (const row of [head, ...ablationStatistics(rows).map(cellsOf)])
    console.log(row.map((cell, i) => (i ? cell.padStart(14) : cell.padEnd(60))).join(''));
}

export function ablationMarkdown(rows, sample) {
  const [all, ...parts] = ablationStatistics(rows);
  const lines = [
    '# What each part is good for',
    '',
    'Made by `npm run quality:ablation -- --write`; do not edit. The questions of the development half of the benchmark, answered with',
    `one part of retrieval taken away at a time. With everything: NDCG@10 ${all.ndcg10.toFixed(4)}. A change below zero is what the part is worth;`,
    'one question of a repository more or less in first place is some 0.0006. A repository is better or worse from a change of 0.002 on.',
    ...(all.histories
      ? [
          `Beside it at most ${sample} questions of each history (history-quality.md) as ranked, before results are joined: MRR ${all.mrr.toFixed(4)} with everything.`,
        ]
      : []),
    'Related results and hubs follow the primary ones and never displace one: they are not in these figures, nor is recency: the',
    'benchmark has no history, and what a commit changed is recent by definition.',
    '',
  ];
  for (const group of new Set(parts.map((row) => row.group))) {
    lines.push(`## ${group[0].toUpperCase()}${group.slice(1)}`, '', `| ${head.join(' | ')} |`, `|${head.map(() => '---').join('|')}|`);
    lines.push(...parts.filter((row) => row.group === group).map((row) => `| ${cellsOf(row).join(' | ')} |`), '');
  }
  lines.push(
    '## Kept though these figures do not show it',
    '',
    ...parts.filter(({ why }) => why).map(({ name, why }) => `- ${name}: ${why}.`),
    '',
  );
  return lines.join('\n');
}
