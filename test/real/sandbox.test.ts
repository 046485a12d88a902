/** The sandbox of language servers in untrusted workspaces: what a program in it can reach, and what happens where there is none. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { test } from 'node:test';
import { adapterContext, whichProgram } from '../../server/io/language-servers/discovery/executables.js';
import { startGuarded } from '../../server/io/language-servers/process/guarded-process.js';
import { sandboxed, sandboxFor } from '../../server/io/language-servers/process/sandbox.js';
import { runCli, type Workspace, workspace } from '../support/real-engine.js';

const skip =
  process.platform !== 'linux'
    ? 'bubblewrap is for Linux'
    : whichProgram('bwrap')
      ? false
      : 'bubblewrap is not installed: apt-get install bubblewrap';
const options = { skip, timeout: 120_000 };

/** Tries what a server that a hostile file has taken over would try. Prints what worked. */
const attacker = `
const fs = require('fs'), net = require('net'), { execFileSync } = require('child_process');
const [folder, cache, outside, socket, port, pid] = process.argv.slice(2);
const worked = [];
const attempt = (name, work) => { try { work(); worked.push(name); } catch {} };
attempt('read the workspace', () => fs.readFileSync(folder + '/a.c'));
attempt('write the cache', () => fs.writeFileSync(cache + '/x', ''));
attempt('write a temporary file', () => fs.writeFileSync(process.env.TMPDIR + '/x', ''));
attempt('listen on a socket in the cache', () => {
  const path = process.env.XDG_CACHE_HOME + '/a-server/socket-' + 'n'.repeat(60);
  if (path.length > 107) throw 0;
  fs.mkdirSync(require('path').dirname(path), { recursive: true });
  const open = net.createServer().listen(path, () => open.close());
  open.on('error', () => {});
  if (!fs.existsSync(path)) throw 0;
});
attempt('write the workspace', () => fs.writeFileSync(folder + '/a.c', ''));
attempt('write beside the workspace', () => fs.writeFileSync(outside, ''));
attempt('write the home folder', () => fs.writeFileSync(process.env.HOME + '/.context-attack', ''));
attempt('write a system folder', () => fs.writeFileSync('/etc/context-attack', ''));
attempt('remount', () => execFileSync('mount', ['-o', 'remount,rw', '/'], { stdio: 'ignore' }));
attempt('signal its client', () => process.kill(Number(pid), 0));
attempt('read the keys', () => { if (fs.readdirSync(process.env.HOME + '/.ssh').length === 0) throw 0; });
attempt('see other processes', () => { if (fs.readdirSync('/proc').filter((n) => /^[0-9]+$/.test(n)).length < 5) throw 0; });
const connecting = (name, to) => new Promise((resolve) => {
  const open = net.connect(to, () => { worked.push(name); open.destroy(); resolve(); });
  open.on('error', () => resolve());
});
(async () => {
  await connecting('connect to this machine', { host: '127.0.0.1', port: Number(port) });
  await connecting('connect to a socket', socket);
  console.log(JSON.stringify(worked));
})();
`;

async function outputOf(
  start: { command: string; args: readonly string[]; env?: Readonly<Record<string, string>> },
  home: string,
): Promise<string> {
  const { child, exited } = await startGuarded({ ...start, env: { ...start.env, HOME: home }, cwd: '/' });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (data: string) => (text += data));
  child.stdin.end();
  await exited;
  return text;
}

test('a program in the sandbox reads the workspace, writes its own folders, and nothing else', options, async (t) => {
  const place = workspace(t, '-- a.c --\nint one(void) { return 1; }\n');
  mkdirSync(place.cacheDir);
  const home = place.file('../home');
  mkdirSync(join(home, '.ssh'), { recursive: true });
  writeFileSync(join(home, '.ssh', 'id'), 'a key');
  const context = adapterContext(place.folder, false, place.cacheDir);
  const sandbox = await sandboxFor(context);
  if (sandbox.command === null) return t.skip(sandbox.reason);
  const [onPort, onSocket] = [createServer(), createServer()];
  const socket = place.file('../other.sock');
  onPort.listen(0, '127.0.0.1');
  onSocket.listen(socket);
  await Promise.all([onPort, onSocket].map((server) => once(server, 'listening')));
  for (const server of [onPort, onSocket]) t.after(() => server.close());
  const { port } = onPort.address() as { port: number };
  const outside = place.file('../outside');
  place.write('attacker.cjs', attacker);
  const args = [place.file('attacker.cjs'), place.folder, place.cacheDir, outside, socket, String(port), String(process.pid)];
  const program = { command: process.execPath, args };
  const before = readdirSync(tmpdir());
  const { end, ...inside } = sandboxed(sandbox.command, program, context);
  // Beside the workspace is /tmp here: one of its own, which nobody sees.
  const own = [
    'read the workspace',
    'write the cache',
    'write a temporary file',
    'listen on a socket in the cache',
    'write beside the workspace',
  ];
  assert.deepEqual(JSON.parse(await outputOf(inside, home)), own);
  end();
  // Other tests run at the same time, in processes of their own.
  const isOwn = (name: string) => name.startsWith('context-') && name.includes(`-${process.pid}-`);
  assert.deepEqual(
    readdirSync(tmpdir()).filter((name) => isOwn(name) && !before.includes(name)),
    [],
  );
  assert.ok(!existsSync(outside));
  // The same program without the sandbox: the attempts are real.
  const free = JSON.parse(await outputOf({ ...program, env: { TMPDIR: place.cacheDir } }, home));
  for (const name of ['write beside the workspace', 'signal its client', 'read the keys', 'connect to this machine', 'connect to a socket'])
    assert.ok(free.includes(name), name);
});

test('a program that npm has linked into a hidden folder finds its packages', options, async (t) => {
  const place = workspace(t, '-- a.c --\nint one(void) { return 1; }\n');
  mkdirSync(place.cacheDir);
  const context = adapterContext(place.folder, false, place.cacheDir);
  const sandbox = await sandboxFor(context);
  if (sandbox.command === null) return t.skip(sandbox.reason);
  place.write('../tools/node_modules/part/index.js', 'module.exports = "both packages";\n');
  place.write('../tools/node_modules/server/bin.js', '#!/usr/bin/env node\nconsole.log(require("part"));\n');
  mkdirSync(place.file('../tools/node_modules/.bin'));
  chmodSync(place.file('../tools/node_modules/server/bin.js'), 0o755);
  const command = place.file('../tools/node_modules/.bin/server');
  symlinkSync('../server/bin.js', command);
  const { end, ...inside } = sandboxed(sandbox.command, { command, args: [] }, context);
  t.after(end);
  assert.equal(await outputOf(inside, place.folder), 'both packages\n');
});

/** A folder for PATH with a `bwrap` of that content. */
function fakeBwrap(place: Workspace, script: string): string {
  place.write('../bin/bwrap', `#!/bin/sh\n${script}\n`);
  chmodSync(place.file('../bin/bwrap'), 0o755);
  return [place.file('../bin'), process.env['PATH'] ?? ''].join(delimiter);
}

for (const [what, script, reason] of [
  ['is forbidden', 'echo "bwrap: Creating new namespace failed: Operation not permitted" >&2; exit 1', /Operation not permitted/],
  ['hangs', 'while :; do sleep 1; done', /was ended by SIGKILL/],
] as const)
  test(`where bubblewrap ${what}, servers run without a sandbox and doctor says so`, {
    timeout: 120_000,
    skip: process.platform !== 'linux',
  }, async (t) => {
    const place = workspace(t, '-- shop.ts --\nexport const total = 1;\n-- tsconfig.json --\n{}\n');
    const env = { PATH: fakeBwrap(place, script) };
    const ran = await runCli(['index', place.folder, '--with-servers', '--cache-dir', place.cacheDir], { env });
    assert.match(ran.stdout, /edges from language servers in 1 of 1/, ran.stderr);
    const doctor = (await runCli(['doctor', place.folder, '--cache-dir', place.cacheDir], { env })).stdout;
    const line = doctor.split('\n').find((one) => /^\w+ +sandbox/.test(one)) ?? doctor;
    assert.match(line, /TypeScript 7: none, bubblewrap does not work here: /);
    assert.match(line, reason);
  });

test('doctor names the sandbox, and a trusted workspace has none', options, async (t) => {
  const place = workspace(t, '-- shop.ts --\nexport const total = 1;\n-- tsconfig.json --\n{}\n');
  const doctor = async (...flags: string[]) => (await runCli(['doctor', place.folder, '--cache-dir', place.cacheDir, ...flags])).stdout;
  const untrusted = await doctor();
  assert.match(untrusted, /sandbox {2}TypeScript 7: (\/.*\/bwrap|none, bubblewrap does not work here: .*)\n/);
  assert.match(await doctor('--trusted'), /sandbox {2}TypeScript 7: none, the workspace is trusted\n/);
});

test('a bwrap in the workspace is not run', { timeout: 60_000, skip: process.platform !== 'linux' }, async (t) => {
  const place = workspace(t, '-- a.c --\nint one;\n');
  place.write('bin/bwrap', '#!/bin/sh\ntouch "$(dirname "$0")/was-run"\n');
  chmodSync(place.file('bin/bwrap'), 0o755);
  const former = process.env['PATH'];
  process.env['PATH'] = [place.file('bin'), former].join(delimiter);
  t.after(() => {
    process.env['PATH'] = former;
  });
  await sandboxFor(adapterContext(place.folder, false, place.cacheDir));
  assert.ok(!existsSync(place.file('bin/was-run')));
});
