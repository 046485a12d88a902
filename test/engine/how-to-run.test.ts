/** How a program or its tests are run is said by guides and build files, not by the tests that have the same words. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { engineOn, workspace } from '../support/real-engine.js';

const tests = Array.from({ length: 8 }, (_, i) => `test('weights of unit ${i}', () => {\n  run(weigh(${i}));\n});`).join('\n');

const source = `
-- package.json --
{
  "name": "depot",
  "scripts": {
    "build": "tsc -p .",
    "test-types": "tsc -p test-types --noEmit",
    "unit": "vitest run unit"
  }
}
-- CONTRIBUTING.md --
# Contributing

## Tests

\`npm run unit -- weights\` runs one file of unit tests.
-- src/run.ts --
export function weighParcel(unit: () => void): void {
  unit();
}
-- test/weights.test.ts --
${tests}
-- test-types/weights.test-d.ts --
export type TestOfTypes = string;
test('types of test types', () => run(types));
`;

test('how tests are run leads to guides and build files', async (t) => {
  const engine = await engineOn(workspace(t, source), { history: 'off' });
  await engine.settled();
  const pathsOf = async (query: string) => (await engine.retrieve({ query, brief: true })).results.slice(0, 3).map(({ path }) => path);
  for (const query of ['how do I run a single unit test', 'how are the unit tests run', 'run a single unit test']) {
    const paths = await pathsOf(query);
    assert.ok(paths.includes('CONTRIBUTING.md') || paths.includes('package.json'), `${query}: ${paths}`);
  }
  assert.ok((await pathsOf('how are the tests of types run')).includes('package.json'));
  assert.equal((await pathsOf('what does weighParcel run'))[0], 'src/run.ts');
});
