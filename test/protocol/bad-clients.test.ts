/** The real server as a process, and clients that talk nonsense, leave, or connect in other ways. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryWorkspace } from '../support/fixture.js';
import { serverMissing, startServer, withServer } from '../support/server-process.js';
import { ready, shop, withShop } from '../support/shop.js';
import { initialize, TestClient } from '../support/test-client.js';

test('answers each invalid message with an error, and goes on', { skip: serverMissing }, () =>
  withShop(async ({ server, client, workspace }) => {
    assert.equal((await client.failure('context/status')).code, -32002);
    client.raw('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await client.waitFor(({ id, error }) => id === null && error?.code === -32700, 'the parse error');
    await initialize(client, { folders: [workspace.uri], settings: { cacheDir: workspace.cacheDir } });
    client.raw('Content-Length: 1000\r\n\r\n{"jsonrpc":"2.0","id":"long","method":"context/status"}');
    assert.equal((await client.request('context/status')).roots.length, 1);
    client.raw('Content-Length: 7\r\n\r\n{"json"');
    assert.equal((await client.failure('context/retrieve', { query: {} })).code, -32602);
    assert.equal((await client.failure('no/such')).code, -32601);
    assert.equal((await client.failure('context/retrieve', { query: 'x', budgetTokens: -1 })).code, -32602);
    for (const query of ['', ' ', '\0', '((((', 'x'.repeat(500_000), '😀'.repeat(100), '"; DROP TABLE chunks; --', '* OR NEAR(']) {
      const answer = await client.request('context/retrieve', { query });
      assert.ok(Array.isArray(answer.results));
      assert.ok(Array.isArray(await client.request('workspace/symbol', { query })));
    }
    assert.equal(await server.stop(), 0);
  }),
);

test('opens an empty folder, a missing one, and a file instead of a folder', { skip: serverMissing }, async () => {
  const workspace = temporaryWorkspace('-- file --\nx\n');
  try {
    for (const uri of [`${workspace.uri}/nowhere`, workspace.uriOf('file')])
      await withServer(async ({ client }) => {
        await initialize(client, { folders: [uri], settings: { cacheDir: workspace.cacheDir } });
        const reply = await client.start('context/retrieve', { query: 'x' }).response;
        assert.ok(reply.error?.data.kind ?? Array.isArray(reply.result.results));
        assert.equal(typeof (await client.request('context/status')).state, 'string');
      });
  } finally {
    workspace.remove();
  }
});

test('exit codes: 0 after shutdown, 1 without; the end of the input ends the server', { skip: serverMissing }, async () => {
  const first = startServer();
  await initialize(first.client);
  assert.equal(await first.stop(), 0);
  const second = startServer();
  await initialize(second.client);
  second.client.notify('exit');
  assert.equal(await second.ended, 1);
  const third = startServer();
  await initialize(third.client);
  third.child.stdin.end();
  assert.equal(await third.ended, 1);
});

test('exits without a crash when the client stops reading', { skip: serverMissing, timeout: 60_000 }, async () => {
  const server = startServer();
  await initialize(server.client);
  server.child.stdout.destroy();
  server.client.start('context/status');
  assert.equal(await server.ended, 1);
  assert.doesNotMatch(server.client.transcript.join('\n'), /unexpected|at .*\.js:\d+/);
});

test('goes on when nobody reads the log, and exits at the end of input', {
  skip: serverMissing,
  timeout: 60_000,
}, async () => {
  const server = startServer(['--stdio', '--log=debug']);
  await initialize(server.client);
  server.child.stderr.destroy();
  // Each is logged.
  for (let i = 0; i < 20; i++)
    server.client.notify('textDocument/didChange', { textDocument: { uri: `file:///no/${i}`, version: 1 }, contentChanges: [] });
  assert.equal(typeof (await server.client.request('context/status')).state, 'string');
  server.child.stdout.destroy();
  server.child.stdin.end();
  assert.equal(await server.ended, 1);
});

test('leaves no process behind when the client is killed', {
  timeout: 60_000,
  skip: serverMissing || !existsSync('/proc/self'),
}, async () => {
  const workspace = temporaryWorkspace(shop);
  // The input stays open, so that only the process id tells.
  const parent = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  const server = startServer();
  try {
    await initialize(server.client, {
      folders: [workspace.uri],
      settings: { cacheDir: workspace.cacheDir },
      params: { processId: parent.pid },
    });
    await ready(server.client);
    const children = readFileSync(`/proc/${server.child.pid}/task/${server.child.pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
    parent.kill('SIGKILL');
    assert.equal(await server.ended, 1);
    // Its helpers end by themselves when it is gone; a process that is dead and not yet waited for is no longer running.
    for (const pid of children) while (isRunning(pid)) await new Promise((resolve) => setImmediate(resolve));
  } finally {
    parent.kill('SIGKILL');
    await server.stop();
    workspace.remove();
  }
});

function isRunning(pid: string): boolean {
  const stat = join('/proc', pid, 'stat');
  try {
    return !/\) [ZX] /.test(readFileSync(stat, 'utf8'));
  } catch {
    return false;
  }
}

for (const kind of ['socket', 'pipe'] as const)
  test(`--${kind}: the server connects to the client`, { skip: serverMissing }, async () => {
    const workspace = temporaryWorkspace(shop);
    const listener = createServer();
    const name = join(workspace.folder, '..', 'lsp.sock');
    await new Promise<void>(
      (resolve) => void (kind === 'pipe' ? listener.listen(name, resolve) : listener.listen(0, '127.0.0.1', resolve)),
    );
    const address = listener.address();
    const server = startServer([kind === 'pipe' ? `--pipe=${name}` : `--socket=${(address as { port: number }).port}`]);
    try {
      const client = await new Promise<TestClient>((resolve) =>
        listener.once('connection', (socket) => resolve(new TestClient(socket, socket))),
      );
      await initialize(client, { folders: [workspace.uri], settings: { cacheDir: workspace.cacheDir } });
      assert.ok((await client.request('context/status')).roots.length === 1);
      await client.request('shutdown');
      client.notify('exit');
      assert.equal(await server.ended, 0);
    } finally {
      server.child.kill('SIGKILL');
      listener.close();
      workspace.remove();
    }
  });
