/** What an answer says and shows besides the best matches: that it is weak, guides, values of fields, tests by name, lines of stale frames. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { engineOn, workspace } from '../support/real-engine.js';

const counters = Array.from({ length: 600 }, (_, i) => `def count_${i}(rows):\n    return len(rows) + ${i}\n`).join('\n\n');

const source = `
-- depot/counters.py --
${counters}
-- README.md --
# Depot

## Adding new carriers to the depot

To add a carrier, follow these steps.

## Register the carrier

Add it to \`carriers.py\` and run the tests.
-- depot/carriers.py --
class Carrier:
    """Who takes parcels away."""

    def __init__(self):
        self.pickup_timeout = 250

    def take_parcels(self, parcels):
        """Takes parcels away on the right side of the yard."""
        first = parcels[0]
        second = parcels[1]
        return weigh_all(parcels)


def add_line(carrier, line):
    carrier.lines.append(line)


def weigh_all(parcels):
    total = 0
    for parcel in parcels:
        total += check_scale(parcel)
    return total


def check_scale(parcel):
    if parcel.grams < 0:
        raise ValueError('the scale is broken')
    return parcel.grams


class Settings:
    pickup_timeout: int
-- depot/table.py --
from depot.carriers import check_scale

COMMANDS = {'check': check_scale}


def run(name):
    return COMMANDS[name]
-- depot/yard.py --
def render_yard(rows):
    return [draw_right_side(row) for row in rows]


def draw_right_side(row):
    return row
-- tests/test_other.py --
from depot.table import run


def test_run():
    assert run('x')


def test_seal_parcel_twice():
    assert True
-- depot/seal.py --
def seal_parcel(parcel):
    parcel.sealed = True
`;

const opened = async (t: test.TestContext) => {
  const engine = await engineOn(workspace(t, source), { history: 'off' });
  await engine.settled();
  return engine;
};

test('words that the index hardly has are named', async (t) => {
  const engine = await opened(t);
  const { problems } = await engine.retrieve({ query: 'where is the hologram on the right side of the yard rendered', brief: true });
  const told = problems.find(({ code }) => code === 'weakMatch')?.message ?? '';
  assert.match(told, /no indexed file contains "hologram"/);
  const clear = await engine.retrieve({ query: 'check_scale', brief: true });
  assert.ok(!clear.problems.some(({ code }) => code === 'weakMatch'));
});

test('what was found by words and meaning alone is said to be, unless there are other wordings', async (t) => {
  const engine = await engineOn(workspace(t, source), { history: 'off' });
  await engine.settled();
  const toldOf = async (query: string, alternatives: string[] = []): Promise<string> => {
    const { problems } = await engine.retrieve({ query, alternatives });
    return problems.find(({ code }) => code === 'weakMatch')?.message ?? '';
  };
  assert.match(await toldOf('where are parcels taken away from the yard'), /^(?:the match is weak|found by words and meaning alone)/);
  assert.doesNotMatch(await toldOf('where are parcels taken away from the yard', ['take parcels']), /weak|meaning/);
  assert.equal(await toldOf('take_parcels'), '');
  assert.equal(await toldOf('who calls weigh_all'), '');
});

test('a half-remembered name: symbols with the same parts, in any order and form', async (t) => {
  const engine = await engineOn(workspace(t, source), { history: 'off' });
  await engine.settled();
  const { hits } = await engine.symbols({ query: 'scalesCheckAll' });
  assert.deepEqual(
    hits.slice(0, 1).map(({ name, reason }) => [name, reason]),
    [['check_scale', 'fuzzy name']],
  );
  const { problems } = await engine.retrieve({ query: 'where was parcelsTaker again', brief: true });
  const [told] = problems.filter(({ code }) => code === 'noMatch' || code === 'unknownName');
  assert.match(
    told?.message ?? '',
    /^no file that is indexed contains parcelsTaker; similar names: Carrier\.take_parcels \(depot\/carriers\.py:7\)/,
  );
});

test('a question that is a heading begins with the guide and the section behind it', async (t) => {
  const engine = await opened(t);
  const { results } = await engine.retrieve({ query: 'how do I add a new carrier', brief: true });
  assert.deepEqual(
    results.slice(0, 2).map(({ path, name }) => `${path} ${name}`),
    ['README.md Adding new carriers to the depot', 'README.md Register the carrier'],
  );
});

test('the lines that give a field its value are listed for a question about its default', async (t) => {
  const engine = await opened(t);
  const { callers, results } = await engine.retrieve({ query: 'what is the default of pickup_timeout', brief: true });
  // One class declares it, the other one sets it.
  assert.ok(results.slice(0, 2).some(({ qualifiedName }) => qualifiedName === 'Carrier.pickup_timeout'));
  const shown = [
    ...results.flatMap(({ path, lines }) => `${path}:${lines.start + 1}`),
    ...callers.map(({ path, line }) => `${path}:${line + 1}`),
  ];
  assert.ok(shown.includes('depot/carriers.py:5'), shown.join(' '));
});

test('tests of a symbol that none calls: those named after it, and none through a table', async (t) => {
  const engine = await opened(t);
  const named = await engine.retrieve({ query: 'which tests cover seal_parcel' });
  assert.equal(named.results[0]?.name, 'test_seal_parcel_twice');
  assert.ok(named.problems.some(({ message }) => message.includes('named after it')));
  const tabled = await engine.retrieve({ query: 'which tests cover check_scale' });
  assert.ok(tabled.problems.some(({ message }) => message === 'no test of check_scale was found'));
});

test('a frame of another version means the line that it quotes, else the one that calls the next function', async (t) => {
  const engine = await opened(t);
  const trace = (source: string) => `Traceback (most recent call last):
  File "depot/carriers.py", line 9, in take_parcels
    ${source}
  File "depot/carriers.py", line 19, in weigh_all
    total += check_scale(parcel)
ValueError: the scale is broken`;
  const linesOf = async (query: string) => {
    const { results } = await engine.retrieve({ query });
    return results
      .filter(({ name }) => name === 'take_parcels' || name === 'weigh_all')
      .map(({ name, answerLines }) => `${name}:${answerLines.map((line) => line + 1)}`);
  };
  assert.deepEqual((await linesOf(trace('second = parcels[1]'))).sort(), ['take_parcels:10', 'weigh_all:21']);
  assert.deepEqual((await linesOf(trace('return changed(parcels)'))).sort(), ['take_parcels:11', 'weigh_all:21']);
});

test('a half remembered name leads to one that has it inside', async (t) => {
  const engine = await opened(t);
  const { of } = await engine.related({ symbol: 'right_side' });
  assert.deepEqual(
    of.map(({ name }) => name),
    ['draw_right_side'],
  );
});
