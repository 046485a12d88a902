/** An empty symbol query, as pickers open with: the most important symbols, whatever the method, and also while files are being indexed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { temporaryWorkspace } from '../support/fixture.js';
import { serverMissing, withServer } from '../support/server-process.js';
import { ready } from '../support/shop.js';
import { initialize, type Json, openDocument } from '../support/test-client.js';

/** `Order` is what the workspace is about; every other file has a function of its own that nobody mentions. */
const users = Array.from({ length: 60 }, (_, i) => {
  const name = `step${i}`;
  const money = i < 5 ? "import type { Money } from './money.js';\nexport type Price = Money;\n" : '';
  return `-- src/${name}.ts --\nimport { Order } from './order.js';\n${money}\nexport function ${name}(order: Order): Order {\n  return order.copy();\n}\n`;
});
const shop = `
-- src/order.ts --
/** What a customer wants. */
export class Order {
  copy(): Order {
    return this;
  }
}

function set(): void {}
-- src/money.ts --
export interface Money {
  cents: number;
}
-- src/maps.ts --
export const store = new Map<string, number>();
store.set('a', 1);
store.set('b', 2);
-- test/order.test.ts --
export function testOrder(): void {}
-- notes.md --
# Notes

Nothing of interest.
${users.join('')}`;

const names = (symbols: Json): string[] => symbols.map(({ name }: Json) => name);

test('an empty query lists the most important symbols, by both methods and the command', { skip: serverMissing }, async () => {
  const workspace = temporaryWorkspace(shop);
  try {
    await withServer(async ({ client }) => {
      await initialize(client, { folders: [workspace.uri], settings: { cacheDir: workspace.cacheDir, edgeIndexing: 'off' } });
      await ready(client);
      for (const query of ['', '   ']) {
        const symbols = await client.request('workspace/symbol', { query });
        assert.equal(symbols[0].name, 'Order');
        assert.equal(symbols.length, 50);
        // Only its own file may mean the private `set`; the others call that of a Map.
        assert.ok(names(symbols).indexOf('Money') < names(symbols).indexOf('set'));
      }
      const ask = (params: Json): Promise<Json> => client.request('workspace/semanticSymbol', { query: '', ...params });
      const three = await ask({ limit: 3 });
      assert.deepEqual([three.symbols.length, three.isIncomplete, three.symbols[0].reason], [3, false, 'important']);
      for (const mode of ['auto', 'name', 'meaning']) assert.equal((await ask({ mode, limit: 1 })).symbols[0].name, 'Order');
      const functions = await ask({ filters: { kinds: ['function'], paths: ['src/**'] }, limit: 5 });
      assert.deepEqual(
        [functions.symbols.length, new Set(functions.symbols.map(({ symbolKind }: Json) => symbolKind))],
        [5, new Set(['function'])],
      );
      // Far down in the list, and found all the same.
      assert.deepEqual(names((await ask({ filters: { languages: ['markdown'] } })).symbols), ['Notes']);
      const ordered = names((await ask({ limit: 200 })).symbols);
      assert.ok(ordered.indexOf('testOrder') > ordered.indexOf('step59'), 'tests come after all that is source');
      const shown = await client.request('workspace/executeCommand', {
        command: 'contextLanguageServer.semanticSymbol',
        arguments: [{ query: '', limit: 1 }],
      });
      assert.deepEqual(names(shown.symbols), ['Order']);
    });
  } finally {
    workspace.remove();
  }
});

test('an empty query during indexing lists the known symbols and says that they are incomplete', { skip: serverMissing }, async () => {
  const workspace = temporaryWorkspace(shop);
  try {
    await withServer(async ({ client }) => {
      await initialize(client, { folders: [workspace.uri], settings: { cacheDir: workspace.cacheDir, edgeIndexing: 'off' } });
      openDocument(client, workspace.uriOf('src/new.ts'), 'export class Unsaved {}\n');
      const { symbols, isIncomplete, problems } = await client.request('workspace/semanticSymbol', { query: '', limit: 200 });
      assert.ok(names(symbols).includes('Unsaved'));
      assert.equal(
        isIncomplete,
        problems.some(({ incomplete }: Json) => incomplete),
      );
      if (!names(symbols).includes('Order')) assert.ok(isIncomplete);
      await ready(client);
      assert.equal((await client.request('workspace/symbol', { query: '' }))[0].name, 'Order');
    });
  } finally {
    workspace.remove();
  }
});
