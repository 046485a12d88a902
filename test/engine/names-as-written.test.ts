/** What is asked by a name as people write it: default exports by the importing name, other underscores, many namesakes, lines of files. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { engineOn, workspace } from '../support/real-engine.js';

const filler = (from: number, count: number): string =>
  Array.from({ length: count }, (_, i) => `    total = total + crate_${from + i}\n`).join('');

const source = `
-- web/ParcelTable.tsx --
import { connect } from 'react-redux';

class PureParcelTable extends React.Component {
  render() {
    return <table />;
  }
}

export default connect((state) => ({
  parcels: state.parcels,
}))(PureParcelTable);
-- web/parcel-row.tsx --
export default React.memo(function ParcelRow({ parcel }) {
  return <tr>{parcel.name}</tr>;
});
-- web/Badge.tsx --
function Badge({ text }) {
  return <b>{text}</b>;
}

export default observer(React.forwardRef(Badge));
-- web/card/index.jsx --
export default ({ title }) => <div>{title}</div>;
-- web/Office.tsx --
import ParcelTable from './ParcelTable';
import ParcelRow from './parcel-row';
import Badge from './Badge';

export function Office() {
  return (
    <main>
      <ParcelTable />
      <ParcelRow parcel={null} />
      <Badge text="new" />
    </main>
  );
}
-- web/kinds.ts --
export enum LetterKind {
  Registered,
}

export enum ParcelKind {
  Registered,
}
-- depot/rates.yaml --
default:
  price: 3
-- web/settings.ts --
export default { retries: 3 };
-- depot/view.py --
class View:
    def __init__(self, signals):
        self.added = signals.make()
        self.added.connect(self._sig_parcel_add)

    def _sig_parcel_add(self, parcel):
        return parcel
-- depot/long.py --
def add_up(total):
    """Adds up."""
${filler(0, 300)}    total = total + the_line_that_is_meant
${filler(300, 300)}    return total
-- depot/gate.py --
OPTIONS = ["parcel_timeout"]


class ParcelQueue:
    def take_parcel(self, number):
        return number


def open_gate(queue: ParcelQueue, options):
    wait(options.parcel_timeout)
    queue.take_parcel(1)
    log("taken")
    queue.take_parcel(2)
-- depot/__init__.py --
-- depot/seals.py --
WAX = 1
-- depot/office.py --
from depot import seals
from depot.wax import wax


class Office:
    seals = []


def open_office(office):
    return keep(seals.WAX, wax)
-- depot/wax.py --
def wax():
    return 1
-- depot/stamps.py --
def stamp_parcel(colour):
    return lambda function: function
-- depot/counter.py --
from depot import stamps


@stamps.stamp_parcel("red")
def serve():
    return None
-- web/options-made.ts --
export interface Options {
  parcel_timeout: number;
}
${Array.from({ length: 25 }, (_, i) => `-- examples/plugin${i}.py --\nclass Plugin${i}:\n    def configure(self):\n        return ${i}\n`).join('')}-- zone/plugin.py --
class Own:
    def configure(self):
        return None
`;

const opened = async (t: test.TestContext) => {
  const engine = await engineOn(workspace(t, source), { history: 'off', edgeIndexing: 'off' });
  await engine.settled();
  return engine;
};

test('what is exported by default has the name that importing files use', async (t) => {
  const engine = await opened(t);
  const usersOf = async (symbol: string) => {
    const { of, items } = await engine.related({ symbol, kinds: ['used_by', 'called_by'] });
    return { of: of.map(({ path, symbolKind }) => [path, symbolKind]), users: items.map((item) => item.symbol.name) };
  };
  assert.deepEqual(await usersOf('ParcelTable'), { of: [['web/ParcelTable.tsx', 'component']], users: ['Office'] });
  assert.deepEqual(await usersOf('ParcelRow'), { of: [['web/parcel-row.tsx', 'component']], users: ['Office'] });
  // What the export wraps has that name itself, and is no symbol again.
  assert.deepEqual((await usersOf('Badge')).of, [['web/Badge.tsx', 'component']]);
  assert.ok((await usersOf('Badge')).users.includes('Office'));
  assert.deepEqual((await usersOf('Card')).of, [['web/card/index.jsx', 'component']]);
  // A table of settings is the file itself, and a key is no export.
  assert.deepEqual((await usersOf('rates')).of, []);
  assert.deepEqual((await usersOf('settings')).of, []);
});

test('a name with other underscores is answered for with a note', async (t) => {
  const engine = await opened(t);
  const { results, problems } = await engine.show({ symbol: 'sig_parcel_add' });
  assert.deepEqual(
    results.map(({ qualifiedName }) => qualifiedName),
    ['View._sig_parcel_add'],
  );
  assert.deepEqual(
    problems.map(({ message }) => message),
    ['nothing is named "sig_parcel_add"; the answer is for "View._sig_parcel_add"'],
  );
  assert.deepEqual((await engine.show({ symbol: 'view._SIG_parcel_add' })).problems, []);
});

test('of many symbols of a name those of source code come first, and how many there are is said', async (t) => {
  const engine = await opened(t);
  const { results, problems } = await engine.show({ symbol: 'configure' });
  assert.equal(results.length, 20);
  assert.equal(results[0]?.path, 'zone/plugin.py');
  assert.match(problems[0]?.message ?? '', /^26 symbols are named "configure"; 20 of them are answered for/);
});

test('a line that the question names with its file is shown, however long its function is', async (t) => {
  const engine = await opened(t);
  for (const query of ['depot/long.py:303', 'error: bad operand\n  --> depot/long.py:303:5', 'why does depot/long.py:303 fail']) {
    const { results } = await engine.retrieve({ query, budgetTokens: 1_500, brief: true, extract: true });
    assert.match(results[0]?.text ?? '', /the_line_that_is_meant/, query);
    assert.deepEqual(results[0]?.answerLines, [302], query);
  }
});

test('lines with a rare name of the question are listed although something else has the name', async (t) => {
  const engine = await opened(t);
  const { callers } = await engine.retrieve({ query: 'parcel_timeout', brief: true });
  assert.deepEqual(
    callers.map(({ path, line, relation, of }) => [path, line + 1, relation, of]),
    [
      ['depot/gate.py', 1, 'contains', 'parcel_timeout'],
      ['depot/gate.py', 10, 'contains', 'parcel_timeout'],
    ],
  );
});

test('a qualified symbol has all lines of its users', async (t) => {
  const engine = await opened(t);
  const { results } = await engine.retrieve({ query: 'who calls ParcelQueue.take_parcel', brief: true });
  assert.deepEqual(results.find(({ name }) => name === 'open_gate')?.answerLines, [10, 12]);
});

test('a decorator of an imported module is a call of its function', async (t) => {
  const engine = await opened(t);
  const { items } = await engine.related({ symbol: 'stamp_parcel', kinds: ['called_by'] });
  assert.deepEqual(
    items.map(({ symbol, isGuess }) => [symbol.name, isGuess]),
    [['serve', false]],
  );
});

test('a name that is imported as a module means no field of that name', async (t) => {
  const engine = await opened(t);
  const usersOf = async (of: { symbol: string } | { at: { path: string; line: number; column: number } }) => {
    const { items } = await engine.related({ ...of, kinds: ['called_by', 'used_by'] });
    return items.map(({ symbol: user, proof }) => [user.name, proof?.text]);
  };
  assert.deepEqual(await usersOf({ symbol: 'Office.seals' }), []);
  // A module and its function have one name.
  assert.deepEqual(await usersOf({ at: { path: 'depot/wax.py', line: 0, column: 4 } }), [['open_office', 'return keep(seals.WAX, wax)']]);
});

test('a value is named by what it is in', async (t) => {
  const engine = await opened(t);
  for (const kind of ['ParcelKind', 'LetterKind']) {
    const { results } = await engine.retrieve({ query: `where is ${kind}.Registered handled`, brief: true });
    // A short enumeration is shown whole.
    assert.equal(results[0]?.qualifiedName.split('.')[0], kind);
  }
});

test('the name of an error or of a type of the runtime is no misspelt name of something else', async (t) => {
  const engine = await engineOn(
    workspace(t, '-- src/node.py --\nclass NodeType:\n    def load_type(self):\n        return 1\n\n\nclass TypeLoader:\n    pass\n'),
    { history: 'off' },
  );
  await engine.settled();
  for (const query of ["'NoneType' object is not subscriptable", 'TypeLoadError in the node']) {
    const { problems } = await engine.retrieve({ query });
    assert.deepEqual(
      problems.filter(({ code, message }) => code === 'corrected' || message.includes('similar names')),
      [],
      query,
    );
  }
  assert.ok((await engine.retrieve({ query: 'where is NodeTyp defined' })).problems.some(({ code }) => code === 'corrected'));
});
