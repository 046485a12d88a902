/** Options of a command line and keys of settings by their dotted names, which the source has as strings. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engineOn, workspace } from '../support/real-engine.js';

const flags = Array.from(
  { length: 12 },
  (_, i) => `    flag(app, "web.part${i}.limit", "Part ${i}; see storage.parcel.keep_size.")\n`,
).join('');
const source = `
-- src/flags.py --
def register(app):
${flags}    flag(app, "storage.parcel.keep_size", "How much is kept.")
-- src/check.py --
def check(config):
    if config.size < 0:
        raise ValueError("'storage.parcel.keep_size' must not be negative")
-- src/point.py --
class Point:
    def keep_size(self):
        return 1
-- src/shop/till/count.py --
def coins():
    return 1
-- docs/flags.md --
# Flags

Keep with \`--storage.parcel.keep_size\`.
-- test/flags.json --
{ "storage.parcel.keep_size": "0B" }
`;

test('the string with the name leads, with and without dashes, alone and in a sentence', async (t) => {
  const engine = await engineOn(workspace(t, source));
  await engine.ready();
  const questions = ['storage.parcel.keep_size', '--storage.parcel.keep_size', 'where would I add a flag like --storage.parcel.keep_size'];
  for (const query of questions) {
    const { results } = await engine.retrieve({ query, brief: true, extract: true });
    assert.deepEqual(
      results.slice(0, 2).map(({ name }) => name),
      ['register', 'check'],
      query,
    );
    assert.match(results[0]?.text ?? '', /flag\(app, "storage\.parcel\.keep_size"/, query);
  }
});

test('a name with dots is that of a member or a module where there is one', async (t) => {
  const engine = await engineOn(workspace(t, source));
  await engine.ready();
  for (const [query, name] of [
    ['Point.keep_size', 'keep_size'],
    ['shop.till.count.coins', 'coins'],
  ] as const) {
    const { results } = await engine.retrieve({ query, brief: true });
    assert.equal(results[0]?.name, name, query);
  }
});
