// The questions of an ablation, repository by repository: { kind, name, folder, questions, score(question, results) }. Scores are 0 to 1.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRight } from '../answers/judge.mjs';
import { PER_KIND, prepare } from '../answers/questions.mjs';
import { loadRepositories } from '../answers/repositories.mjs';
import { benchmarkOptions, option } from './command-line.mjs';
import { ndcgOf } from './evaluate.mjs';
import { historyQuestions } from './history-commits.mjs';
import { scoreOne } from './history-report.mjs';
import { historyTree, nameOf } from './history-trees.mjs';
import { kept } from './kept.mjs';
import { workTree } from './work-trees.mjs';

export const KINDS = {
  benchmark: 'NDCG@10 of the benchmark',
  history: 'reciprocal rank of a function that a commit changed',
  answers: 'reciprocal rank of the right place for a generated question',
};

export function benchmarkSets() {
  const { benchmark, repos, reposRoot } = benchmarkOptions();
  return repos.map((repo) => async () => ({
    kind: 'benchmark',
    name: repo.name,
    folder: workTree(repo, reposRoot),
    questions: benchmark.queries.filter((question) => question.repo === repo.name),
    score: (question, results) => ndcgOf(question, results, repo),
  }));
}

export const historySets = (source, cache, sample) => async () => {
  const name = nameOf(source);
  const folder = historyTree(source, cache);
  const file = join(cache, 'questions', `${name}-${sample}.json`);
  const { questions } = await kept(file, () => historyQuestions(folder, sample));
  return { kind: 'history', name, folder, questions, score: ({ targets }, results) => scoreOne(targets, results).rr };
};

/** Usages are answered by another stage, and questions without an answer have no rank. */
const RANKED = new Set(['definitions', 'two names', 'literals', 'traces', 'typos', 'docstrings', 'commits']);

export function answerSets(cache) {
  const perKind = Number(option('--per-kind') ?? PER_KIND);
  const snapshots = option('--snapshots') ?? process.env.QUALITY_SNAPSHOTS ?? join(tmpdir(), 'context-language-server-snapshots');
  return loadRepositories()
    .filter(({ half }) => half === 'tune')
    .map((repository) => async () => {
      const name = repository.repo.split('/')[1];
      const { folder, questions } = await kept(join(cache, 'questions', `answers-${name}-${perKind}.json`), async () => {
        const prepared = await prepare(repository, snapshots, join(cache, 'answer-trees'), perKind);
        return { folder: prepared.folder, questions: prepared.questions.filter(({ kind }) => RANKED.has(kind)) };
      });
      const score = ({ targets }, results) => {
        const places = results.map(({ path, name: symbol, start_line: start, end_line: end }) => ({ path, name: symbol, start, end }));
        const at = places.findIndex((place) => targets.some((target) => isRight(place, target)));
        return at < 0 ? 0 : 1 / (at + 1);
      };
      return { kind: 'answers', name, folder, questions, score };
    });
}
