/** A client that none of us wrote: Neovim's built-in one, headless, asks about a change that is not saved. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { packageRoot } from '../../server/util/package-root.js';
import { temporaryWorkspace } from '../support/fixture.js';
import { serverMain, serverMissing } from '../support/server-process.js';

const version = spawnSync('nvim', ['--version'], { encoding: 'utf8' });
const missing = version.error ? 'Neovim (nvim) is not installed: apt-get install neovim' : serverMissing;

type Workspace = ReturnType<typeof temporaryWorkspace>;

/** Runs a Lua script in headless Neovim; gives what it wrote down and Neovim's exit code. */
function inNeovim(
  workspace: Workspace,
  script: string,
  more: Record<string, string> = {},
  // biome-ignore lint/suspicious/noExplicitAny: what a script wrote down has the form that its test asserts
): { said: Record<string, any>; status: number | null; stderr: string } {
  const lua = (name: string): string => join(packageRoot, 'test', 'real', name);
  const beside = (name: string): string => join(workspace.folder, '..', name);
  const out = beside('out.json');
  const nvim = spawnSync('nvim', ['--headless', '--clean', '-c', `luafile ${lua(script)}`], {
    encoding: 'utf8',
    timeout: 150_000,
    env: {
      ...process.env,
      XDG_STATE_HOME: beside('state'),
      XDG_CACHE_HOME: beside('nvim-cache'),
      CONTEXT_TEST_SERVER: JSON.stringify([process.execPath, serverMain, '--stdio']),
      CONTEXT_TEST_PLUGIN: join(packageRoot, 'clients', 'neovim'),
      CONTEXT_TEST_ROOT: workspace.folder,
      CONTEXT_TEST_FILE: workspace.file('src/main.ts'),
      CONTEXT_TEST_CACHE: workspace.cacheDir,
      CONTEXT_TEST_OUT: out,
      CONTEXT_TEST_RUN: lua('neovim-run.lua'),
      ...more,
    },
  });
  assert.ok(existsSync(out), `nvim wrote nothing: ${nvim.stdout}${nvim.stderr}`);
  return { said: JSON.parse(readFileSync(out, 'utf8')), status: nvim.status, stderr: nvim.stderr };
}

const source = '-- src/main.ts --\n/** Starts it all. */\nexport function main(): void {}\n';

test('Neovim says why a server ended at once, and what is wrong with a setting', { skip: missing, timeout: 180_000 }, () => {
  const workspace = temporaryWorkspace(source);
  try {
    const { said, stderr } = inNeovim(workspace, 'neovim-broken.lua');
    assert.equal(said.error, undefined, `${said.error}\n${stderr}`);
    assert.match(said.string, /^context_language_server: cmd is a list/);
    const reasons = said.notices.filter((notice: string) => /--stdioo ended with exit code 2 before it answered/.test(notice));
    assert.ok(reasons.length >= 2, JSON.stringify(said.notices));
    assert.equal(said.help, true, ':help finds the manual without :helptags');
    assert.match(said.health, /ERROR.*--stdioo ended with exit code 2/);
  } finally {
    workspace.remove();
  }
});

test('Neovim sees its unsaved change in context/retrieve and workspace/symbol', { skip: missing, timeout: 180_000 }, () => {
  const workspace = temporaryWorkspace(source);
  try {
    const { said, status, stderr } = inNeovim(workspace, 'neovim-client.lua');
    assert.equal(said.error, undefined, `${said.error}\n${stderr}`);
    assert.equal(status, 0);

    assert.equal(said.capabilities.experimental.contextProvider.version, 2);
    const found = said.retrieve.results.find(({ name }: { name: string }) => name === 'frobnicateQuux');
    assert.ok(found, JSON.stringify(said.retrieve));
    assert.deepEqual([found.path, found.uri, found.unsaved], ['src/main.ts', workspace.uriOf('src/main.ts'), true]);
    assert.match(found.text, /return 42 \* größe;/);
    assert.match(said.text, /return 42 \* größe;/);
    assert.equal(said.symbols[0].name, 'frobnicateQuux');
    assert.deepEqual(said.symbols[0].location, {
      uri: workspace.uriOf('src/main.ts'),
      range: { start: { line: 0, character: 16 }, end: { line: 0, character: 30 } },
    });
    assert.equal(said.status.openDocuments, 1);
    assert.equal(said.modified, true);
    assert.equal(readFileSync(workspace.file('src/main.ts'), 'utf8'), workspace.text('src/main.ts'));
  } finally {
    workspace.remove();
  }
});

const [, minor = '0'] = /^NVIM v\d+\.(\d+)/.exec(version.stdout ?? '') ?? [];
const noEnable =
  missing || (Number(minor) >= 11 ? false : `vim.lsp.enable comes with Neovim 0.11, this is ${version.stdout?.split('\n')[0]}`);

for (const [way, more, skip] of [
  ['its own autocommand', {}, missing],
  ['vim.lsp.enable', { CONTEXT_TEST_ENABLE: '1' }, noEnable],
] as const) {
  test(`the Neovim plugin, started by ${way}, asks, follows, lists and picks`, { skip, timeout: 180_000 }, () => {
    const workspace = temporaryWorkspace(source);
    try {
      const { said, status, stderr } = inNeovim(workspace, 'neovim-plugin.lua', more);
      assert.equal(said.error, undefined, `${said.error}\n${stderr}`);
      assert.equal(status, 0);
      assert.equal(said.attached, true);
      assert.equal(said.first, 'frobnicateQuux');
      assert.match(said.markdown, /^## src\/main\.ts:1-3 .*not saved[\s\S]*return 42;/m);
      assert.equal(said.filetype, 'markdown');
      assert.equal(said.fold, 1);
      assert.deepEqual(said.opened, ['main.ts', 2, true]);
      assert.equal(said.windows, 0);
      assert.deepEqual(said.caller, ['main.ts', 'const ünit = frobnicateQuux();']);
      assert.deepEqual(said.told.slice(0, 2), [
        'context_language_server: unknown option passThrough; options are attach, cmd, root_dir, settings; settings of the server belong in settings',
        'ContextRelated: put the cursor on a symbol in a file',
      ]);
      assert.match(said.quickfix, /frobnicateQuux/);
      assert.ok(
        said.related.some((text: string) => /^(called|used) by: .*const ünit = frobnicateQuux\(\);$/.test(text)),
        said.related.join('\n'),
      );
      assert.match(said.offered, /src\/main\.ts:1 {2}frobnicateQuux/);
      assert.equal(said.picked, 1);
      assert.equal(said.atOnce, 'lastMinuteZebra', 'a question right after a change');
      assert.match(said.health, /ready: 1 files, \d+ symbols/);
      assert.match(said.health, /typescript: language servers have resolved \d of 1 files/);
      assert.equal(said.commands, 6);
    } finally {
      workspace.remove();
    }
  });
}

const shop = `
-- src/main.ts --
-- shop.py --
def total(prices):
    return sum(prices)
-- cart.py --
from shop import total

def price():
    return "é" + str(total([1, 2]))
-- shop.ts --
export function total(prices: number[]): number {
  return prices.length;
}
-- cart.ts --
import { total } from './shop';

export const price = 'é' + total([1, 2]);
-- tsconfig.json --
{ "compilerOptions": { "strict": true }, "files": ["shop.ts", "cart.ts"] }
`;

test('Neovim has definition, hover, references, diagnostics, completion and rename of two languages from one client', {
  skip: missing,
  timeout: 180_000,
}, () => {
  const workspace = temporaryWorkspace(shop);
  try {
    const { said, status, stderr } = inNeovim(workspace, 'neovim-pass-through.lua');
    assert.equal(said.error, undefined, `${said.error}\n${stderr}`);
    assert.equal(status, 0);
    assert.equal(said.clients, 1);
    for (const [language, line, source] of [
      ['typescript', 1, 'shop.ts'],
      ['python', 1, 'shop.py'],
    ] as const) {
      const { hover, references, definition, completion, renamed } = said[language];
      assert.match(hover.join('\n'), /total/);
      assert.equal(references, 3, language);
      assert.deepEqual(definition, [source, line]);
      assert.ok(completion.includes('total'), completion.slice(0, 20).join(' '));
      assert.match(renamed, /sum_up\(\[1, 2\]\)/);
    }
    assert.doesNotMatch(readFileSync(workspace.file('cart.ts'), 'utf8'), /sum_up/);
  } finally {
    workspace.remove();
  }
});
