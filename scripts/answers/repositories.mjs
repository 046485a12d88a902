// The repositories of this benchmark, split once into a half to improve on and a half to judge by; and that nothing is tuned on them.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../native/places.mjs';
import { KEPT_APART } from '../quality/training.mjs';

const read = (...path) => readFileSync(join(root, ...path), 'utf8');

/** Names, in lower case, of what must not be asked about: `owner/name` or `name` alone. */
export function forbidden() {
  const training = read('training', 'TRAINING_DATA.md').match(/^\| [\w.-]+\/[\w.-]+ \|/gm) ?? [];
  const bench = JSON.parse(read('fixtures', 'bench', 'repos.json')).repos;
  return new Set(
    [
      ...KEPT_APART,
      ...['repos.txt', 'holdout.txt'].flatMap((file) => read('training', file).split('\n')),
      ...training.map((row) => row.slice(2, -2)),
      ...bench.flatMap(({ name, snapshot }) => [name, snapshot ?? name]),
      ...JSON.parse(read('docs', 'history-quality.json')).repositories.map(({ name }) => name),
    ]
      .map((name) => name.trim().toLowerCase())
      .filter(Boolean),
  );
}

/** Those of `repositories` that are forbidden. */
export function overlapping(repositories, names = forbidden()) {
  return repositories.filter(({ repo }) => {
    const full = repo.toLowerCase();
    return names.has(full) || names.has(full.split('/')[1]);
  });
}

/**
 * [{ repo, commit, language, half }]; throws where one is tuned or trained on elsewhere.
 * @param file of other repositories, in the same form, for looking at misses: only those kept apart are forbidden there
 */
export function loadRepositories(file) {
  const repositories = JSON.parse(file ? readFileSync(file, 'utf8') : read('scripts', 'answers', 'repositories.json'));
  const bad = file ? overlapping(repositories, new Set(KEPT_APART.map((name) => name.toLowerCase()))) : overlapping(repositories);
  if (bad.length) throw new Error(`tuned, trained or kept apart elsewhere: ${bad.map(({ repo }) => repo).join(', ')}`);
  return repositories;
}

/** Of a folder of snapshots the one of `repo`: owner+name or name, with or without repo/ and .git/ in it; else where it is on GitHub. */
export function sourceOf(repo, snapshots) {
  const names = [repo.replace('/', '+'), repo, repo.split('/')[1]];
  const found = names.flatMap((name) => [join(name, 'repo', '.git'), join(name, 'repo'), join(name, '.git'), name, `${name}.git`]);
  return found.map((path) => join(snapshots, path)).find((path) => existsSync(join(path, 'HEAD'))) ?? `https://github.com/${repo}`;
}

/** A fresh work tree of `repo` below `folder`, at its pinned commit, with its history. */
export function cloneTree({ repo, commit }, snapshots, folder) {
  const tree = join(folder, repo.split('/')[1]);
  rmSync(tree, { recursive: true, force: true });
  mkdirSync(dirname(tree), { recursive: true });
  const git = (...args) => execFileSync('git', args, { stdio: ['ignore', 'ignore', 'pipe'], timeout: 600_000 });
  const source = sourceOf(repo, snapshots);
  git('clone', '--quiet', '--no-checkout', ...(source.startsWith('https:') ? [] : ['--shared']), source, tree);
  git('-C', tree, 'checkout', '--quiet', commit);
  return tree;
}
