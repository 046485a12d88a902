/** Imports of a package of the workspace by its name, where another file has a function of the same name. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { engineOn, workspace } from '../support/real-engine.js';

const source = `
-- packages/prices/package.json --
{ "name": "@shop/prices" }
-- packages/prices/src/rest/index.ts --
export const defaultPrice = (): number => 1;
-- packages/web/package.json --
{ "name": "@shop/web" }
-- packages/web/src/helpers/default.ts --
export const defaultPrice = (): number => 2;
-- packages/web/src/cart.ts --
import { defaultPrice } from '@shop/prices';
export const total = () => defaultPrice() * 2;
-- packages/web/src/gift.ts --
import { defaultPrice } from '~/helpers/default';
export const wrap = () => defaultPrice() + 1;
`;

test('a name that is imported from a package of the workspace is the one of that package', async (t) => {
  const engine = await engineOn(workspace(t, source), { history: 'off' });
  await engine.settled();
  const callersAt = async (path: string): Promise<string[]> => {
    const { items } = await engine.related({ at: { path, line: 0, column: 14 }, kinds: ['called_by'] });
    return items.map(({ symbol }) => symbol.name);
  };
  assert.deepEqual(await callersAt('packages/prices/src/rest/index.ts'), ['total']);
  assert.deepEqual(await callersAt('packages/web/src/helpers/default.ts'), ['wrap']);
});
