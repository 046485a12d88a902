/** `ask` in the current folder, `completion`, and progress where standard error is no terminal. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
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

const completed = (words: string) =>
  `COMP_WORDS=(${words}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _context_language_server; echo "\${COMPREPLY[@]}"`;
const noBash = serverMissing || (spawnSync('bash', ['--version']).error ? 'bash is not installed' : false);

test('completion prints a script that bash runs', { skip: noBash }, () => {
  const script = run('.', ['completion', 'bash']).stdout;
  const complete = (words: string) => spawnSync('bash', ['-c', `${script}\n${completed(words)}`], { encoding: 'utf8' }).stdout.trim();
  assert.equal(complete('context-language-server sym'), 'symbols');
  assert.equal(complete('context-language-server ask --vect'), '--vector-search');
  assert.equal(complete('context-language-server ask --color a'), 'always auto');
});

test('completion supports zsh and fish, and lists the shells for another word', { skip: serverMissing }, () => {
  assert.match(run('.', ['completion', 'zsh']).stdout, /^#compdef context-language-server\n[\s\S]*1:command:\(ask retrieve /);
  assert.match(run('.', ['completion', 'fish']).stdout, /^complete -c context-language-server -l color -x -a 'always never auto'$/m);
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
