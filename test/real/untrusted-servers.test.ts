/**
 * What a workspace that is not trusted can make the other language servers run and send: its configuration names programs and hosts,
 * and nothing comes of it. Where the attack is one against the server itself, the same workspace is asked with trust as well.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import test from 'node:test';
import { gopls } from '../../server/io/language-servers/adapters/gopls.js';
import { adapterContext, whichProgram } from '../../server/io/language-servers/discovery/executables.js';
import { findServer } from '../../server/io/language-servers/discovery/find-server.js';
import { runCli, type Workspace, workspace } from '../support/real-engine.js';
import { serverMissing } from '../support/server-process.js';

const options = { skip: serverMissing, timeout: 300_000 };
const isPosix = process.platform !== 'win32';
const path = process.env['PATH'] ?? '';

async function indexed({ folder, cacheDir }: Workspace, env: Record<string, string>, ...flags: string[]): Promise<string> {
  const { code, stdout, stderr } = await runCli(['index', folder, '--with-servers', '--cache-dir', cacheDir, ...flags], { env });
  assert.equal(code, 0, stderr);
  return stdout;
}

/** A program that leaves a mark and then does what the real one does. */
function marking(place: Workspace, file: string, mark: string, real: string): void {
  place.write(file, `#!/bin/sh\necho "$@" >> '${mark}'\nexec '${real}' "$@"\n`);
  chmodSync(place.file(file), 0o755);
}

test('Python: no module and no interpreter of the workspace is run', {
  ...options,
  skip: options.skip || !isPosix || (whichProgram('python3') ? false : 'no python3'),
}, async (t) => {
  const place = workspace(t, '-- shop.py --\ndef total():\n    return 1\n-- pyrightconfig.json --\n{ "venvPath": ".", "venv": ".venv" }\n');
  const mark = join(place.cacheDir, '../was-run');
  const evil = `open(${JSON.stringify(mark)}, "a").write(__name__)\n`;
  for (const name of ['os', 'json', 'sitecustomize', 'usercustomize']) place.write(`${name}.py`, evil);
  place.write('.venv/lib/python3.11/site-packages/evil.pth', `import os; ${evil}`);
  for (const name of ['python3', 'python']) marking(place, `.venv/bin/${name}`, mark, whichProgram('python3') as string);
  // The environment is active in the shell that the editor was started from.
  const env = { PATH: [place.file('.venv/bin'), path].join(delimiter), PYTHONPATH: ['', '.', place.folder].join(delimiter) };
  assert.match(await indexed(place, env), /edges from language servers in 5 of 5/);
  assert.ok(!existsSync(mark), existsSync(mark) ? readFileSync(mark, 'utf8') : '');
});

test('Go: in an untrusted workspace no module is downloaded and no C compiler is run; another toolchain is never used', {
  ...options,
  skip: options.skip || !isPosix || (whichProgram('gopls') && whichProgram('go') && whichProgram('gcc') ? false : 'no gopls, go or gcc'),
}, async (t) => {
  const hash = `h1:${'A'.repeat(43)}=`;
  const place = workspace(
    t,
    `-- go.mod --\nmodule shop\n\ngo 1.19\n\nrequire example.com/far v1.2.3\n-- go.sum --\nexample.com/far v1.2.3 ${hash}\nexample.com/far v1.2.3/go.mod ${hash}
-- far/far.go --\npackage far\n\nimport "example.com/far"\n\nfunc Total() int { return far.X() }
-- near/near.go --\npackage near\n\n// int one(void) { return 1; }\nimport "C"\n\nfunc Price() int { return int(C.one()) }
-- near/twice.go --\npackage near\n\nfunc Twice() int { return 2 * Price() }\n`,
  );
  const asked: string[] = [];
  const proxy = createServer(({ url }, response) => {
    asked.push(url ?? '');
    response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  t.after(() => proxy.close());
  const mark = join(place.cacheDir, '../was-run');
  marking(place, '../bin/gcc', mark, whichProgram('gcc') as string);
  const goMark = join(place.cacheDir, '../go-was-run');
  marking(place, 'tools/go', goMark, whichProgram('go') as string);
  const env = {
    PATH: [place.file('tools'), place.file('../bin'), path].join(delimiter),
    GOPROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    CGO_ENABLED: '1',
    GOFLAGS: '',
    CC: 'gcc',
    GOCACHE: place.file('../go-cache'),
    GOMODCACHE: place.file('../go-modules'),
  };
  await indexed(place, env);
  assert.deepEqual([asked, existsSync(mark), existsSync(goMark)], [[], false, false]);
  const isRun = (): boolean => asked.some((url) => url.includes('example.com/far')) && existsSync(mark) && existsSync(goMark);
  // A server with little to do may end before it has compiled anything.
  for (let i = 0; i < 5 && !isRun(); i++) await indexed({ ...place, cacheDir: `${place.cacheDir}-trusted-${i}` }, env, '--trusted');
  assert.ok(isRun(), 'the attack is none any more');
});

test('Go: the environment of gopls, trusted, untrusted, and with vendored dependencies', (t) => {
  const { folder, cacheDir, write } = workspace(t, '-- go.mod --\nmodule shop\n');
  const envOf = (trusted: boolean) => gopls.env?.(adapterContext(folder, trusted, cacheDir));
  assert.deepEqual(envOf(true), { GOTOOLCHAIN: 'local', GOFLAGS: '-mod=readonly' });
  assert.deepEqual(envOf(false), {
    GOTOOLCHAIN: 'local',
    GOFLAGS: '-mod=readonly',
    GOPROXY: 'off',
    GONOPROXY: 'none',
    GOVCS: '*:off',
    CGO_ENABLED: '0',
  });
  write('vendor/modules.txt', '');
  assert.deepEqual(envOf(true), { GOTOOLCHAIN: 'local', GOFLAGS: '' });
});

for (const { name, settings } of [
  { name: 'TypeScript 7', settings: {} },
  { name: 'typescript-language-server', settings: { servers: { typescript: { enabled: false } } } },
])
  test(`${name}: no plugin that tsconfig.json names is run, and no file that it names is written`, options, async (t) => {
    const place = workspace(t, '-- shop.ts --\nexport const total = 1;\n-- node_modules/evil/package.json --\n{ "main": "evil.js" }\n');
    const outside = place.file('../outside');
    place.write('node_modules/evil/evil.js', `require('fs').writeFileSync(${JSON.stringify(outside)}, '')`);
    const plugins = [{ name: 'evil' }, { name: './node_modules/evil' }, { name: '../evil' }];
    const outputs = { outDir: outside, tsBuildInfoFile: outside, generateTrace: outside, generateCpuProfile: outside, incremental: true };
    place.write('tsconfig.json', JSON.stringify({ compilerOptions: { plugins, ...outputs }, compileOnSave: true }));
    place.write('../settings.json', JSON.stringify(settings));
    assert.match(
      await indexed(place, {}, '--settings', place.file('../settings.json')),
      /typescript 1 file, edges from language servers in 1 of 1/,
    );
    assert.ok(!existsSync(outside));
  });

test('a server from the settings: a relative path is in the workspace and not run', { skip: !isPosix }, async (t) => {
  const { folder, cacheDir, file, write } = workspace(t);
  write('tools/server', '#!/bin/sh\n');
  chmodSync(file('tools/server'), 0o755);
  const context = adapterContext(folder, false, cacheDir);
  const found = await findServer(gopls, context, { command: './tools/server' });
  assert.match(found.kind === 'missing' ? found.reason : '', /is in the workspace, which is not trusted: not run/);
});

test('git and ps in a workspace folder that is on PATH are not run', { ...options, skip: options.skip || !isPosix }, async (t) => {
  const place = workspace(t, '-- shop.py --\ndef total():\n    return 1\n');
  const mark = join(place.cacheDir, '../was-run');
  for (const name of ['git', 'ps', 'python3', 'node', 'sh', 'bwrap', 'go', 'npm'])
    marking(place, `node_modules/.bin/${name}`, mark, whichProgram(name) ?? '/bin/false');
  execFileSync('git', ['init', '-q'], { cwd: place.folder });
  const env = { PATH: [place.file('node_modules/.bin'), path].join(delimiter) };
  assert.match(await indexed(place, env), /edges from language servers in 1 of 1/);
  for (const args of [['doctor'], ['ask', 'total'], ['why', 'shop.py'], ['list']]) {
    const { code, stderr } = await runCli([...args, '--cache-dir', place.cacheDir], { env, cwd: place.folder });
    assert.equal(code, 0, stderr);
  }
  assert.ok(!existsSync(mark), existsSync(mark) ? readFileSync(mark, 'utf8') : '');
});
