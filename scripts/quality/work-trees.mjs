// Where the repositories of the benchmark are on this machine.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** The folder to index of a repository below `reposRoot`; one that is missing is cloned from GitHub at its pinned commit. */
export function workTree(repo, reposRoot) {
  const folder = join(reposRoot, repo.name);
  if (!existsSync(folder)) {
    console.error(`cloning ${repo.snapshot} at ${repo.revision_used.slice(0, 10)}`);
    mkdirSync(folder, { recursive: true });
    const git = (...args) => execFileSync('git', ['-C', folder, ...args], { stdio: ['ignore', 'ignore', 'inherit'], timeout: 600_000 });
    try {
      git('init', '-q');
      git('fetch', '-q', '--depth', '1', `https://github.com/${repo.snapshot}`, repo.revision_used);
      git('checkout', '-q', 'FETCH_HEAD');
    } catch (error) {
      rmSync(folder, { recursive: true, force: true });
      throw new Error(`${repo.name}: no work tree in ${reposRoot} and it cannot be cloned (${error.message})`);
    }
  }
  return repo.benchmark_root ? join(folder, repo.benchmark_root) : folder;
}
