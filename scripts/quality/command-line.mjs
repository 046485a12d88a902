// What the scripts that measure quality read from their command lines alike, and where they leave their figures.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { root } from '../native/places.mjs';
import { loadBenchmark } from './evaluate.mjs';

const argv = process.argv.slice(2);
export const has = (name) => argv.includes(name);
/** The word after `name`; of a repeated option the first. */
export const option = (name) => (has(name) ? argv[argv.indexOf(name) + 1] : undefined);
export const all = (name) => argv.flatMap((word, i) => (word === name ? [argv[i + 1]] : []));
/** What follows `--`. */
export const beyond = () => (has('--') ? argv.slice(argv.indexOf('--') + 1) : []);

/** --keep-cache names a folder that stays; without, one is made and `remove` deletes it. */
export function cacheFolder(name) {
  const kept = option('--keep-cache');
  const folder = kept === undefined ? mkdtempSync(join(tmpdir(), `cls-${name}-`)) : resolve(kept);
  mkdirSync(folder, { recursive: true });
  const remove = () => {
    if (kept === undefined) rmSync(folder, { recursive: true, force: true });
  };
  return { folder, remove };
}

/** The benchmark, those of its repositories that are wanted (--only), and where their work trees are (--repos, QUALITY_REPOS). */
export function benchmarkOptions() {
  const only = all('--only');
  const benchmark = loadBenchmark(join(root, 'fixtures', 'bench'));
  const repos = [...benchmark.repos.values()].filter((repo) => !only.length || only.includes(repo.name));
  const reposRoot = option('--repos') ?? process.env.QUALITY_REPOS ?? join(tmpdir(), 'context-language-server-quality');
  const names = new Set(repos.map((repo) => repo.name));
  return { benchmark, repos, reposRoot, filter: (query) => names.has(query.repo) };
}

/** With --write, docs/NAME.md and, where there are any, the statistics in docs/NAME.json: so that a change shows as a diff. */
export function renew(name, markdown, statistics) {
  if (!has('--write')) return;
  const docs = join(root, 'docs');
  mkdirSync(docs, { recursive: true });
  writeFileSync(join(docs, `${name}.md`), markdown);
  if (statistics) writeFileSync(join(docs, `${name}.json`), `${JSON.stringify(statistics, null, 1)}\n`);
}
