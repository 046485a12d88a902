/** Helix in a terminal (tmux): its workspace symbol picker finds by meaning, and its command line opens an answer. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { temporaryWorkspace } from '../support/fixture.js';
import { serverMain, serverMissing } from '../support/server-process.js';

const version = spawnSync('hx', ['--version'], { encoding: 'utf8' });
const missing = version.error
  ? 'Helix (hx) is not installed: apt-get install hx'
  : spawnSync('tmux', ['-V']).error
    ? 'tmux is not installed: apt-get install tmux'
    : serverMissing;
/** Earlier ones give commands no arguments. */
const hasArguments = Number(/\d+\.\d+/.exec(version.stdout ?? '')?.[0] ?? 0) >= 25.07;

const files = `
-- src/cart.py --
from shop import total
-- src/shop.py --
def total(prices):
    return sum(prices)


def read_proxy_settings(environment):
    """Looks up which proxies the environment names."""
    return environment.get("http_proxy")
`;

/** The recipe of docs/editors.md, with the server that is under test. */
const languages = (cacheDir: string) => `
[language-server.context]
command = ${JSON.stringify(process.execPath)}
args = [${JSON.stringify(serverMain)}, "--stdio"]
config = { cacheDir = ${JSON.stringify(cacheDir)} }

[[language]]
name = "python"
language-servers = [{ name = "context", only-features = ["workspace-symbols", "workspace-command"] }]
`;

function startHelix() {
  const workspace = temporaryWorkspace(files);
  const beside = (name: string) => join(workspace.folder, '..', name);
  mkdirSync(beside('config/helix'), { recursive: true });
  writeFileSync(beside('config/helix/languages.toml'), languages(workspace.cacheDir));
  const env = { ...process.env, XDG_CONFIG_HOME: beside('config'), XDG_CACHE_HOME: beside('helix-cache'), TERM: 'xterm-256color' };
  const tmux = (...args: string[]) => spawnSync('tmux', ['-S', beside('tmux'), ...args], { encoding: 'utf8', env, cwd: workspace.folder });
  const started = tmux('-f', '/dev/null', 'new-session', '-d', '-s', 'hx', '-x', '140', '-y', '30', 'hx', 'src/cart.py');
  assert.equal(started.status, 0, started.stderr);
  const keys = (...names: string[]) => {
    for (const name of names) tmux('send-keys', '-t', 'hx', ...(name.length > 6 ? ['-l', name] : [name]));
  };
  const seen = async (pattern: RegExp, withinMs: number): Promise<{ screen: string; matches: boolean }> => {
    for (const end = performance.now() + withinMs; ; await pause(50)) {
      const screen = tmux('capture-pane', '-p', '-t', 'hx').stdout;
      const matches = pattern.test(screen);
      if (matches || performance.now() > end) return { screen, matches };
    }
  };
  return {
    keys,
    sees: async (pattern: RegExp) => assert.match((await seen(pattern, 60_000)).screen, pattern),
    /** Types again from normal mode until it shows: Helix takes no request before the server has initialized. */
    async typesUntil(pattern: RegExp, ...names: string[]): Promise<void> {
      for (const end = performance.now() + 60_000; performance.now() < end; ) {
        keys(...names);
        if ((await seen(pattern, 3_000)).matches) return;
        keys('Escape');
        // A key that follows Escape at once is one with Alt.
        await pause(200);
      }
      assert.fail(`${pattern} was not seen:\n${(await seen(pattern, 0)).screen}`);
    },
    end() {
      tmux('kill-server');
      workspace.remove();
    },
  };
}

test('Helix finds a workspace symbol by what it does, and opens it', { skip: missing, timeout: 180_000 }, async () => {
  const helix = startHelix();
  try {
    await helix.sees(/from shop import total/);
    await helix.typesUntil(/function +read_proxy_settings +.*src\/shop\.py/, 'Space', 'S', 'which proxies are configured');
    helix.keys('Enter');
    await helix.sees(/NOR .*src\/shop\.py .*5:\d/);
  } finally {
    helix.end();
  }
});

const noArguments = missing || (hasArguments ? false : 'this Helix gives commands no arguments: 25.07 does');
test('Helix opens the answer to a question as a document', { skip: noArguments, timeout: 180_000 }, async () => {
  const helix = startHelix();
  try {
    await helix.sees(/from shop import total/);
    const command = ':lsp-workspace-command contextLanguageServer.retrieve "which proxies are configured"';
    await helix.typesUntil(/# which proxies are configured[\s\S]*## src\/shop\.py:5-7 `read_proxy_settings`/, command, 'Enter');
  } finally {
    helix.end();
  }
});
