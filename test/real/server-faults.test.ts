/**
 * Faults of a language server as a user sees them: the real TypeScript 7 behind a proxy that crashes, hangs, floods or sends wrong
 * answers. Afterwards the index is the same as without faults, other languages are not affected, and no process is left.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { behindFaults, boxes, edgesIndexed, noServerBehind, type Scene } from '../support/behind-faults.js';
import { type Json, openDocument, type TestClient } from '../support/test-client.js';
import { waitUntil } from '../support/wait-until.js';

const skip = noServerBehind || (process.platform !== 'linux' && 'looks at processes as Linux shows them');

/** Every edge of every symbol, with the line that proves it. */
async function edges(client: TestClient): Promise<string[]> {
  const lines: string[] = [];
  for (const symbol of ['Base', 'Base.size', 'grow', 'run', ...boxes.flatMap((name) => [`${name}Box`, `${name}Box.size`])]) {
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
  const { client } = await behindFaults(t, []);
  await edgesIndexed(client, 'typescript');
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
      const { client, log, server } = await behindFaults(t, flags);
      await edgesIndexed(client, 'typescript');
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

test('a server that ends while an unsaved document is open: the document is opened again, and the edges are those of its text', {
  skip,
  timeout: 120_000,
}, async (t) => {
  const found: string[] = [];
  for (const flags of [[], ['--exit-on', 'gamma', '--times', '1']]) {
    const { client, log, workspace } = await behindFaults(t, flags);
    const uri = workspace.uriOf('gamma.ts');
    openDocument(client, uri, `${workspace.text('gamma.ts')}export function typed(): number {\n  return run() + grow(new Base());\n}\n`);
    await edgesIndexed(client, 'typescript');
    const { items } = await client.request('context/related', { symbol: 'typed', limit: 200 });
    const lines = items.map(
      ({ relation, symbol, proof, provenance }: Json) =>
        `${relation} ${symbol.path} ${symbol.qualifiedName} ${proof?.text} ${provenance.split(' ')[0]}`,
    );
    found.push(lines.join('\n'));
    const lives = log().filter((line) => line.startsWith('start ')).length;
    assert.equal(lives, flags.length > 0 ? 2 : 1);
    const opened = log().lastIndexOf(`textDocument/didOpen ${uri}`);
    assert.ok(opened > log().findLastIndex((line) => line.startsWith('start ')), log().join('\n'));
  }
  assert.equal(found[1], found[0]);
  assert.match(found[0] ?? '', /^calls gamma\.ts run return run\(\) .* faulty$/m);
});

test('a server that cannot be started: it is reported, answers continue, the other language is not affected', {
  skip,
  timeout: 120_000,
}, async (t) => {
  const { client } = await behindFaults(t, ['--crash-at-start'], { python: true });
  await edgesIndexed(client, 'python');
  const said = await client.request('context/status');
  assert.equal(said.servers.find(({ id }: Json) => id === 'pyright').deaths, 0);
  // After the second attempt it rests for half a minute.
  const resting = await waitUntil('the rest after the second death', async () => {
    const { servers, structure } = await client.request('context/status');
    const { deaths, reason } = servers.find(({ id }: Json) => id === 'faulty');
    const edges = structure.find(({ language }: Json) => language === 'typescript');
    return deaths >= 2 && edges.state === 'resting' ? { ...edges, reason } : null;
  });
  assert.match(resting.reason, /exited with code 3/);
  assert.match(resting.problem, /exited with code 3/);
  assert.equal(resting.withEdges, 0);
  const { items } = await client.request('context/related', { symbol: 'total', kinds: ['called_by'] });
  assert.match(items[0].provenance, /^pyright /);
  const answer = await client.request('context/retrieve', { query: 'grow a base' });
  assert.equal(answer.results[0].path, 'base.ts');
  assert.match(answer.results[0].provenance, /^syntax:/);
  // By the server as long as it rests, and by edge indexing that waits for it.
  const isSaid = ({ code, message }: Json) =>
    code === 'structureFromSyntax' && /0 of 6 files .*\(.*exited with code 3.*names only/.test(message);
  assert.ok(answer.problems.some(isSaid), JSON.stringify(answer.problems));
  const guessed = await client.request('context/related', { symbol: 'grow', kinds: ['called_by'] });
  assert.ok(guessed.items.length > 0 && guessed.problems.some(isSaid), JSON.stringify(guessed));
});

for (const { how, end } of [
  { how: 'shutdown and exit', end: ({ server }) => void server.stop() },
  { how: 'SIGTERM', end: ({ server }) => void server.child.kill('SIGTERM') },
  { how: 'SIGKILL', end: ({ server }) => void server.child.kill('SIGKILL') },
  { how: 'the end of its input', end: ({ server }) => void server.child.stdin.end() },
] satisfies { how: string; end: (scene: Scene) => void }[])
  test(`${how} of our server during edge indexing: no process is left`, { skip, timeout: 60_000 }, async (t) => {
    const scene = await behindFaults(t, ['--hang-on', '.ts', '--deaf-to-shutdown', '--children', '--log-questions']);
    await waitUntil('the first question', () => scene.log().some((line) => line.startsWith('? ')));
    const pids = pidsOf(scene.log());
    assert.equal(pids.length, 3);
    assert.ok(pids.every(isAlive));
    end(scene);
    await scene.server.ended;
    await waitUntil('the end of every process', () => !pids.some(isAlive));
  });
