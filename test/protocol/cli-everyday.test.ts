/** `ask` in the current folder, `completion`, and progress where standard error is no terminal. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Progress } from '../../server/core/model/progress.js';
import { progressLine } from '../../server/fronts/cli/progress-line.js';
import { temporaryWorkspace } from '../support/fixture.js';
import { serverMain, serverMissing } from '../support/server-process.js';

function run(cwd: string, args: readonly string[], env: Record<string, string> = {}) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [serverMain, ...args], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...env },
    timeout: 120_000,
  });
  return { stdout, stderr, status };
}

const files = `
-- src/cart.ts --
export function addToCart(): void {}
-- src/lib/ship.ts --
export function shipOrder(): void {}
`;

test('ask uses the given folder, or the current one', { skip: serverMissing }, () => {
  const place = temporaryWorkspace(files);
  try {
    const ask = (cwd: string, ...words: string[]) => run(cwd, ['ask', ...words, '--places', '--cache-dir', place.cacheDir]);
    assert.match(ask(place.folder, 'addToCart').stdout, /src\/cart\.ts/);
    assert.match(ask(place.folder, 'where', 'is', 'addToCart').stdout, /src\/cart\.ts/);
    assert.match(ask(place.folder, 'src', 'shipOrder').stdout, /^lib\/ship\.ts/m);
    const wrong = ask(place.folder, './nowhere', 'shipOrder');
    assert.equal(wrong.status, 2);
    assert.match(wrong.stderr, /no such folder/);
    const nothing = ask(place.folder);
    assert.equal(nothing.status, 2);
    assert.match(nothing.stderr, /expected a question/);
  } finally {
    place.remove();
  }
});

const noShell = (name: string) =>
  serverMissing || (spawnSync(name, ['--version']).error ? `${name} is not installed: apt-get install ${name}` : false);

/** What a shell offers for a line; a part of it is enough. */
const offers = [
  ['context-language-server sym', 'symbols'],
  ['context-language-server ask --vect', '--vector-search'],
  ['context-language-server ask --color al', 'always'],
  ['context-language-server completion z', 'zsh'],
  ['context-language-server ask src/li', 'src/lib'],
] as const;

function inFolder(run: (folder: string) => void): void {
  const place = temporaryWorkspace(files);
  try {
    run(place.folder);
  } finally {
    place.remove();
  }
}

const script = (shell: string): string => run('.', ['completion', shell]).stdout;

test('bash completes', { skip: noShell('bash') }, () =>
  inFolder((cwd) => {
    for (const [line, offered] of offers) {
      const words = `COMP_WORDS=(${line}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))`;
      const program = `${script('bash')}\n${words}; _context_language_server; echo "\${COMPREPLY[@]}"`;
      assert.equal(spawnSync('bash', ['-c', program], { cwd, encoding: 'utf8' }).stdout.trim(), offered, line);
    }
  }),
);

test('fish completes', { skip: noShell('fish') }, () =>
  inFolder((cwd) => {
    for (const [line, offered] of offers) {
      const program = `${script('fish')}\ncomplete -C '${line}'`;
      const { stdout } = spawnSync('fish', ['-c', program], { cwd, encoding: 'utf8', env: { ...process.env, HOME: cwd } });
      assert.ok(stdout.split(/[\s/]*\n/).includes(offered), `${line}: ${stdout}`);
    }
  }),
);

/** Types a line and a tab into an interactive zsh that has run `load`; what zsh has made of the line is in its output. */
const typed = (load: string, line: string) => `
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PS1=; autoload -Uz compinit; ${load}; print rea''dy"
zpty -r -m shell output '*ready*'
zpty -w -n shell $'${line}\\t\\C-a: \\n'
zpty -w shell "print do''ne"
zpty -r -m shell output '*done*'
print -r -- "$output"
zpty -d shell
`;

for (const [way, load] of [
  ['sourced', 'compinit -u -D; source ./functions/_context-language-server'],
  ['as a function', 'fpath=(./functions $fpath); compinit -u -D'],
] as const)
  test(`zsh completes, ${way}`, { skip: noShell('zsh'), timeout: 120_000 }, () =>
    inFolder((cwd) => {
      mkdirSync(join(cwd, 'functions'));
      writeFileSync(join(cwd, 'functions', '_context-language-server'), script('zsh'));
      for (const [line, offered] of offers) {
        const env = { ...process.env, TERM: 'dumb' };
        const { stdout, stderr } = spawnSync('zsh', ['-f', '-c', typed(load, line)], { cwd, encoding: 'utf8', env });
        assert.ok(stdout.includes(offered), `${line}: ${JSON.stringify(stdout)}${stderr}`);
      }
    }),
  );

test('completion names the shells for another word', { skip: serverMissing }, () => {
  const wrong = run('.', ['completion', 'tcsh']);
  assert.equal(wrong.status, 2);
  assert.match(wrong.stderr, /expected one of bash, zsh, fish/);
});

test('logs progress line by line, at most every three seconds, and not for short work', () => {
  let now = 0;
  const written: string[] = [];
  let report: (progress: Progress) => void = () => {};
  const engine = {
    onProgress: (listener: typeof report) => {
      report = listener;
      return () => {};
    },
  };
  const out = { isTTY: false, write: (text: string) => written.push(text) > 0 };
  progressLine(engine, out as unknown as NodeJS.WriteStream, () => now);
  const step: Progress = { phase: 'indexing', unit: 'files', done: 5, total: 20, listed: 20 };
  for (now = 0; now < 10_000; now += 100) report(step);
  report({ ...step, phase: 'ready' });
  assert.equal(written.length, 3);
  for (const line of written) assert.match(line, /^indexing .*5.*20.*\n$/);
});
