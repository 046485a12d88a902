/** Lines that are no messages, to the MCP server over standard streams: each has a reply, and what follows is answered. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { checkedInput, type RpcFault } from '../../server/fronts/mcp/checked-input.js';
import { temporaryWorkspace } from '../support/fixture.js';
import { serverMain } from '../support/server-process.js';
import type { Json } from '../support/test-client.js';

const lines: readonly (readonly [line: string, id: unknown, code: number, message: RegExp])[] = [
  ['{nonsense', null, -32700, /Parse error/],
  ['[{"jsonrpc":"2.0","id":1,"method":"ping"}]', null, -32600, /batches/],
  ['"text"', null, -32600, /object/],
  ['null', null, -32600, /object/],
  ['{"jsonrpc":"2.0","id":7,"method":5}', 7, -32600, /method/],
  ['{"id":"eight","method":"ping"}', 'eight', -32600, /jsonrpc/],
  ['{"jsonrpc":"2.0","id":null,"method":"ping"}', null, -32600, /id/],
  ['{"jsonrpc":"2.0","id":10,"method":"ping","params":[]}', 10, -32600, /params/],
  ['{"jsonrpc":"2.0","id":11}', 11, -32600, /method/],
];
const initialize = JSON.stringify({
  jsonrpc: '2.0',
  id: 'first',
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
});

test('each line that is no message has a reply', async () => {
  const workspace = temporaryWorkspace('\n-- a.py --\nx = 1\n');
  const server = spawn(process.execPath, [serverMain, 'mcp', '-w', workspace.folder, '--cache-dir', workspace.cacheDir]);
  try {
    let output = '';
    server.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    const replies = (): Json[] =>
      output
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line));
    server.stdin.write([initialize, ...lines.map(([line]) => line), '', '{"jsonrpc":"2.0","id":"last","method":"ping"}'].join('\n'));
    server.stdin.write('\n');
    while (!replies().some(({ id }) => id === 'last')) await once(server.stdout, 'data');
    const faults = replies().filter(({ error }) => error);
    assert.equal(faults.length, lines.length, output);
    for (const [i, [line, id, code, message]] of lines.entries()) {
      assert.deepEqual([faults[i]?.id, faults[i]?.error.code], [id, code], line);
      assert.match(faults[i]?.error.message, message);
    }
    assert.ok(replies().find(({ id }) => id === 'first')?.result.serverInfo);
    server.stdin.end();
    await once(server, 'exit');
  } finally {
    server.kill('SIGKILL');
    workspace.remove();
  }
});

test('messages pass in any pieces, and too long ones are answered', async () => {
  const faults: RpcFault[] = [];
  const input = checkedInput((fault) => faults.push(fault));
  let passed = '';
  input.setEncoding('utf8').on('data', (text: string) => {
    passed += text;
  });
  const message = `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"text":"${'Größe ☃ '.repeat(20)}"}}\n`;
  const bytes = Buffer.from(message.repeat(3));
  for (let at = 0; at < bytes.length; at += 7) input.write(bytes.subarray(at, at + 7));
  const half = Buffer.from(`"${'x'.repeat(1 << 20)}`);
  for (let i = 0; i < 3; i++) input.write(half);
  input.end(`"\n${message}`);
  await once(input, 'end');
  assert.equal(passed, message.repeat(4));
  assert.deepEqual(
    faults.map(({ error }) => error.code),
    [-32600],
  );
});
