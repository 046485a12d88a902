/** Repositories that make git itself run programs or wait for ever. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, rmSync } from 'node:fs';
import { test } from 'node:test';
import { findGit, GitFailure, gitNames, gitOutput } from '../../server/io/workspace/git.js';
import { settledEngine } from '../support/real-engine.js';
import { gitMissing, type Repository, repository } from './history-fixture.js';

const unlessPosix = gitMissing || (process.platform === 'win32' ? 'a shell script and a pipe' : false);

/** A partial clone without the tree of its first commit, whose remote is a program. */
function lacking(repo: Repository, trap: string): void {
  repo.commit('one', 20, { 'a.ts': 'a\n' });
  const tree = repo.git('rev-parse', 'HEAD^{tree}');
  repo.commit('two', 10, { 'a.ts': 'a2\n' });
  repo.git('config', 'core.repositoryFormatVersion', '1');
  repo.git('config', 'extensions.partialClone', 'origin');
  repo.git('config', 'protocol.ext.allow', 'always');
  repo.git('config', 'remote.origin.promisor', 'true');
  repo.git('config', 'remote.origin.url', `ext::${trap}`);
  rmSync(repo.file(`.git/objects/${tree.slice(0, 2)}/${tree.slice(2)}`));
}

test('missing objects are not fetched, also by a git that does not know how to be told', { skip: unlessPosix }, async (t) => {
  const repo = repository(t);
  repo.write('../trap', `#!/bin/sh\ntouch '${repo.file('../sprung')}'\n`);
  repo.write('../old-git', `#!/bin/sh\nunset GIT_NO_LAZY_FETCH\nexec '${findGit([])}' "$@"\n`);
  for (const program of ['../trap', '../old-git']) chmodSync(repo.file(program), 0o755);
  lacking(repo, repo.file('../trap'));
  await assert.rejects(gitOutput(repo.file('../old-git'), ['log', '--name-only'], repo.folder), GitFailure);
  assert.equal(existsSync(repo.file('../sprung')), false);
});

test('endless files and outputs are not read', { skip: unlessPosix }, async (t) => {
  const repo = repository(t);
  const git = findGit([]) as string;
  repo.commit('one', 20, { 'a.ts': 'a\n' });
  repo.git('config', 'mailmap.file', '/dev/zero');
  repo.git('config', 'log.mailmap', 'true');
  for (const args of [['log'], ['blame', 'HEAD', '--', 'a.ts']]) assert.match(await gitOutput(git, args, repo.folder), /Ada/);
  await assert.rejects(gitOutput(git, ['cat-file', 'blob', 'HEAD:a.ts'], repo.folder, { maxBytes: 1 }), GitFailure);
  repo.write('.git/message', 'long '.repeat(4_000_000));
  repo.git('commit', '-q', '--allow-empty', '-F', '.git/message');
  const read = async () => {
    for await (const _ of gitNames(git, ['log', '-z', '--format=%s'], repo.folder));
  };
  await assert.rejects(read(), GitFailure);
});

test('pipes that git reads as rules do not prevent indexing', { skip: unlessPosix }, async (t) => {
  const repo = repository(t);
  repo.commit('one', 20, { 'src/a.ts': 'export const greeting = 1;\n' });
  spawnSync('mkfifo', [repo.file('src/.gitignore')]);
  const engine = await settledEngine(repo);
  assert.equal((await engine.symbols({ query: 'greeting' })).hits[0]?.path, 'src/a.ts');
});
