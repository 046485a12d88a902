/** Go: types implement interfaces without naming them. gopls states which do, and who calls a method through its interface. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import test from 'node:test';
import { whichProgram } from '../../server/io/language-servers/discovery/executables.js';
import { engineOn, workspace } from '../support/real-engine.js';

const lacking = ['gopls', 'go'].find((name) => whichProgram(name) === null);
const skip = lacking ? `${lacking} is not on PATH` : spawnSync('go', ['version']).status === 0 ? false : 'go does not run';

const source = `
-- go.mod --
module example.com/post

go 1.19
-- carrier.go --
package post

type Carrier interface {
	Deliver(parcel string) error
}

func ShipAll(carrier Carrier) error { return carrier.Deliver("all") }
-- truck.go --
package post

type Truck struct{}

func (t *Truck) Deliver(parcel string) error { return nil }

// Its method takes something else: it is no carrier.
type Oven struct{}

func (o *Oven) Deliver(degrees int) error { return nil }
`;

test('implementations of an interface and calls through it, also after an edit', {
  skip,
  timeout: 120_000,
}, async (t) => {
  const place = workspace(t, source);
  const engine = await engineOn(place, { edgeIndexing: 'auto', history: 'off' });
  await engine.settled();
  await engine.edgesIndexed();
  const related = async (symbol: string, kind: 'extended_by' | 'extends' | 'called_by') => {
    const { items } = await engine.related({ symbol, kinds: [kind] });
    assert.ok(items.every(({ provenance }) => provenance.startsWith('gopls')));
    return items.map((item) => item.symbol.qualifiedName).sort();
  };
  assert.deepEqual(await related('Carrier', 'extended_by'), ['Truck']);
  assert.deepEqual(await related('Carrier.Deliver', 'extended_by'), ['Truck.Deliver']);
  assert.deepEqual(await related('Truck.Deliver', 'extends'), ['Carrier.Deliver']);
  assert.deepEqual(await related('Truck.Deliver', 'called_by'), ['ShipAll']);
  assert.deepEqual(await related('Oven.Deliver', 'called_by'), []);

  // The method of a type that embeds another, and one in another file than its type.
  place.write('van.go', 'package post\n\ntype Van struct{ Truck }\n\ntype Sled struct{}\n');
  place.write('sled.go', 'package post\n\nfunc (s Sled) Deliver(parcel string) error { return nil }\n');
  engine.filesChanged(['van.go', 'sled.go'].map((path) => ({ kind: 'created', path })));
  await engine.settled();
  await engine.edgesIndexed();
  assert.deepEqual(await related('Carrier', 'extended_by'), ['Sled', 'Truck', 'Van']);
  assert.deepEqual(await related('Sled.Deliver', 'called_by'), ['ShipAll']);
  for (const path of ['van.go', 'sled.go']) rmSync(place.file(path));
  engine.filesChanged(['van.go', 'sled.go'].map((path) => ({ kind: 'deleted', path })));

  place.write('boat.go', 'package post\n\ntype Boat struct{}\n\nfunc (b Boat) Deliver(parcel string) error { return nil }\n');
  engine.filesChanged([{ kind: 'created', path: 'boat.go' }]);
  await engine.settled();
  await engine.edgesIndexed();
  assert.deepEqual(await related('Carrier', 'extended_by'), ['Boat', 'Truck']);
  assert.deepEqual(await related('Boat.Deliver', 'called_by'), ['ShipAll']);
});

test('members of a variable that has another type in each case of a switch', { skip, timeout: 120_000 }, async (t) => {
  const place = workspace(
    t,
    `${source}
-- weigh.go --
package post

type Box struct{ weight int }

type Bag struct{ weight int }

func Weigh(parcel interface{}) int {
	switch one := parcel.(type) {
	case Box:
		return one.weight
	case *Bag:
		return one.weight
	}
	return 0
}
`,
  );
  const engine = await engineOn(place, { edgeIndexing: 'auto', history: 'off' });
  await engine.settled();
  await engine.edgesIndexed();
  for (const symbol of ['Box.weight', 'Bag.weight']) {
    const { items } = await engine.related({ symbol, kinds: ['used_by'] });
    assert.deepEqual(
      items.map((item) => item.symbol.qualifiedName),
      ['Weigh'],
      symbol,
    );
  }
});

test('modules below a folder that is not a module: their files are resolved together', { skip, timeout: 120_000 }, async (t) => {
  const place = workspace(t);
  for (const name of ['north', 'south']) {
    place.write(`services/${name}/go.mod`, `module example.com/${name}\n\ngo 1.19\n`);
    place.write(`services/${name}/price.go`, `package ${name}\n\nfunc PriceOf${name}(parcel string) int { return len(parcel) }\n`);
    place.write(`services/${name}/bill.go`, `package ${name}\n\nfunc BillOf${name}() int { return PriceOf${name}("all") }\n`);
  }
  const engine = await engineOn(place, { edgeIndexing: 'auto', history: 'off' });
  await engine.settled();
  await engine.edgesIndexed();
  for (const name of ['north', 'south']) {
    const { items } = await engine.related({ symbol: `PriceOf${name}`, kinds: ['called_by'] });
    assert.deepEqual(
      items.map(({ symbol }) => symbol.name),
      [`BillOf${name}`],
    );
    assert.match(items[0]?.provenance ?? '', /^gopls/);
  }
});

test('a function that is declared after its caller has been asked about', { skip, timeout: 120_000 }, async (t) => {
  const place = workspace(t);
  place.write('go.mod', 'module example.com/post\n\ngo 1.19\n');
  place.write('bill.go', 'package post\n\nimport "strings"\n\nfunc Bill(to string) int { return stamp(strings.ToUpper(to)) }\n');
  const engine = await engineOn(place, { edgeIndexing: 'auto', history: 'off' });
  const callers = async (symbol: string) => {
    await engine.settled();
    await engine.edgesIndexed();
    const { items } = await engine.related({ symbol, kinds: ['called_by'] });
    return items.map((item) => `${item.symbol.name} ${item.provenance.split(' ')[0]}`);
  };
  assert.deepEqual(await callers('Bill'), []);
  engine.openDocument('stamp.go', 'package post\n\nfunc stamp(on string) int { return len(on) }\n');
  assert.deepEqual(await callers('stamp'), ['Bill gopls']);
});
