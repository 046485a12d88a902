/** Interface descriptions: what other languages do with the code that is generated from them, known by names alone. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { engineOn, workspace } from '../support/real-engine.js';

const source = `
-- proto/depot.proto --
syntax = "proto3";
service DepotService {
  rpc StoreParcel(Parcel) returns (Receipt);
}
message Parcel { int32 grams = 1; }
-- server/src/service.rs --
use crate::services;
impl crate::services::DepotService for Depot {
    fn store_parcel(&mut self, input: Parcel) -> Result<Receipt> {
        self.store_parcel(&input.items, input.grams)
    }
}
-- server/src/depot.rs --
pub struct Depot { rows: Vec<Row> }
impl Depot {
    pub fn store_parcel(&mut self, items: &[Item], grams: i32) -> Result<Receipt> {
        self.rows.push(Row::new(items, grams));
        Ok(Receipt::default())
    }
}
-- web/src/send.ts --
import { storeParcel } from '@generated/backend';
export async function sendParcel(parcel) { return await storeParcel(parcel); }
-- py/send.py --
def send_parcel(backend, parcel):
    return backend.store_parcel(parcel)
`;

test('users of a service are those of its names in other languages', async (t) => {
  const engine = await engineOn(workspace(t, source), { history: 'off' });
  await engine.settled();
  const related = async (symbol: string, kind: 'called_by' | 'extended_by') => {
    const { items } = await engine.related({ symbol, kinds: [kind] });
    return items.map(({ symbol: { path }, proof, isGuess }) => [path, (proof?.line ?? -1) + 1, isGuess]);
  };
  assert.deepEqual(await related('DepotService.StoreParcel', 'called_by'), [
    ['py/send.py', 2, true],
    ['web/src/send.ts', 2, true],
  ]);
  assert.deepEqual(await related('DepotService.StoreParcel', 'extended_by'), [['server/src/service.rs', 3, true]]);
  const { results, problems } = await engine.retrieve({ query: 'who implements DepotService' });
  assert.equal(results[0]?.path, 'server/src/service.rs');
  assert.ok(!problems.some(({ code }) => code === 'noMatch'));
});

test('in Rust a method that calls one of its name means the inherent one', async (t) => {
  const engine = await engineOn(workspace(t, source), { history: 'off' });
  await engine.settled();
  const place = { at: { path: 'server/src/depot.rs', line: 2, column: 12 }, kinds: ['called_by' as const] };
  const related = await engine.related(place);
  assert.deepEqual(
    related.items.map(({ symbol: { path }, proof }) => [path, proof?.line]),
    [['server/src/service.rs', 3]],
  );
});
