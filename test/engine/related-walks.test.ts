/** What `related` lists: closures on the way, several symbols of a name, lines that only say a name. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { engineOn, workspace } from '../support/real-engine.js';

const callers = Array.from({ length: 12 }, (_, i) => `export function early_${i}(scene) { scene.touch(${i}); }`).join('\n');

const source = `
-- src/scene.ts --
export class Scene {
  touch(n) { return n; }
}
-- src/early.ts --
import { Scene } from './scene';
${callers.replaceAll('(scene)', '(scene: Scene)')}
-- src/touch.ts --
export function touch(n) { return n; }
-- src/zz.ts --
import { touch } from './touch';
export function late(n) { return touch(n); }
-- src/walk.ts --
import { touch } from './touch';
export function walkAll(items) {
  const visitor = (item) => {
    touch(item);
  };
  each(items, visitor);
}
export function start(items) { walkAll(items); }
-- src/log.ts --
export function pull(log) {
  return log;
}
export function begin(log) {
  pull(log);
  log.debug('no pull (yet)');
  log.debug("Skipping pull(log)");
  pull(log);
}
`;

test('a closure leads to the function around it, which hands it over', async (t) => {
  const engine = await engineOn(workspace(t, source), { history: 'off' });
  await engine.settled();
  const [touch] = (await engine.symbols({ query: 'touch' })).hits.filter(({ symbolKind }) => symbolKind === 'function');
  const { items } = await engine.related({ key: touch?.key ?? '', kinds: ['called_by'], depth: 3 });
  assert.deepEqual(
    items.map(({ symbol, depth, proof }) => [symbol.qualifiedName, depth, proof?.text]),
    [
      ['walkAll.visitor', 1, 'touch(item);'],
      ['late', 1, 'export function late(n) { return touch(n); }'],
      ['walkAll', 2, 'each(items, visitor);'],
      ['start', 3, 'export function start(items) { walkAll(items); }'],
    ],
  );
});

test('a limit leaves room for each of several symbols of a name', async (t) => {
  const engine = await engineOn(workspace(t, source), { history: 'off' });
  await engine.settled();
  const { of, items, problems } = await engine.related({ symbol: 'touch', kinds: ['called_by'], limit: 4 });
  assert.equal(of.length, 2);
  assert.equal(items.length, 4);
  assert.deepEqual(
    items.filter(({ symbol }) => !symbol.qualifiedName.startsWith('early')).map(({ symbol }) => symbol.qualifiedName),
    ['walkAll.visitor', 'late'],
  );
  assert.ok(
    problems.some(({ message }) => /^10 more are not listed \(called_by 10\); of one of these symbols alone its place/.test(message)),
  );
});

test('a string that says the name is no further call', async (t) => {
  const engine = await engineOn(workspace(t, source), { history: 'off' });
  await engine.settled();
  const { items } = await engine.related({ symbol: 'pull', kinds: ['called_by'] });
  assert.deepEqual(
    items.map(({ symbol, proof, moreProof }) => [symbol.name, proof?.line, moreProof.map(({ line }) => line)]),
    [['begin', 4, [7]]],
  );
});

const tests = Array.from({ length: 30 }, (_, i) => `test('weighs ${i}', () => { weigh(${i}); });`).join('\n');
const weighed = `
-- examples/first.ts --
import { weigh } from '../src/weigh';
export function aaExample() { return weigh(1); }
-- src/weigh.ts --
export function weigh(n: number) { return n; }
-- src/yard.ts --
import { weigh } from './weigh';
export function fill() { return weigh(2); }
export function clear() { return weigh(3); }
-- test/weigh.test.ts --
import { weigh } from '../src/weigh';
${tests}
`;

test('a limit goes round the relations, callers of the product first, and tells what is left out', async (t) => {
  const engine = await engineOn(workspace(t, weighed), { history: 'off' });
  await engine.settled();
  const { items, omitted, problems } = await engine.related({ symbol: 'weigh', kinds: ['called_by', 'tested_by'], limit: 5 });
  assert.deepEqual(
    items.map(({ symbol, kind }) => (kind === 'tested_by' ? kind : symbol.qualifiedName)),
    ['fill', 'clear', 'aaExample', 'tested_by', 'tested_by'],
  );
  assert.deepEqual(omitted, [{ kind: 'tested_by', count: 28 }]);
  assert.match(problems.map(({ message }) => message).join(), /28 more are not listed \(tested_by 28\)/);
});
