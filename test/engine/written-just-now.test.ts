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
  for (const [i, [door, finds]] of Object.entries(doors).entries()) {
    const name = `weighParcel${'abcd'[i]}`;
    place.write('src/shop.ts', `export function ${name}(): number {\n  return ${i};\n}\n`);
    assert.ok(await finds(engine, name), door);
  }
});
