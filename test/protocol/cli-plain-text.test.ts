/** What an untrusted workspace prints through this program does not control the terminal. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { gitMissing } from '../engine/history-fixture.js';
import { runCli, workspace } from '../support/real-engine.js';

// Writes to the clipboard; sets the title; the same with one character of eight bits; reverses what follows.
const orders = ['\x1b]52;c;ZXZpbA==\x07', '\x1b]0;title\x07', '\x9b2J', '\u202e'];
const obeyed = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]/;

test('escape sequences in code, names of files and commits are shown, not sent to the terminal', { skip: gitMissing }, async (t) => {
  const name = `src/pay${orders.slice(0, 2).join('')}.ts`;
  const place = workspace(t, '-- a.md --\n# Shop\n');
  const body = `/** Pays the invoice ${orders.join('')}. */\nexport function payInvoice(amount: number): number {\n  return amount;\n}\n`;
  place.write(name, body);
  place.write('src/other.ts', body.replace('payInvoice', 'payOther').replace('return', "const mark = 'x\\x1b'; return"));
  const git = (...args: string[]) => execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: place.folder });
  git('init', '-q');
  git('add', '-A');
  git('commit', '-qm', `pay ${orders.join('')}`);
  const run = (...args: string[]) => runCli([...args, '-w', place.folder, '--cache-dir', place.cacheDir]);
  for (const args of [
    ['ask', 'payInvoice'],
    ['retrieve', 'pays the invoice', '--explain'],
    ['retrieve', 'pays the invoice', '--markdown'],
    ['symbols', 'payInvoice'],
    ['show', 'payInvoice'],
    ['related', 'payInvoice'],
    ['why', name],
    ['index', '--verbose'],
    ['show', `no${orders[0]}`],
  ]) {
    const { stdout, stderr } = await run(...args);
    assert.doesNotMatch(stdout + stderr, obeyed, args.join(' '));
  }
  const json = (await run('retrieve', 'payInvoice', '--json')).stdout;
  assert.doesNotMatch(json, obeyed);
  // As JSON the value is exact.
  assert.ok(
    JSON.parse(json).results.some(({ path, text }: { path: string; text: string }) => path === name && text.includes(orders.join(''))),
  );
  // Our own colours are sent.
  const coloured = (await run('ask', 'payInvoice', '--color', 'always')).stdout;
  assert.ok(coloured.includes('\x1b[0m') && coloured.includes('<1B>]52;c;') && !coloured.includes(orders[0] as string));
});
