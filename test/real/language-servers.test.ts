/** The real language servers: found, started, asked, edges indexed, killed, ended. Each if it is installed; pyright and those of TypeScript always are. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import test from 'node:test';
import { identifiers } from '../../server/core/code-graph/identifiers.js';
import type { ServerSettings } from '../../server/core/model/language-server.js';
import { bundledFile, programs, whichProgram } from '../../server/io/language-servers/discovery/executables.js';
import { askFileFactsPatiently, locationsOf } from '../../server/io/language-servers/facts/ask-file-facts.js';
import { WorkspaceServers } from '../../server/io/language-servers/workspace-servers.js';
import { hashOf } from '../../server/util/hash.js';
import { pathToUri, uriToPath } from '../../server/util/uri.js';
import { temporaryWorkspace } from '../support/fixture.js';

const shop = `
-- shop.py --
def total(prices):
    return sum(prices)
-- cart.py --
from shop import total

class Cart:
    def price(self):
        return total([1, 2])
-- shop.ts --
export function total(prices: number[]): number {
  return prices.length;
}
-- cart.ts --
import { total } from './shop';

export class Cart {
  price() {
    return total([1, 2]);
  }
}
-- tsconfig.json --
{ "compilerOptions": { "strict": true } }
-- shop.h --
int total(int price);
-- shop.cpp --
#include "shop.h"
int total(int price) { return price; }
-- cart.cpp --
#include "shop.h"
struct Cart {
  int price() { return total(2); }
};
-- go.mod --
module shop

go 1.19
-- shop.go --
package shop

func total(prices []int) int { return len(prices) }
-- cart.go --
package shop

type Cart struct{}

func (Cart) price() int { return total([]int{1, 2}) }
-- shop.sh --
total() { echo "$1"; }
-- cart.sh --
source ./shop.sh
price() { total 2; }
-- Cargo.toml --
[package]
name = "shop"
version = "0.1.0"
edition = "2021"
-- src/lib.rs --
mod shop;
pub fn price() -> i32 { shop::total(2) }
-- src/shop.rs --
pub fn total(price: i32) -> i32 { price }
`;

const bash = bundledFile('bash-language-server/out/cli.js');
const withBash: ServerSettings = bash
  ? {
      'bash-language-server': {
        command: process.execPath,
        args: [bash, 'start'],
        languages: ['shellscript'],
        readyLog: 'BackgroundAnalysis: Completed',
        settings: { bashIde: { enableSourceErrorDiagnostics: false, shellcheckPath: '' } },
      },
    }
  : {};

interface Case {
  readonly server: string;
  readonly language: string;
  readonly user: string;
  /** Where `total` is defined. */
  readonly source: string;
  readonly settings?: ServerSettings;
  readonly skip: string | false;
}
const lacks = (name: string, ...commands: string[]) => (commands.some((one) => whichProgram(one)) ? false : `no ${name}`);
const runs = (name: string) => [...programs(name)].some((one) => spawnSync(one, ['--version']).status === 0);
const cases: readonly Case[] = [
  { server: 'pyright', language: 'python', user: 'cart.py', source: 'shop.py', skip: false },
  { server: 'TypeScript 7', language: 'typescript', user: 'cart.ts', source: 'shop.ts', skip: false },
  {
    server: 'typescript-language-server',
    language: 'typescript',
    user: 'cart.ts',
    source: 'shop.ts',
    settings: { typescript: { enabled: false } },
    skip: false,
  },
  { server: 'clangd', language: 'cpp', user: 'cart.cpp', source: 'shop.cpp', skip: lacks('clangd', 'clangd', 'clangd-19', 'clangd-22') },
  { server: 'gopls', language: 'go', user: 'cart.go', source: 'shop.go', skip: lacks('gopls', 'gopls') || lacks('go', 'go') },
  {
    server: 'rust-analyzer',
    language: 'rust',
    user: 'src/lib.rs',
    source: 'src/shop.rs',
    skip: runs('rust-analyzer') ? false : 'no rust-analyzer',
  },
  {
    server: 'bash-language-server',
    language: 'shellscript',
    user: 'cart.sh',
    source: 'shop.sh',
    settings: withBash,
    skip: bash ? false : 'no bash-language-server',
  },
];

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

for (const { server: name, language, user, source, settings = {}, skip } of cases) {
  test(`${name}: started, ready, asked, edges indexed, killed, ended`, { skip, timeout: 120_000 }, async () => {
    const workspace = temporaryWorkspace(shop);
    const notes: string[] = [];
    const options = { roots: [{ name: '', folder: workspace.folder }], trusted: true, cacheFolder: workspace.cacheDir, settings };
    const servers = new WorkspaceServers({ ...options, log: (_level, text) => notes.push(text) });
    const pids: number[] = [];
    const listing = () => readdirSync(workspace.folder, { recursive: true, encoding: 'utf8' }).sort();
    const before = listing();
    let after: string[];
    try {
      const running = await servers.serverFor(language);
      assert.equal(running?.adapter.title, name);
      const { server, adapter } = running;
      const uri = workspace.uriOf(user);
      const text = workspace.text(user);
      const at = text.lastIndexOf('total');
      const position = { line: text.slice(0, at).split('\n').length - 1, character: at - (text.lastIndexOf('\n', at) + 1) };
      const ask = (method: string, params: object = { position }) =>
        server.request(`textDocument/${method}`, { textDocument: { uri }, ...params }, { priority: 'interactive', uri });
      const release = server.hold(uri, language, text);
      await server.ready();
      pids.push(server.session!.process.pid);
      assert.equal(server.session!.gate.state, 'ready');
      const symbols = (await ask('documentSymbol', {})) as { name: string }[];
      assert.ok(
        symbols.some((one) => /Cart|price/.test(one.name)),
        JSON.stringify(symbols),
      );
      const targets = locationsOf(await ask('definition'));
      assert.deepEqual(
        targets.map((one) => one.uri),
        [workspace.uriOf(source)],
      );
      // Without the declaration pyright leaves out the place asked about instead.
      const references = locationsOf(await ask('references', { position, context: { includeDeclaration: true } }));
      assert.ok(
        references.some((one) => one.uri === uri && one.line === position.line),
        JSON.stringify(references),
      );
      assert.match(JSON.stringify(await ask('hover')), /total/);
      release();

      const file = { path: user, uri, language, text, contentHash: hashOf(text) };
      const pathOf = (one: string) => {
        const path = uriToPath(one);
        return path?.startsWith(`${workspace.folder}/`) ? path.slice(workspace.folder.length + 1) : null;
      };
      const indexEdges = async () => {
        const facts = await askFileFactsPatiently(running, file, identifiers(text, language), pathOf);
        assert.equal(facts.incomplete, null);
        return facts;
      };
      const facts = await indexEdges();
      const called = facts.facts.find((one) => one.occurrence.start === at);
      assert.deepEqual(called?.meaning, {
        kind: 'here',
        targets: [{ path: source, line: targets[0]!.line, character: targets[0]!.character }],
      });
      assert.equal(facts.provenance.server, adapter.id);
      // Debian's gopls tells none; then the file of the program stands for it.
      if (adapter.id !== 'gopls') assert.ok(facts.provenance.version, 'no version');

      // Killed without warning: the next questions start it again, and the facts are the same.
      process.kill(pids[0]!, 'SIGKILL');
      await server.session?.ended;
      assert.deepEqual(await indexEdges(), facts);
      pids.push(server.session!.process.pid);
      assert.equal(server.deaths, 1);
      const [report] = await servers.describe([language]);
      assert.match(report?.reason ?? '', /SIGKILL/);
      assert.equal(report?.state, 'ready');
    } catch (error) {
      console.error(notes.slice(-30).join('\n'));
      throw error;
    } finally {
      await servers.close();
      after = listing();
      workspace.remove();
    }
    assert.deepEqual(pids.filter(isAlive), []);
    assert.deepEqual(after, before, 'something was written into the workspace');
  });
}

test('an untrusted workspace: neither its own server nor one that runs its programs is started', async () => {
  const workspace = temporaryWorkspace(`${shop}-- node_modules/.bin/pyright-langserver --\n#!/bin/sh\ntouch ran\n`);
  try {
    const own = workspace.file('node_modules/.bin/pyright-langserver');
    execFileSync('chmod', ['+x', own]);
    const options = { roots: [{ name: '', folder: workspace.folder }], cacheFolder: workspace.cacheDir, log: () => {} };
    const describe = (languages: readonly string[], trusted: boolean, settings: ServerSettings) =>
      new WorkspaceServers({ ...options, trusted, settings }).describe(languages);
    const before = process.env['PATH'];
    process.env['PATH'] = `${workspace.file('node_modules/.bin')}:${before}`;
    try {
      const [python, rust] = await describe(['python', 'rust'], false, {});
      assert.notEqual(python?.command, own);
      assert.equal(python?.state, 'idle');
      assert.match(rust?.reason ?? '', /not trusted/);
      const [trusted] = await describe(['python'], true, {});
      assert.equal(trusted?.command, own);
      assert.equal(trusted?.where, 'workspace');
      const [set] = await describe(['python'], false, { pyright: { command: own } });
      assert.equal(set?.state, 'missing');
      assert.match(set?.reason ?? '', /is in the workspace/);
    } finally {
      process.env['PATH'] = before;
    }
  } finally {
    workspace.remove();
  }
});

test('a missing server is reported with how to install it', async () => {
  const workspace = temporaryWorkspace(shop);
  try {
    const settings = { nothing: { command: 'no-such-server', languages: ['cobol'] } };
    const roots = [{ name: '', folder: workspace.folder }];
    const servers = new WorkspaceServers({ roots, trusted: true, cacheFolder: workspace.cacheDir, settings, log: () => {} });
    const [report] = await servers.describe(['cobol']);
    assert.equal(report?.state, 'missing');
    assert.match(report?.install ?? '', /no-such-server/);
    assert.equal(pathToUri(workspace.folder), workspace.uri);
  } finally {
    workspace.remove();
  }
});
