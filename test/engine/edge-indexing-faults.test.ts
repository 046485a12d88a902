/** Language servers that fail, seen from the whole engine: answers go on, what can be had is had, and nothing is left running. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Engine } from '../../server/core/engine/engine-api.js';
import { engineOn, namesOf, workspace } from '../support/real-engine.js';

const faultServer = fileURLToPath(new URL('../support/fault-server.js', import.meta.url));
const fixture = ['one', 'two', 'three', 'four']
  .map(
    (name) =>
      `-- ${name}.ts --\nimport { base } from './base';\n/** Ships the ${name} parcel. */\nexport function ship${name}(): number {\n  return base();\n}\n`,
  )
  .join('');
const question = { query: 'ship the parcel', related: 0 };
const files = 5;

/** An engine whose TypeScript server has these faults. */
async function withFault(t: TestContext, flags: readonly string[]): Promise<Engine> {
  const place = workspace(t, `${fixture}-- base.ts --\nexport function base(): number {\n  return 1;\n}\n`);
  const fault = { command: process.execPath, args: [faultServer, ...flags], languages: ['typescript'] };
  const off = { enabled: false };
  return engineOn(place, { edgeIndexing: 'auto', servers: { fault, typescript: off, 'typescript-language-server': off } });
}
const until = async (isTrue: () => boolean): Promise<void> => {
  while (!isTrue()) await new Promise((resolve) => setImmediate(resolve));
};
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

for (const { name, flags } of [
  { name: 'one that prints garbage between messages', flags: ['--garbage'] },
  { name: 'one that floods its error output', flags: ['--stderr-flood'] },
  { name: 'one that dies now and then', flags: ['--crash-after', '9'] },
]) {
  test(`${name}: every file has edges in the end`, { timeout: 60_000 }, async (t) => {
    const engine = await withFault(t, flags);
    await engine.settled();
    const during = await engine.retrieve(question);
    await engine.edgesIndexed();
    const { structure, servers } = engine.status();
    assert.deepEqual(structure, [{ language: 'typescript', files, withEdges: files, failed: 0, state: 'done', problem: '' }]);
    assert.equal(servers[0]!.state, 'ready');
    assert.deepEqual(namesOf(await engine.retrieve(question)), namesOf(during));
  });
}

test('one that dies of one file: only that file has no edges, and the reason is reported', { timeout: 60_000 }, async (t) => {
  const engine = await withFault(t, ['--crash-on', 'three.ts']);
  await engine.edgesIndexed();
  const { structure, servers } = engine.status();
  assert.deepEqual([structure[0]!.withEdges, structure[0]!.failed], [files - 1, 1]);
  assert.match(servers[0]!.quarantined.join(), /three\.ts$/);
  assert.ok(servers[0]!.deaths >= 2);
  const { results } = await engine.retrieve(question);
  const provenances = new Map(results.map(({ path, provenance }) => [path, provenance]));
  assert.match(provenances.get('three.ts') ?? '', /^syntax:/);
  assert.match(provenances.get('one.ts') ?? '', /^fault /);
});

test('one that cannot start: its language has no exact edges, and answers continue', { timeout: 60_000 }, async (t) => {
  const engine = await withFault(t, ['--crash-at-start']);
  await engine.settled();
  await until(() => engine.status().servers.some(({ state, deaths }) => state === 'resting' && deaths > 0));
  const { results, problems, isIncomplete } = await engine.retrieve(question);
  assert.deepEqual(new Set(namesOf({ results: results.slice(0, 4) })), new Set(['shipone', 'shiptwo', 'shipthree', 'shipfour']));
  assert.equal(isIncomplete, false);
  assert.ok(
    problems.some(({ message }) => /exited with code 3/.test(message)),
    JSON.stringify(problems),
  );
  assert.ok(results.every(({ provenance }) => provenance.startsWith('syntax:')));
});

test('closing during edge indexing leaves no process', { timeout: 60_000 }, async (t) => {
  const pids: number[] = [];
  const engine = await withFault(t, ['--hang-on', 'ts', '--deaf-to-shutdown', '--children']);
  await engine.settled();
  await until(() => engine.status().servers.some(({ state }) => state === 'ready'));
  const all = () => execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).trim().split('\n');
  for (const line of all())
    if (line.includes(faultServer) && line.trim().split(/\s+/)[1] === String(process.pid)) pids.push(Number.parseInt(line, 10));
  assert.ok(pids.length > 0);
  await engine.close();
  assert.deepEqual(pids.filter(isAlive), []);
});

test('forgetting a workspace deletes its edges and the files of servers', { timeout: 60_000 }, async (t) => {
  const engine = await withFault(t, []);
  await engine.edgesIndexed();
  const { indexFolder, structure } = engine.status();
  assert.equal(structure[0]!.withEdges, files);
  const derived = join(indexFolder, 'languageServer', 'clangd', 'compile_commands.json');
  mkdirSync(dirname(derived), { recursive: true });
  writeFileSync(derived, '[]');
  await engine.forget();
  assert.equal(existsSync(derived), false);
  assert.deepEqual(engine.status().structure, []);
});
