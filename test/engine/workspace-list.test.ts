/** Which files a workspace has: git's own rules, with git and without it. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { openFileSource } from '../../server/io/workspace/file-source.js';
import { ForgottenFile } from '../../server/io/workspace/forgotten-file.js';
import { silent } from '../../server/util/log.js';
import { git, gitFiles, list, source, tempFolder, write } from './workspace-folder.js';

const rules = `
  -- .gitignore --
  *.log
  /anchored.txt
  sub/only-here.txt
  !keep.log
  **/deep/secret.txt
  logs/**
  tmp/
  trailing\\ 
  a?c.txt
  [x-z]1.txt
  \\!bang.txt
  \\#hash.txt
  # a comment
  again
  -- anchored.txt --
  -- sub/anchored.txt --
  -- sub/only-here.txt --
  -- other/sub/only-here.txt --
  -- one.log --
  -- keep.log --
  -- sub/keep.log --
  -- sub/two.log --
  -- sub/.gitignore --
  !two.log
  inner/
  /local.txt
  !again
  -- sub/inner/x.ts --
  -- sub/local.txt --
  -- sub/more/local.txt --
  -- sub/again/kept.ts --
  -- sub/again/not.log --
  -- again/gone.ts --
  -- x/deep/secret.txt --
  -- x/deep/open.txt --
  -- logs/a.txt --
  -- logs/keep.log --
  -- tmp/a.ts --
  -- src/tmp --
  -- abc.txt --
  -- abbc.txt --
  -- y1.txt --
  -- w1.txt --
  -- !bang.txt --
  -- #hash.txt --
  -- excluded/by-info.ts --
  -- naïve/ünïcode name.ts --
  -- src/main.ts --
`;

for (const mode of ['use', 'none'] as const) {
  test(`applies nested, anchored and negated rules as git does (git: ${mode})`, async (t) => {
    const folder = tempFolder(t);
    write(folder, rules);
    git(folder, 'init', '-q');
    writeFileSync(join(folder, '.git/info/exclude'), 'excluded/\n');
    const expected = gitFiles(folder);
    assert.ok(expected.includes('sub/again/kept.ts') && !expected.includes('excluded/by-info.ts'), expected.join(' '));
    const files = source(folder, { git: mode });
    assert.deepEqual((await list(files)).paths, expected);
    for (const path of ['sub/inner/x.ts', 'excluded/by-info.ts', 'one.log', 'again/gone.ts'])
      assert.equal(await files.stat(path), null, path);
    for (const path of expected) assert.equal((await files.stat(path))?.path, path);
  });

  test(`a subfolder of a work tree follows the rules above it (git: ${mode})`, async (t) => {
    const folder = tempFolder(t);
    write(folder, rules);
    git(folder, 'init', '-q');
    const files = source(join(folder, 'sub'), { git: mode });
    assert.deepEqual((await list(files)).paths, gitFiles(join(folder, 'sub')));
  });

  test(`random rules over random trees agree with git (git: ${mode})`, async (t) => {
    let seed = mode === 'use' ? 7 : 11;
    const random = (below: number) => (seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff) % below;
    const pick = <T>(items: readonly T[]): T => items[random(items.length)] as T;
    const names = ['a', 'b', 'ab', 'a.c', 'b.c', 'abc'];
    const patterns = [
      'a',
      '*',
      '*.c',
      'a*',
      '?',
      'a/',
      'b/',
      '/a',
      '/b/',
      'a/b',
      'a/*',
      '**/b',
      'a/**',
      'a/**/b',
      '**/a/b',
      '[ab]',
      '[!a].c',
      '*b*',
      'ab/',
      'b/*.c',
      '**',
      '/*',
      '*/b',
      'a/*/b.c',
      '[[:alpha:]]',
      'a\\*',
    ];
    for (let round = 0; round < 25; round++) {
      const folder = tempFolder(t);
      git(folder, 'init', '-q');
      for (let i = 0; i < 25; i++) {
        const path = Array.from({ length: 1 + random(4) }, () => pick(names));
        try {
          mkdirSync(join(folder, ...path.slice(0, -1)), { recursive: true });
          writeFileSync(join(folder, ...path), '');
        } catch {
          // A file stands where a folder should be.
        }
      }
      const ruleText = () => Array.from({ length: 1 + random(5) }, () => (random(3) === 0 ? '!' : '') + pick(patterns)).join('\n');
      for (const place of ['', 'a', 'b', 'a/b', 'ab']) {
        try {
          if (place === '' || random(2)) writeFileSync(join(folder, place, '.gitignore'), ruleText());
        } catch {
          // No such folder in this round.
        }
      }
      const files = source(folder, { git: mode });
      assert.deepEqual((await list(files)).paths, gitFiles(folder), git(folder, 'ls-files', '-o'));
      const all = git(folder, 'ls-files', '-zo').split('\0').filter(Boolean);
      const one = await Promise.all(all.map((path) => files.stat(path)));
      assert.deepEqual(all.filter((_, i) => one[i]).sort(), gitFiles(folder), 'single paths');
    }
  });

  test(`.contextignore, nested, on top of git's rules; exclude globs (git: ${mode})`, async (t) => {
    const folder = tempFolder(t);
    write(
      folder,
      `
      -- .contextignore --
      *.csv
      /fixtures/
      !keep.csv
      -- a.csv --
      -- keep.csv --
      -- fixtures/x.ts --
      -- src/fixtures/x.ts --
      -- src/.contextignore --
      gen*
      -- src/generator.ts --
      -- src/index.ts --
      -- docs/old/a.md --
      `,
    );
    git(folder, 'init', '-q');
    const files = source(folder, { git: mode, exclude: ['docs/old'] });
    assert.deepEqual((await list(files)).paths, ['.contextignore', 'keep.csv', 'src/.contextignore', 'src/fixtures/x.ts', 'src/index.ts']);
    assert.equal(await files.accepts('src/generator.ts'), false);
    assert.equal(await files.accepts('docs/old/new.md'), false);
    assert.equal(await files.accepts('src/not-yet-saved.ts'), true);
  });
}

test('lists tracked files that a rule matches, submodules, nested clones and linked work trees', async (t) => {
  const base = tempFolder(t);
  const folder = join(base, 'main');
  const library = join(base, 'library');
  write(library, '-- lib.ts --\n-- .gitignore --\n*.tmp\n-- x.tmp --\n');
  git(library, 'init', '-q');
  git(library, 'add', '.');
  git(library, 'commit', '-qm', 'library');
  write(folder, '-- .gitignore --\ndist/\n-- dist/kept.ts --\n-- dist/made.ts --\n-- a.ts --\n');
  git(folder, 'init', '-q');
  git(folder, 'add', '.gitignore', 'a.ts');
  git(folder, 'add', '-f', 'dist/kept.ts');
  git(folder, 'submodule', '--quiet', 'add', library, 'modules/library');
  git(folder, 'commit', '-qm', 'main');
  git(folder, 'clone', '-q', library, join(folder, 'clone'));
  git(folder, 'clone', '-q', library, join(folder, 'dist', 'clone'));
  writeFileSync(join(folder, 'clone', 'y.tmp'), '');
  const own = ['.gitignore', '.gitmodules', 'a.ts', 'dist/kept.ts'];
  const nested = ['clone/.gitignore', 'clone/lib.ts', 'modules/library/.gitignore', 'modules/library/lib.ts'];
  const files = source(folder);
  assert.deepEqual((await list(files)).paths, [...own, ...nested].sort());
  assert.equal((await files.stat('modules/library/lib.ts'))?.path, 'modules/library/lib.ts');
  for (const path of ['clone/y.tmp', 'dist/made.ts', 'dist/clone/lib.ts']) assert.equal(await files.stat(path), null, path);
  assert.ok(await files.stat('dist/kept.ts'));

  git(folder, 'worktree', 'add', '-q', join(base, 'linked'));
  for (const mode of ['use', 'none'] as const) {
    const linked = await list(source(join(base, 'linked'), { git: mode }));
    assert.deepEqual(linked.paths, mode === 'use' ? own : own.filter((path) => path !== 'dist/kept.ts'));
  }
});

test('lists a workspace that the surrounding repository ignores', async (t) => {
  const folder = tempFolder(t);
  write(folder, '-- .gitignore --\n/scratch/\n-- scratch/a.ts --\n-- scratch/node_modules/m/index.js --\n');
  git(folder, 'init', '-q');
  assert.deepEqual((await list(source(join(folder, 'scratch')))).paths, ['a.ts']);
});

test('without git, a folder called target is built at the top and beside the file of a project', async (t) => {
  const folder = tempFolder(t);
  write(
    folder,
    `-- Makefile --\n-- target/a.c --\n-- drivers/target/core.c --\n-- drivers/build/b.c --\n-- dist/c.js --\n
-- crates/shop/Cargo.toml --\n-- crates/shop/target/made.rs --\n-- crates/shop/src/target/linux.rs --\n`,
  );
  const files = source(folder);
  const { paths } = await list(files);
  const own = ['Makefile', 'crates/shop/Cargo.toml', 'crates/shop/src/target/linux.rs', 'drivers/build/b.c', 'drivers/target/core.c'];
  assert.deepEqual(paths, own);
  assert.equal(await files.stat('crates/shop/target/made.rs'), null);
  assert.ok(await files.stat('drivers/target/core.c'));
});

test('never lists version control, dependencies, secrets, binaries, lock and minified files, large files', async (t) => {
  const folder = tempFolder(t);
  const left = [
    '.env',
    '.env.local',
    '.envrc',
    'server.pem',
    'id_rsa',
    'tls.key',
    'credentials.json',
    'secrets.yaml',
    'package-lock.json',
    'yarn.lock',
    'a.min.js',
    'a.js.map',
    'logo.png',
    'x.wasm',
    'node_modules/m/i.js',
    '.venv/lib/site.py',
    'src/__pycache__/a.py',
    '.ssh/config',
    'lib.so.1.2',
    '.npmrc~',
  ];
  const kept = [
    '.env.example',
    '.env.example.complete',
    '.github/workflows/ci.yml',
    'credentials.ts',
    'keys.ts',
    'src/secrets.rs',
    'id_rsa.ts',
  ];
  write(folder, [...left, ...kept].map((path) => `-- ${path} --\n`).join(''));
  writeFileSync(join(folder, 'large.ts'), 'x'.repeat(100_001));
  git(folder, 'init', '-q');
  const { paths, problems } = await list(source(folder));
  assert.deepEqual(paths, kept.sort());
  assert.deepEqual(problems, ['large.ts: too large: 100001 bytes, over 100000']);
  for (const path of left) assert.equal(await source(folder).accepts(path), false, path);
});

test('follows no links: out of the workspace, in a loop, or in place of a tracked folder', async (t) => {
  const base = tempFolder(t);
  const folder = join(base, 'ws');
  write(base, '-- outside/secret.ts --\n-- outside/b.ts --\n-- ws/a/b.ts --\n-- ws/c.ts --\n');
  git(folder, 'init', '-q');
  git(folder, 'add', '.');
  symlinkSync('.', join(folder, 'loop'));
  symlinkSync('../outside', join(folder, 'out'));
  symlinkSync('../outside/secret.ts', join(folder, 'out.ts'));
  symlinkSync('c.ts', join(folder, 'inside.ts'));
  symlinkSync('nowhere', join(folder, 'dangling.ts'));
  rmSync(join(folder, 'a'), { recursive: true });
  symlinkSync('../outside', join(folder, 'a'));
  for (const mode of ['use', 'none'] as const) {
    const files = source(folder, { git: mode });
    assert.deepEqual((await list(files)).paths, ['c.ts']);
    for (const path of ['a/b.ts', 'out/secret.ts', 'out.ts', 'loop/c.ts', 'loop/loop/c.ts'])
      assert.equal(await files.stat(path), null, path);
    for (const path of ['a/b.ts', 'out/secret.ts', 'out.ts', 'a/new.ts', '../outside/secret.ts', '/etc/passwd', 'dangling.ts'])
      assert.equal(files.absolute(path), null, path);
    assert.equal(files.relative(join(folder, 'inside.ts')), 'c.ts');
    assert.equal(files.relative(join(folder, 'loop/loop/c.ts')), 'c.ts');
    assert.equal(files.relative(join(folder, 'out.ts')), null);
    assert.equal(files.relative(join(base, 'outside/secret.ts')), null);
    assert.equal(files.relative(join(folder, 'not/yet.ts')), 'not/yet.ts');
    assert.equal(files.absolute('not/yet.ts'), join(folder, 'not/yet.ts'));
  }
});

test('several roots: the first segment names the root; a root inside another is listed once', async (t) => {
  const base = tempFolder(t);
  write(base, '-- one/a.ts --\n-- one/inner/b.ts --\n-- two/a.ts --\n');
  const second = `${basename(base)}-one`;
  const folders = ['one', 'one/inner', 'two'].map((name) => ({
    name: name === 'two' ? 'one' : name.replace('/', '-'),
    folder: join(base, name),
  }));
  const files = openFileSource(folders, { maxFileBytes: 1_000, forgotten: new ForgottenFile(base), log: silent });
  assert.deepEqual(
    files.roots.map((root) => root.name),
    ['one', 'one-inner', second],
  );
  assert.deepEqual((await list(files)).paths, [`${second}/a.ts`, 'one-inner/b.ts', 'one/a.ts'].sort());
  assert.equal(files.relative(join(base, 'one/inner/b.ts')), 'one-inner/b.ts');
  assert.equal(files.absolute(`${second}/a.ts`), join(base, 'two/a.ts'));
  assert.equal(files.absolute('three/a.ts'), null);
  assert.equal(files.absolute('one'), null);
});

test('reports and skips unreadable folders; reads a checkout that git refuses without git', async (t) => {
  const folder = tempFolder(t);
  write(folder, '-- .gitignore --\n*.log\n-- a.log --\n-- open/a.ts --\n-- closed/b.ts --\n');
  git(folder, 'init', '-q');
  chmodSync(folder, 0o755);
  chmodSync(join(folder, 'closed'), 0);
  // Root reads every folder, hence the listing runs as another user.
  const child = `
    const { openFileSource } = await import(${JSON.stringify(new URL('../../server/io/workspace/file-source.js', import.meta.url).href)});
    const files = openFileSource([{ name: 'r', folder: ${JSON.stringify(folder)} }], { maxFileBytes: 1000, forgotten: { paths: [] }, log() {} });
    const result = { paths: [], problems: [] };
    for await (const batch of files.list({ signal: new AbortController().signal, onProblem: (...problem) => result.problems.push(problem.join(': ')) }))
      result.paths.push(...batch.map((entry) => entry.path));
    console.log(JSON.stringify(result));`;
  const asOther = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', child], {
    ...asOther,
    cwd: '/',
    encoding: 'utf8',
    env: { ...process.env, HOME: '/' },
  });
  if (/EACCES|ERR_MODULE_NOT_FOUND|Cannot find/.test(run.stderr)) return t.skip('another user cannot read this checkout');
  const { paths, problems } = JSON.parse(run.stdout);
  assert.deepEqual(paths.sort(), ['.gitignore', 'open/a.ts'], run.stderr);
  if (process.getuid?.() === 0) assert.deepEqual(problems, ['closed: folder cannot be read: EACCES']);
  const gone = await list(source(join(folder, 'gone')));
  assert.deepEqual([gone.paths, gone.problems], [[], ['.: folder cannot be read: ENOENT']]);
});

test('leaves out a file deleted after git listed it', async (t) => {
  const folder = tempFolder(t);
  write(folder, '-- a.ts --\n-- b.ts --\n');
  git(folder, 'init', '-q');
  git(folder, 'add', '.');
  unlinkSync(join(folder, 'a.ts'));
  assert.deepEqual((await list(source(folder))).paths, ['b.ts']);
});

test('runs nothing that a repository configures, and writes nothing in it', async (t) => {
  const folder = tempFolder(t);
  write(folder, '-- a.ts --\n-- b.log --\n');
  git(folder, 'init', '-q');
  const trap = join(folder, '.git', 'trap.sh');
  writeFileSync(trap, `#!/bin/sh\ntouch '${join(folder, 'sprung.ts')}'\n`, { mode: 0o755 });
  for (const key of [
    'core.fsmonitor',
    'core.sshCommand',
    'core.pager',
    'core.editor',
    'filter.x.clean',
    'filter.x.process',
    'diff.external',
  ])
    git(folder, 'config', key, trap);
  writeFileSync(join(folder, '.gitattributes'), '* filter=x\n');
  const files = source(folder);
  assert.deepEqual((await list(files)).paths, ['.gitattributes', 'a.ts', 'b.log']);
  assert.ok(await files.stat('a.ts'));
  const watch = await files.watch(() => {});
  await watch.close();
  assert.deepEqual((await list(files)).paths, ['.gitattributes', 'a.ts', 'b.log']);
});

const why = `
  -- .gitignore --
  # built
  *.log
  !keep.log
  -- sub/.gitignore --
  /local.txt
  -- .contextignore --
  notes/
  -- a.log --
  -- keep.log --
  -- sub/local.txt --
  -- sub/deep/b.log --
  -- notes/x.md --
  -- gen/deep/out.ts --
  -- logo.png --
  -- package-lock.json --
  -- x.min.js --
  -- .env --
  -- node_modules/m/index.js --
  -- open.ts --
`;

for (const mode of ['use', 'none'] as const)
  test(`the rule that excludes a path is named, git: ${mode}`, async (t) => {
    const folder = tempFolder(t);
    write(folder, why);
    git(folder, 'init', '-q');
    writeFileSync(join(folder, '.git/info/exclude'), 'private.ts\n');
    writeFileSync(join(folder, 'private.ts'), '');
    writeFileSync(join(folder, 'big.ts'), 'x'.repeat(2000));
    symlinkSync('open.ts', join(folder, 'link.ts'));
    const files = source(folder, { git: mode, exclude: ['gen'], maxFileBytes: 1000 });
    const rules: Record<string, string | undefined> = {};
    const { paths } = await list(files);
    for (const path of [
      ...['a.log', 'keep.log', 'sub/local.txt', 'sub/deep/b.log', 'notes/x.md', 'gen/deep/out.ts', 'logo.png', 'package-lock.json'],
      ...['x.min.js', '.env', 'node_modules/m/index.js', 'private.ts', 'big.ts', 'link.ts', 'open.ts', 'no/such.ts'],
    ]) {
      const { excluded } = await files.inspect(join(folder, path));
      rules[path] = excluded?.rule;
      assert.equal(excluded === null, paths.includes(path), `${path}: the reason agrees with the listing`);
    }
    assert.deepEqual(rules, {
      'a.log': '.gitignore:2 `*.log`',
      'keep.log': undefined,
      'sub/local.txt': 'sub/.gitignore:1 `/local.txt`',
      'sub/deep/b.log': '.gitignore:2 `*.log`',
      'notes/x.md': '.contextignore:1 `notes/`',
      'gen/deep/out.ts': 'setting exclude `gen/**`',
      'logo.png': 'binary file type',
      'package-lock.json': 'lock file',
      'x.min.js': 'minified file',
      '.env': 'file for secrets',
      'node_modules/m/index.js': 'dependency folder',
      'private.ts': '.git/info/exclude:1 `private.ts`',
      'big.ts': 'size limit of 1000 bytes',
      'link.ts': 'symbolic link, which is not followed, to open.ts',
      'open.ts': undefined,
      'no/such.ts': 'does not exist',
    });
  });

test('names rules of nested repositories and of folders above the root by their place', async (t) => {
  const top = tempFolder(t);
  write(top, '-- .gitignore --\n*.tmp\n-- app/inner/.gitignore --\n*.gen\n-- app/inner/a.gen --\n-- app/b.tmp --\n-- app/c.ts --\n');
  git(top, 'init', '-q');
  git(join(top, 'app/inner'), 'init', '-q');
  const files = source(join(top, 'app'));
  assert.equal((await files.inspect(join(top, 'app/inner/a.gen'))).excluded?.rule, 'inner/.gitignore:1 `*.gen`');
  assert.equal((await files.inspect(join(top, 'app/b.tmp'))).excluded?.rule, '../.gitignore:1 `*.tmp`');
});

test('a root without an indexed file names the rules that exclude its files; one without files says that', async (t) => {
  const folder = tempFolder(t);
  write(folder, '-- a.png --\n-- b.png --\n-- c.lock --\n-- node_modules/x/index.js --\n');
  assert.deepEqual((await list(source(folder))).empty, [
    'no file of workspace folder root is indexed: binary file type excludes 2 files; lock file excludes 1 file; dependency folder node_modules excludes 1 folder',
  ]);
  assert.deepEqual((await list(source(tempFolder(t)))).empty, ['workspace folder root holds no files']);
  write(folder, '-- d.ts --\n');
  assert.deepEqual((await list(source(folder))).empty, []);
});
