/** Language servers as users see them: settings, `context/status`, and what `doctor` says of each language. */
import assert from 'node:assert/strict';
import { chmodSync, existsSync } from 'node:fs';
import { delimiter } from 'node:path';
import { test } from 'node:test';
import { runCli, workspace } from '../support/real-engine.js';
import { serverMissing } from '../support/server-process.js';
import { ready, withShop } from '../support/shop.js';
import { initialize, type Json } from '../support/test-client.js';

const skip = serverMissing;
const of = (servers: Json[], id: string): Json => servers.find((server) => server.id === id);

test('the status lists each language server; none starts without a request', { skip }, () =>
  withShop(async ({ client, workspace }) => {
    workspace.write('a.py', 'def f(): pass\n');
    workspace.write('a.cbl', 'x');
    const nothing = { command: 'no-such-server', languages: ['python'] };
    const settings = { cacheDir: workspace.cacheDir, servers: { typescript: { enabled: false }, nothing }, trusted: true };
    await initialize(client, { folders: [workspace.uri], settings: { ...settings, statusNotifications: true } });
    await ready(client);
    // Asking a program for its version takes a moment.
    await client.notification('context/didChangeStatus', ({ servers }) => servers.length === 2);
    const { servers, roots, problems } = await client.request('context/status');
    assert.deepEqual(problems, []);
    const pyright = of(servers, 'pyright');
    assert.equal(pyright.root, roots[0].name);
    assert.deepEqual([pyright.name, pyright.languages, pyright.deaths, pyright.quarantined], ['pyright', ['python'], 0, []]);
    assert.notEqual(pyright.state, 'missing');
    // Turned off: the next one that can serve takes its place.
    assert.equal(of(servers, 'typescript'), undefined);
    assert.deepEqual(of(servers, 'typescript-language-server').languages, ['typescript']);
  }),
);

test('checks the settings of servers like all others', { skip }, () =>
  withShop(async ({ client, workspace }) => {
    const settings = { cacheDir: workspace.cacheDir, servers: { clangd: { command: 7 } }, trusted: 'yes' };
    await initialize(client, { folders: [workspace.uri], settings });
    const { problems } = await client.request('context/status');
    const faults = problems.filter(({ code }: Json) => code === 'configuration').map(({ message }: Json) => message);
    assert.equal(faults.length, 2, JSON.stringify(problems));
    assert.match(faults.join('\n'), /servers\.clangd\.command/);
    assert.match(faults.join('\n'), /trusted/);
  }),
);

test('doctor: does not suggest installing a server that only needs trust', {
  skip: skip || process.platform === 'win32',
}, async (t) => {
  const place = workspace(t, '-- a.rs --\nfn f() {}\n');
  place.write('../bin/rust-analyzer', '#!/bin/sh\necho rust-analyzer 1.99.0\n');
  chmodSync(place.file('../bin/rust-analyzer'), 0o755);
  const env = { PATH: [place.file('../bin'), process.env['PATH']].join(delimiter) };
  const { stdout } = await runCli(['doctor', place.folder, '--cache-dir', place.cacheDir], { env });
  assert.match(stdout, /^ +to get it: trust the workspace: --trusted on the command line, the setting "trusted" in an editor$/m);
});

test("doctor: names each language's server or how to get it, and runs nothing of an untrusted workspace", { skip }, async (t) => {
  const place = workspace(t, '-- a.py --\ndef f(): pass\n-- a.rs --\nfn f() {}\n-- README.md --\n# A\n');
  const own = '.venv/bin/pyright-langserver';
  place.write(own, `#!/bin/sh\ntouch ${place.file('was-run')}\n`);
  chmodSync(place.file(own), 0o755);
  const args = ['doctor', place.folder, '--cache-dir', place.cacheDir];
  const { stdout, code } = await runCli(args);
  assert.equal(code, 0, stdout);
  assert.match(stdout, /^limited {3}python {3}1 file, .*\n +pyright [\d.]+, comes with this package; idle\n/m);
  assert.match(stdout, /not trusted, so its Python environment is not used/);
  assert.match(stdout, /^degraded {2}rust .*\n +rust-analyzer: not started: .*not trusted\n +to get it: /m);
  assert.match(stdout, /^ok {8}markdown 1 file, text in sections$/m);

  const trusted = JSON.parse((await runCli([...args, '--trusted', '--json'])).stdout);
  const pyright = of(trusted.servers, 'pyright');
  assert.deepEqual([pyright.where, pyright.command], ['workspace', place.file(own)]);
  assert.ok(!existsSync(place.file('was-run')));
});
