// Tables of what each part of the ranking is worth. The first row is the whole ranking; each other one lacks its part.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../native/places.mjs';
import { KINDS } from './ablation-questions.mjs';
import { mean } from './history-report.mjs';
import { interval, leaveOneOut, signTest } from './resampling.mjs';

const round = (value) => Math.round(value * 10_000) / 10_000;
const signed = (value) => `${value > 0 ? '+' : value < 0 ? '−' : ''}${Math.abs(value).toFixed(4)}`;
/** A repository's figure moves by this much at least before it counts as helped or hurt. */
const NOTICEABLE = 0.002;
/** A part that moves no mean by so much is worth nothing. */
const NOTHING = 0.001;
/** A part that helps no more repositories fits those, and not repositories in general. */
const FEW = 2;

/** What leaving a part out changes in each repository of one kind of question. */
function changesOf(whole, scores) {
  return Object.keys(whole ?? {}).map((name) => ({ name, change: scores[name] - whole[name] }));
}

function figuresOf(changes) {
  const values = changes.map(({ change }) => change);
  const helped = changes.filter(({ change }) => change < -NOTICEABLE).map(({ name }) => name);
  const hurt = changes.filter(({ change }) => change > NOTICEABLE).map(({ name }) => name);
  const [low, high] = interval(values);
  return {
    change: round(mean(values)),
    interval: [round(low), round(high)],
    helped: helped.length,
    hurt: hurt.length,
    helpedNames: helped,
    sign: round(signTest(helped.length, hurt.length)),
  };
}

function verdictOf(kinds, heldOut, why) {
  const all = Object.values(kinds);
  const helped = new Set(all.flatMap(({ helpedNames }) => helpedNames));
  if (why) return 'kept, see below';
  if (all.every(({ change }) => Math.abs(change) < NOTHING)) return 'worth nothing';
  if (helped.size <= FEW) return 'helps too few';
  return heldOut.worth > 0 ? 'stays' : 'hurts';
}

export function ablationStatistics(rows) {
  const [whole, ...parts] = rows;
  const names = Object.keys(whole.scores);
  return {
    whole: Object.fromEntries(names.map((kind) => [kind, round(mean(Object.values(whole.scores[kind])))])),
    repositories: Object.fromEntries(names.map((kind) => [kind, Object.keys(whole.scores[kind]).length])),
    parts: parts.map(({ group, name, why, scores }) => {
      const changes = names.map((kind) => changesOf(whole.scores[kind], scores[kind]));
      const kinds = Object.fromEntries(names.map((kind, i) => [kind, figuresOf(changes[i])]));
      const { worth, kept } = leaveOneOut(changes.map((list) => list.map(({ change }) => -change)));
      const heldOut = { worth: round(worth), kept: round(kept) };
      return { group, name, ...(why && { why }), verdict: verdictOf(kinds, heldOut, why), heldOut, kinds };
    }),
  };
}

const headOf = (names) => ['without', ...names.flatMap((name) => [name, '90 %', 'helps/hurts']), 'held out', 'folds', 'verdict'];
const cellsOf = ({ name, kinds, heldOut, verdict }, names) => [
  name,
  ...names.flatMap((kind) => {
    const { change, interval: bounds, helped, hurt } = kinds[kind];
    return [signed(change), bounds.map(signed).join(' … '), `${helped}/${hurt}`];
  }),
  signed(heldOut.worth),
  `${Math.round(100 * heldOut.kept)} %`,
  verdict,
];

export function printAblation(rows) {
  const { whole, parts } = ablationStatistics(rows);
  const names = Object.keys(whole);
  console.log(JSON.stringify(whole));
  for (const row of [headOf(names), ...parts.map((part) => cellsOf(part, names))])
    console.log(row.map((cell, i) => (i ? cell.padStart(i % 3 === 2 ? 20 : 13) : cell.padEnd(52))).join(''));
}

export function ablationMarkdown(rows, sample) {
  const { whole, repositories, parts } = ablationStatistics(rows);
  const names = Object.keys(whole);
  const lines = [
    '# What each part of the ranking is worth',
    '',
    'Made by `npm run quality:ablation -- --write`; do not edit. Every question is answered with one part left out at a time. The columns of',
    'each kind of question: the change of the mean over repositories when the part is left out (below zero: the part helps), the 90 %',
    'interval of that change by bootstrap over repositories, and the repositories that the part helps and hurts (a change of 0.002 or more).',
    '`held out`: for each repository all others decide whether the part stays, each kind of question counting the same; the mean of what',
    'those decisions gain, and the share of them that keep the part (`folds`).',
    '',
    '| questions | score | repositories | whole ranking |',
    '|---|---|---|---|',
    ...names.map((kind) => `| ${kind} | ${KINDS[kind]} | ${repositories[kind]} | ${whole[kind].toFixed(4)} |`),
    '',
    `Histories: at most ${sample} questions of each; histories and generated questions are those of the tuning half of`,
    '`scripts/answers/repositories.json`, on which neither the model nor the weights were trained. Results are compared as ranked,',
    'before they are assembled. Not measured here: related results, which never displace a result, and recency, since the benchmark has no',
    'history and what a commit changed is recent by definition.',
    '',
    `Verdicts: *worth nothing*: no mean changes by ${NOTHING}; *helps too few*: at most ${FEW} repositories; *hurts*: the held-out worth is not`,
    'above zero. Such parts are removed, unless a reason is given below, or, for *hurts*, the benchmark would lose 0.003 or more.',
    '',
  ];
  for (const group of new Set(parts.map((row) => row.group))) {
    const head = headOf(names);
    lines.push(`## ${group[0].toUpperCase()}${group.slice(1)}`, '', `| ${head.join(' | ')} |`, `|${head.map(() => '---').join('|')}|`);
    lines.push(...parts.filter((row) => row.group === group).map((row) => `| ${cellsOf(row, names).join(' | ')} |`), '');
  }
  const reasons = parts.filter(({ why }) => why);
  if (reasons.length) lines.push('## Kept for another reason', '', ...reasons.map(({ name, why }) => `- ${name}: ${why}.`), '');
  lines.push(...removedLines());
  return lines.join('\n');
}

/** Parts that an earlier run showed to be worth nothing, or to help too few repositories, with the figures of that run. */
function removedLines() {
  const { note, parts } = JSON.parse(readFileSync(join(root, 'scripts', 'quality', 'removed-parts.json'), 'utf8'));
  const names = Object.keys(parts[0].kinds);
  const head = headOf(names);
  return [
    ...['## Removed', '', note, '', `| ${head.join(' | ')} |`, `|${head.map(() => '---').join('|')}|`],
    ...parts.map((row) => `| ${cellsOf(row, names).join(' | ')} |`),
    '',
  ];
}
