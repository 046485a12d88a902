/** The lines of a brief answer that call or use its results: which are listed, and how many are not. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { engineOn, workspace } from '../support/real-engine.js';

const shifts = Array.from({ length: 8 }, (_, i) => `def shift_${i}(day):\n    return weigh_parcel(day, ${i})\n`).join('\n\n');

const source = `
-- depot/scale.py --
MAX_PARCEL_GRAMS = 31_500


def weigh_parcel(day, number):
    """Weighs a parcel of a day."""
    return day.parcels[number].grams


class ParcelLedger:
    """Parcels that were weighed."""

    def apply_seal(self):
        """Seals the ledger for good, with wax."""
        self.sealed = True
-- depot/shifts.py --
from depot.scale import weigh_parcel


${shifts}
-- depot/office.py --
from depot.scale import MAX_PARCEL_GRAMS, ParcelLedger


def close_office(day):
    parcel_ledger = day.ledger()
    parcel_ledger.apply_seal()


def refuse(grams):
    return grams > MAX_PARCEL_GRAMS
-- depot/letters.py --
def post(envelope):
    envelope.wax.apply_seal()
-- depot/reports.py --
def print_report(rows):
    def widest_column(index):
        return max(len(row[index]) for row in rows)
    return [widest_column(0), widest_column(1)]


def export_report(rows):
    return widest_column(rows)
`;

const opened = async (t: test.TestContext) => {
  const engine = await engineOn(workspace(t, source), { history: 'off' });
  await engine.settled();
  const callersOf = async (query: string) => {
    const { callers } = await engine.retrieve({ query, brief: true, limit: 1 });
    return callers.map(({ path, line, of, more }) => [path, line + 1, of, more ?? 0]);
  };
  return { engine, callersOf };
};

test('the last of the listed callers says how many more there are', async (t) => {
  const { callersOf } = await opened(t);
  const callers = (await callersOf('weighing of parcels by number')).filter(([, , of]) => of === 'weigh_parcel');
  assert.deepEqual(
    callers.map(([path, , , more]) => [path, more]),
    [
      ['depot/shifts.py', 0],
      ['depot/shifts.py', 0],
      ['depot/shifts.py', 5],
    ],
  );
});

test('a member of an unknown value counts where the file mentions its type, or the value is named like it', async (t) => {
  const { callersOf } = await opened(t);
  const callers = (await callersOf('sealing the ledger for good')).filter(([, , of]) => of === 'ParcelLedger.apply_seal');
  assert.deepEqual(callers, [['depot/office.py', 6, 'ParcelLedger.apply_seal', 0]]);
});

test('uses of a constant are listed', async (t) => {
  const { callersOf } = await opened(t);
  const uses = (await callersOf('which parcels are too heavy by MAX_PARCEL_GRAMS')).filter(([, , of]) => of === 'MAX_PARCEL_GRAMS');
  assert.deepEqual(uses, [['depot/office.py', 10, 'MAX_PARCEL_GRAMS', 0]]);
});

test('a function inside of another one is not called from elsewhere', async (t) => {
  const { engine } = await opened(t);
  const { items } = await engine.related({ symbol: 'widest_column', kinds: ['called_by'] });
  assert.deepEqual(
    items.map(({ symbol }) => symbol.name),
    ['print_report'],
  );
});

test('of a long test that calls a function on many lines a short answer shows as many as fit', async (t) => {
  const lines = (count: number): string =>
    Array.from(
      { length: count },
      (_, i) => `    assert matches_address("https://parcels.example/${i}", "**/${i}", strict=False) is True\n    prepare(${i})\n`,
    ).join('');
  const long = `-- src/match.py --\ndef matches_address(url, pattern, strict):\n    return url.endswith(pattern)\n-- test/test_match.py --\nfrom src.match import matches_address\n\n\ndef test_many():\n${lines(60)}`;
  const engine = await engineOn(workspace(t, long), { history: 'off' });
  await engine.settled();
  const { results, problems } = await engine.retrieve({
    ...{ query: 'which tests cover matches_address', brief: true, extract: true },
    ...{ budgetTokens: 2_000, reservedTokens: 0, related: 0, resultTokens: 400 },
  });
  const shown = results.find(({ name }) => name === 'test_many');
  assert.ok((shown?.text.match(/matches_address\(/g) ?? []).length > 4, shown?.text);
  // The share of one result is small, the budget of all is not spent.
  assert.ok(!problems.some(({ code }) => code === 'budgetExceeded'));
});
