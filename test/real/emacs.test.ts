/** The Emacs client in a real Emacs, with eglot and with lsp-mode. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { packageRoot } from '../../server/util/package-root.js';
import { temporaryWorkspace } from '../support/fixture.js';
import { serverMain, serverMissing } from '../support/server-process.js';

const plugin = join(packageRoot, 'clients', 'emacs');
const emacs = (...args: string[]) =>
  spawnSync('emacs', ['--batch', '--no-init-file', '-f', 'package-initialize', ...args], { encoding: 'utf8', timeout: 200_000 });

const noEmacs = emacs('--version').error ? 'Emacs is not installed: apt-get install emacs-nox' : serverMissing;
const without = (library: string, install: string) =>
  noEmacs || (emacs('--eval', `(require '${library})`).status === 0 ? false : `Emacs has no ${library}: apt-get install ${install}`);

const files = `
-- shop.py --
def total(prices):
    return sum(prices)
-- cart.py --
from shop import total

def price():
    return "é" + str(total([1, 2]))
-- shop.js --
export function quux() {
  return 1;
}
`;

function inEmacs(client: 'eglot' | 'lsp') {
  const workspace = temporaryWorkspace(files);
  try {
    // What Emacs takes for a project.
    mkdirSync(join(workspace.folder, '.git'));
    spawnSync('git', ['init', '-q', workspace.folder]);
    const out = join(workspace.folder, '..', 'out.json');
    const env = {
      CLIENT: client,
      SERVER: [process.execPath, serverMain, '--stdio'].join('\n'),
      ROOT: workspace.folder,
      CACHE: workspace.cacheDir,
      PLUGIN: plugin,
      OUT: out,
    };
    for (const [name, value] of Object.entries(env)) process.env[`CONTEXT_TEST_${name}`] = value;
    const { stdout, stderr } = emacs('-l', join(packageRoot, 'test', 'real', 'emacs-client.el'));
    assert.ok(existsSync(out), `emacs wrote nothing: ${stdout}${stderr}`);
    const said = JSON.parse(readFileSync(out, 'utf8'));
    assert.equal(said.error, undefined, `${said.error}\n${JSON.stringify(said)}\n${stderr}`);
    return said;
  } finally {
    workspace.remove();
  }
}

function assertAnswers(said: ReturnType<typeof inEmacs>) {
  assert.equal(said.mode, 'context-answer-mode');
  assert.match(said.answer, /^## cart\.py:1-2 `frobnicate_quux` \(not saved\)[\s\S]*return 42 \* größe/m);
  assert.deepEqual(said.visited, ['cart.py', 2]);
  assert.equal(said.caller, '    return "é" + str(total([1, 2]))', said.callers);
  assert.match(said.related, /calls: total {2}return "é" \+ str\(total\(\[1, 2\]\)\)/);
  assert.equal(said.next[0], 'shop.py', JSON.stringify(said.next));
  assert.match(said.places[0], /^## shop\.py/);
  assert.ok(
    said.places.some((line: string) => line.startsWith('- cart.py:')),
    said.places.join('\n'),
  );
  assert.match(said.symbols, /^1: ?frobnicate_quux {2}def frobnicate_quux\(größe\)/m);
  assert.match(said.status, /^\w+: 3 files, \d+ symbols/);
  assert.equal(said.modified, true);
}

test('Emacs with eglot asks, follows, lists, and has definitions through the same server', {
  skip: without('eglot', 'elpa-eglot'),
  timeout: 240_000,
}, () => {
  const said = inEmacs('eglot');
  assertAnswers(said);
  assert.deepEqual(said.definition, ['shop.py', 1]);
  assert.equal(said.servers, 1);
  assert.match(said.second, /frobnicate_quux/);
});

test(
  'Emacs with lsp-mode asks, follows and lists beside other servers',
  {
    skip: without('lsp-mode', 'elpa-lsp-mode'),
    timeout: 240_000,
  },
  () => assertAnswers(inEmacs('lsp')),
);

test('the Emacs client compiles without warnings', { skip: noEmacs, timeout: 60_000 }, () => {
  const quiet = "(setq byte-compile-error-on-warn t byte-compile-docstring-max-column 140 byte-compile-dest-file-function #'ignore)";
  const compiled = emacs('-L', plugin, '--eval', quiet, '-f', 'batch-byte-compile', join(plugin, 'context-language-server.el'));
  assert.equal(compiled.status, 0, compiled.stderr);
});
