/** `export`, `import` and `forget` through the command line: a checkout's vectors on another machine, and every way in which a file can be wrong. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { tarEnd, tarEntry } from '../../server/io/archive/tar.js';
import { startProviderServer } from '../support/provider-servers.js';
import { runCli, treeOf, workspace } from '../support/real-engine.js';
import { serverMissing } from '../support/server-process.js';
import { shop } from '../support/shop.js';

const hasGit = spawnSync('git', ['--version']).status === 0;
const skip = serverMissing || (!hasGit && 'git is not installed');

function git(folder: string, ...args: string[]): string {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'init.defaultBranch=main'];
  const { status, stdout, stderr } = spawnSync('git', [...identity, '-C', folder, ...args], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  return stdout.trim();
}

/** A repository with an index, its export, and a clone with an empty cache on "another machine". */
async function exported(t: TestContext, settings?: object) {
  const place = workspace(t, shop);
  git(place.folder, 'init', '-q');
  git(place.folder, 'add', '.');
  git(place.folder, 'commit', '-q', '-m', 'all');
  const base = join(place.folder, '..');
  const clone = join(base, 'clone');
  git(base, 'clone', '-q', place.folder, clone);
  const file = join(base, 'index.tar.gz');
  const settingsFile = join(base, 'settings.json');
  writeFileSync(settingsFile, JSON.stringify(settings ?? {}));
  const run = (folder: string, cache: string, ...args: string[]) =>
    runCli([...args, '--workspace', folder, '--cache-dir', join(base, cache), '--settings', settingsFile]);
  const made = await run(place.folder, 'cache', 'export', file, '--json');
  assert.equal(made.code, 0, made.stderr);
  const here = (...args: string[]) => run(place.folder, 'cache', ...args);
  const there = (...args: string[]) => run(clone, 'cache-there', ...args);
  return { place, base, clone, file, report: JSON.parse(made.stdout), here, there };
}

test('an export of one clone spares another the embedding of equal texts', { skip }, async (t) => {
  const { place, clone, file, report, there } = await exported(t);
  assert.deepEqual([report.files, report.commit, report.model.dimensions], [4, git(place.folder, 'rev-parse', 'HEAD'), 256]);
  assert.ok(report.vectors >= 9 && report.bytes > 1_000);
  writeFileSync(join(clone, 'src/new.ts'), '/** Not in the export. */\nexport function brandNew(): number {\n  return 1;\n}\n');
  const before = treeOf(clone).filter((line) => !line.includes('.git'));
  const imported = JSON.parse((await there('import', file, '--json')).stdout);
  assert.deepEqual([imported.vectors, imported.added, imported.commit], [report.vectors, report.vectors, report.commit]);
  assert.ok(imported.reused >= report.vectors && imported.others > 0 && imported.others <= 3, JSON.stringify(imported));
  const found = JSON.parse((await there('retrieve', 'request again after a pause', '--json')).stdout);
  assert.equal(found.results[0].file, 'src/retry.ts');
  assert.deepEqual(
    treeOf(clone).filter((line) => !line.includes('.git')),
    before,
  );
  const again = await there('import', file);
  assert.match(again.stdout, /0 were new here/);
});

test('exported vectors are not paid for again on another machine', { skip }, async (t) => {
  const server = await startProviderServer(t);
  const { clone, file, report, there } = await exported(t, { embedding: { provider: 'openai', model: 'm', baseUrl: server.url } });
  assert.match(report.model.name, /^openai:m@/);
  server.received.length = 0;
  writeFileSync(join(clone, 'src/new.ts'), '/** Not in the export. */\nexport function brandNew(): number {\n  return 1;\n}\n');
  const imported = JSON.parse((await there('import', file, '--json')).stdout);
  assert.deepEqual([imported.building, imported.model], [null, report.model]);
  const sent = server.received.flatMap(({ texts }) => texts).filter((text) => text.includes('\n'));
  assert.ok(sent.length > 0 && sent.every((text) => text.startsWith('src/new.ts')), sent.join('\n---\n'));
});

test('refuses a wrong file with the reason, and keeps the index', { skip, timeout: 120_000 }, async (t) => {
  const { base, file, there } = await exported(t);
  assert.equal((await there('index')).code, 0);
  const bad = join(base, 'bad.tar.gz');
  const content = readFileSync(file);
  const plain = gunzipSync(content);
  const manifest = JSON.parse(
    plain
      .subarray(512, plain.indexOf('}\n}') > 0 ? plain.indexOf('}\n}') + 3 : 0)
      .toString('utf8')
      .split('\0')[0] as string,
  );
  const withManifest = (changes: object) =>
    gzipSync(Buffer.concat([tarEntry('manifest.json', Buffer.from(JSON.stringify({ ...manifest, ...changes }))), tarEnd]));
  const flipped = Buffer.from(plain);
  flipped[plain.indexOf('vectors/000001.bin') + 700]! ^= 0x55;
  const escaping = Buffer.from(tarEntry('manifest.json', Buffer.from(JSON.stringify(manifest))));
  const link = tarEntry('files/000001.json', Buffer.from(JSON.stringify([{ path: '../../etc/passwd', contentHash: 'x', parts: [] }])));
  const cases: [string, Buffer | null, RegExp][] = [
    ['nothing there', null, /bad\.tar\.gz cannot be read: ENOENT/],
    ['no archive', Buffer.from('hello'), /cannot be unpacked|damaged or no export/],
    ['a web page', gzipSync('<html>not found</html>'), /cut short|damaged or no export/],
    ['cut short', content.subarray(0, content.length >> 1), /cannot be unpacked|cut short/],
    ['a wrong checksum', gzipSync(flipped), /wrong checksum|damaged/],
    ['another version', withManifest({ version: 99 }), /format version 99, this server reads version 1: make it again/],
    [
      'another repository',
      withManifest({ repository: { remote: 'example.org/other/one', rootCommit: 'f00' } }),
      /index of another repository/,
    ],
    [
      'another model',
      withManifest({ model: { name: 'openai:large', dimensions: 3072 } }),
      /its vectors are of the model openai:large \(3072\)/,
    ],
    [
      'a path out of the archive',
      gzipSync(Buffer.concat([tarEntry('../../evil.json', Buffer.from('{}')), tarEnd])),
      /"\.\.\/\.\.\/evil\.json" is not allowed/,
    ],
    ['a path out of the workspace', gzipSync(Buffer.concat([escaping, link, tarEnd])), /"\.\.\/\.\.\/etc\/passwd" is not allowed/],
  ];
  const before = JSON.parse((await there('status', '--json')).stdout);
  for (const [what, bytes, reason] of cases) {
    if (bytes) writeFileSync(bad, bytes);
    const { code, stdout, stderr } = await there('import', bad);
    assert.deepEqual([what, code, stdout], [what, 1, '']);
    assert.match(stderr, reason, what);
    assert.match(stderr, /^index error: import: /, what);
  }
  const after = JSON.parse((await there('status', '--json')).stdout);
  assert.deepEqual([after.generation, after.vectors, after.problems], [before.generation, before.vectors, []]);
  assert.equal((await there('ask', '--workspace', join(base, 'clone'), 'shopping cart')).code, 0);
  assert.ok(!existsSync(join(base, '..', 'evil.json')));
  truncateSync(file, 100);
  assert.equal((await there('import')).code, 2);
});

test('an export that cannot be written leaves nothing behind', { skip }, async (t) => {
  const { base, here } = await exported(t);
  const { code, stderr } = await here('export', join(base, 'no', 'such', 'folder', 'x.tar.gz'));
  assert.deepEqual([code, /^index error: export to .* failed: ENOENT/.test(stderr)], [1, true], stderr);
  mkdirSync(join(base, 'taken'));
  assert.equal((await here('export', join(base, 'taken'))).code, 1);
  assert.deepEqual(
    readdirSync(base).filter((name) => name.includes('partial')),
    [],
  );
});

test('forget: paths, or everything; the files themselves stay', { skip }, async (t) => {
  const { place, here } = await exported(t);
  const before = treeOf(place.folder).filter((line) => !line.includes('.git'));
  assert.equal((await here('forget')).code, 2);
  assert.equal((await here('forget', 'src', '--everything')).code, 2);
  const some = JSON.parse((await here('forget', 'src', '--json')).stdout);
  assert.deepEqual([some.forgotten, some.files, some.paths], [3, 1, ['src']]);
  const all = JSON.parse((await here('forget', '--everything', '--json')).stdout);
  assert.deepEqual([all.forgotten, all.files, all.chunks], [1, 0, 0]);
  cpSync(all.indexFolder, join(place.folder, '..', 'kept'), { recursive: true });
  for (const name of readdirSync(join(place.folder, '..', 'kept'), { recursive: true, encoding: 'utf8' })) {
    const at = join(place.folder, '..', 'kept', name);
    if (/\.(sqlite|sqlite-wal|faiss)$/.test(name)) assert.ok(!readFileSync(at).includes('retryWithBackoff'), name);
  }
  assert.deepEqual(
    treeOf(place.folder).filter((line) => !line.includes('.git')),
    before,
  );
  assert.deepEqual(JSON.parse((await here('unforget', 'src', '--json')).stdout).paths, []);
  assert.equal((await here('retrieve', 'retryWithBackoff')).code, 0);
});
