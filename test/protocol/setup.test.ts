/** `setup` in a home folder of its own: what it finds, prints and writes, and that it destroys nothing. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { addToJson } from '../../server/fronts/cli/setup/add-to-json.js';
import { temporaryWorkspace } from '../support/fixture.js';
import { serverMain, serverMissing } from '../support/server-process.js';
import type { Json } from '../support/test-client.js';

const programs = ['nvim', 'emacs', 'hx', 'code', 'zed', 'claude', 'codex', 'cursor', 'opencode', 'crush', 'copilot'];

/** A home folder where these programs are installed; `claude` notes its arguments where the real one keeps its servers. */
function withHome(installed: readonly string[], run: (home: Home) => void): void {
  const workspace = temporaryWorkspace('-- .keep --\n');
  const home = workspace.folder;
  const bin = join(home, '..', 'bin');
  mkdirSync(bin);
  for (const name of installed) {
    writeFileSync(join(bin, name), name === 'claude' ? '#!/bin/sh\necho "$@" >>"$HOME/.claude.json"\n' : '');
    chmodSync(join(bin, name), 0o755);
  }
  const file = (name: string) => join(home, name);
  const setup = (...args: string[]) => {
    const env = { ...process.env, PATH: bin, HOME: home, XDG_CONFIG_HOME: '' };
    const { stdout, stderr, status } = spawnSync(process.execPath, [serverMain, 'setup', ...args], { cwd: home, encoding: 'utf8', env });
    return { stdout, stderr, status };
  };
  try {
    run({
      setup,
      outcomes: () => Object.fromEntries(JSON.parse(setup('--write', '--json').stdout).map(({ name, outcome }: Json) => [name, outcome])),
      read: (name) => readFileSync(file(name), 'utf8'),
      has: (name) => existsSync(file(name)),
      files: () => readdirSync(home, { recursive: true, withFileTypes: true }).flatMap((one) => (one.isFile() ? [one.name] : [])),
      write(name, text) {
        mkdirSync(dirname(file(name)), { recursive: true });
        writeFileSync(file(name), text);
      },
    });
  } finally {
    workspace.remove();
  }
}

interface Home {
  setup(...args: string[]): { readonly stdout: string; readonly stderr: string; readonly status: number | null };
  /** What `--write` did, by name. */
  outcomes(): Record<string, string>;
  read(name: string): string;
  has(name: string): boolean;
  files(): string[];
  write(name: string, text: string): void;
}

const skip = serverMissing || (process.platform === 'win32' ? 'the programs of this test are shell scripts' : false);

test('prints the configuration of what is installed, and writes nothing', { skip }, () =>
  withHome(['nvim', 'cursor'], ({ setup, files }) => {
    const { stdout, status } = setup();
    assert.equal(status, 0);
    assert.match(stdout, /^Neovim: .*\/\.config\/nvim\/init\.lua$/m);
    assert.match(stdout, /^Cursor: .*\/\.cursor\/mcp\.json$/m);
    assert.match(stdout, /^ {4}\{"mcpServers":\{"context":\{"command":"context-language-server","args":\["mcp"\]\}\}\}$/m);
    assert.doesNotMatch(stdout, /^(?:Kakoune|Zed|Codex):/m);
    assert.match(stdout, /^Not found here: .*Zed, Kakoune, .*Codex,/m);
    assert.match(stdout, /^setup --write adds the lines/m);
    assert.deepEqual(files(), ['.keep']);
  }),
);

test('says what is configured already', { skip }, () =>
  withHome(['nvim'], ({ setup, outcomes }) => {
    outcomes();
    const { stdout } = setup();
    assert.match(stdout, /^Neovim: .*init\.lua \(already there\)$/m);
    assert.doesNotMatch(stdout, /setup --write/);
  }),
);

test('--write makes each configuration once', { skip }, () =>
  withHome(programs, ({ outcomes, read, files }) => {
    const first = outcomes();
    assert.deepEqual(Object.keys(first).length, 12);
    const { 'VS Code': code, ...written } = first;
    assert.equal(code, 'printed');
    assert.deepEqual(new Set(Object.values(written)), new Set(['written']));
    const json = (name: string) => JSON.parse(read(name));
    assert.deepEqual(json('.config/opencode/opencode.json').mcp.context.command, ['context-language-server', 'mcp']);
    assert.deepEqual(json('.copilot/mcp-config.json').mcpServers.context.tools, ['*']);
    assert.equal(json('.config/Code/User/mcp.json').servers.context.type, 'stdio');
    assert.equal(json('.config/zed/settings.json').context_servers.context.command, 'context-language-server');
    assert.match(read('.codex/config.toml'), /^\[mcp_servers\.context\]$/m);
    assert.equal(read('.claude.json'), 'mcp add --scope user context -- context-language-server mcp\n');
    const all = files().sort();
    assert.ok(!all.some((name) => name.includes('.bak')), 'a new file needs no backup');

    const { 'VS Code': _, ...second } = outcomes();
    assert.deepEqual(new Set(Object.values(second)), new Set(['already there']));
    assert.deepEqual(files().sort(), all);
  }),
);

test('--write keeps what a file has, and a backup of it', { skip }, () =>
  withHome(programs, ({ setup, outcomes, read, has, write }) => {
    const before: Record<string, string> = {
      '.config/nvim/init.vim': 'set number',
      '.emacs': '(setq x 1)\n',
      '.config/helix/languages.toml': '[[language]]\nname = "python"\nlanguage-servers = ["ruff"]\n',
      '.config/zed/settings.json': '// Mine\n{\n    "theme": "One", // dark\n    "context_servers": {\n        "other": {}\n    },\n}\n',
      '.cursor/mcp.json': '{}',
      '.config/crush/crush.json': '{"lsp": {}}',
      '.codex/config.toml': 'model = "x"',
      '.copilot/mcp-config.json': '{ "mcpServers": { "context": { "command": "other" } } }',
      '.config/opencode/opencode.jsonc': '{ "mcp": [',
    };
    for (const [name, text] of Object.entries(before)) write(name, text);
    const { opencode, 'Copilot CLI': copilot, ...rest } = outcomes();
    assert.match(opencode ?? '', /^failed: not valid JSON in line 1$/);
    assert.match(copilot ?? '', /^failed: mcpServers\.context is something else$/);
    assert.equal(setup('--write').status, 1);
    for (const name of ['.config/opencode/opencode.jsonc', '.copilot/mcp-config.json']) {
      assert.equal(read(name), before[name]);
      assert.ok(!has(`${name}.bak`));
      delete before[name];
    }
    assert.ok(Object.values(rest).every((outcome) => outcome === 'written' || outcome === 'printed'));
    for (const [name, text] of Object.entries(before)) {
      assert.equal(read(`${name}.bak`), text, name);
      assert.ok(!has(`${name}.bak2`), 'the second run changed nothing');
    }
    assert.ok(!has('.config/nvim/init.lua'), 'Neovim has either init.vim or init.lua');
    assert.match(read('.config/nvim/init.vim'), /^set number\n\n" context.*\nlua << EOF\n[\s\S]*\.setup\(\{\}\)\nEOF\n$/);
    assert.equal(
      read('.config/zed/settings.json'),
      `// Mine
{
    "theme": "One", // dark
    "context_servers": {
        "other": {},
        "context": {
            "command": "context-language-server",
            "args": [
                "mcp"
            ]
        }
    },
}
`,
    );
    const helix = read('.config/helix/languages.toml');
    assert.equal(helix.match(/name = "python"/g)?.length, 1, 'a second table would replace the first one');
    assert.match(helix, /^\[language-server\.context\]$/m);
    assert.match(helix, /^name = "rust"$/m);
  }),
);

test('a Helix language that the file has is left to the user', { skip }, () =>
  withHome(['hx'], ({ setup, write }) => {
    write('.config/helix/languages.toml', '[[language]]\nname = "python"\n');
    const { stdout } = setup('--write');
    assert.match(stdout, /add \{ name = "context", only-features = \[.*\] \} to language-servers of python/);
  }),
);

test('adds to JSON as people write it', () => {
  const add = (text: string, path = ['a', 'b']) => addToJson(text, path, 1);
  assert.equal(add(''), '{\n  "a": {\n    "b": 1\n  }\n}\n');
  assert.equal(add('{}', ['a']), '{\n  "a": 1\n}');
  assert.equal(add('{ "a": { "c": "}" } }'), '{ "a": { "c": "}",\n    "b": 1 } }');
  assert.equal(
    add('{\n\t"a": {\n\t\t"c": [1, {"b": 2}] // why\n\t}\n}'),
    '{\n\t"a": {\n\t\t"c": [1, {"b": 2}], // why\n\t\t"b": 1\n\t}\n}',
  );
  assert.equal(add('{\n  "c": 2, // last\n}\n', ['a']), '{\n  "c": 2, // last\n  "a": 1,\n}\n');
  assert.equal(add('{"a": {"b": null}}'), null);
  for (const wrong of ['{', '[1', '{"a" 1}', '{"a": {}} x', "{'a': 1}"]) assert.throws(() => add(wrong), /not valid JSON in line 1/, wrong);
  for (const [text, at] of [
    ['{"a": 1}', 'a'],
    ['[]', 'the top'],
  ] as const)
    assert.throws(() => add(text), new RegExp(`expected an object at ${at}`));
});
