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
-- web/routes.tsx --
export function Routes() {
  return <Route path="/depot/parcelsunmet" component={ParcelsUnmet} />;
}
export function goBack(): void {
  depot.parcelsUnmet();
}
-- web/ParcelsUnmet.tsx --
export function ParcelsUnmet() {
  return depot;
}
-- config/locales/en.yml --
en:
  parcel:
    weight_is_not_known: Weight is not known for parcels in your depot
-- src/answer.rb --
def answer
  render(json: I18n.t(:weight_is_not_known, scope: "parcel"))
end
-- src/titles.cs --
class Titles { string Read(Parcel parcel) { return parcel.Title; } }
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

test('a route leads to the strings that are it', async (t) => {
  const engine = await engineOn(workspace(t, source));
  await engine.ready();
  for (const query of ['"/depot/parcelsunmet"', 'where is the route /depot/parcelsunmet defined']) {
    const { results } = await engine.retrieve({ query, brief: true });
    assert.equal(results[0]?.name, 'Routes', query);
    assert.ok(!results.some(({ name, shortening }) => name === 'goBack' && shortening !== 'place'), query);
  }
});

test('a message without quotation marks, in the question and in its table, leads to the code with its key', async (t) => {
  const engine = await engineOn(workspace(t, source));
  await engine.ready();
  const { results } = await engine.retrieve({ query: 'Weight is not known for parcels in your depot', brief: true });
  assert.equal(results[0]?.name, 'answer');
});

test('the words of a quotation between dots of code are not the quotation', async (t) => {
  const engine = await engineOn(workspace(t, source));
  await engine.ready();
  const { results } = await engine.retrieve({ query: 'coins are counted for "Parcel Title 0" twice', brief: true });
  assert.ok(!results.some(({ answerLines, name }) => name === 'Read' && answerLines.length > 0));
});
