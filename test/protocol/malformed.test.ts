/** Bytes that are no JSON-RPC: the server says so, goes on, and answers the next good message. */
import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import type { BadMessage } from '../../server/fronts/lsp/message-reader.js';
import { ResilientMessageReader } from '../../server/fronts/lsp/message-reader.js';
import { withFront } from '../support/front-in-memory.js';
import { initialize } from '../support/test-client.js';

const frame = (body: string, length = Buffer.byteLength(body)) => `Content-Length: ${length}\r\n\r\n${body}`;
const good = (id: number) => JSON.stringify({ jsonrpc: '2.0', id, method: 'x' });

/** What the reader makes of the bytes, given whole and given one byte at a time. */
async function read(bytes: string | Buffer): Promise<{ ids: unknown[]; bad: BadMessage['code'][] }> {
  const outcomes: { ids: unknown[]; bad: BadMessage['code'][] }[] = [];
  for (const size of [bytes.length, 1]) {
    const input = new PassThrough();
    const [ids, bad]: [unknown[], BadMessage['code'][]] = [[], []];
    const reader = new ResilientMessageReader(input, ({ code }) => bad.push(code));
    reader.listen((message) => ids.push((message as { id?: unknown }).id));
    const data = Buffer.from(bytes as string);
    for (let i = 0; i < data.length; i += size) input.write(data.subarray(i, i + size));
    await new Promise((resolve) => input.end(resolve).resume().once('end', resolve));
    outcomes.push({ ids, bad });
  }
  assert.deepEqual(outcomes[0], outcomes[1], 'how the bytes are cut must not matter');
  return outcomes[0] as { ids: unknown[]; bad: BadMessage['code'][] };
}

const cases: readonly (readonly [string, string | Buffer, unknown[], BadMessage['code'][]])[] = [
  ['good messages', frame(good(1)) + frame(good(2)), [1, 2], []],
  [
    'other headers, lower case, bare line feeds',
    `content-type: x\ncontent-length: ${good(1).length}\n\n${good(1)}${frame(good(2))}`,
    [1, 2],
    [],
  ],
  ['garbage lines between', `${frame(good(1))}hello\r\nthere\r\n\r\n${frame(good(2))}`, [1, 2], ['parse']],
  ['garbage right before a header', `${frame(good(1))}garbage${frame(good(2))}`, [1, 2], ['parse']],
  ['JSON without a header', `${good(9)}\n${frame(good(2))}`, [2], ['parse']],
  ['no length', `Content-Type: x\r\n\r\n${good(1)}${frame(good(2))}`, [2], ['parse']],
  ['a length that is no number', `Content-Length: many\r\n\r\n${good(1)}${frame(good(2))}`, [2], ['parse']],
  ['a negative length', `Content-Length: -5\r\n\r\n${frame(good(2))}`, [2], ['parse']],
  ['an absurd length', `Content-Length: 99999999999\r\n\r\n${good(1)}${frame(good(2))}`, [2], ['parse']],
  ['a length that is too small', frame(good(1), 5) + frame(good(2)), [2], ['parse']],
  ['a length that is too large', frame(good(1), good(1).length + 20) + frame(good(2)) + frame(good(3)), [1, 2, 3], []],
  ['a length that is far too large', frame(good(1), 100_000) + frame(good(2)), [1, 2], []],
  ['too large and no JSON', frame('{"half":', 100_000) + frame(good(2)), [2], ['parse']],
  ['a body that is no JSON', frame('{nonsense') + frame(good(2)), [2], ['parse']],
  ['an empty body', frame('') + frame(good(2)), [2], ['parse']],
  ['bytes that are no UTF-8', Buffer.concat([Buffer.from('\xff\xfe\x00\r\n\r\n', 'latin1'), Buffer.from(frame(good(2)))]), [2], ['parse']],
  [
    'a batch, null, a number, a string',
    frame('[]') + frame('null') + frame('5') + frame('"x"') + frame(good(2)),
    [2],
    ['invalid', 'invalid', 'invalid', 'invalid'],
  ],
  ['no method and no result', frame('{"jsonrpc":"2.0","id":5}') + frame(good(2)), [2], ['invalid']],
  [
    'wrong types inside',
    frame('{"method":5}') + frame('{"id":{},"method":"x"}') + frame('{"method":"x","params":5}'),
    [],
    ['invalid', 'invalid', 'invalid'],
  ],
  [
    'cancel without id',
    frame('{"method":"$/cancelRequest"}') + frame('{"method":"$/cancelRequest","params":{"id":null}}') + frame(good(2)),
    [2],
    ['invalid', 'invalid'],
  ],
];
for (const [name, bytes, ids, bad] of cases)
  test(`reader: ${name}`, async () => {
    assert.deepEqual(await read(bytes), { ids, bad });
  });

test('reader: reports a flood of garbage once, in bounded memory', async () => {
  const input = new PassThrough();
  const bad: string[] = [];
  const ids: unknown[] = [];
  new ResilientMessageReader(input, ({ code }) => bad.push(code)).listen((message) => ids.push((message as { id?: unknown }).id));
  for (let i = 0; i < 500; i++) input.write(Buffer.alloc(64 * 1024, 'x'));
  for (let i = 0; i < 100; i++) input.write('x\r\n\r\n'.repeat(1000));
  input.write(frame(good(1)));
  await new Promise((resolve) => input.end().once('end', resolve));
  assert.deepEqual([bad, ids], [['parse'], [1]]);
});

test('reader: reads a message of many megabytes in small pieces in linear time', async () => {
  const input = new PassThrough();
  let length = 0;
  new ResilientMessageReader(input, ({ reason }) => assert.fail(reason)).listen((message) => {
    length = (message as unknown as { params: { text: string } }).params.text.length;
  });
  const bytes = Buffer.from(frame(JSON.stringify({ method: 'x', params: { text: 'y'.repeat(30_000_000) } })));
  for (let i = 0; i < bytes.length; i += 4096) input.write(bytes.subarray(i, i + 4096));
  await new Promise((resolve) => input.end().once('end', resolve));
  assert.equal(length, 30_000_000);
});

test('replies to unreadable input and answers what follows', () =>
  withFront(async ({ client }) => {
    await initialize(client, { folders: ['file:///r'] });
    client.raw('complete nonsense\r\n\r\n');
    const reply = await client.waitFor(({ id, error }) => id === null && error !== undefined, 'the error');
    assert.equal(reply.error?.code, -32700);
    assert.equal(reply.error?.data.kind, 'protocol');
    client.raw(frame('[1,2]'));
    await client.waitFor(({ error }) => error?.code === -32600, 'the second error');
    for (const id of ['"text"', '4712']) {
      client.raw(frame(`{"jsonrpc":"2.0","id":${id},"method":"context/status","params":"none"}`));
      const { error } = await client.waitFor((message) => message.id === JSON.parse(id), 'the error under the id of the request');
      assert.equal(error?.code, -32600);
    }
    // Two requests of one id, in one piece: both are answered, one of them with an error.
    const same = frame('{"jsonrpc":"2.0","id":77,"method":"context/status"}');
    const text = frame('{"jsonrpc":"2.0","id":"77","method":"context/status"}');
    client.raw(same + same + text);
    const answers = () => client.received.filter(({ id }) => String(id) === '77');
    await client.waitFor(() => answers().length === 3, 'an answer to each');
    assert.deepEqual(
      answers().map(({ id, error }) => [id, error?.code]),
      [
        [77, -32600],
        ['77', -32600],
        [77, undefined],
      ],
    );
    client.raw(same);
    await client.waitFor(() => answers().length === 4, 'the id may be used again');
    client.raw(frame('{"jsonrpc":"2.0","id":null,"method":"context/status"}'));
    client.raw(frame('{"jsonrpc":"2.0","id":4711,"result":5}'));
    assert.equal((await client.request('context/status')).state, 'ready');
  }));
