/**
 * One connection for every language: our real server in front of the real clangd, pyright, TypeScript servers and gopls,
 * asked by our own client, in each position encoding. Every file has a line with characters of one to four bytes before
 * what is asked about, so that a position which was not converted points elsewhere.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import test from 'node:test';
import { whichProgram } from '../../server/io/language-servers/discovery/executables.js';
import { temporaryWorkspace } from '../support/fixture.js';
import { type Encoding, offsetOf, type Span, spanOf, textAt, withEdits } from '../support/positions.js';
import { serverMissing, withServer } from '../support/server-process.js';
import { initialize, type Json, openDocument, type TestClient } from '../support/test-client.js';

const workspaceOf = `
-- shop.py --
def total(prices: list[int]) -> int:
    """Sums up."""
    return sum(prices)
-- cart.py --
from shop import total

class Cart:
    def price(self):
        return "aé€😀" + str(total([1, 2]))
-- shop.ts --
/** Sums up. */
export function total(prices: number[]): number {
  return prices.length;
}
-- cart.ts --
import { total } from './shop';

export class Cart {
  price() {
    return 'aé€😀' + total([1, 2]);
  }
}
-- tsconfig.json --
{ "compilerOptions": { "strict": true }, "files": ["shop.ts", "cart.ts"] }
-- cpp/shop.h --
// Sums up.
int total(int prices);
-- cpp/shop.cpp --
#include "shop.h"
int total(int prices) { return prices; }
-- cpp/cart.cpp --
#include "shop.h"
struct Cart {
  int price() { const char *text = "aé€😀"; return *text + total(2); }
};
-- go.mod --
module shop

go 1.19
-- shop.go --
package shop

// total sums up.
func total(prices []int) int { return len(prices) }
-- cart.go --
package shop

func price() int { return len("aé€😀") + total([]int{1}) }
`;

interface Case {
  readonly name: string;
  readonly language: string;
  readonly user: string;
  readonly source: string;
  /** Of the declaration in `source`. */
  readonly nth?: number;
  readonly encoding: Encoding;
  readonly settings?: Json;
  /** What the unsaved text of `user` ends with: a mistake of types, at `mistake`. */
  readonly wrong: string;
  readonly mistake: string;
  readonly has: readonly ('types' | 'calls' | 'tokens' | 'incoming')[];
  readonly skip: string | false;
}

const lacks = (...names: string[]): string | false => (names.some((name) => whichProgram(name)) ? false : `no ${names[0]} on PATH`);
const gopls = lacks('gopls') || (spawnSync('go', ['version']).status === 0 ? false : 'no go on PATH');
const typescript: Omit<Case, 'name' | 'encoding'> = {
  language: 'typescript',
  user: 'cart.ts',
  source: 'shop.ts',
  wrong: "\nexport const wrong: number = 'é😀' + unknownName;\n",
  mistake: 'unknownName',
  has: ['calls', 'tokens', 'incoming'],
  skip: serverMissing,
};
const cases: readonly Case[] = [
  { ...typescript, name: 'TypeScript 7', encoding: 'utf-8' },
  { ...typescript, name: 'TypeScript 7', encoding: 'utf-16' },
  { ...typescript, name: 'TypeScript 7', encoding: 'utf-32' },
  { ...typescript, name: 'typescript-language-server', encoding: 'utf-8', settings: { servers: { typescript: { enabled: false } } } },
  {
    name: 'pyright',
    language: 'python',
    user: 'cart.py',
    source: 'shop.py',
    encoding: 'utf-8',
    wrong: '\nwrong = "é😀" + unknown_name\n',
    mistake: 'unknown_name',
    has: ['calls', 'incoming'],
    skip: serverMissing,
  },
  {
    name: 'clangd',
    language: 'cpp',
    user: 'cpp/cart.cpp',
    source: 'cpp/shop.cpp',
    encoding: 'utf-8',
    wrong: '\nconst char *wrong() { return "é😀" + unknown_name; }\n',
    mistake: 'unknown_name',
    has: ['tokens', 'incoming'],
    skip: serverMissing || lacks('clangd', 'clangd-19', 'clangd-22'),
  },
  {
    name: 'gopls',
    language: 'go',
    user: 'cart.go',
    source: 'shop.go',
    nth: 1,
    encoding: 'utf-8',
    wrong: '\nfunc wrong() string { return "é😀" + unknownName }\n',
    mistake: 'unknownName',
    has: ['calls', 'incoming'],
    skip: serverMissing || gopls,
  },
];

/** What an editor of today says of itself. */
const capabilities = {
  workspace: { applyEdit: true, configuration: true, workspaceEdit: { documentChanges: true } },
  window: { workDoneProgress: true },
  textDocument: {
    hover: { contentFormat: ['markdown'] },
    completion: { completionItem: { snippetSupport: false, resolveSupport: { properties: ['documentation', 'detail'] } } },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    rename: { prepareSupport: true },
    publishDiagnostics: { versionSupport: true },
    codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix'] } }, dataSupport: true },
    semanticTokens: {
      requests: { full: { delta: true }, range: true },
      tokenTypes: ['class', 'function', 'method', 'variable', 'parameter', 'type'],
      tokenModifiers: ['declaration'],
      formats: ['relative'],
    },
  },
};

const flat = (symbols: Json[]): Json[] => symbols.flatMap((one) => [one, ...flat(one.children ?? [])]);
const placesOf = (answer: Json): { uri: string; range: Span }[] =>
  (Array.isArray(answer) ? answer : answer ? [answer] : []).map((one) => ({
    uri: one.targetUri ?? one.uri,
    range: one.targetSelectionRange ?? one.range,
  }));
const order = (places: readonly { uri: string; range: Span }[]) =>
  [...places].sort((a, b) => a.uri.localeCompare(b.uri) || a.range.start.line - b.range.start.line);

/** Of the edits of a rename, by file. */
function editsOf(edit: Json): Map<string, Json[]> {
  const changes = new Map<string, Json[]>(Object.entries(edit.changes ?? {}));
  for (const { textDocument, edits } of edit.documentChanges ?? []) changes.set(textDocument.uri, edits);
  return changes;
}

/** The words that tokens stand for. */
function wordsOf(data: readonly number[], text: string, encoding: Encoding): string[] {
  const words: string[] = [];
  let [line, character] = [0, 0];
  for (let i = 0; i < data.length; i += 5) {
    const [lines = 0, characters = 0, length = 0] = data.slice(i, i + 3);
    line += lines;
    character = lines === 0 ? character + characters : characters;
    words.push(textAt(text, { start: { line, character }, end: { line, character: character + length } }, encoding));
  }
  return words;
}

const diagnosticsOf = (client: TestClient, uri: string, matches: (list: Json[]) => boolean) =>
  client.notification('textDocument/publishDiagnostics', (params) => params.uri === uri && matches(params.diagnostics));

for (const { name, language, user, source, nth = -1, encoding, settings = {}, wrong, mistake, has, skip } of cases) {
  test(`${name} through one connection, positions in ${encoding}`, { skip, timeout: 120_000 }, async () => {
    const workspace = temporaryWorkspace(workspaceOf);
    try {
      await withServer(async ({ client }) => {
        await initialize(client, {
          folders: [workspace.uri],
          settings: { cacheDir: workspace.cacheDir, passThrough: true, ...settings },
          encodings: [encoding],
          capabilities,
        });
        const uri = workspace.uriOf(user);
        const text = workspace.text(user);
        openDocument(client, uri, text, language);
        const textDocument = { uri };
        const ask = (method: string, params: object = {}) => client.request(`textDocument/${method}`, { textDocument, ...params });
        const used = spanOf(text, 'total', encoding);
        const position = used.start;
        const declared = {
          uri: workspace.uriOf(source),
          range: spanOf(workspace.text(source), 'total', encoding, nth),
        };

        assert.deepEqual(placesOf(await ask('definition', { position })), [declared]);
        const hover = await ask('hover', { position });
        assert.match(JSON.stringify(hover.contents), /total/);
        if (hover.range) assert.equal(textAt(text, hover.range, encoding), 'total');
        const symbols = flat(await ask('documentSymbol'));
        const price = symbols.find((one) => /price/.test(one.name));
        assert.equal(textAt(text, price.selectionRange, encoding), 'price');
        const highlights = await ask('documentHighlight', { position });
        assert.ok(highlights.some(({ range }: Json) => range.start.character === position.character && range.start.line === position.line));
        const references = placesOf(await ask('references', { position, context: { includeDeclaration: true } }));
        for (const one of references) {
          const there = one.uri === uri ? text : workspace.text(decodeURIComponent(one.uri.slice(workspace.uri.length + 1)));
          assert.equal(textAt(there, one.range, encoding), 'total');
        }
        assert.ok(
          references.some((one) => one.uri === uri && one.range.start.line === position.line),
          JSON.stringify(references),
        );
        const inside = { ...used.end, character: used.end.character + 1 };
        const help = await ask('signatureHelp', { position: inside, context: { triggerKind: 1, isRetrigger: false } });
        assert.match(help.signatures[0].label, /prices/);

        const completion = await ask('completion', { position: used.end, context: { triggerKind: 1 } });
        const items: Json[] = completion.items ?? completion;
        const item = items.find((one) => one.label.trim().startsWith('total'));
        assert.ok(item, JSON.stringify(items.slice(0, 5)));
        if (item.textEdit) assert.equal(textAt(text, item.textEdit.range ?? item.textEdit.insert, encoding), 'total');
        const resolved = await client.request('completionItem/resolve', item);
        assert.equal(resolved.label, item.label);
        assert.deepEqual(
          await ask('completion', { position: used.end, context: { triggerKind: 2, triggerCharacter: '`' } }),
          null,
          'a character that is no trigger of this server',
        );

        const [called] = await ask('prepareCallHierarchy', { position });
        assert.equal(called.name, 'total');
        if (has.includes('incoming')) {
          const [incoming] = await client.request('callHierarchy/incomingCalls', { item: called });
          assert.match(incoming.from.name, /price/);
          assert.deepEqual(
            incoming.fromRanges.map((range: Span) => textAt(text, range, encoding)),
            ['total'],
          );
          if (has.includes('calls')) {
            const outgoing = await client.request('callHierarchy/outgoingCalls', { item: incoming.from });
            const call = outgoing.find(({ to }: Json) => to.name === 'total');
            assert.deepEqual(
              call.fromRanges.map((range: Span) => textAt(text, range, encoding)),
              ['total'],
            );
          }
        }
        const formatted = await ask('formatting', { options: { tabSize: 2, insertSpaces: true } });
        const bare = (one: string) => one.replace(/[\s'";]/g, '');
        if (formatted !== null) assert.equal(bare(withEdits(text, formatted, encoding)), bare(text));

        // Not saved: a mistake at the end, and a second use before it.
        const last = text.split('\n').length - 1;
        client.notify('textDocument/didChange', {
          textDocument: { uri, version: 2 },
          contentChanges: [{ range: { start: { line: last, character: 0 }, end: { line: last, character: 0 } }, text: wrong }],
        });
        const now = text + wrong;
        const shown = await diagnosticsOf(client, uri, (list) => list.some((one) => one.message.includes(mistake)));
        const said = shown.diagnostics.find((one: Json) => one.message.includes(mistake));
        assert.equal(textAt(now, said.range, encoding), mistake);
        assert.equal(shown.version, 2);
        await ask('codeAction', { range: said.range, context: { diagnostics: [said] } });

        if (has.includes('tokens')) {
          const whole = await ask('semanticTokens/full');
          const words = wordsOf(whole.data, now, encoding);
          assert.ok(words.includes('total') && words.includes('Cart'), words.join(' '));
          for (const word of words) assert.match(word, /^\S+$/);
          client.notify('textDocument/didChange', {
            textDocument: { uri, version: 3 },
            contentChanges: [{ range: { start: { line: 1, character: 0 }, end: { line: 1, character: 0 } }, text: '\n\n' }],
          });
          const delta = await ask('semanticTokens/full/delta', { previousResultId: whole.resultId });
          const data = [...whole.data];
          for (const { start, deleteCount, data: inserted = [] } of [...delta.edits].reverse())
            data.splice(start, deleteCount, ...inserted);
          const later = now.replace('\n', '\n\n\n');
          assert.deepEqual(wordsOf(data, later, encoding), words);
          client.notify('textDocument/didChange', { textDocument: { uri, version: 4 }, contentChanges: [{ text: now }] });
        }

        const renamed = editsOf(await ask('rename', { position: spanOf(now, 'total', encoding).start, newName: 'sumUp' }));
        assert.equal(
          withEdits(now, renamed.get(uri) ?? [], encoding).replace('total as sumUp', 'sumUp'),
          now.replaceAll(/(?<!\w)total(?!\w)/g, 'sumUp'),
        );
        const declaredEdits = renamed.get(declared.uri);
        if (declaredEdits) assert.match(withEdits(workspace.text(source), declaredEdits, encoding), /sumUp/);
        const prepared = await ask('prepareRename', { position });
        assert.equal(textAt(now, prepared.range ?? prepared, encoding), 'total');

        // Corrected, and closed without saving: the mistake is gone, and what the disk has counts.
        client.notify('textDocument/didChange', { textDocument: { uri, version: 5 }, contentChanges: [{ text }] });
        await client.waitFor(
          ({ method, params }) =>
            method === 'textDocument/publishDiagnostics' &&
            params.uri === uri &&
            params.version === 5 &&
            !params.diagnostics.some((one: Json) => one.message.includes(mistake)),
          'diagnostics without the mistake',
        );
        assert.equal(offsetOf(text, position, encoding), text.lastIndexOf('total'));
        assert.deepEqual(order(placesOf(await ask('definition', { position }))), [declared]);
        client.notify('textDocument/didClose', { textDocument });
      });
    } finally {
      workspace.remove();
    }
  });
}
