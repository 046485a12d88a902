// `npm run quality:ablation`: what each optional part of the ranking is worth on repositories that it was not chosen on. Every
// repository is indexed once, then every question is answered with one part left out at a time.
//
//   npm run quality:ablation -- [--repos DIR] [--only NAME …] [--repo DIR …] [--sample N] [--answers] [--snapshots DIR]
//                               [--per-kind N] [--no-benchmark] [--part TEXT] [--write] [--keep-cache DIR]
//
// Questions: those of the benchmark; with --repo DIR those of that repository's history (see history-quality.mjs); with --answers the
// generated ones of the tuning half (see answer-quality.mjs). --part: only parts whose name contains TEXT. --keep-cache keeps indexes,
// work trees and questions, so that the next run only ranks, and the scores, until the ranking changes. --write renews
// docs/ablation.json and docs/ablation.md.
import { join } from 'node:path';
import { parts } from './quality/ablation-parts.mjs';
import { answerSets, benchmarkSets, historySets } from './quality/ablation-questions.mjs';
import { ablationMarkdown, ablationStatistics, printAblation } from './quality/ablation-report.mjs';
import { answerWithout, open, rankingFingerprint } from './quality/ablation-run.mjs';
import { all, cacheFolder, has, option, renew } from './quality/command-line.mjs';
import { RULES } from './quality/history-commits.mjs';
import { mean } from './quality/history-report.mjs';
import { kept } from './quality/kept.mjs';

const { folder: cache, remove } = cacheFolder('ablation');
const sample = Number(option('--sample') ?? RULES.sample);
const wanted = option('--part');
const fingerprint = rankingFingerprint(wanted);
/** @type {readonly { group: string, name: string, why?: string }[]} */
const systems = [{ group: '', name: 'nothing' }, ...parts.filter(({ name }) => wanted === undefined || name.includes(wanted))];
/** Of each system, by kind of question and repository, the mean score. */
const scores = systems.map(() => ({}));

const sets = [
  ...(has('--no-benchmark') ? [] : benchmarkSets()),
  ...all('--repo').map((folder) => historySets(folder, cache, sample)),
  ...(has('--answers') ? answerSets(cache) : []),
];
for (const load of sets) {
  const { kind, name, means } = await scoresOf(load);
  if (!means) continue;
  for (const [i, value] of means.entries()) scores[i][kind] = { ...scores[i][kind], [name]: value };
}

/** The mean score of every system over one set of questions; null for a set without questions. Kept for a run with the same ranking. */
async function scoresOf(load) {
  const { kind, name, folder, questions, score } = await load();
  const means = await kept(join(cache, 'scores', fingerprint, `${kind}-${name}.json`), async () => {
    if (!questions.length) return null;
    const started = performance.now();
    const index = await open(folder, cache);
    const lists = systems.map(() => []);
    for (const question of questions) {
      const answers = await answerWithout(index, question.query, systems);
      for (const [i, results] of answers.entries()) lists[i].push(score(question, results));
    }
    await index.close();
    console.error(`${kind} ${name}: ${questions.length} questions in ${((performance.now() - started) / 1000).toFixed(1)} s`);
    return lists.map(mean);
  });
  return { kind, name, means };
}

const rows = systems.map(({ group, name, why }, i) => ({ group, name, why, scores: scores[i] }));
printAblation(rows);
renew('ablation', ablationMarkdown(rows, sample), ablationStatistics(rows));
remove();
