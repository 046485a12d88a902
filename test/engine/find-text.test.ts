/** Plain text search over the indexed text. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { TextQuestion } from '../../server/core/model/text-search.js';
import { settledEngine, workspace } from '../support/real-engine.js';

const fixture = `
-- docs/guide.md --
# Guide

Call Ring() to ring.
-- src/bell.py --
class Bell:
    def ring(self):
        return "100%_sure"


def Ring():
    return Bell().ring()
-- src/bell.js --
export const ring = () => 'Ring';
`;

const searchIn = async (t: TestContext) => {
  const engine = await settledEngine(workspace(t, fixture));
  const find = async (question: TextQuestion) =>
    (await engine.findText(question)).matches.map(({ path, line, symbol }) => `${path}:${line + 1} ${symbol?.qualifiedName ?? '-'}`);
  return { engine, find };
};

test('a literal ignores case unless it has capitals; source comes first, with symbol names', async (t) => {
  const { find } = await searchIn(t);
  assert.deepEqual(await find({ text: 'Ring()' }), ['src/bell.py:6 Ring', 'docs/guide.md:3 -']);
  assert.deepEqual(await find({ text: 'ring()', filters: { languages: ['python'] } }), ['src/bell.py:6 Ring', 'src/bell.py:7 Ring']);
  assert.deepEqual(await find({ text: '0%_s' }), ['src/bell.py:3 Bell.ring']);
  assert.deepEqual(await find({ text: '0%.s' }), []);
  assert.deepEqual(await find({ text: 'ring', filters: { paths: ['**/*.js'] } }), ['src/bell.js:1 ring']);
  assert.equal((await find({ text: 'ring', limit: 2 })).length, 2);
});

test('a regular expression matches lines; a wrong or endless one is an error', async (t) => {
  const { engine, find } = await searchIn(t);
  assert.deepEqual(await find({ text: '^def \\w+\\(\\):$', match: 'regex' }), ['src/bell.py:6 Ring']);
  assert.deepEqual(await find({ text: 'ring\\(\\)', match: 'regex', filters: { languages: ['python'] } }), [
    'src/bell.py:6 Ring',
    'src/bell.py:7 Ring',
  ]);
  assert.deepEqual(await find({ text: 'ring\\(\\)', match: 'regex', heedsCase: true }), ['src/bell.py:7 Ring']);
  assert.deepEqual(await find({ text: '^\\S+ ring\\(\\S*\\):', match: 'regex' }), ['src/bell.py:6 Ring'], '`\\S` is no capital');
  assert.deepEqual(await find({ text: '^\\s*def Ring', match: 'regex' }), ['src/bell.py:6 Ring'], 'not the empty line before');
  await assert.rejects(engine.findText({ text: '(', match: 'regex' }), /not a regular expression/);
  await assert.rejects(engine.findText({ text: ' ' }), /expected 1 to/);
  engine.openDocument('src/bell.js', `const long = '${'a'.repeat(60)}!';\n`);
  await assert.rejects(engine.findText({ text: '(a+)+$', match: 'regex' }), /takes too long/);
});

test('finds unsaved text', async (t) => {
  const { engine, find } = await searchIn(t);
  engine.openDocument('src/bell.js', 'export const gong = 1;\n');
  assert.deepEqual(await find({ text: 'gong' }), ['src/bell.js:1 gong']);
});
