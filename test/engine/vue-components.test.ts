/** Components of Vue that a generated declaration registers: their tags are uses of them. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { engineOn, workspace } from '../support/real-engine.js';

const source = `
-- src/components.d.ts --
export {}
declare module 'vue' {
  export interface GlobalComponents {
    ShopCartRow: typeof import('./components/shop/CartRow.vue')['default']
    AppHeader: typeof import('./components/app/Header.vue')['default']
  }
}
-- src/components/shop/CartRow.vue --
<template>
  <li>{{ name }}</li>
</template>
<script setup lang="ts">
defineProps<{ name: string }>()
</script>
-- src/components/app/Header.vue --
<template>
  <ul>
    <ShopCartRow name="bread" />
    <ShopCartRow name="milk" />
  </ul>
</template>
<script setup lang="ts">
const open = true
</script>
-- src/other/CartRow.vue --
<template>
  <p>none</p>
</template>
`;

test('a tag with the registered name of a component uses it, whichever name is asked for', async (t) => {
  const engine = await engineOn(workspace(t, source), { history: 'off' });
  await engine.settled();
  for (const symbol of ['ShopCartRow', 'src/components/shop/CartRow.vue:1']) {
    const at = symbol.endsWith(':1') ? { path: 'src/components/shop/CartRow.vue', line: 0, column: 0 } : undefined;
    const { of, items } = await engine.related({ ...(at ? { at } : { symbol }), kinds: ['used_by'] });
    assert.deepEqual(
      of.map(({ path }) => path),
      ['src/components/shop/CartRow.vue'],
      symbol,
    );
    assert.deepEqual(
      items.map(({ symbol, proof, moreProof }) => [symbol.path, proof?.line, moreProof.map(({ line }) => line)]),
      [['src/components/app/Header.vue', 2, [3]]],
      symbol,
    );
  }
  const { results } = await engine.retrieve({ query: 'where is ShopCartRow rendered' });
  assert.equal(results[0]?.path, 'src/components/app/Header.vue');
});

const library = `
-- packages/components/package.json --
{ "name": "@shop/components", "main": "./src/index.ts" }
-- packages/components/src/index.ts --
export * from "./components";
-- packages/components/src/components/index.ts --
export { default as VButton, type ButtonProps } from "./Button.vue";
export { Dropdown as VDropdown } from "floating-vue";
-- packages/components/src/components/Button.vue --
<template>
  <button><slot /></button>
</template>
<script setup lang="ts">
defineProps<{ type: string }>()
</script>
-- app/src/Row.vue --
<script setup lang="ts">
import { VButton } from "@shop/components";
const dropdown = 1;
</script>
<template>
  <VButton type="small">{{ dropdown }}</VButton>
</template>
-- app/package.json --
{ "name": "app", "dependencies": { "@other/components": "1" } }
-- app/src/Other.vue --
<script setup lang="ts">
import { VButton } from "@other/components";
</script>
<template>
  <VButton type="small" />
</template>
`;

test('a tag with the name under which an index exports a component uses it', async (t) => {
  const engine = await engineOn(workspace(t, library), { history: 'off' });
  await engine.settled();
  for (const symbol of ['VButton', 'Button']) {
    const { of, items } = await engine.related({ symbol, kinds: ['used_by'] });
    assert.deepEqual(
      of.map(({ path }) => path),
      ['packages/components/src/components/Button.vue'],
      symbol,
    );
    assert.deepEqual(
      items.map(({ symbol, proof }) => [symbol.path, proof?.line]),
      [['app/src/Row.vue', 5]],
      symbol,
    );
  }
  const { results } = await engine.retrieve({ query: 'where is VButton defined', brief: true });
  assert.equal(results[0]?.path, 'packages/components/src/components/Button.vue');
});
