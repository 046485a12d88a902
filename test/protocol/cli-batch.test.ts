/** `retrieve --queries FILE --jsonl`: the contract by which others measure this program. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { runCli, treeOf, type Workspace, workspace } from '../support/real-engine.js';
import { shop } from '../support/shop.js';

interface Line {
  readonly index: number;
  readonly results: readonly {
    readonly file: string;
    readonly start_line: number;
    readonly end_line: number;
    readonly tokens: number;
    readonly score: number;
    readonly symbol: string;
  }[];
}

function asked(t: TestContext, questions: unknown, fixture = shop): { place: Workspace; run: (...more: string[]) => Promise<Line[]> } {
  const place = workspace(t, fixture);
  place.write('../questions.json', JSON.stringify(questions));
  const queries = join(dirname(place.folder), 'questions.json');
  const run = async (...more: string[]): Promise<Line[]> => {
    const args = ['retrieve', '--workspace', place.folder, '--queries', queries, '--jsonl', '--cache-dir', place.cacheDir, ...more];
    const { code, stdout, stderr } = await runCli(args, { cwd: '/', env: { HOME: join(dirname(place.folder), 'home') } });
    assert.equal(code, 0, stderr);
    // A slow machine logs progress.
    assert.equal(stderr.replace(/^(?:listing|indexing) .*\n/gm, ''), '');
    assert.ok(stdout === '' || stdout.endsWith('\n'));
    return stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  };
  return { place, run };
}

test('prints one line per question, in order, with exactly these fields', async (t) => {
  const { place, run } = asked(t, [
    { query: 'try a failed request again', id: 7, language: 'typescript', relevant: [{ file: 'src/retry.ts' }] },
    { query: '' },
    { query: 'how are orders shipped' },
    { query: 'größe\n\n"quoted" \u0000 😀 `code` (((' },
    { query: 'x'.repeat(100_000) },
  ]);
  const before = treeOf(place.folder);
  const lines = await run();
  assert.deepEqual(
    lines.map(({ index }) => index),
    [0, 1, 2, 3, 4],
  );
  for (const line of lines) {
    assert.deepEqual(Object.keys(line), ['index', 'results']);
    for (const result of line.results) {
      assert.deepEqual(Object.keys(result), ['file', 'start_line', 'end_line', 'tokens', 'score', 'symbol']);
      const text = readFileSync(place.file(result.file), 'utf8');
      assert.ok(result.start_line >= 1 && result.start_line <= result.end_line, JSON.stringify(result));
      assert.ok(result.end_line <= text.split('\n').length, JSON.stringify(result));
      assert.ok(Number.isInteger(result.tokens) && result.tokens > 0);
    }
    const scores = line.results.map(({ score }) => score);
    assert.deepEqual(
      scores,
      [...scores].sort((a, b) => b - a),
      'best first',
    );
  }
  const [best] = (lines[0] as Line).results;
  const source = readFileSync(place.file('src/retry.ts'), 'utf8').split('\n');
  assert.deepEqual([best?.file, best?.symbol, best?.end_line], ['src/retry.ts', 'retryWithBackoff', source.indexOf('}') + 1]);
  assert.match(
    source.slice((best?.start_line ?? 0) - 1, best?.end_line).join('\n'),
    /^(\/\*\*.*\n)?export async function retryWithBackoff[\s\S]*\n\}$/,
  );
  assert.deepEqual((lines[1] as Line).results, []);
  assert.equal((lines[2] as Line).results[0]?.file, 'README.md');
  assert.deepEqual(treeOf(place.folder), before);
});

test('gives up to 50 results', async (t) => {
  const many = Array.from(
    { length: 80 },
    (_, i) =>
      `-- src/part${i}.py --\ndef parse_header_${i}(text):\n    """Parses header number ${i}."""\n    return text.split(":")[${i}]\n`,
  );
  const { run } = asked(t, [{ query: 'parse header' }], many.join(''));
  const [line] = await run();
  assert.equal(line?.results.length, 50);
  assert.equal(new Set(line?.results.map(({ file, start_line, symbol }) => `${file} ${start_line} ${symbol}`)).size, 50);
  assert.equal((await run('--limit', '3'))[0]?.results.length, 3);
  assert.ok((await run('--path', 'src/part7*'))[0]?.results.every(({ file }) => file.startsWith('src/part7')));
});

test('keeps the index in --cache-dir between calls, and refreshes it first', async (t) => {
  const { place, run } = asked(t, [{ query: 'retryWithBackoff' }, { query: 'collectPostage' }, { query: 'ShoppingCart' }]);
  const best = (lines: Line[]) => lines.map(({ results }) => results[0]?.symbol);
  assert.deepEqual(best(await run()), ['retryWithBackoff', best(await run())[1], 'ShoppingCart']);
  const home = join(dirname(place.folder), 'home');
  // Programs whose version is asked for may keep something there.
  const there = existsSync(home) ? readdirSync(home, { recursive: true }).map(String) : [];
  assert.deepEqual(
    there.filter((name) => name.includes('context-language-server')),
    [],
    'nothing is kept elsewhere',
  );
  const [name] = readdirSync(place.cacheDir);
  const database = join(place.cacheDir, name as string, 'copy-0', 'index.sqlite');
  const inode = statSync(database).ino;
  place.write('src/postage.ts', 'export function collectPostage(order: number): number {\n  return order * 3;\n}\n');
  place.write('src/retry.ts', '// first\n\n// third\nexport function retryWithBackoff(): void {}\n');
  rmSync(place.file('src/cart.ts'));
  const lines = await run();
  assert.equal(lines[1]?.results[0]?.file, 'src/postage.ts');
  assert.deepEqual([lines[0]?.results[0]?.file, lines[0]?.results[0]?.end_line], ['src/retry.ts', 4]);
  assert.ok(!lines[2]?.results.some(({ file }) => file === 'src/cart.ts'));
  assert.equal(statSync(database).ino, inode, 'the same index');
  assert.deepEqual(readdirSync(place.cacheDir), [name]);
});

test('rejects invalid question files', async (t) => {
  const place = workspace(t, shop);
  const run = (file: string) =>
    runCli(['retrieve', '-w', place.folder, '--queries', join(dirname(place.folder), file), '--jsonl', '--cache-dir', place.cacheDir]);
  for (const [content, said] of [
    ['{"query": "x"}', /expected a JSON array/],
    ['[{"query": "x"}, {"question": "y"}]', /entry 1 has no "query"/],
    ['[null]', /entry 0 has no "query"/],
    ['[{"query": 1}]', /entry 0 has no "query"/],
    ['[{"query": ', /--queries/],
    ['', /--queries/],
  ] as const) {
    place.write('../bad.json', content);
    const { code, stdout, stderr } = await run('bad.json');
    assert.deepEqual([code, stdout], [1, ''], content);
    assert.match(stderr, said);
    assert.doesNotMatch(stderr, /\n\s+at /);
  }
  assert.match((await run('nowhere.json')).stderr, /nowhere\.json: no such file/);
  place.write('../bad.json', '[]');
  assert.deepEqual(await run('bad.json'), { code: 0, stdout: '', stderr: '' });
});
