/** What is read from git: real repositories. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { workspace } from '../support/real-engine.js';
import { waitUntil } from '../support/wait-until.js';
import { dayMs, gitMissing, historyOn, newest, repository } from './history-fixture.js';

const skip = gitMissing;
const mtimeOf = (file: string) => statSync(file).mtimeMs;

test("gives each file's last commit, churn and recency", { skip }, async (t) => {
  const repo = repository(t);
  repo.commit('first: all of it', 800, { 'a.ts': 'a1\n', 'lib/ü b.ts': 'b1\n', 'old.ts': 'o\n', ':odd.ts': 'x\n' });
  repo.commit('second', 100, { 'a.ts': 'a2\n' });
  const third = repo.commit('third: with token ghp_abcdefghijklmnopqrstuvwxyz0123456789 in it, by ada@example.org', 90, {
    'a.ts': 'a3\n',
    'lib/ü b.ts': 'b2\n',
  });
  const last = repo.commit('fourth', 0, { 'lib/ü b.ts': 'b3\n' });
  const history = historyOn(t, repo);
  assert.equal(history.lastCommit('a.ts'), null);
  await history.refresh();
  const a = history.lastCommit('a.ts');
  assert.deepEqual([a?.hash, a?.date], [third, newest - 90 * dayMs]);
  assert.match(a?.subject ?? '', /^third: with token \S+ in it, by \*+$/);
  assert.doesNotMatch(a?.subject ?? '', /ghp_abc/);
  assert.equal(history.lastCommit('lib/ü b.ts')?.hash, last);
  assert.equal(history.lastCommit(':odd.ts')?.subject, 'first: all of it');
  assert.deepEqual([history.churn('a.ts'), history.churn('lib/ü b.ts'), history.churn('old.ts'), history.churn('no.ts')], [2, 2, 0, 0]);
  assert.equal(history.recencyOf('lib/ü b.ts'), 1);
  assert.equal(history.recencyOf('a.ts'), 0.5);
  assert.equal(history.recencyOf('no.ts'), 0);
  repo.write('new.ts', 'n\n');
  await history.refresh();
  assert.equal(history.lastCommit('new.ts'), null);
});

test('follows merges, renames and branches of HEAD', { skip }, async (t) => {
  const repo = repository(t);
  repo.commit('base', 50, { 'a.ts': 'a\n', 'b.ts': 'b\n' });
  repo.git('checkout', '-q', '-b', 'side');
  const side = repo.commit('on the side', 40, { 'b.ts': 'b2\n' });
  repo.git('checkout', '-q', 'main');
  repo.commit('on main', 30, { 'a.ts': 'a2\n' });
  const history = historyOn(t, repo);
  await history.refresh();
  assert.equal(history.lastCommit('b.ts')?.subject, 'base');
  repo.git('merge', '-q', '--no-edit', 'side');
  await history.refresh();
  // Older than main's newest commit, and new to it.
  assert.equal(history.lastCommit('b.ts')?.hash, side);
  assert.equal(history.lastCommit('a.ts')?.subject, 'on main');
  repo.git('mv', 'a.ts', 'c.ts');
  repo.commit('moved', 10);
  await history.refresh();
  assert.deepEqual([history.lastCommit('a.ts'), history.lastCommit('c.ts')?.subject], [null, 'moved']);
  repo.git('reset', '-q', '--hard', 'HEAD~2');
  await history.refresh();
  assert.deepEqual([history.lastCommit('b.ts')?.subject, history.lastCommit('c.ts')], ['base', null]);
});

test('reads only new commits of HEAD, also after a restart', { skip }, async (t) => {
  const repo = repository(t);
  repo.commit('one', 20, { 'a.ts': 'a\n', 'b.ts': 'b\n' });
  const logs: string[] = [];
  const choices = {
    onRun: (args: readonly string[]) => void (args[0] === 'log' && logs.push(args[args.indexOf('--') - 1] ?? '')),
  };
  const history = historyOn(t, repo, choices);
  await history.refresh();
  await history.refresh();
  const head = repo.git('rev-parse', 'HEAD');
  assert.deepEqual(logs, [head]);
  const second = repo.commit('two', 10, { 'a.ts': 'a2\n' });
  await history.refresh();
  assert.deepEqual(logs.splice(0), [head, `${head}..${second}`]);
  await history.close();
  const file = `${repo.cacheDir}.history.json`;
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.doesNotMatch(readFileSync(file, 'utf8'), /example\.org/);
  const again = historyOn(t, repo, choices);
  await again.refresh();
  assert.deepEqual(logs, []);
  assert.deepEqual([again.lastCommit('a.ts')?.subject, again.churn('a.ts'), again.lastCommit('b.ts')?.subject], ['two', 2, 'one']);
  await again.close();
  for (const bad of ['{', '[]', '{"version":1,"roots":{"x":5}}', JSON.stringify({ version: 1, roots: { [repo.folder]: { head: 1 } } })]) {
    writeFileSync(file, bad);
    const next = historyOn(t, repo, choices);
    await next.refresh();
    assert.equal(next.lastCommit('a.ts')?.subject, 'two', bad);
    await next.close();
  }
});

test('what is read in steps equals what is read as a whole', { skip }, async (t) => {
  const repo = repository(t);
  repo.commit('old', 700, { 'a.ts': 'a\n', 'gone.ts': 'g\n' });
  repo.commit('a year before the last', 400, { 'a.ts': 'a2\n' });
  const kept = historyOn(t, repo);
  await kept.refresh();
  repo.git('rm', '-q', 'gone.ts');
  repo.commit('without it', 100);
  await kept.refresh();
  repo.commit('it is back', 50, { 'gone.ts': 'g2\n' });
  await kept.refresh();
  repo.commit('one of a second', 10, { 'a.ts': 'a3\n' });
  await kept.refresh();
  const last = repo.commit('two of a second', 10, { 'a.ts': 'a4\n' });
  await kept.settled();
  const fresh = historyOn(t, { ...repo, cacheDir: `${repo.cacheDir}-fresh` });
  await fresh.refresh();
  for (const path of ['a.ts', 'gone.ts'])
    assert.deepEqual(
      [kept.lastCommit(path), kept.churn(path), kept.recencyOf(path)],
      [fresh.lastCommit(path), fresh.churn(path), fresh.recencyOf(path)],
      path,
    );
  assert.deepEqual([kept.lastCommit('a.ts')?.hash, kept.churn('a.ts'), kept.churn('gone.ts')], [last, 2, 2]);
});

test('notices a commit by itself', { skip }, async (t) => {
  const repo = repository(t);
  repo.commit('one', 20, { 'a.ts': 'a\n' });
  const history = historyOn(t, repo);
  await history.refresh();
  repo.commit('two', 10, { 'a.ts': 'a2\n' });
  await waitUntil('the second commit', () => history.lastCommit('a.ts')?.subject === 'two');
});

test('dates an unchanged file by its commit, another by the disk', { skip }, async (t) => {
  const repo = repository(t);
  repo.commit('one', 20, { 'a.ts': 'a\n', 'b.ts': 'b\n', 'c.ts': 'c\n', 'd.ts': 'd\n' });
  repo.write('b.ts', 'b2\n');
  repo.write('c.ts', 'c2\n');
  repo.git('add', 'c.ts');
  repo.write('new.ts', 'n\n');
  const history = historyOn(t, repo);
  await history.refresh();
  const changedAt = (path: string) => history.changedAt(path, mtimeOf(repo.file(path)));
  assert.equal(changedAt('a.ts'), newest - 20 * dayMs);
  assert.equal(changedAt('d.ts'), newest - 20 * dayMs);
  for (const path of ['b.ts', 'c.ts', 'new.ts']) assert.equal(changedAt(path), mtimeOf(repo.file(path)), path);
  utimesSync(repo.file('a.ts'), new Date(), new Date());
  assert.equal(changedAt('a.ts'), mtimeOf(repo.file('a.ts')));
});

test('finds the last commit of some lines, with edits above and inside', { skip }, async (t) => {
  const repo = repository(t);
  const text = (one: string, two: string) => `function one() {\n  ${one}\n}\n\nfunction two() {\n  ${two}\n}\n`;
  repo.commit('both', 30, { 'a.ts': text('1', '2') });
  repo.commit('only two', 20, { 'a.ts': text('1', '22') });
  const history = historyOn(t, repo);
  await history.refresh();
  const [one, two] = [
    { start: 0, end: 3 },
    { start: 4, end: 7 },
  ];
  const subjects = async (present: string | null, ...spans: { start: number; end: number }[]) =>
    (
      await history.lastCommitsOf(
        spans.map((lines) => ({ path: 'a.ts', lines, text: present })),
        20_000,
      )
    ).map((commit) => commit?.subject);
  assert.deepEqual(await subjects(null, one, two), ['both', 'only two']);
  const moved = `// new\n// lines\n${text('1', '22')}`.replaceAll('\n', '\r\n');
  assert.deepEqual(await subjects(moved, { start: 2, end: 5 }, { start: 6, end: 9 }, { start: 0, end: 2 }), [
    'both',
    'only two',
    undefined,
  ]);
  assert.deepEqual(await subjects(text('edited', '22'), one, two), ['both', 'only two']);
  const [none, gone] = await history.lastCommitsOf(
    [
      { path: 'no.ts', lines: one, text: null },
      { path: 'a.ts', lines: { start: 90, end: 95 }, text: null },
    ],
    20_000,
  );
  assert.deepEqual([none, gone], [null, null]);
  assert.deepEqual(await history.lastCommitsOf([{ path: 'a.ts', lines: one, text: null }], 0), [null]);
  await assert.rejects(history.lastCommitsOf([{ path: 'a.ts', lines: one, text: null }], 20_000, AbortSignal.abort()), {
    name: 'AbortError',
  });
});

test('runs nothing that the repository configures', { skip }, async (t) => {
  const repo = repository(t);
  repo.commit('one', 20, { 'a.ts': 'a\n', 'b.ts': 'b\n' });
  const trap = `touch ${repo.file('../sprung')}; cat`;
  repo.git('config', 'diff.trap.textconv', trap);
  repo.git('config', 'diff.external', trap);
  repo.git('config', 'filter.trap.clean', trap);
  repo.git('config', 'filter.trap.smudge', trap);
  repo.git('config', 'log.showSignature', 'true');
  repo.git('config', 'gpg.program', trap);
  repo.git('config', 'core.fsmonitor', trap);
  repo.write('.git/info/attributes', '* diff=trap filter=trap\n');
  repo.write('b.ts', 'b2\n');
  const history = historyOn(t, repo);
  await history.refresh();
  const [commit] = await history.lastCommitsOf([{ path: 'b.ts', lines: { start: 0, end: 1 }, text: null }], 20_000);
  assert.equal(commit?.subject, 'one');
  assert.equal(existsSync(repo.file('../sprung')), false);
});

test('no repository, an empty one, a shallow one, a folder inside of one, several roots', { skip }, async (t) => {
  const plain = workspace(t, '-- a.ts --\na\n');
  const none = historyOn(t, plain);
  await none.refresh();
  assert.deepEqual([none.lastCommit('a.ts'), none.changedAt('a.ts', 5), existsSync(`${plain.cacheDir}.history.json`)], [null, 5, false]);

  const empty = repository(t);
  empty.write('a.ts', 'a\n');
  const nothing = historyOn(t, empty);
  await nothing.refresh();
  assert.equal(nothing.lastCommit('a.ts'), null);

  const repo = repository(t);
  repo.commit('one', 20, { 'a.ts': 'a\n', 'sub/b.ts': 'b\n' });
  repo.commit('two', 10, { 'a.ts': 'a2\n' });
  repo.commit('three', 5, { 'sub/b.ts': 'b2\n' });
  const clone = workspace(t);
  repo.git('clone', '-q', '--depth', '2', `file://${repo.folder}`, clone.file('c'));
  const shallow = historyOn(t, clone, { roots: [{ name: 'c', folder: clone.file('c') }] });
  await shallow.refresh();
  // That the oldest commit there is added every file is not so.
  assert.deepEqual([shallow.lastCommit('a.ts'), shallow.lastCommit('sub/b.ts')?.subject], [null, 'three']);

  const roots = [
    { name: 'sub', folder: repo.file('sub') },
    { name: 'plain', folder: plain.folder },
    { name: 'clone', folder: clone.file('c') },
  ];
  const many = historyOn(t, plain, { roots });
  await many.refresh();
  assert.equal(many.lastCommit('sub/b.ts')?.subject, 'three');
  assert.equal(many.lastCommit('clone/sub/b.ts')?.subject, 'three');
  assert.deepEqual([many.lastCommit('plain/a.ts'), many.lastCommit('b.ts'), many.lastCommit('elsewhere/x')], [null, null, null]);
});

test('forgotten history is deleted from the disk and can be read again', { skip }, async (t) => {
  const repo = repository(t);
  repo.commit('one', 20, { 'a.ts': 'a\n', 'src/b.ts': 'b\n', 'src/c.ts': 'c\n' });
  const history = historyOn(t, repo);
  await history.refresh();
  await history.forget(['src']);
  await history.refresh();
  assert.deepEqual([history.lastCommit('src/b.ts'), history.lastCommit('a.ts')?.subject], [null, 'one']);
  assert.doesNotMatch(readFileSync(`${repo.cacheDir}.history.json`, 'utf8'), /src/);
  await history.refresh(true);
  assert.equal(history.lastCommit('src/b.ts')?.subject, 'one');
  await history.forget();
  assert.doesNotMatch(readFileSync(`${repo.cacheDir}.history.json`, 'utf8'), /a\.ts|one/);
});
