/** Source files with a line that no person reads: the rest of them is indexed, and minified code says why it is not. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engineOn, workspace } from '../support/real-engine.js';

const functions = (count: number, from = 0): string =>
  Array.from({ length: count }, (_, i) => `export function weigh${from + i}(): number {\n  return ${from + i};\n}\n`).join('\n');

test('a string of 30,000 characters hides nothing else of its file', async (t) => {
  const place = workspace(t);
  const data = `const table = 'begin${'z'.repeat(30_000)}end';\n`;
  place.write('src/scales.ts', `${functions(10)}${data}${functions(10, 10)}`);
  place.write('src/bundle.ts', `const all = ${'1+'.repeat(20_000)}1;\n`);
  const engine = await engineOn(place);
  await engine.ready();
  const { results } = await engine.show({ symbol: 'weigh19' });
  assert.deepEqual([results[0]?.path, results[0]?.lines.start], ['src/scales.ts', 76]);
  assert.match(results[0]?.text ?? '', /return 19;/);
  // Both ends of the line are there.
  for (const [text, count] of [
    ["'begin", 1],
    ["end';", 1],
    ['z'.repeat(1_000), 0],
  ] as const)
    assert.equal((await engine.findText({ text })).matches.length, count, text.slice(0, 9));
  const minified = engine.show({ at: { path: 'src/bundle.ts', line: 3 } });
  await assert.rejects(minified, /src\/bundle\.ts is not indexed: minified or data: a line of \d+ characters/);
});
