/** `eval` and `--explain-html` through the real command line. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type TemporaryWorkspace, temporaryWorkspace } from '../support/fixture.js';
import { serverMain, serverMissing } from '../support/server-process.js';

const files = `
-- src/retry.ts --
/** Sends a request again after a growing pause. */
export async function retryWithBackoff(send: () => Promise<Response>, attempts: number): Promise<Response> {
  for (let i = 0; i < attempts; i++) {
    try {
      return await send();
    } catch {}
  }
  throw new Error('<img src=x onerror=alert(1)> gave up');
}
-- src/cart.ts --
export class ShoppingCart {
  private readonly items: string[] = [];
  /** Puts one more thing into the cart. */
  add(item: string): void {
    this.items.push(item);
  }
}
-- src/a&b<i>.ts --
export const escapeMe = '</script><script>alert(2)</script>';
`;
const hostile = '<script>alert("x")</script> retryWithBackoff';
const questions = [
  { query: 'try a failed request again', expected: [{ path: 'src/retry.ts', start_line: 2, end_line: 9 }], category: 'meaning' },
  { query: 'ShoppingCart', expected: ['src/cart.ts'], notExpected: ['src/retry.ts'], category: 'name' },
  { query: hostile, expected: ['src/gone.ts'], category: '<b>odd</b>' },
  { query: 'escapeMe', relevant: ['src/a&b<i>.ts'], secondary: [] },
];

interface Outcome {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}
function withWorkspace(check: (workspace: TemporaryWorkspace, cli: (...args: string[]) => Outcome, at: (name: string) => string) => void) {
  const workspace = temporaryWorkspace(files);
  const cli = (...args: string[]): Outcome => {
    const child = spawnSync(process.execPath, [serverMain, ...args, '--cache-dir', workspace.cacheDir], {
      encoding: 'utf8',
      cwd: workspace.folder,
      timeout: 60_000,
    });
    return { code: child.status, out: child.stdout, err: child.stderr };
  };
  const at = (name: string) => join(workspace.folder, '..', name);
  try {
    check(workspace, cli, at);
  } finally {
    workspace.remove();
  }
}

/** Nothing is loaded from elsewhere, and nothing of a question or a file has become markup. */
function checkPage(html: string): void {
  assert.match(html, /^<!doctype html>/);
  assert.match(html, /Content-Security-Policy/);
  assert.doesNotMatch(html, /\b(?:src|href)="(?!#|data:)/);
  assert.doesNotMatch(html, /@import|url\((?!#|data:)|https?:\/\//);
  assert.doesNotMatch(html, /<script>alert|<img|<b>odd|b<i>/);
  assert.ok((html.match(/<script/g) ?? []).length <= 1);
  assert.doesNotMatch(html, /\bundefined\b|\bNaN\b|\[object/);
}

test('evaluates a question file as table, JSON and page, and compares the next run', { skip: serverMissing }, () =>
  withWorkspace((_, cli, at) => {
    writeFileSync(at('questions.json'), JSON.stringify(questions));
    const json = cli('eval', '--queries', at('questions.json'), '--json');
    assert.equal(json.code, 0, json.err);
    const report = JSON.parse(json.out);
    assert.equal(report.questions.length, 4);
    assert.deepEqual(
      report.questions.map(({ firstRank }: { firstRank: number | null }) => firstRank),
      [1, 1, null, 1],
    );
    assert.equal(report.figures.mrr, 0.75);
    assert.equal(report.figures.falseNegativeRate, 0.25);
    assert.ok(report.latency.samples >= 8 && report.latency.p50 > 0);
    assert.equal(report.questions[2].expected[0].missed.why, 'the workspace has no such file');
    assert.deepEqual(Object.keys(report.categories).sort(), ['<b>odd</b>', 'meaning', 'name', 'uncategorised']);
    const first = report.questions[0].results[0];
    assert.deepEqual([first.file, first.symbol, first.covers], ['src/retry.ts', 'retryWithBackoff', [0]]);
    const sum = first.parts.reduce((total: number, { value }: { value: number }) => total + value, 0);
    assert.ok(Math.abs(sum - first.score) < 0.01, `${sum} is not ${first.score}`);
    assert.match(json.err, /warning: entry 2 .*src\/gone\.ts: the workspace has no such file/);

    // A run that found less before: the one after it has gained.
    report.questions[0] = { ...report.questions[0], ndcg10: 0, recall10: 0, firstRank: null };
    report.figures.mrr = 0.5;
    writeFileSync(at('earlier.json'), JSON.stringify(report));
    const table = cli('eval', '--queries', at('questions.json'), '--compare', at('earlier.json'), '--html', at('report.html'));
    assert.equal(table.code, 0, table.err);
    assert.match(table.out, /MRR +0\.750 +✗ > 0\.8 +was +0\.500 +\+0\.250/);
    assert.match(table.out, /gained 1\n +\+1\.000 +rank none → 1 +try a failed request again/);
    const html = readFileSync(at('report.html'), 'utf8');
    checkPage(html);
    assert.match(html, /&lt;script&gt;alert\(&quot;x&quot;\)/);
    assert.equal((html.match(/<details class="card q"/g) ?? []).length, 4);
    // What changed comes first.
    assert.match(html, /id="list"><details class="card q" id="q0" data-state="found gained"/);
  }),
);

for (const [name, text, message] of [
  ['missing', null, /--queries .*missing\.json: no such file/],
  ['broken', '[{', /--queries .*broken\.json: not JSON/],
  ['entry', '[{"expected": []}]', /--queries .*entry\.json: entry 0: expected "query" to be a string/],
  ['place', '[{"query": "a", "expected": [7]}]', /entry 0 \("a"\): expected\[0\]: expected a path/],
] as const)
  test(`rejects invalid questions: ${name}`, { skip: serverMissing }, () =>
    withWorkspace((workspace, cli, at) => {
      if (text !== null) writeFileSync(at(`${name}.json`), text);
      const { code, out, err } = cli('eval', '--queries', at(`${name}.json`));
      assert.deepEqual([code, out], [1, '']);
      assert.match(err, message);
      assert.ok(!existsSync(workspace.cacheDir), 'nothing was indexed for it');
    }),
  );

test('rejects wrong usage of eval', { skip: serverMissing }, () =>
  withWorkspace((_, cli, at) => {
    assert.equal(cli('eval').code, 2);
    writeFileSync(at('q.json'), '[{"query": "a", "expected": []}]');
    writeFileSync(at('other.json'), '{"format": "something else"}');
    const { code, err } = cli('eval', '--queries', at('q.json'), '--compare', at('other.json'));
    assert.equal(code, 1);
    assert.match(err, /--compare .*other\.json: expected what "eval --json" printed/);
    assert.match(cli('eval', '--queries', at('q.json'), '--html', at('no/such/folder.html')).err, /--html .*ENOENT/);
  }),
);

test('explains an answer on the terminal and as a page', { skip: serverMissing }, () =>
  withWorkspace((_, cli, at) => {
    const { code, out, err } = cli('retrieve', hostile, '--explain', '--explain-html', at('why.html'));
    assert.equal(code, 0, err);
    assert.match(out, /^ += .*exact name \+\d/m);
    assert.match(out, /^how it came about\n {2}words: /m);
    assert.match(out, /^ {2}ranked \d+ {2}a sum of parts/m);
    const html = readFileSync(at('why.html'), 'utf8');
    checkPage(html);
    assert.match(html, /retryWithBackoff/);
    assert.match(html, /class="bar"/);
    for (const stage of ['words', 'vectors', 'fused', 'ranked', 'gated', 'assembled']) assert.match(html, new RegExp(`<b>${stage}</b>`));
    const none = cli('retrieve', 'kqxvwz', '--explain-html', at('none.html'));
    assert.equal(none.code, 1);
    checkPage(readFileSync(at('none.html'), 'utf8'));
  }),
);
