// Work trees of repositories whose histories ask the questions.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** Of …/flask, …/flask/.git, …/pallets+flask/repo. */
export function nameOf(folder) {
  const parts = resolve(folder).split(/[/\\]/);
  while (/^(?:\.git|repo)$/.test(parts.at(-1)) && parts.length > 1) parts.pop();
  return basename(parts.join('/'))
    .replace(/\.git$/, '')
    .replace(/^.*\+/, '');
}

/** A separate work tree at HEAD in `cache`, with the history of `folder`; one of an earlier run at the same commit is used again. */
export function historyTree(folder, cache) {
  const tree = join(cache, 'trees', nameOf(folder));
  if (existsSync(tree) && headOf(tree) === headOf(resolve(folder))) return tree;
  rmSync(tree, { recursive: true, force: true });
  mkdirSync(dirname(tree), { recursive: true });
  execFileSync('git', ['clone', '--quiet', '--shared', resolve(folder), tree], {
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: 600_000,
  });
  return tree;
}

const headOf = (folder) => execFileSync('git', ['-C', folder, 'rev-parse', 'HEAD'], { encoding: 'utf8' });
