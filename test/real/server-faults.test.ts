/**
 * Faults of a language server as the user of our process meets them: the real TypeScript 7 behind a front that crashes, hangs,
 * floods or lies. Once it is over the index holds what it would hold without, other languages never notice, nothing stays.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { typescriptNative } from '../../server/io/upstream/adapters/typescript-native.js';
import { adapterContext } from '../../server/io/upstream/executables.js';
import { type TemporaryWorkspace, temporaryWorkspace } from '../support/fixture.js';
import { type ServerProcess, serverMissing, startServer } from '../support/server-process.js';
import { initialize, type Json, type TestClient } from '../support/test-client.js';

const faultServer = fileURLToPath(new URL('../support/fault-server.js', import.meta.url));
const real = typescriptNative.bundled?.(adapterContext('/', false, '/')) ?? null;
const skip =
  serverMissing ||
  (real === null && 'no TypeScript 7 for this platform') ||
  (process.platform !== 'linux' && 'looks at processes as Linux shows them');

const names = ['alpha', 'beta', 'gamma', 'delta', 'omega'];
const fixture = [
  '-- tsconfig.json --\n{ "compilerOptions": { "strict": true } }\n',
  '-- base.ts --\nexport class Base {\n  size(): number {\n    return 1;\n  }\n}\nexport function grow(base: Base): number {\n  return base.size() + 1;\n}\n',
  // `size` and `run` are everybody's: names alone do not tell whose.
  ...names.map(
    (name, i) =>
      `-- ${name}.ts --\nimport { Base, grow } from './base';\n${i > 0 ? `import { run as before } from './${names[i - 1]}';\n` : ''}export class ${name}Box extends Base {\n  size(): number {\n    return super.size() + ${i};\n  }\n}\nexport function run(): number {\n  return grow(new ${name}Box())${i > 0 ? ' + before()' : ''};\n}\n`,
  ),
  '-- shop.py --\ndef total():\n    return 1\n',
  '-- cart.py --\nfrom shop import total\n\n\ndef price():\n    return total()\n',
].join('');
const files = { typescript: names.length + 1, python: 2 };

interface Scene {
  readonly client: TestClient;
  readonly server: ServerProcess;
  readonly workspace: TemporaryWorkspace;
  /** What the server was told, and `start PID` and `child PID` of each of its lives. */
  log(): string[];
}

/** Our server on a workspace whose TypeScript server has these faults; ended with the test. */
async function withFaults(t: TestContext, flags: readonly string[], { python = false, settings = {} } = {}): Promise<Scene> {
  const workspace = temporaryWorkspace(fixture);
  const logFile = join(workspace.folder, '..', 'log');
  const log = () => (existsSync(logFile) ? readFileSync(logFile, 'utf8').trim().split('\n') : []);
  const server = startServer();
  t.after(async () => {
    await server.stop();
    workspace.remove();
  });
  const { command = '', args = [] } = real ?? {};
  const off = { enabled: false };
  const faulty = {
    command: process.execPath,
    args: [faultServer, '--log', logFile, ...flags, '--real', command, ...args],
    languages: ['typescript'],
    needsOpenFiles: false,
  };
  const servers = { faulty, typescript: off, 'typescript-language-server': off, ...(!python && { pyright: off }) };
  await initialize(server.client, {
    folders: [workspace.uri],
    settings: { cacheDir: workspace.cacheDir, statusNotifications: true, history: 'off', servers, ...settings },
  });
  return { client: server.client, server, workspace, log };
}

/** When all files of a language were harvested; a hang alone takes half a minute to be seen as such. */
async function harvested(client: TestClient, language: keyof typeof files): Promise<void> {
  for (;;) {
    const { structure } = await client.request('context/status');
    if (structure.some((one: Json) => one.language === language && one.state === 'done' && one.harvested === files[language])) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Every edge of every symbol, with the line that proves it. */
async function edges(client: TestClient): Promise<string[]> {
  const lines: string[] = [];
  for (const symbol of ['Base', 'Base.size', 'grow', 'run', ...names.flatMap((name) => [`${name}Box`, `${name}Box.size`])]) {
    const { items } = await client.request('context/related', { symbol, limit: 200 });
    for (const { relation, symbol: other, proof } of items)
      lines.push(`${symbol} ${relation} ${other.path} ${other.qualifiedName} ${proof?.uri.split('/').at(-1)}:${proof?.range.start.line}`);
  }
  return lines.sort();
}

const pidsOf = (lines: readonly string[]) =>
  lines.flatMap((line) => (/^(?:start|child) \d/.test(line) ? [Number(line.split(' ')[1])] : []));
const isAlive = (pid: number): boolean => {
  try {
    return !/^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
};

test('faults', { skip, concurrency: 4 }, async (t) => {
  const { client } = await withFaults(t, []);
  await harvested(client, 'typescript');
  const expected = await edges(client);
  assert.ok(expected.includes('grow called_by gamma.ts run gamma.ts:8'), expected.join('\n'));

  const faults = [
    { name: 'hangs', flags: ['--hang-on', 'beta', '--times', '1'], lives: 2 },
    { name: 'dies at its start', flags: ['--crash-at-start', '--times', '1'], lives: 2 },
    { name: 'dies in the middle of a question', flags: ['--crash-after', '20', '--times', '1'], lives: 2 },
    { name: 'dies of one file', flags: ['--crash-on', 'gamma', '--times', '1'], lives: 2 },
    { name: 'ends as if all were well', flags: ['--exit-on', 'delta', '--times', '1'], lives: 2 },
    { name: 'answers with 100 MB', flags: ['--huge', String(100 << 20), '--huge-on', 'beta', '--times', '2'] },
    { name: 'answers out of order', flags: ['--shuffle'] },
    { name: 'prints text between messages', flags: ['--garbage'] },
    { name: 'floods its error output', flags: ['--stderr-flood'] },
    { name: 'asks us while it answers', flags: ['--asks'] },
  ];
  const tests = faults.map(({ name, flags, lives = 1 }) =>
    t.test(`a server that ${name}: afterwards the edges are those without the fault`, { timeout: 120_000 }, async (t) => {
      const { client, log, server } = await withFaults(t, flags);
      await harvested(client, 'typescript');
      assert.deepEqual(await edges(client), expected);
      const { servers, structure } = await client.request('context/status');
      assert.deepEqual([servers[0].deaths, structure[0].failed], [lives - 1, 0]);
      const lines = log();
      assert.equal(lines.filter((line) => line.startsWith('start ')).length, lives);
      if (flags.includes('--times')) assert.ok(lines.includes('fault'));
      await server.stop();
      assert.deepEqual(pidsOf(lines).filter(isAlive), []);
    }),
  );
  await Promise.all(tests);
});

test('a server that cannot be started at all: it is said, answers go on, the other language never notices', {
  skip,
  timeout: 120_000,
}, async (t) => {
  const { client } = await withFaults(t, ['--crash-at-start'], { python: true });
  await harvested(client, 'python');
  const said = await client.request('context/status');
  assert.equal(said.servers.find(({ id }: Json) => id === 'pyright').deaths, 0);
  // After the second attempt it rests for half a minute.
  for (;;) {
    const { servers, structure } = await client.request('context/status');
    const { deaths, reason } = servers.find(({ id }: Json) => id === 'faulty');
    const { state, harvested, problem } = structure.find(({ language }: Json) => language === 'typescript');
    if (deaths < 2 || state !== 'resting') {
      await new Promise((resolve) => setTimeout(resolve, 50));
      continue;
    }
    assert.match(reason, /exited with code 3/);
    assert.match(problem, /exited with code 3/);
    assert.equal(harvested, 0);
    break;
  }
  const { items } = await client.request('context/related', { symbol: 'total', kinds: ['called_by'] });
  assert.match(items[0].provenance, /^pyright /);
  const answer = await client.request('context/retrieve', { query: 'grow a base' });
  assert.equal(answer.results[0].path, 'base.ts');
  assert.match(answer.results[0].provenance, /^syntax:/);
  assert.ok(
    answer.problems.some(({ code, message }: Json) => code === 'upstream' && /faulty.*exited with code 3.*by names alone/.test(message)),
    JSON.stringify(answer.problems),
  );
  const guessed = await client.request('context/related', { symbol: 'grow', kinds: ['called_by'] });
  assert.ok(guessed.items.length > 0 && guessed.problems.some(({ code }: Json) => code === 'upstream'), JSON.stringify(guessed));
});

for (const { how, end } of [
  { how: 'shutdown and exit', end: ({ server }) => void server.stop() },
  { how: 'SIGTERM', end: ({ server }) => void server.child.kill('SIGTERM') },
  { how: 'SIGKILL', end: ({ server }) => void server.child.kill('SIGKILL') },
  { how: 'the end of its input', end: ({ server }) => void server.child.stdin.end() },
] satisfies { how: string; end: (scene: Scene) => void }[])
  test(`${how} of our server in the middle of a harvest: no process stays behind`, { skip, timeout: 60_000 }, async (t) => {
    const scene = await withFaults(t, ['--hang-on', '.ts', '--deaf-to-shutdown', '--children', '--log-questions']);
    while (!scene.log().some((line) => line.startsWith('? '))) await new Promise((resolve) => setTimeout(resolve, 20));
    const pids = pidsOf(scene.log());
    assert.equal(pids.length, 3);
    assert.ok(pids.every(isAlive));
    end(scene);
    await scene.server.ended;
    while (pids.some(isAlive)) await new Promise((resolve) => setTimeout(resolve, 20));
  });
