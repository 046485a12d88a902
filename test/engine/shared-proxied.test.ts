/** Two editors on the language servers of one engine, over real sockets: who hears of what a server asks. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { createConnection, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { ProxiedServer, ProxiedServerListener, ProxiedServers } from '../../server/core/engine/proxied-server.js';
import { openLink, signalOf } from '../../server/io/shared-engine/engine-link.js';
import { RemoteProxiedServers } from '../../server/io/shared-engine/remote-proxied.js';
import { ProxiedHost } from '../../server/io/shared-engine/serve-proxied.js';

const registration = 'client/registerCapability';
const hover = 'textDocument/hover';
const publish = 'textDocument/publishDiagnostics';
const uri = 'file:///a.py';
const document = (text: string) => ({ uri, languageId: 'python', version: 1, text });

/** A language server that registers `hover` once its request for that has its default answer. */
function languageServer() {
  let listener: ProxiedServerListener | undefined;
  const options = new Map<string, object>();
  const server = {
    key: 'python',
    title: 'python',
    generation: 1,
    encoding: 'utf-16',
    options: (method: string) => options.get(method) ?? null,
    isShown: () => true,
    open() {},
    change() {},
    close() {},
    request: async () => ({ result: null, mayBeShort: false }),
  } as unknown as ProxiedServer;
  const servers: ProxiedServers = {
    serversFor: async () => [server],
    known: () => [server],
    listen(given) {
      listener = given;
      return () => {};
    },
  };
  const ask = (method: string, params = {}) => listener?.request(server, method, params, new AbortController().signal);
  const says = (method: string, params: unknown) => listener?.notification(server, method, params);
  const starts = () => listener?.started(server);
  const registers = async () => {
    const answer = await ask(registration, { registrations: [{ id: '1', method: hover }] });
    options.set(hover, {});
    return answer;
  };
  return { servers, ask, registers, says, starts };
}

async function scene(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'context-proxied-'));
  const server = languageServer();
  const host = new ProxiedHost(server.servers, [hover]);
  const sockets: Socket[] = [];
  const listening = createServer((socket) => {
    sockets.push(socket);
    const link = openLink(socket);
    const argsOf = (params: unknown) => (params as { args: unknown[] }).args;
    link.onRequest((method, params, token) => host.answer(link, method, argsOf(params), signalOf(token)));
    link.onNotification((method, params) => host.notified(link, method, argsOf(params)));
    host.attach(link);
    link.listen();
  });
  const path = process.platform === 'win32' ? `\\\\.\\pipe\\context-proxied-${process.pid}` : join(folder, 'socket');
  await new Promise<void>((resolve) => listening.listen(path, resolve));
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    listening.close();
    rmSync(folder, { recursive: true });
  });

  async function attach(name: string) {
    const socket = createConnection(path);
    sockets.push(socket);
    const link = openLink(socket);
    const remote = new RemoteProxiedServers(link, async () => {});
    let heard: string[] = [];
    remote.listen({
      started: () => heard.push('started'),
      ended: () => heard.push('ended'),
      notification: (_, method, params) => heard.push(`${method} ${JSON.stringify(params)}`),
      request(proxied, method) {
        heard.push(`${method}, hover is ${proxied.options(hover) ? 'there' : 'missing'}`);
        return method === registration ? undefined : Promise.resolve(name);
      },
    });
    link.listen();
    const known = async () => (await remote.serversFor('python', null))[0] as ProxiedServer;
    return {
      server: await known(),
      /** What the server has said since the last call. The answer to a request comes after it. */
      async heard(): Promise<string[]> {
        await known();
        const all = heard;
        heard = [];
        return all;
      },
    };
  }
  return { ...server, attach };
}

test('a registration reaches every editor, once it is in force', async (t) => {
  const { attach, registers } = await scene(t);
  const [one, two] = [await attach('one'), await attach('two')];
  assert.equal(await registers(), undefined, 'it has the default answer');
  for (const editor of [one, two]) assert.deepEqual(await editor.heard(), [`${registration}, hover is there`]);
});

test('an editor that attaches later hears that the server has started, and what it has registered', async (t) => {
  const { attach, starts, registers } = await scene(t);
  const one = await attach('one');
  starts();
  await registers();
  const expected = ['started', `${registration}, hover is there`];
  assert.deepEqual(await one.heard(), expected);
  assert.deepEqual(await (await attach('two')).heard(), expected);
});

test('diagnostics go to editors that have the text which they are about', async (t) => {
  const { attach, says } = await scene(t);
  const [one, two, three] = [await attach('one'), await attach('two'), await attach('three')];
  const published = { uri, version: 1, diagnostics: [{ message: 'wrong' }] };
  one.server.open(document('same'));
  assert.deepEqual(await one.heard(), []);
  says(publish, published);
  const message = `${publish} ${JSON.stringify(published)}`;
  assert.deepEqual(await one.heard(), [message]);
  await two.heard();
  two.server.open(document('same'));
  assert.deepEqual(await two.heard(), [message], 'the server does not repeat them for the same text');
  three.server.open(document('other'));
  await three.heard();
  await one.heard();
  says(publish, { ...published, diagnostics: [] });
  assert.equal((await three.heard()).length, 1);
  assert.deepEqual(await one.heard(), []);
});

test('an edit is applied by the editor that asked last', async (t) => {
  const { attach, ask } = await scene(t);
  const editors = { one: await attach('one'), two: await attach('two') };
  for (const name of ['two', 'one'] as const) {
    await editors[name].server.request(hover, {}, { whileLoading: 'ask' });
    assert.equal(await ask('workspace/applyEdit'), name);
  }
});
