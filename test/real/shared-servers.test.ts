/**
 * Two editors of different kinds, an agent and the terminal at once on C++, Python, TypeScript and Go: one index, one server of each
 * kind, also after kill -9.
 */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { programs, whichProgram } from '../../server/io/language-servers/discovery/executables.js';
import { packageRoot } from '../../server/util/package-root.js';
import { withMcp } from '../support/mcp-client.js';
import { workspace } from '../support/real-engine.js';
import { serverMissing } from '../support/server-process.js';
import { namesFor, sharing } from '../support/shared-engine.js';
import { type Json, openDocument, type TestClient } from '../support/test-client.js';

const fixture = readFileSync(join(packageRoot, 'fixtures', 'mixed-workspace.txt'), 'utf8');
const skip = serverMissing || (!existsSync('/proc/self/stat') && 'needs /proc');

/** Of each language: a word of its server's command line, and a place where it is asked for the definition of the total. */
const languages = [
  {
    language: 'typescript',
    command: /typescript.*(?:tsc|tsgo)\b.*--lsp|tsserver/,
    path: 'web/checkout.ts',
    name: 'priceOf',
    there: true,
  },
  { language: 'python', command: /pyright.*langserver/, path: 'invoices/invoice.py', name: 'total_price_of_order', there: true },
  {
    language: 'cpp',
    command: /^\S*clangd\S* /,
    path: 'engine/quote.cc',
    name: 'TotalPriceOfOrder',
    there: whichProgram('clangd') !== null,
  },
  {
    language: 'go',
    command: /gopls/,
    path: 'shipping/parcel.go',
    name: 'TotalPriceOfOrder',
    there: whichProgram('gopls') !== null && [...programs('go')].length > 0,
  },
].filter(({ there }) => there);

const completion = (snippetSupport: boolean) => ({ completionItem: { snippetSupport, documentationFormat: ['markdown', 'plaintext'] } });
const capabilities = {
  one: {
    workspace: { applyEdit: true, configuration: true },
    textDocument: { completion: completion(true), hover: { contentFormat: ['markdown'] } },
  },
  other: {
    workspace: { applyEdit: true },
    textDocument: { completion: completion(false), diagnostic: {}, definition: { linkSupport: true } },
  },
};

/** A server of an untrusted workspace runs below it. */
const sandbox = /^\S*bwrap /;

/** Command lines of all processes that a process has started, and of those that these have started. */
function commandsBelow(pid: number): string[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
    } catch {
      // It has ended.
    }
  }
  const isBelow = (one: number): boolean => {
    const parent = parents.get(one);
    return parent !== undefined && (parent === pid || isBelow(parent));
  };
  return [...parents.keys()].filter(isBelow).flatMap((one) => {
    try {
      return [readFileSync(`/proc/${one}/cmdline`, 'utf8').replaceAll('\0', ' ')];
    } catch {
      return [];
    }
  });
}

test('one index and one server of each kind for all clients; kill -9 of the engine loses nothing', {
  skip,
  timeout: 240_000,
}, async (t) => {
  const place = workspace(t, fixture);
  const { editor, cli, engines, env } = sharing(place);
  const settings = { passThrough: true, edgeIndexing: 'auto', statusNotifications: true };
  const editors = await Promise.all([editor(settings, capabilities.one), editor(settings, capabilities.other)]);
  const uriOf = (path: string) => pathToFileURL(place.file(path)).href;
  for (const { client } of editors)
    for (const { path, language } of languages) openDocument(client, uriOf(path), readFileSync(place.file(path), 'utf8'), language);

  const define = async (client: TestClient, { path, name }: (typeof languages)[number]) => {
    const lines = readFileSync(place.file(path), 'utf8').split('\n');
    const line = lines.findIndex((text) => text.includes(name) && !/^(?:import|from|#include)/.test(text));
    const position = { line, character: lines[line]!.indexOf(name) + 2 };
    const found: Json = await client.request('textDocument/definition', { textDocument: { uri: uriOf(path) }, position });
    return [found].flat().map((one: Json) => (one.targetUri ?? one.uri) as string);
  };
  const definedEverywhere = async () => {
    for (const { client } of editors)
      for (const one of languages) {
        const found = await define(client, one);
        assert.ok(found.length > 0 && !found.includes(uriOf(one.path)), `${one.language}: ${found}`);
      }
  };
  const oneOfEach = async () => {
    const [engine, ...others] = await engines();
    assert.equal(others.length, 0);
    // Editors, agent and engine are all started below this process.
    const commands = commandsBelow(process.pid).filter((line) => !sandbox.test(line));
    for (const { language, command } of languages) {
      const own = commands.filter((line) => command.test(line));
      assert.equal(own.length, 1, `${language}: ${own.join('\n') || commands.join('\n')}`);
    }
    return engine;
  };

  await definedEverywhere();
  const unsaved = uriOf('web/draft.ts');
  openDocument(editors[0]!.client, unsaved, 'export function draftOfAnInvoice(): number {\n  return 1;\n}\n');
  await withMcp({ args: ['--workspace', place.folder, '--cache-dir', place.cacheDir], env }, async ({ text }) => {
    const asked = () => text('search_code', { query: 'compute the total price of an order' });
    assert.match(await asked(), /total_?price/i);
    const before = await oneOfEach();
    assert.equal(before.clients, 3);
    assert.equal((await namesFor(editors[0]!.client, 'draftOfAnInvoice'))[0], 'draftOfAnInvoice');
    assert.ok(!(await namesFor(editors[1]!.client, 'draftOfAnInvoice')).includes('draftOfAnInvoice'));

    process.kill(before.pid, 'SIGKILL');
    await definedEverywhere();
    assert.match(await asked(), /total_?price/i);
    assert.equal((await namesFor(editors[0]!.client, 'draftOfAnInvoice'))[0], 'draftOfAnInvoice');
    const terminal = await cli('ask', 'compute the total price of an order', '--json');
    assert.ok(JSON.parse(terminal.stdout).results.length > 0, terminal.stderr);
    const after = await oneOfEach();
    assert.notEqual(after.pid, before.pid);
  });
});
