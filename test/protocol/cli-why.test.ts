/** `why PATH`: names the rule that excludes a file or folder, or says since when it is indexed. It makes no index. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { runCli, type Workspace, workspace } from '../support/real-engine.js';
import { serverMissing } from '../support/server-process.js';

const skip = { skip: serverMissing, timeout: 120_000 };

const files = `
-- src/cart.ts --
export function addToCart(item: string): void {
  console.log(item);
}
-- src/cart.test.ts --
test('adds', () => {});
-- src/secret.ts --
export const secret = 1;
-- src/settings.gen.ts --
export const generated = 1;
-- .gitignore --
# built

/dist
*.log
-- .contextignore --
notes/
-- dist/out.js --
var a = 1;
-- notes/today.md --
# today
-- server.log --
started
-- logo.png --
-- package-lock.json --
{}
-- .env --
A=1
-- node_modules/left/index.js --
module.exports = 1;
`;

function shop(t: Parameters<typeof workspace>[0]): Workspace {
  const place = workspace(t, files);
  place.write('data.ts', Buffer.from([1, 0, 2, 3]));
  place.write('one-line.ts', `const a = "${'x'.repeat(30_000)}";\n`);
  place.write('large.ts', `${'// a line of many\n'.repeat(3000)}`);
  symlinkSync('src/cart.ts', place.file('link.ts'));
  symlinkSync('nowhere.ts', place.file('dead.ts'));
  writeFileSync(join(place.folder, '..', 'outside.ts'), '');
  writeFileSync(join(place.folder, '..', 'settings.json'), JSON.stringify({ exclude: ['**/*.gen.ts'], maxFileBytes: 40_000 }));
  return place;
}

const run = (place: Workspace, ...args: string[]) =>
  runCli([...args, '-w', place.folder, '--cache-dir', place.cacheDir, '--settings', join(place.folder, '..', 'settings.json')]);

for (const git of ['git', 'no git'] as const)
  test(`each rule is named, with its file and line (${git})`, skip, async (t) => {
    const place = shop(t);
    if (git === 'git') execFileSync('git', ['init', '-q'], { cwd: place.folder });
    const ask = async (path: string): Promise<string> => (await run(place, 'why', path)).stdout.trimEnd();
    const expected: Readonly<Record<string, RegExp>> = {
      'dist/out.js': /^dist\/out\.js: not indexed: (\.gitignore:3 `\/dist`|build folder \(default exclude\))$/,
      dist: /^dist: not indexed: (\.gitignore:3 `\/dist`|build folder \(default exclude\))$/,
      'server.log': /: not indexed: \.gitignore:4 `\*\.log`$/,
      'notes/today.md': /: not indexed: \.contextignore:1 `notes\/`$/,
      'notes/': /: not indexed: \.contextignore:1 `notes\/`$/,
      'logo.png': /: not indexed: binary file type \(default exclude\)$/,
      'package-lock.json': /: not indexed: lock file \(default exclude\)$/,
      '.env': /: not indexed: file for secrets \(default exclude\)$/,
      'node_modules/left': /: not indexed: dependency folder \(default exclude\)$/,
      node_modules: /: not indexed: dependency folder \(default exclude\)$/,
      ...(git === 'git' && { '.git': /^\.git: not indexed: version control \(default exclude\)$/ }),
      'src/settings.gen.ts': /: not indexed: setting exclude `\*\*\/\*\.gen\.ts`$/,
      'large.ts': /: not indexed: size limit of 40000 bytes \(--max-file-bytes or the setting maxFileBytes\)$/,
      'link.ts': /: not indexed: symbolic link, which is not followed, to src\/cart\.ts$/,
      'dead.ts': /: not indexed: broken symbolic link to nowhere\.ts$/,
      'none.ts': /: not indexed: does not exist$/,
      'none/such.ts': /: not indexed: does not exist$/,
      '../outside.ts': /: not indexed: not in the workspace \/.*\/workspace$/,
      'src/cart.ts': /: not indexed: no rule excludes it, but it is not in the index \(nothing has been indexed yet\) \(index brings/,
    };
    for (const [path, pattern] of Object.entries(expected)) assert.match(await ask(path), pattern, path);
    assert.ok(!existsSync(place.cacheDir), 'no index was made');
  });

test('of what is indexed: how many chunks and since when; of what was read and skipped: why', skip, async (t) => {
  const place = shop(t);
  const started = Date.now();
  assert.equal((await run(place, 'index')).code, 0);
  assert.equal((await run(place, 'forget', 'src/secret.ts')).code, 0);
  const why = (...paths: string[]) => run(place, 'why', ...paths);

  const cart = await why('src/cart.ts');
  assert.equal(cart.code, 0, cart.stderr);
  assert.match(cart.stdout, /^src\/cart\.ts: indexed, \d+ chunks?, since \d{4}-\d\d-\d\dT[\d:.]+Z\n$/);
  const [json] = JSON.parse((await why(place.file('src/cart.ts'), '--json')).stdout);
  assert.deepEqual(
    [json.path, json.workspacePath, json.type, json.indexed, json.reason, json.role, json.isCurrent],
    [place.file('src/cart.ts'), 'src/cart.ts', 'file', true, null, 'source', true],
  );
  assert.ok(json.chunks > 0 && Date.parse(json.indexedSince) >= started && Date.parse(json.indexedSince) <= Date.now());
  assert.match((await why('src/cart.test.ts')).stdout, /: indexed as test, /);

  const several = await why('src/secret.ts', 'data.ts', 'one-line.ts');
  assert.equal(several.code, 1);
  const lines = several.stdout.trimEnd().split('\n');
  assert.match(lines[0] as string, /^src\/secret\.ts: not indexed: forgotten with context\/forget \(unforget takes it back\)$/);
  assert.match(lines[1] as string, /^data\.ts: not indexed: binary \(read and skipped\)$/);
  assert.match(lines[2] as string, /^one-line\.ts: not indexed: minified or data: a line of \d+ characters \(read and skipped\)$/);

  const folder = await why('src');
  assert.equal(folder.code, 0);
  assert.match(
    folder.stdout,
    /^src: 2 files indexed, \d+ chunks, .*\n {2}not indexed: .*setting exclude `\*\*\/\*\.gen\.ts` excludes 1 file/,
  );
  assert.match(folder.stdout, /forgotten with context\/forget excludes 1 file/);
  const whole = JSON.parse((await why('.', '--json')).stdout)[0];
  assert.deepEqual([whole.workspacePath, whole.type, whole.indexed, whole.skipped], ['', 'folder', true, 2]);
  assert.ok(whole.below.rules.some(({ rule }: { rule: string }) => rule === 'binary file type'));
});

test('of what changed since: that the index is behind', skip, async (t) => {
  const place = shop(t);
  assert.equal((await run(place, 'index')).code, 0);
  place.write('src/cart.ts', 'export const other = 1;\n');
  place.write('src/later.ts', 'export const later = 1;\n');
  place.write('.gitignore', '/src/cart.test.ts\n');
  mkdirSync(place.file('empty'));
  assert.match((await run(place, 'why', 'src/cart.ts')).stdout, /: indexed, .*\n {2}changed on disk since then\n$/);
  assert.match((await run(place, 'why', 'src/later.ts')).stdout, /no rule excludes it, but it is not in the index \(last comparison with/);
  assert.match(
    (await run(place, 'why', 'src/cart.test.ts')).stdout,
    /: not indexed: \.gitignore:1 `\/src\/cart\.test\.ts`\n {2}the index still holds \d+ chunks? of /,
  );
  assert.match((await run(place, 'why', 'src')).stdout, /\n {2}not indexed yet: 1 file that no rule excludes/);
  assert.match((await run(place, 'why', 'empty')).stdout, /^empty: holds no files\n$/);
});

test('without a path it is wrong usage', skip, async (t) => {
  const ran = await run(shop(t), 'why');
  assert.equal(ran.code, 2);
  assert.match(ran.stderr, /why: expected files or folders/);
});
