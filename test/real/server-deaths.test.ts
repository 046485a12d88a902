/** A language server that dies ten times in a row during edge indexing: the edges of its language afterwards, and of another one meanwhile. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import test, { type TestContext } from 'node:test';
import type { Engine } from '../../server/core/engine/engine-api.js';
import { usualTiming } from '../../server/io/language-servers/process/timing.js';
import { faultySettings, noServerBehind } from '../support/behind-faults.js';
import { engineOn, workspace } from '../support/real-engine.js';

const deaths = 10;
const names = Array.from({ length: deaths }, (_, i) => `part${i}`);
const fixture = [
  '-- tsconfig.json --\n{}\n-- base.ts --\nexport class Base {\n  size(): number {\n    return 1;\n  }\n}\n',
  // `size` and `run` are everybody's: names alone do not tell whose.
  ...names.map(
    (name, i) =>
      `-- ${name}.ts --\nimport { Base } from './base';\nexport class Part extends Base {\n  size(): number {\n    return super.size() + ${i};\n  }\n}\nexport function run(): number {\n  return new Part().size();\n}\n`,
  ),
  '-- shop.py --\ndef total():\n    return 1\n',
  '-- cart.py --\nfrom shop import total\n\n\ndef price():\n    return total()\n',
].join('');

/** An engine whose TypeScript server has these faults, and what that server has written down. */
async function withFaults(t: TestContext, flags: readonly string[]): Promise<{ engine: Engine; log: () => string }> {
  const place = workspace(t, fixture);
  const logFile = `${place.folder}.log`;
  const engine = await engineOn(place, {
    edgeIndexing: 'auto',
    history: 'off',
    servers: faultySettings(logFile, flags),
    // As many rests as deaths, but none of minutes.
    timing: { ...usualTiming, restMs: [1] },
  });
  return { engine, log: () => (existsSync(logFile) ? readFileSync(logFile, 'utf8') : '') };
}

/** Every edge of every symbol, with the line that proves it and who says so. */
async function edges(engine: Engine): Promise<string[]> {
  const lines: string[] = [];
  for (const symbol of ['Base', 'Base.size', 'Part', 'Part.size', 'run', 'total', 'price']) {
    const { items } = await engine.related({ symbol, limit: 500 });
    for (const { kind, symbol: other, proof, provenance } of items)
      lines.push(`${symbol} ${kind} ${other.path} ${other.qualifiedName} ${proof?.path}:${proof?.line} ${provenance.split(' ')[0]}`);
  }
  return lines.sort();
}

test('a server dies ten times in a row, of another file each time: all edges exist in the end, and another language is not affected', {
  skip: noServerBehind,
  timeout: 120_000,
}, async (t) => {
  const sound = await withFaults(t, []);
  await sound.engine.edgesIndexed();
  const expected = await edges(sound.engine);
  assert.ok(
    names.every((name) =>
      expected.some((edge) => edge.startsWith(`run calls ${name}.ts Part.size ${name}.ts:`) && edge.endsWith('faulty')),
    ),
    expected.join('\n'),
  );
  await sound.engine.close();

  const { engine, log } = await withFaults(t, ['--crash-on', '/part', '--times-each', '1']);
  await engine.edgesIndexed();
  const { servers, structure } = engine.status();
  const serverOf = (id: string) => servers.find((one) => one.id === id);
  assert.deepEqual([serverOf('faulty')?.deaths, serverOf('pyright')?.deaths], [deaths, 0]);
  assert.equal(log().match(/^start /gm)?.length, deaths + 1);
  assert.equal(log().match(/^fault .*\/part\d\.ts$/gm)?.length, deaths);
  assert.deepEqual(
    structure.map(({ language, files, withEdges, failed, state }) => [language, files, withEdges, failed, state]),
    [
      ['python', 2, 2, 0, 'done'],
      ['typescript', deaths + 1, deaths + 1, 0, 'done'],
    ],
  );
  assert.deepEqual(await edges(engine), expected);
});
