/** The whole product with real language servers on one workspace of C++, Python, TypeScript and Go: one question, and edges from servers. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { programs, whichProgram } from '../../server/io/language-servers/discovery/executables.js';
import { packageRoot } from '../../server/util/package-root.js';
import { temporaryWorkspace } from '../support/fixture.js';
import { runCli, treeOf } from '../support/real-engine.js';
import { serverMissing, withServer } from '../support/server-process.js';
import { initialize, type Json, openDocument } from '../support/test-client.js';

const fixture = readFileSync(join(packageRoot, 'fixtures', 'mixed-workspace.txt'), 'utf8');
const has = (...names: string[]) => names.some((name) => whichProgram(name) !== null);

/** Of each language: where the total is asked for, from where, and who proves it. */
const languages = [
  {
    language: 'typescript',
    server: /^typescript /,
    name: 'totalPriceOfOrder',
    user: 'web/checkout.ts',
    total: 'Checkout.total',
    there: true,
  },
  {
    language: 'python',
    server: /^pyright /,
    name: 'total_price_of_order',
    user: 'invoices/invoice.py',
    total: 'Invoice.total',
    there: true,
  },
  {
    language: 'cpp',
    server: /^clangd /,
    name: 'TotalPriceOfOrder',
    user: 'engine/quote.cc',
    total: 'Quote.Total',
    there: has('clangd', 'clangd-19', 'clangd-22'),
  },
  {
    language: 'go',
    server: /^gopls /,
    name: 'TotalPriceOfOrder',
    user: 'shipping/parcel.go',
    total: 'Parcel.Total',
    there: has('gopls') && [...programs('go')].length > 0,
  },
];
const present = languages.filter(({ there }) => there);

test('one question, several languages, and edges across files from servers', {
  skip: serverMissing,
  timeout: 180_000,
}, async (t) => {
  for (const { language, there } of languages) if (!there) t.diagnostic(`${language}: left out, its language server is not installed`);
  const workspace = temporaryWorkspace(fixture);
  const before = treeOf(workspace.folder);
  try {
    await withServer(async ({ client }) => {
      const settings = { cacheDir: workspace.cacheDir, statusNotifications: true, history: 'off' };
      await initialize(client, { folders: [workspace.uri], settings, capabilities: { window: { workDoneProgress: true } } });
      await client.notification('context/didChangeStatus', ({ structure }) =>
        present.every(({ language }) => {
          const one = structure.find((entry: Json) => entry.language === language);
          return one !== undefined && one.state === 'done' && one.withEdges === one.files;
        }),
      );
      const shown = await client.notification('$/progress', ({ value }) => value.title === 'Asking language servers');
      assert.equal(shown.value.kind, 'begin');
      const answer = await client.request('context/retrieve', { query: 'compute the total price of an order', limit: 12, related: 8 });
      const found = new Set(answer.results.map((result: Json) => result.language));
      for (const { language } of languages) assert.ok(found.has(language), `${language} is not in ${[...found]}`);
      for (const { language, server } of present) {
        const result = answer.results.find((one: Json) => one.language === language);
        assert.match(result.provenance, server);
      }

      for (const { language, server, name, user, total } of present) {
        const { items, of } = await client.request('context/related', { symbol: name, kinds: ['called_by'] });
        const calls = items.filter((item: Json) => item.symbol.language === language);
        const source = of.filter((one: Json) => one.language === language).map((one: Json) => one.path);
        assert.ok(source.length > 0 && !source.includes(user), `${language}: ${source}`);
        const call = calls.find((item: Json) => item.symbol.qualifiedName === total);
        assert.ok(call, `${language}: ${JSON.stringify(items)}`);
        assert.equal(call.symbol.path, user);
        assert.match(call.provenance, server);
        assert.equal(call.proof.uri, workspace.uriOf(user));
        const line = workspace.text(user).split('\n')[call.proof.range.start.line];
        assert.equal(call.proof.text, line?.trim());
      }
      // By name alone `priceOf` is nobody's, and `total` everybody's.
      const steps = await client.request('context/related', { symbol: 'totalPriceOfOrder', depth: 3, kinds: ['called_by', 'tested_by'] });
      const reached = steps.items.map((item: Json) => `${item.depth} ${item.relation} ${item.symbol.qualifiedName}`);
      assert.deepEqual(reached.sort(), ['1 called_by Checkout.total', '2 called_by GiftCheckout.total', '2 tested_by checksTheTotal']);
      // From a place where it is mentioned.
      const text = workspace.text('web/checkout.ts');
      const uri = workspace.uriOf('web/checkout.ts');
      const at = text.indexOf('extends Checkout') + 'extends Ch'.length;
      const lines = text.slice(0, at).split('\n');
      const position = { line: lines.length - 1, character: lines.at(-1)!.length };
      const heirs = await client.request('context/related', { textDocument: { uri }, position, kinds: ['extended_by'] });
      assert.deepEqual(
        heirs.of.map((one: Json) => one.name),
        ['Checkout'],
      );
      assert.deepEqual(
        heirs.items.map((item: Json) => item.symbol.qualifiedName),
        ['GiftCheckout'],
      );

      // An edit that nobody has saved: the new edge is there as soon as the server has said so.
      openDocument(client, uri, text.replace('super.total() + 5', '5'));
      const edited = () => client.request('context/related', { symbol: 'GiftCheckout.total', kinds: ['calls'] });
      await client.waitFor(
        ({ method, params }) =>
          method === 'context/didChangeStatus' &&
          params.openDocuments === 1 &&
          params.structure.every((one: Json) => one.withEdges === one.files),
        'the edges of the edited file',
      );
      assert.deepEqual((await edited()).items, []);
    });
    // The same edges without any server, from the index; and nothing was written into the workspace.
    const { stdout } = await runCli([
      'related',
      'totalPriceOfOrder',
      '--relation',
      'called_by',
      '--json',
      '-w',
      workspace.folder,
      '--cache-dir',
      workspace.cacheDir,
    ]);
    assert.deepEqual(
      JSON.parse(stdout).items.map((item: Json) => [item.symbol.qualifiedName, item.proof.line]),
      [['Checkout.total', 7]],
    );
    assert.deepEqual(treeOf(workspace.folder), before);
  } finally {
    workspace.remove();
  }
});
