// All questions of all repositories: { repo, kind, query, targets, needed }. The same seed and trees give the same questions.
import { readFileSync } from 'node:fs';
import { absent } from './absent.mjs';
import { askingCommits, commits } from './commits.mjs';
import { definitions } from './definitions.mjs';
import { docstrings, removeDocumentation } from './docstrings.mjs';
import { literals } from './literals.mjs';
import { randomFrom } from './random.mjs';
import { cloneTree } from './repositories.mjs';
import { readTree, wordsOf } from './source-tree.mjs';
import { traces } from './traces.mjs';
import { twoNames } from './two-names.mjs';
import { typos } from './typos.mjs';
import { usages } from './usages.mjs';

export const KINDS = ['definitions', 'two names', 'literals', 'usages', 'traces', 'typos', 'docstrings', 'absent', 'commits'];
/** Descriptions with other wordings that a language model wrote, knowing the description alone: `docstrings` as an agent asks. */
export const WORDED = 'other wordings';
/** Long questions, which are judged by figures of their own. */
export const FIXES = 'fixes';
export const SEED = 'answers-1';
/** Questions of one kind in one repository, at most. */
export const PER_KIND = 6;

const fromTree = { definitions, 'two names': twoNames, literals, usages, traces, typos };
const PER_LIST = 200;

const otherWordings = JSON.parse(readFileSync(new URL('other-wordings.json', import.meta.url), 'utf8'));

const withAlternatives = (repo) => (question) => {
  const found = otherWordings.find((one) => one.repo === repo && one.query === question.query);
  return found ? [{ ...question, kind: WORDED, alternatives: found.alternatives }] : [];
};

/** Prepares one repository: its work tree without the documentation that is asked for, and the questions that need no other repository. */
export async function prepare(repository, snapshots, folder, perKind = PER_KIND) {
  const random = (kind) => randomFrom(`${SEED} ${repository.repo} ${kind}`);
  const clone = cloneTree(repository, snapshots, folder);
  const { base, pool } = askingCommits(clone, repository.commit);
  const path = cloneTree({ ...repository, commit: base }, snapshots, folder);
  const chosen = removeDocumentation(await readTree(path, repository.language), random('docstrings'), perKind);
  const tree = { ...(await readTree(path, repository.language)), words: wordsOf(path) };
  const described = docstrings(tree, chosen);
  const questions = [
    ...Object.entries(fromTree).flatMap(([kind, generate]) => generate(tree, random(kind), perKind)),
    ...described,
    ...described.flatMap(withAlternatives(repository.repo)),
    ...commits(tree, pool, perKind),
  ];
  const names = random('names')
    .shuffled(tree.unique.map(({ name }) => name))
    .slice(0, PER_LIST);
  return { ...repository, base, folder: path, tree: { words: tree.words }, questions, names, sentences: chosen.map(({ query }) => query) };
}

/** Adds what is asked of each repository with the names and descriptions of the others. */
export function withAbsent(prepared, perKind = PER_KIND) {
  return prepared.map((one) => {
    const others = prepared.filter(({ repo }) => repo !== one.repo);
    const extra = others.length ? absent(one.tree, others, randomFrom(`${SEED} ${one.repo} absent`), perKind) : [];
    return { ...one, questions: [...one.questions, ...extra].map((question) => ({ repo: one.repo, ...question })) };
  });
}
