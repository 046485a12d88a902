/** The command line as people and scripts use it: output, JSON, exit codes, colours. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { type TemporaryWorkspace, temporaryWorkspace } from '../support/fixture.js';
import { type Ran, runCli, treeOf } from '../support/real-engine.js';
import { serverMain } from '../support/server-process.js';
import { shop } from '../support/shop.js';

let place: TemporaryWorkspace;
let tree: string[];
before(() => {
  place = temporaryWorkspace(shop);
  tree = treeOf(place.folder);
});
after(() => {
  assert.deepEqual(treeOf(place.folder), tree);
  place.remove();
});

const run = (...args: string[]): Promise<Ran> => runCli([...args, '--cache-dir', place.cacheDir]);
/** A terminal also gets a progress line, which has other escapes. */
const colour = /\x1b\[\d+m/;

test('ask into a pipe prints path, lines, symbol and numbered code, without bars, scores, footers and colours', async () => {
  const { code, stdout, stderr } = await run('ask', place.folder, 'try a failed request again');
  // A slow machine logs progress.
  assert.deepEqual([code, stderr.replace(/^(?:listing|indexing) .*\n/gm, '')], [0, '']);
  assert.match(stdout, /^src\/retry\.ts:1-11 {2}function retryWithBackoff\n/);
  assert.match(stdout, /\n 2 export async function retryWithBackoff\(send/);
  assert.doesNotMatch(stdout, /[█░]|confidence|candidates/);
  assert.doesNotMatch(stdout, colour);
  // Words without quotes are one question.
  assert.match((await run('ask', place.folder, 'shopping', 'cart')).stdout, /ShoppingCart/);
});

test('prints colours on a terminal or on request, never against NO_COLOR', async (t) => {
  assert.match((await run('ask', place.folder, 'ShoppingCart', '--color', 'always')).stdout, colour);
  assert.equal((await run('ask', place.folder, 'ShoppingCart', '--color=sometimes')).code, 2);
  const command = [process.execPath, serverMain, 'ask', place.folder, 'ShoppingCart', '--cache-dir', place.cacheDir];
  const onTerminal = (env: Record<string, string>, ...more: string[]) =>
    spawnSync('script', ['-qec', [...command, ...more].map((word) => `'${word}'`).join(' '), '/dev/null'], {
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '', TERM: 'xterm', ...env },
    });
  const shown = onTerminal({});
  if (shown.error) return t.skip('no program "script" to make a terminal with');
  assert.ok(shown.stdout.includes('\x1b[36msrc/cart.ts'), shown.stdout);
  assert.match(shown.stdout, /█[\s\S]*confidence [\d.]+/);
  assert.doesNotMatch(onTerminal({ NO_COLOR: '1' }).stdout, colour);
  assert.doesNotMatch(onTerminal({}, '--color', 'never').stdout, colour);
  assert.doesNotMatch(onTerminal({}, '--json').stdout, colour);
});

test('retrieve: the current folder, --json, --markdown, --budget, --limit, filters, --explain', async () => {
  const { code, stdout } = await runCli(['retrieve', 'retryWithBackoff', '--json', '--cache-dir', place.cacheDir], { cwd: place.folder });
  assert.equal(code, 0);
  const answer = JSON.parse(stdout);
  for (const key of [
    'query',
    'results',
    'needed',
    'tokens',
    'budgetTokens',
    'considered',
    'isIncomplete',
    'problems',
    'confidence',
    'elapsedMs',
  ])
    assert.ok(key in answer, key);
  const [best] = answer.results;
  assert.deepEqual([best.file, best.path, best.start_line, best.end_line, best.nameLine], ['src/retry.ts', 'src/retry.ts', 1, 11, 2]);
  assert.match(best.text, /retryWithBackoff/);
  assert.match(
    (await run('retrieve', '-w', place.folder, 'retryWithBackoff', '--markdown')).stdout,
    /## src\/retry\.ts:\d+-\d+ `retryWithBackoff`\n\n```typescript\n/,
  );
  const small = JSON.parse((await run('retrieve', '-w', place.folder, 'retry', '--json', '-b', '30')).stdout);
  assert.ok(small.tokens <= 30 && small.budgetTokens === 30);
  const json = async (...args: string[]) =>
    JSON.parse((await run('retrieve', '-w', place.folder, 'shopping cart orders', '--json', ...args)).stdout);
  assert.equal((await json('-n', '1', '--related', '0')).results.length, 1);
  const filesOf = ({ results }: { results: { file: string }[] }) => [...new Set(results.map(({ file }) => file))];
  assert.deepEqual(filesOf(await json('--language', 'markdown')), ['README.md']);
  assert.deepEqual(filesOf(await json('--path', '**/*.ts', '--path', '!src/retry.ts', '--kind', 'class')), ['src/cart.ts']);
  const explained = await json('--explain');
  assert.ok(explained.results[0].parts.length > 1);
  const ranked = explained.explanation.stages.find(({ name }: { name: string }) => name === 'ranked');
  assert.deepEqual([ranked.count, ranked.top[0].file], [explained.considered, explained.results[0].file]);
  assert.equal((await json()).explanation, undefined);
});

test('symbols', async () => {
  const { code, stdout } = await run('symbols', 'ShoppingCart', '-w', place.folder);
  assert.equal(code, 0);
  assert.match(stdout, /^class\s+ShoppingCart {2}src\/cart\.ts:1 {2}exact name\n/);
  const { hits } = JSON.parse((await run('symbols', 'add an item to the cart', '-w', place.folder, '--json')).stdout);
  const add = hits.find(({ name }: { name: string }) => name === 'add');
  assert.deepEqual([add.path, add.nameLine, add.start_line, add.end_line, add.reason], ['src/cart.ts', 4, 3, 6, 'meaning']);
});

test('index, status, doctor', async () => {
  const indexed = await run('index', place.folder);
  assert.equal(indexed.code, 0);
  assert.match(indexed.stdout, /^4 files, \d+ chunks, \d+ symbols, 0 files skipped, in [\d.]+ s\n$/);
  assert.deepEqual(Object.keys(JSON.parse((await run('index', place.folder, '--force', '--json')).stdout)), [
    'files',
    'chunks',
    'symbols',
    'skipped',
    'problems',
    'model',
    'building',
    'providers',
    'structure',
    'packs',
    'elapsedMs',
  ]);
  const { stdout } = await run('status', place.folder);
  assert.match(stdout, /^state {6}ready$/m);
  assert.match(stdout, /^files {6}4 of 4; typescript 3, markdown 1$/m);
  const status = JSON.parse((await run('status', place.folder, '--json')).stdout);
  assert.deepEqual([status.state, status.files, status.problems], ['ready', 4, []]);
  assert.ok(status.indexFolder.startsWith(place.cacheDir));
  const doctor = await run('doctor', place.folder);
  assert.equal(doctor.code, 0);
  for (const what of ['node', 'index', 'model', 'faiss', 'git']) assert.match(doctor.stdout, new RegExp(`^(ok|degraded) +${what} `, 'm'));
  const { findings } = JSON.parse((await run('doctor', place.folder, '--json', '--vector-search', 'exact')).stdout);
  assert.equal(findings.find(({ what }: { what: string }) => what === 'faiss').state, 'degraded');
});

test('keeps the index in the user’s cache folder, never in the workspace', async () => {
  const home = join(dirname(place.folder), 'home');
  const ran = await runCli(['index', place.folder], { env: { HOME: home, XDG_CACHE_HOME: '' } });
  assert.equal(ran.code, 0, ran.stderr);
  assert.deepEqual(readdirSync(join(home, '.cache', 'context-language-server')).length, 1);
  const xdg = await runCli(['index', place.folder], { env: { HOME: home, XDG_CACHE_HOME: join(home, 'xdg') } });
  assert.equal(xdg.code, 0);
  assert.ok(existsSync(join(home, 'xdg', 'context-language-server')));
});

test('exit codes: 0 found, 1 nothing found, 2 wrong usage, naming what was expected', async () => {
  assert.equal((await run('retrieve', 'retryWithBackoff', '-w', place.folder, '--path', 'nowhere/**')).code, 1);
  assert.equal((await run('symbols', 'zzzzqqqq', '-w', place.folder, '--kind', 'enum')).code, 1);
  for (const [args, said] of [
    [['nonsense'], /unknown command "nonsense"/],
    [['ask'], /expected a question/],
    [['ask', place.folder], /expected a question/],
    [['ask', place.folder, ''], /expected a question/],
    [['ask', place.folder, '?!'], /expected a question/],
    [['retrieve'], /expected a question/],
    [['symbols', '-w', place.folder], /expected a question/],
    [['index', join(place.folder, 'nowhere')], /no such folder/],
    [['index', place.file('README.md')], /not a folder/],
    [['index', place.folder, '--no-such-option'], /no-such-option/],
    [['retrieve', 'x', '-w', place.folder, '--budget', 'much'], /--budget: expected a whole number/],
    [['retrieve', 'x', '-w', place.folder, '--limit', '-3'], /limit/],
    [['retrieve', 'x', '-w', place.folder, '--limit', '0'], /--limit: expected a whole number of at least 1, got "0"/],
    [['retrieve', 'x', '-w', place.folder, '--vector-search', 'magic'], /--vector-search: expected one of auto, exact, got "magic"/],
  ] as const) {
    const { code, stdout, stderr } = await run(...args);
    assert.deepEqual([code, stdout], [2, ''], args.join(' '));
    assert.match(stderr, said);
    assert.match(stderr, /Try: context-language-server help( \w+)?\n$/);
  }
  const help = await runCli(['help']);
  assert.equal(help.code, 0);
  assert.match(help.stdout, /retrieve --queries FILE --jsonl/);
  for (const args of [
    ['help', 'index'],
    ['index', '--help'],
  ]) {
    const { stdout } = await runCli(args);
    assert.match(stdout, /^context-language-server index \[FOLDER\]/);
    assert.match(stdout, /--force/);
    assert.doesNotMatch(stdout, /--markdown/);
  }
  assert.match((await runCli(['--version'])).stdout, /^\d+\.\d+\.\d+\n$/);
  assert.equal((await runCli([])).code, 2);
});

test('- reads the question, the questions or the settings from standard input', async () => {
  const piped = (input: string, ...args: string[]) => runCli([...args, '--cache-dir', place.cacheDir, '-w', place.folder], { input });
  assert.match((await piped('try a failed\nrequest again\n', 'ask', '-')).stdout, /^src\/retry\.ts:1-11/);
  const batch = await piped('["ShoppingCart"]', 'retrieve', '--queries', '-', '--jsonl');
  assert.equal(JSON.parse(batch.stdout).results[0].symbol, 'ShoppingCart');
  assert.match((await piped('{}', 'symbols', 'ShoppingCart', '--settings', '-')).stdout, /ShoppingCart/);
  assert.match((await piped('', 'ask', '-')).stderr, /expected a question/);
  assert.match((await piped('[', 'retrieve', '--queries', '-')).stderr, /--queries -: not JSON/);
  assert.match((await piped('', 'ask', 'cart', '--settings', 'none.json')).stderr, /--settings none\.json: no such file/);
});

test('exits quietly when the reader of its output stops', { skip: process.platform === 'win32' }, () => {
  const command = `'${process.execPath}' '${serverMain}' retrieve cart -w '${place.folder}' --cache-dir '${place.cacheDir}' --json`;
  const { stdout, stderr } = spawnSync('sh', ['-c', `${command} | head -c 20`], { encoding: 'utf8' });
  assert.deepEqual([stdout.length, stderr], [20, '']);
});
