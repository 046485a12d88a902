/** The MCP server over HTTP: for this machine and whoever has the token alone, in both revisions. */
import assert from 'node:assert/strict';
import { request } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { type Era, revisions, toolsOf, versionOptions } from '../support/mcp-client.js';
import { type Served, withHttp } from '../support/mcp-http.js';

/** Status of a raw request. */
const statusOf = ({ url, token }: Served, headers: Record<string, string>, path = '/mcp'): Promise<number> =>
  new Promise((resolve, reject) => {
    const authorization = `Bearer ${token}`;
    const sent = request(
      { host: url.hostname, port: url.port, path, method: 'POST', headers: { authorization, ...headers } },
      (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      },
    );
    sent.on('error', reject).end('{}');
  });

const eras: readonly Era[] = ['modern', 'legacy'];

for (const era of eras)
  test(`answers a client with the token, revision ${revisions[era]}`, () =>
    withHttp(async ({ url, token, folder }) => {
      const client = new Client({ name: 'test', version: '1' }, versionOptions(era));
      await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers: { Authorization: `Bearer ${token}` } } }));
      assert.equal(client.getNegotiatedProtocolVersion(), revisions[era]);
      const { call } = toolsOf(client);
      const { results, workspace } = await call('search_code', { query: 'bake bread' });
      assert.deepEqual([results[0].name, workspace], ['bake_bread', [folder]]);
      await client.close();
    }));

test('refuses a wrong or missing token, a foreign Host or Origin, and another path', () =>
  withHttp(async (served) => {
    assert.equal(await statusOf(served, { authorization: 'Bearer wrong' }), 401);
    assert.equal(await statusOf(served, { authorization: '' }), 401);
    assert.equal(await statusOf(served, { host: 'evil.example' }), 403);
    assert.equal(await statusOf(served, { origin: 'https://evil.example' }), 403);
    assert.equal(await statusOf(served, { origin: 'null' }), 403);
    assert.equal(await statusOf(served, {}, '/other'), 404);
    const client = new Client({ name: 'test', version: '1' }, versionOptions('legacy'));
    await assert.rejects(client.connect(new StreamableHTTPClientTransport(served.url)));
  }));

test('listens on the loopback address only, with the token of the environment', async (t) => {
  const outer = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4');
  await withHttp(
    async ({ url, token }) => {
      assert.deepEqual([url.hostname, token], ['127.0.0.1', 'a-token-of-the-user']);
      if (!outer) return t.diagnostic('this machine has no other address to try');
      const refused = await new Promise((resolve) => {
        const socket = connect(Number(url.port), outer.address);
        socket.once('error', () => resolve(true)).once('connect', () => resolve(false));
      });
      assert.equal(refused, true);
    },
    { CONTEXT_LANGUAGE_SERVER_TOKEN: 'a-token-of-the-user' },
  );
});
