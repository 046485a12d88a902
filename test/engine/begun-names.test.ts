/** Names of which only the beginning is typed, and messages that have the name of an element. */
import assert from 'node:assert/strict';
import test from 'node:test';
import type { SymbolKind } from '../../server/core/model/symbol.js';
import { engineOn, workspace } from '../support/real-engine.js';

const files = `
-- shop/views.py --
class DeleteView:
    def _handle_protected_orders(self, orders):
        return orders

    def other(self):
        return 1


class Handler:
    def handle(self):
        return 1

    def handled(self):
        return 2


def handle_protectederror(error):
    return error


def handle_order(order):
    return order


class Tabs:
    def next_tab(self):
        return 1
-- shop/keys.ini --
handle = 3
-- web/field.ts --
@Component({ selector: 'shop-field', template: '' })
export class ShopField {
  control: ShopControl;
  check(): void {
    if (!this.control) throw missingControl();
  }
}
export abstract class ShopControl {
  value = 1;
}
-- web/errors.ts --
export function missingControl(): Error {
  return Error('shop-field must contain a ShopControl.');
}
`;

test('the beginning of a name in a type means that member, and no namesake elsewhere', async (t) => {
  const engine = await engineOn(workspace(t, files), { history: 'off', edgeIndexing: 'off' });
  await engine.settled();
  for (const symbol of ['DeleteView._handle_protected', '_handle_protected']) {
    const { of } = await engine.related({ symbol });
    assert.deepEqual(
      of.map(({ qualifiedName }) => qualifiedName),
      ['DeleteView._handle_protected_orders'],
      symbol,
    );
  }
});

test('what begins with the typed underscore comes before names without it', async (t) => {
  const engine = await engineOn(workspace(t, files), { history: 'off', edgeIndexing: 'off' });
  await engine.settled();
  const { hits } = await engine.symbols({ query: 'handle_' });
  assert.deepEqual(
    hits
      .slice(0, 2)
      .map(({ name }) => name)
      .sort(),
    ['handle_order', 'handle_protectederror'],
  );
});

test('a message with the name of an element leads to the line that prints it', async (t) => {
  const engine = await engineOn(workspace(t, files), { history: 'off', edgeIndexing: 'off' });
  await engine.settled();
  const { results } = await engine.retrieve({ query: 'shop-field must contain a ShopControl.' });
  assert.equal(results[0]?.qualifiedName, 'missingControl');
});

test('typed on the way to a member, what else has those letters as its name comes later', async (t) => {
  const engine = await engineOn(workspace(t, `${files}-- shop/on.py --\ndef handle_p():\n    return 1\n`), {
    history: 'off',
    edgeIndexing: 'off',
  });
  await engine.settled();
  const { hits } = await engine.symbols({ query: 'Handler.hand' });
  assert.deepEqual(
    hits.slice(0, 2).map(({ qualifiedName }) => qualifiedName),
    ['Handler.handle', 'Handler.handled'],
  );
});

test('whole words of one longer name mean that rather than a name of other words', async (t) => {
  const engine = await engineOn(workspace(t, '-- a.kt --\nclass TextCard\nclass TextPartFinder\n'), {
    history: 'off',
    edgeIndexing: 'off',
  });
  await engine.settled();
  const { of } = await engine.related({ symbol: 'TextPart' });
  assert.deepEqual(
    of.map(({ qualifiedName }) => qualifiedName),
    ['TextPartFinder'],
  );
});

test('names in a folder are found however many begin so elsewhere', async (t) => {
  const many = Array.from({ length: 300 }, (_, i) => `-- other/f${i}.py --\ndef parse_${i}():\n    return ${i}\n`).join('');
  const engine = await engineOn(workspace(t, `${many}-- mail/smtp.py --\ndef parse_line():\n    return 1\n`), {
    history: 'off',
    edgeIndexing: 'off',
  });
  await engine.settled();
  const { hits } = await engine.symbols({ query: 'parse', limit: 20, filters: { paths: ['mail'] } });
  assert.deepEqual([hits[0]?.name, hits[0]?.reason], ['parse_line', 'name']);
});

test('of a member that is begun its definition is shown, and the symbols of a file are in order', async (t) => {
  const place = workspace(
    t,
    `
-- a.h --
class Vehicle {
public:
  void zero();
  void updateCollisionSetup(int id);
  void brake();
};
-- a.cpp --
#include "a.h"
void Vehicle::updateCollisionSetup(int id) {
  brake();
}
`,
  );
  const engine = await engineOn(place, { history: 'off', edgeIndexing: 'off' });
  await engine.settled();
  const { results } = await engine.show({ symbol: 'Vehicle.updateCollision', detail: 'code' });
  assert.equal(results[0]?.path, 'a.cpp');
  const { hits } = await engine.symbols({ query: '', filters: { paths: ['a.h'] } });
  assert.deepEqual(
    hits.map(({ name }) => name),
    ['Vehicle', 'zero', 'updateCollisionSetup', 'brake'],
  );
});

test('of several names that begin as was typed, one is answered for and the others are named', async (t) => {
  const sorted = '-- shop/sort.py --\ndef find_and_sort_tags():\n    return 1\n\n\ndef find_and_sort_tagged_orders():\n    return 2\n';
  const engine = await engineOn(workspace(t, `${files}${sorted}`), { history: 'off', edgeIndexing: 'off' });
  await engine.settled();
  const { of, problems } = await engine.related({ symbol: 'find_and_sort' });
  const told = problems.map(({ message }) => message).join('\n');
  assert.equal(of.length, 1);
  for (const name of ['find_and_sort_tags', 'find_and_sort_tagged_orders']) assert.ok(told.includes(name), told);
});

test('of a qualified name that exists nothing else is listed', async (t) => {
  const source = `
-- src/cart.ts --
export class Cart { total() { return 1; } }
export class Order { total() { return 2; } }
export class CartTotals { totals() { return 3; } }
`;
  const engine = await engineOn(workspace(t, source), { history: 'off', edgeIndexing: 'off' });
  await engine.settled();
  const names = async (query: string) => (await engine.symbols({ query, limit: 20 })).hits.map(({ qualifiedName }) => qualifiedName);
  assert.deepEqual(await names('Cart.total'), ['Cart.total']);
  assert.ok((await names('total')).includes('CartTotals.totals'));
});

test('a name between backticks is used without them', async (t) => {
  const source = `
-- Sources/Shop/Middleware.swift --
public final class Errors {
    public static func \`default\`(_ level: Int) -> Errors { Errors() }
}
func setUp() { let errors = Errors.default(1); print(errors) }
`;
  const engine = await engineOn(workspace(t, source), { history: 'off', edgeIndexing: 'off' });
  await engine.settled();
  const { of, items } = await engine.related({ symbol: 'Errors.default', kinds: ['called_by'] });
  assert.deepEqual([of[0]?.qualifiedName, items.map(({ symbol }) => symbol.name)], ['Errors.default', ['setUp']]);
});

test('several words within a name are found; of a type those members of the wanted kind, and not those of other types', async (t) => {
  const engine = await engineOn(workspace(t, files), { history: 'off', edgeIndexing: 'off' });
  await engine.settled();
  // A name index that is not built yet answers with beginnings.
  await engine.symbols({ query: 'handle' });
  await engine.settled();
  const named = async (query: string, kinds?: readonly SymbolKind[]): Promise<string[]> =>
    (await engine.symbols({ query, ...(kinds && { filters: { kinds } }) })).hits.map(({ qualifiedName }) => qualifiedName);
  assert.ok((await named('protected_orders')).includes('DeleteView._handle_protected_orders'));
  assert.deepEqual((await named('Handler', ['method'])).slice(0, 2).sort(), ['Handler.handle', 'Handler.handled']);
  assert.equal((await named('DeleteView.handle'))[0], 'DeleteView._handle_protected_orders');
});
