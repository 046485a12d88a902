/** A symbol that was written to the disk just before it is asked for: a watcher reports it some milliseconds later. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Engine } from '../../server/core/engine/engine-api.js';
import { engineOn, workspace } from '../support/real-engine.js';

const doors: Readonly<Record<string, (engine: Engine, name: string) => Promise<boolean>>> = {
  show: async (engine, symbol) => (await engine.show({ symbol })).results[0]?.name === symbol,
  related: async (engine, symbol) => (await engine.related({ symbol })).of[0]?.name === symbol,
  symbols: async (engine, query) => (await engine.symbols({ query, mode: 'name' })).hits[0]?.name === query,
  retrieve: async (engine, query) => (await engine.retrieve({ query })).results[0]?.name === query,
};

test('is found at once', async (t) => {
  const place = workspace(t, '-- src/shop.ts --\nexport function openShop(): number {\n  return 1;\n}\n');
  const engine = await engineOn(place, { watch: true });
  await engine.ready();
  for (const [door, finds] of Object.entries(doors)) {
    let isFound = false;
    // A busy machine may deliver a change late: each attempt is another symbol, asked for once.
    for (let attempt = 0; attempt < 4 && !isFound; attempt++) {
      const name = `weigh${door}${'abcd'[attempt]}`;
      place.write('src/shop.ts', `export function ${name}(): number {\n  return ${attempt};\n}\n`);
      isFound = await finds(engine, name);
    }
    assert.ok(isFound, door);
  }
});
