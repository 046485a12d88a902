/** The servers of `listed.ts`, each as it is installed: found, started and asked. Skipped where one is not installed. */
import '../support/test-servers.js';
import assert from 'node:assert/strict';
import test from 'node:test';
import type { ServerSettings } from '../../server/core/model/language-server.js';
import { whichProgram } from '../../server/io/language-servers/discovery/executables.js';
import { WorkspaceServers } from '../../server/io/language-servers/workspace-servers.js';
import { temporaryWorkspace } from '../support/fixture.js';
import { settledEngine, workspace } from '../support/real-engine.js';
import { serverMissing, withServer } from '../support/server-process.js';
import { initialize, type Json, openDocument } from '../support/test-client.js';
import { waitUntil } from '../support/wait-until.js';

const files = `
-- shop.sh --
total() { echo "$1"; }
-- cart.sh --
source ./shop.sh
price() { total 2; }
-- shop.h --
int total(int x);
-- shop.c --
#include "shop.h"
int total(int x) { return x; }
-- cart.c --
#include "shop.h"
int price(void) { return total(2); }
-- compile_flags.txt --
-I.
-- shop.php --
<?php
function total(int $x): int { return $x; }
-- cart.php --
<?php
class Cart { function price(): int { return total(2); } }
-- cart.css --
.cart { colr: red; }
-- cart.json --
{ "total": 1, }
-- cart.yaml --
total: 1
-- Dockerfile --
FROM shop
-- cart.html --
<p class="cart">total</p>
-- cart.js --
const total = 1
`;

interface Case {
  readonly id: string;
  readonly command: string;
  readonly language: string;
  readonly file: string;
  readonly method: string;
  /** In the answer at the last "total" of the file. */
  readonly said: RegExp;
  /** Servers that come before it. */
  readonly without?: readonly string[];
}

const cases: readonly Case[] = [
  {
    id: 'bash-language-server',
    command: 'bash-language-server',
    language: 'shellscript',
    file: 'cart.sh',
    method: 'definition',
    said: /shop\.sh/,
  },
  { id: 'ccls', command: 'ccls', language: 'c', file: 'cart.c', method: 'definition', said: /shop\.[ch]/, without: ['clangd'] },
  { id: 'intelephense', command: 'intelephense', language: 'php', file: 'cart.php', method: 'definition', said: /shop\.php/ },
  {
    id: 'vscode-css-language-server',
    command: 'vscode-css-language-server',
    language: 'css',
    file: 'cart.css',
    method: 'diagnostic',
    said: /colr/,
  },
  {
    id: 'vscode-html-language-server',
    command: 'vscode-html-language-server',
    language: 'html',
    file: 'cart.html',
    method: 'documentSymbol',
    said: /cart/,
  },
  {
    id: 'vscode-json-language-server',
    command: 'vscode-json-language-server',
    language: 'json',
    file: 'cart.json',
    method: 'diagnostic',
    said: /Trailing comma/,
  },
  {
    id: 'yaml-language-server',
    command: 'yaml-language-server',
    language: 'yaml',
    file: 'cart.yaml',
    method: 'documentSymbol',
    said: /total/,
  },
  {
    id: 'docker-langserver',
    command: 'docker-langserver',
    language: 'dockerfile',
    file: 'Dockerfile',
    method: 'documentSymbol',
    said: /FROM/,
  },
];

for (const { id, command, language, file, method, said, without = [] } of cases)
  test(`${id} is found, started and asked`, { skip: whichProgram(command) ? false : `no ${command}`, timeout: 240_000 }, async () => {
    const place = temporaryWorkspace(files);
    const settings = Object.fromEntries(without.map((other) => [other, { enabled: false }]));
    const options = { roots: [{ name: '', folder: place.folder }], cacheFolder: place.cacheDir, settings, log: () => {} };
    const servers = new WorkspaceServers({ ...options, trusted: true });
    try {
      const running = (await servers.serversFor(language, '')).find(({ adapter }) => adapter.id === id);
      assert.ok(running, 'not found');
      const uri = place.uriOf(file);
      const text = place.text(file);
      const at = text.lastIndexOf('total');
      const line = text.slice(0, at).split('\n').length - 1;
      const position = { line, character: at - (text.lastIndexOf('\n', at) + 1) };
      running.server.hold(uri, language, text);
      await running.server.ready();
      assert.equal(running.server.session?.gate.state, 'ready');
      const params = { textDocument: { uri }, position };
      const answer = await running.server.request(`textDocument/${method}`, params, { priority: 'interactive', uri });
      assert.match(JSON.stringify(answer), said);
    } finally {
      await servers.close();
      place.remove();
    }
  });

test('a language whose optional server is not installed is reported as without a server', async () => {
  const place = temporaryWorkspace(files);
  const path = process.env['PATH'];
  process.env['PATH'] = '';
  try {
    const options = { roots: [{ name: '', folder: place.folder }], cacheFolder: place.cacheDir, log: () => {} };
    const reports = (settings: ServerSettings) =>
      new WorkspaceServers({ ...options, settings, trusted: false }).describe(['php', 'json', 'yaml', 'javascript']);
    assert.deepEqual(
      (await reports({})).map(({ id }) => id),
      ['typescript'],
    );
    // The settings expect it.
    const [php] = await reports({ intelephense: { command: 'no-such-program' } });
    assert.equal(php?.reason, 'no-such-program was not found');
  } finally {
    process.env['PATH'] = path;
    place.remove();
  }
});

test('a server without definitions is not asked for edges', {
  skip: whichProgram('vscode-json-language-server') ? false : 'no server',
}, async (t) => {
  const place = workspace(t, '-- cart.json --\n{ "total": 1 }\n');
  const engine = await settledEngine(place, { edgeIndexing: 'auto' });
  await engine.edgesIndexed();
  assert.deepEqual(engine.status().structure, []);
});

const components = `
-- tsconfig.json --
{ "compilerOptions": { "module": "ESNext", "moduleResolution": "bundler", "strict": true }, "include": ["*.ts", "*.vue"] }
-- shims.d.ts --
declare module '*.vue' {
  const component: unknown;
  export default component;
}
-- price.ts --
export interface Item { cost: number }
export function total(items: Item[]): number { return items.length; }
-- other.ts --
export function total(): number { return 2; }
-- PriceTag.vue --
<script setup lang="ts">
import { total, type Item } from './price'
const props = defineProps<{ items: Item[] }>()
</script>
<template><b>{{ total(items) }}</b></template>
-- CartView.vue --
<script setup lang="ts">
import PriceTag from './PriceTag.vue'
import { total as sum } from './price'
const cart: Item[] = []
function pay() { return sum(cart) }
</script>
<template>
  <!-- total -->
  <PriceTag v-if="sum(cart) > 3" :items="cart" @picked="pay" />
</template>
-- main.ts --
import CartView from './CartView.vue'
export const app = [CartView]
`;

test("Vue's plugin makes the edges of scripts and templates exact", {
  skip: whichProgram('vue-language-server') ? false : 'no vue-language-server',
  timeout: 240_000,
}, async (t) => {
  const place = workspace(t, components);
  const engine = await settledEngine(place, { edgeIndexing: 'auto', trusted: true });
  await engine.edgesIndexed();
  const vue = engine.status().structure.find(({ language }) => language === 'vue');
  assert.deepEqual([vue?.files, vue?.withEdges], [2, 2]);
  const users = async (symbol: string) =>
    (await engine.related({ symbol, kinds: ['called_by', 'used_by'] })).items.flatMap(
      ({ symbol: { qualifiedName, path }, proof, moreProof }) =>
        [...(proof ? [proof] : []), ...moreProof].map(({ line }) => `${qualifiedName} ${path}:${line + 1}`),
    );
  const ofTotal = await users('price.ts:total');
  for (const one of ['PriceTag PriceTag.vue:5', 'CartView CartView.vue:9', 'CartView.pay CartView.vue:5'])
    assert.ok(ofTotal.includes(one), `${one}: ${ofTotal}`);
  assert.ok(!ofTotal.some((one) => one.endsWith('CartView.vue:8')), `${ofTotal}`);
  assert.deepEqual(await users('other.ts:total'), []);
  assert.match(`${await users('PriceTag')}`, /CartView CartView\.vue:9/);
});

test('without trust the plugin of Vue is not loaded, since options of the workspace name modules', async (t) => {
  const place = workspace(t, components);
  const engine = await settledEngine(place, { edgeIndexing: 'auto' });
  await engine.edgesIndexed();
  assert.deepEqual(
    engine.status().structure.map(({ language }) => language),
    ['typescript'],
  );
  // TypeScript takes the declaration of all `*.vue` for the component.
  const { items } = await engine.related({ symbol: 'CartView', kinds: ['used_by'] });
  assert.deepEqual(
    items.map(({ symbol }) => symbol.path),
    ['main.ts'],
  );
});

test('biome formats beside the server of JavaScript', {
  skip: serverMissing || (whichProgram('biome') ? false : 'no biome'),
  timeout: 120_000,
}, async () => {
  const place = temporaryWorkspace(files);
  try {
    await withServer(async ({ client }) => {
      const capabilities = { textDocument: { formatting: { dynamicRegistration: true } } };
      const settings = {
        cacheDir: place.cacheDir,
        passThrough: true,
        servers: { typescript: { enabled: false }, 'typescript-language-server': { enabled: false } },
      };
      await initialize(client, { folders: [place.uri], settings, capabilities });
      const uri = place.uriOf('cart.js');
      openDocument(client, uri, place.text('cart.js'), 'javascript');
      const options = { tabSize: 2, insertSpaces: true };
      let edits: Json = null;
      // It registers formatting after its start.
      await waitUntil('biome formats', async () => {
        edits = await client.request('textDocument/formatting', { textDocument: { uri }, options });
        return edits?.length > 0;
      });
      assert.match(JSON.stringify(edits), /;/);
    });
  } finally {
    place.remove();
  }
});
