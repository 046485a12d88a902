// `npm run quality:own`: asks questions about this very repository that have at least five relevant files each, which no
// question of the benchmark has, by `eval`. --write renews docs/own-quality.md and docs/own-quality.json.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './native/places.mjs';
import { cacheFolder, has, renew } from './quality/command-line.mjs';

const { folder: cache, remove } = cacheFolder('own');
const out = execFileSync(
  process.execPath,
  [
    join(root, 'dist', 'bundle', 'main.js'),
    'eval',
    root,
    '--queries',
    join(root, 'fixtures', 'own', 'questions.json'),
    '--json',
    '--cache-dir',
    cache,
  ],
  { encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'inherit'] },
);
remove();
const { figures, questions } = JSON.parse(out);
const shown = [
  ['precision@5, at least five relevant places', figures.precision5Ample, 0.85],
  ['MRR', figures.mrr, 0.8],
  ['tokens saved against reading the files', figures.tokensSaved, 0.9],
];
for (const [name, value, aim] of shown) console.log(`${name.padEnd(46)} ${value.toFixed(3)}   aim > ${aim}`);
if (has('--write')) {
  const round = (value) => Math.round(value * 1_000) / 1_000;
  const lines = [
    '# Questions with many answers',
    '',
    'Made by `npm run quality:own -- --write`; do not edit. The benchmark has one to three relevant files per question, so it cannot measure',
    `precision@5. These ${questions.length} questions about this repository have at least five. A file is relevant if its folder belongs to the`,
    'subject; other results among the first five were judged by reading them. The judge also wrote the code.',
    '',
    '| figure | value | aim |',
    '|---|---|---|',
    ...shown.map(([name, value, aim]) => `| ${name} | ${value.toFixed(3)} | > ${aim} |`),
    '',
    '| question | relevant files | precision@5 |',
    '|---|---|---|',
    ...questions.map(({ query, expected, precision5 }) => `| ${query} | ${expected.length} | ${precision5.toFixed(1)} |`),
    '',
  ];
  const { precision5Ample, mrr, tokensSaved } = figures;
  const statistics = {
    questions: questions.length,
    precision5Ample: round(precision5Ample),
    mrr: round(mrr),
    tokensSaved: round(tokensSaved),
  };
  renew('own-quality', lines.join('\n'), statistics);
}
