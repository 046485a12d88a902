/** The real MCP server over HTTP, and a relay to it for clients that cannot send its token. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { temporaryWorkspace } from './fixture.js';
import { serverMain } from './server-process.js';

export interface Served {
  readonly url: URL;
  readonly token: string;
  readonly folder: string;
}

/** Runs a test against a server of its own, which has to end with SIGTERM. */
export async function withHttp(run: (served: Served) => Promise<void>, env: Record<string, string> = {}): Promise<void> {
  const workspace = temporaryWorkspace('-- bread.py --\ndef bake_bread(oven):\n    return oven\n');
  const args = [serverMain, 'mcp', '--http', '-w', workspace.folder, '--cache-dir', workspace.cacheDir];
  const child: ChildProcess = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...env } });
  const ended = new Promise((resolve) => child.on('close', resolve));
  try {
    const line = await new Promise<string>((resolve, reject) => {
      child.stdout?.once('data', (data: Buffer) => resolve(data.toString()));
      child.once('close', () => reject(new Error('the server ended')));
    });
    const { url, token } = JSON.parse(line);
    await run({ url: new URL(url), token, folder: workspace.folder });
    child.kill('SIGTERM');
    assert.equal(await ended, 0);
  } finally {
    child.kill('SIGKILL');
    await ended;
    workspace.remove();
  }
}

/** Runs `use` with an address whose requests reach the server with the token; everything else is passed on as it is. */
export async function withRelay({ url, token }: Served, use: (relayed: URL) => Promise<void>): Promise<void> {
  const relay = createServer((incoming, response) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${token}` };
    const passed = request({ host: url.hostname, port: url.port, path: incoming.url, method: incoming.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    response.on('close', () => passed.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  try {
    await use(new URL(`http://localhost:${(relay.address() as AddressInfo).port}/mcp`));
  } finally {
    relay.closeAllConnections();
    await new Promise((resolve) => relay.close(resolve));
  }
}
