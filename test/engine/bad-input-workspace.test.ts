/** Workspaces that are empty, without git, partly unreadable, or vanish; and places where no index can be kept. */
import assert from 'node:assert/strict';
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { ContextError } from '../../server/core/model/problem.js';
import { engineOn, pathsOf, runCli, settledEngine, treeOf, workspace } from '../support/real-engine.js';
import { withServer } from '../support/server-process.js';
import { initialize } from '../support/test-client.js';

const two = `
-- open/a.ts --
export function standsOpen(): void {}
-- closed/b.ts --
export function behindClosedDoors(): void {}
`;

test('an empty folder: answers say that it is empty, and later files are found', async (t) => {
  const place = workspace(t);
  const engine = await settledEngine(place);
  const answer = await engine.retrieve({ query: 'anything at all' });
  assert.deepEqual(
    [answer.results, answer.isIncomplete, answer.problems.map(({ code }) => code), answer.tokens],
    [[], false, ['nothingIndexed', 'noMatch'], 0],
  );
  assert.deepEqual((await engine.symbols({ query: 'anything' })).hits, []);
  const nothing = { code: 'nothingIndexed', message: 'workspace folder workspace holds no files', incomplete: false };
  assert.deepEqual([engine.status().state, engine.status().files, engine.status().problems], ['ready', 0, [nothing]]);
  assert.deepEqual(readdirSync(place.folder), []);
  engine.openDocument('unsaved.ts', 'export function onlyInTheEditor(): void {}\n');
  assert.equal(pathsOf(await engine.retrieve({ query: 'onlyInTheEditor' }))[0], 'unsaved.ts');
  assert.deepEqual(readdirSync(place.folder), []);
  place.write('later.ts', 'export function cameLater(): void {}\n');
  await engine.reindex({});
  assert.equal((await engine.retrieve({ query: 'cameLater' })).results[0]?.path, 'later.ts');
  const ran = await runCli(['ask', place.folder, 'nothing of the kind', '--path', 'none/**', '--cache-dir', place.cacheDir]);
  assert.deepEqual([ran.code, ran.stderr], [1, '']);
  assert.match(ran.stdout, /^nothing within the filters matches\n/);
});

test('works without a repository and without git', async (t) => {
  const place = workspace(t, two);
  place.write('.gitignore', 'closed/\n');
  const before = treeOf(place.folder);
  const ran = await runCli(['retrieve', 'standsOpen', '-w', place.folder, '--json', '--cache-dir', place.cacheDir], {
    env: { PATH: '/nonexistent' },
  });
  assert.equal(ran.code, 0, ran.stderr);
  const { results } = JSON.parse(ran.stdout);
  assert.equal(results[0].file, 'open/a.ts');
  assert.ok(!results.some(({ file }: { file: string }) => file.startsWith('closed')), 'its rules hold all the same');
  const doctor = await runCli(['doctor', place.folder, '--cache-dir', place.cacheDir], { env: { PATH: '/nonexistent' } });
  assert.equal(doctor.code, 0, doctor.stderr);
  assert.match(doctor.stdout, /degraded\s+git/);
  assert.deepEqual(treeOf(place.folder), before);
});

const isRoot = process.getuid?.() === 0;
/** Root reads everything, hence the command line runs as nobody. */
const nobody = isRoot ? { uid: 65_534 } : {};

test('names and leaves out unreadable folders and files', {
  skip: process.platform === 'win32' && 'no such permissions',
}, async (t) => {
  const place = workspace(t, two);
  const cacheDir = join(dirname(place.folder), 'private');
  mkdirSync(cacheDir);
  if (isRoot) chownSync(cacheDir, 65_534, 65_534);
  chmodSync(dirname(place.folder), 0o755);
  place.write('locked.ts', 'export function lockedAway(): void {}\n');
  chmodSync(place.file('locked.ts'), 0);
  chmodSync(place.file('closed'), 0);
  place.atEnd(() => chmodSync(place.file('closed'), 0o755));
  const before = isRoot ? treeOf(place.folder) : [];
  const args = ['-w', place.folder, '--json', '--cache-dir', cacheDir];
  const options = { ...nobody, cwd: '/', env: { HOME: '/' } };
  await runCli(['index', ...args], options);
  const status = await runCli(['status', ...args], options);
  if (/EACCES.*(main\.js|node_modules)|ERR_MODULE_NOT_FOUND|Cannot find/.test(status.stderr))
    return t.skip('another user cannot read this checkout');
  assert.equal(status.code, 0, status.stderr);
  const { files, skippedFiles, problems } = JSON.parse(status.stdout);
  const reasons = Object.fromEntries(skippedFiles.map(({ path, reason }: { path: string; reason: string }) => [path, reason]));
  assert.match(reasons['closed'], /cannot be read: EACCES/);
  assert.match(reasons['locked.ts'], /cannot be opened: EACCES/);
  assert.deepEqual([files, problems], [2, []]);
  const found = await runCli(['retrieve', 'standsOpen', ...args], options);
  assert.equal(JSON.parse(found.stdout).results[0].file, 'open/a.ts');
  assert.doesNotMatch(found.stdout, /lockedAway|behindClosedDoors/);
  if (isRoot) assert.deepEqual(treeOf(place.folder), before);
  // A folder that may not be entered at all, and one where no index may be kept.
  chmodSync(place.folder, 0);
  const shut = await runCli(['ask', place.folder, 'standsOpen', '--json', '--cache-dir', cacheDir], options);
  chmodSync(place.folder, 0o755);
  assert.equal(shut.code, 1);
  const answer = JSON.parse(shut.stdout);
  assert.equal(answer.isIncomplete, true);
  assert.match(JSON.stringify(answer.problems), /cannot be read: EACCES/);
  const homeless = await runCli(['index', place.folder, '--cache-dir', '/dev/null/such'], options);
  assert.equal(homeless.code, 1);
  assert.match(homeless.stderr, /^index error: the index folder \/dev\/null\/such\/\w+ cannot be made: /);
});

test('a cache folder that is a file or not writable is an index error', async (t) => {
  const place = workspace(t, two);
  const cacheDir = join(dirname(place.folder), 'a-file');
  writeFileSync(cacheDir, 'precious');
  await assert.rejects(engineOn(place, { cacheDir }), (error) => error instanceof ContextError && error.code === 'index');
  await withServer(async ({ client }) => {
    await initialize(client, { folders: [pathToFileURL(place.folder).href], settings: { cacheDir } });
    const failed = await client.failure('context/retrieve', { query: 'standsOpen' });
    assert.equal(failed.data.kind, 'index');
    assert.match(failed.message, /the index folder .* cannot be made/);
    const status = await client.request('context/status');
    assert.equal(status.state, 'failed');
    assert.match(status.problems[0].message, /cannot be made/);
    assert.deepEqual((await client.failure('no/such')).code, -32601, 'the server goes on');
  });
  assert.equal(readFileSync(cacheDir, 'utf8'), 'precious');
});
