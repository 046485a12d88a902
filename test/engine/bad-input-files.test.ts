/** Files that no sensible person writes: each is indexed or set aside with a reason, and the others are answered from. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import type { Engine } from '../../server/core/engine/engine-api.js';
import { engineOn, pathsOf, runCli, settledEngine, treeOf, type Workspace, workspace } from '../support/real-engine.js';

const good = `
-- src/good.ts --
/** Says good day to somebody. */
export function greetPolitely(name: string): string {
  return 'Good day, ' + name;
}
`;

const reasonOf = (engine: Engine, path: string): string | undefined =>
  engine.status().skippedFiles.find((file) => file.path === path)?.reason;

/** The good file is found, and nothing in the workspace has been touched. */
async function checkUnharmed(engine: Engine, { folder }: Workspace, before: readonly string[]): Promise<void> {
  const answer = await engine.retrieve({ query: 'greetPolitely' });
  assert.equal(answer.results[0]?.path, 'src/good.ts');
  assert.equal(answer.isIncomplete, false, JSON.stringify(answer.problems));
  assert.equal((await engine.symbols({ query: 'greetPolitely' })).hits[0]?.name, 'greetPolitely');
  assert.equal(engine.status().state, 'ready');
  assert.deepEqual(engine.status().problems, []);
  assert.deepEqual(treeOf(folder), before);
}

const png = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]), Buffer.alloc(3_000, 0x1f)]);

test('indexes a workspace with every kind of bad content', async (t) => {
  const place = workspace(t, good);
  place.write('long/line.js', `var data = "${'x'.repeat(5_000_000)}";`);
  place.write('long/shorter.js', `var data = [${'1,'.repeat(300_000)}1];`);
  place.write('binary.c', png);
  place.write('nul/early.c', 'int before;\0int after_nul(void) { return 1; }\n');
  place.write('nul/late.c', `${'/* padding of a line that is long enough */\n'.repeat(400)}int late_nul(void)\0 { return 1; }\n`);
  place.write(
    'latin1.py',
    Buffer.from('def gr\u00fc\u00dfe_senden(name):\n    """Schickt Gr\u00fc\u00dfe ab."""\n    return name\n', 'latin1'),
  );
  place.write(
    'broken-utf8.ts',
    Buffer.concat([
      Buffer.from('export function brokenBytes() { return "'),
      Buffer.from([0xc3, 0x28, 0xff, 0xfe, 0xed, 0xa0, 0x80]),
      Buffer.from('"; }\n'),
    ]),
  );
  place.write('utf16.ts', Buffer.from('\ufeffexport function wideLetters(): number {\n  return 16;\n}\n', 'utf16le'));
  place.write('empty.ts', '');
  place.write('blank.py', '\n\n   \n\t\n');
  place.write('no-newline.go', 'package main\nfunc noNewline() int { return 1 }');
  place.write('old-mac.rb', 'def old_mac\r  1\rend\r');
  const before = treeOf(place.folder);
  const engine = await settledEngine(place);
  assert.match(reasonOf(engine, 'long/line.js') ?? '', /too large: 5000014 bytes/);
  assert.match(reasonOf(engine, 'long/shorter.js') ?? '', /line/);
  assert.match(reasonOf(engine, 'binary.c') ?? '', /binary/);
  assert.match(reasonOf(engine, 'nul/early.c') ?? '', /binary/);
  for (const [query, path] of [
    ['grüße_senden', 'latin1.py'],
    ['brokenBytes', 'broken-utf8.ts'],
    ['wideLetters', 'utf16.ts'],
    ['late_nul', 'nul/late.c'],
    ['noNewline', 'no-newline.go'],
    ['old_mac', 'old-mac.rb'],
  ] as const) {
    const answer = await engine.retrieve({ query });
    // Bytes that are no letters in UTF-8 cost the name that holds them, not the file.
    assert.ok(pathsOf(answer).includes(path), `${query}: ${pathsOf(answer)}`);
    for (const { text } of answer.results) assert.doesNotMatch(text, /[\ud800-\udfff]/u);
  }
  await checkUnharmed(engine, place, before);
});

test('reports that every file was skipped, until one can be read', async (t) => {
  const place = workspace(t);
  place.write('binary.c', png);
  place.write('line.js', `var data = [${'1,'.repeat(300_000)}1];`);
  const engine = await settledEngine(place);
  const { state, problems } = engine.status();
  assert.equal(state, 'ready');
  assert.deepEqual(
    problems.map(({ code, incomplete }) => [code, incomplete]),
    [['filesSkipped', true]],
  );
  assert.match(problems[0]!.message, /^nothing is indexed: every file was skipped \(2\), such as .*: /);
  assert.deepEqual((await engine.retrieve({ query: 'data' })).problems[0], problems[0]);
  place.write('fine.c', 'int fine(void) { return 1; }\n');
  await engine.reindex({});
  assert.deepEqual(engine.status().problems, []);
});

test('skips a file for a line of five megabytes', async (t) => {
  const place = workspace(t, good);
  place.write('line.js', `var data = "${'word '.repeat(1_000_000)}";`);
  const before = treeOf(place.folder);
  const engine = await settledEngine(place, { maxFileBytes: 10_000_000 });
  assert.match(reasonOf(engine, 'line.js') ?? '', /line/);
  await checkUnharmed(engine, place, before);
});

const nested: Readonly<Record<string, string>> = {
  'a.ts': `export const deep = ${'['.repeat(20_000)}${']'.repeat(20_000)};`,
  'b.js': '({'.repeat(20_000),
  'c.json': `${'[\n'.repeat(20_000)}${']\n'.repeat(20_000)}`,
  'd.py': `deep = ${'(\n'.repeat(20_000)}1${')\n'.repeat(20_000)}`,
  'e.c': `int deep(void) ${'{\n'.repeat(20_000)}${'}\n'.repeat(20_000)}`,
  'f.cpp': `int deep = ${'f<\n'.repeat(20_000)}1;`,
  'g.go': `package deep\nvar deep = ${'[]'.repeat(9_000)}int{}\nfunc main() ${'{\n'.repeat(20_000)}`,
  'h.rs': `fn deep() ${'{\n'.repeat(20_000)}${'}\n'.repeat(20_000)}`,
  'i.java': `class Deep ${'{ class X\n'.repeat(20_000)}${'}\n'.repeat(20_000)}`,
  'j.cs': `class Deep { void M() ${'{\n'.repeat(20_000)}${'}\n'.repeat(20_000)} }`,
  'k.rb': `${'[\n'.repeat(20_000)}${']\n'.repeat(20_000)}`,
  'l.php': `<?php $deep = ${'[\n'.repeat(20_000)}${']\n'.repeat(20_000)};`,
  'm.sh': `deep() ${'{\n'.repeat(20_000)}${'}\n'.repeat(20_000)}`,
  'n.css': `${'a{\n'.repeat(20_000)}${'}\n'.repeat(20_000)}`,
  'o.ps1': `$deep = ${'@(\n'.repeat(20_000)}${')\n'.repeat(20_000)}`,
  'p.tsx': `export const Deep = () => ${'<a>\n'.repeat(20_000)};`,
  'q.yaml': `deep: ${'[\n'.repeat(20_000)}${']\n'.repeat(20_000)}`,
  'r.md': `${'> '.repeat(9_000)}deep\n\n${'- a\n'.repeat(20_000)}`,
  's.toml': `deep = ${'[\n'.repeat(20_000)}${']\n'.repeat(20_000)}`,
  't.kt': `fun deep() ${'{\n'.repeat(20_000)}${'}\n'.repeat(20_000)}`,
  'u.hs': `deep = ${'(\n'.repeat(20_000)}1${')\n'.repeat(20_000)}`,
  'v.lisp': `${'(\n'.repeat(20_000)}${')\n'.repeat(20_000)}`,
};

test('survives 20,000 nested brackets in every language family', { timeout: 120_000 }, async (t) => {
  const place = workspace(t, good);
  for (const [path, text] of Object.entries(nested)) place.write(path, text);
  const before = treeOf(place.folder);
  const engine = await settledEngine(place);
  assert.equal(engine.status().files, Object.keys(nested).length + 1, 'each file is known, indexed or set aside');
  await checkUnharmed(engine, place, before);
  // The same from an editor, line by line or all in one.
  for (const path of ['a.ts', 'e.c', 'd.py']) engine.openDocument(path, nested[path] as string);
  engine.openDocument('new.ts', '('.repeat(20_000));
  await checkUnharmed(engine, place, before);
});

test('handles links, pipes and unusual names', { skip: process.platform === 'win32' && 'no such files here' }, async (t) => {
  const place = workspace(t, good);
  const outside = join(dirname(place.folder), 'outside');
  place.write('../outside/secret.ts', 'export function outsideOfAll(): void {}\n');
  place.write('loop/inner.ts', 'export function innerOfLoop(): void {}\n');
  symlinkSync('..', place.file('loop/up'));
  symlinkSync('self', place.file('self'));
  symlinkSync('b.ts', place.file('a.ts'));
  symlinkSync('a.ts', place.file('b.ts'));
  symlinkSync(outside, place.file('escape'));
  symlinkSync(join(outside, 'secret.ts'), place.file('escape.ts'));
  symlinkSync('/etc/passwd', place.file('passwd.txt'));
  symlinkSync('/dev/zero', place.file('zero.c'));
  symlinkSync('nowhere', place.file('dangling.ts'));
  const fifo = spawnSync('mkfifo', [place.file('pipe.c')]).status === 0;
  place.write('new\nline.ts', 'export function nameWithNewline(): void {}\n');
  place.write('"quotes" and \\ back.ts', 'export function nameWithQuotes(): void {}\n');
  place.write(`${'deep/'.repeat(60)}down.ts`, 'export function farDown(): void {}\n');
  place.write('-rf', 'export function looksLikeAnOption(): void {}\n');
  place.write('größe 日本 😀.ts', 'export function unicodeName(): void {}\n');
  writeFileSync(
    Buffer.concat([Buffer.from(`${place.folder}/bad-`), Buffer.from([0xff, 0xc3]), Buffer.from('.ts')]),
    'export const badName = 1;\n',
  );
  const before = treeOf(place.folder);
  const engine = await settledEngine(place);
  for (const name of ['innerOfLoop', 'nameWithNewline', 'nameWithQuotes', 'farDown', 'unicodeName']) {
    const { hits } = await engine.symbols({ query: name, mode: 'name' });
    assert.deepEqual(hits.filter((hit) => hit.name === name).length, 1, name);
  }
  const { results } = await engine.retrieve({ query: 'outsideOfAll root daemon', budgetTokens: Number.POSITIVE_INFINITY, limit: 200 });
  assert.doesNotMatch(JSON.stringify(results), /outsideOfAll|root:x/);
  for (const path of ['escape.ts', 'passwd.txt', 'zero.c', 'a.ts', 'escape/secret.ts', 'loop/up/good.ts', ...(fifo ? ['pipe.c'] : [])]) {
    const { results: found } = await engine.retrieve({ query: 'export function', filters: { paths: [path] } });
    assert.deepEqual(pathsOf({ results: found }), [], path);
  }
  // Naming them does not help either.
  engine.filesChanged([
    { kind: 'changed', path: 'escape.ts' },
    { kind: 'created', path: '../outside/secret.ts' },
    { kind: 'created', path: 'escape/secret.ts' },
    { kind: 'created', path: '/etc/passwd' },
    { kind: 'changed', path: 'pipe.c' },
  ]);
  await engine.settled();
  assert.deepEqual(
    pathsOf({ results: (await engine.retrieve({ query: 'outsideOfAll', filters: { paths: ['**/*secret*', '/etc/**'] } })).results }),
    [],
  );
  await checkUnharmed(engine, place, before);
  // And as people start it.
  const ran = await runCli(['ask', place.folder, 'greetPolitely', '--json', '--cache-dir', place.cacheDir]);
  assert.equal(ran.code, 0, ran.stderr);
  assert.equal(JSON.parse(ran.stdout).results[0].file, 'src/good.ts');
  assert.deepEqual(treeOf(place.folder), before);
});

test('handles files that vanish or shrink between listing and reading', async (t) => {
  const place = workspace(t, good);
  const many = Array.from({ length: 600 }, (_, i) => `many/f${i}.ts`);
  for (const path of many) place.write(path, `export function made${path.replace(/\W/g, '')}(): number {\n  return 1;\n}\n`.repeat(8));
  const engine = await engineOn(place);
  await begun(engine);
  const removed = many.filter((_, i) => i % 2 === 1);
  for (const path of removed) rmSync(place.file(path));
  for (const path of many.filter((_, i) => i % 4 === 0)) truncateSync(place.file(path), 20);
  const before = treeOf(place.folder);
  await engine.settled();
  assert.ok(engine.status().files < many.length, 'some were listed and then gone');
  await checkUnharmed(engine, place, before);
  assert.deepEqual(engine.status().skippedFiles, []);
  await engine.reindex({});
  assert.equal(engine.status().files, many.length - removed.length + 1);
  await checkUnharmed(engine, place, before);
  rmSync(place.folder, { recursive: true });
  await engine.reindex({});
  assert.equal((await engine.retrieve({ query: 'greetPolitely' })).results.length, 0);
  assert.match(JSON.stringify(engine.status().skippedFiles), /cannot be read: ENOENT/);
});

/** Resolves while the first pass is under way, with its listing done. */
function begun(engine: Engine): Promise<void> {
  return new Promise((resolve) => {
    const off = engine.onProgress(({ done, total }) => {
      if (done === 0 || total === null || total < 10) return;
      off();
      resolve();
    });
  });
}
