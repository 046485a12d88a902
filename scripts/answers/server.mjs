// The built server as an editor starts it: one workspace, asked through `context/retrieve`.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../native/places.mjs';

/** Starts the server on `folder` and waits for its index. Returns { ask, request, stop }; `ask(query, budgetTokens, more)` gives the reply, `more` being further fields of the question. */
export async function startServer(folder, cacheDir) {
  const child = spawn(process.execPath, [join(root, 'dist', 'bundle', 'main.js'), '--stdio', '--in-process'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const waiting = new Map();
  const exited = new Promise((done) => child.on('close', done));
  let fail;
  const failed = new Promise((_, reject) => (fail = reject));
  failed.catch(() => {});
  void exited.then((code) => fail(new Error(`the server ended (${code}) over ${folder}`)));
  let ready;
  const indexed = new Promise((done) => (ready = done));
  let id = 0;

  const send = (message) => {
    const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }));
    child.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    child.stdin.write(body);
  };
  const request = (method, params) => {
    const reply = new Promise((resolve, reject) => waiting.set(++id, { resolve, reject }));
    send({ id, method, params });
    return Promise.race([reply, failed]);
  };
  const onMessage = (message) => {
    if (message.method !== undefined && message.id !== undefined) {
      send({ id: message.id, result: message.method === 'workspace/configuration' ? message.params.items.map(() => null) : null });
    } else if (message.method === 'context/didChangeStatus') {
      if (message.params.state === 'ready') ready();
      else if (message.params.state === 'failed') fail(new Error(`${folder} could not be indexed`));
    } else if (waiting.has(message.id)) {
      const { resolve, reject } = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.error) reject(new Error(message.error.message));
      else resolve(message.result);
    }
  };
  let buffer = Buffer.alloc(0);
  child.stdout.on('data', (data) => {
    buffer = Buffer.concat([buffer, data]);
    for (;;) {
      const head = buffer.indexOf('\r\n\r\n');
      if (head < 0) return;
      const length = Number(/Content-Length: (\d+)/i.exec(buffer.subarray(0, head).toString())[1]);
      if (buffer.length < head + 4 + length) return;
      const body = buffer.subarray(head + 4, head + 4 + length).toString();
      buffer = buffer.subarray(head + 4 + length);
      onMessage(JSON.parse(body));
    }
  });

  await request('initialize', {
    processId: process.pid,
    rootUri: pathToFileURL(folder).href,
    capabilities: { experimental: { contextStatus: true } },
    workspaceFolders: [{ uri: pathToFileURL(folder).href, name: 'root' }],
    initializationOptions: { cacheDir, edgeIndexing: 'off', history: 'off', watch: 'off', statusNotifications: true },
  });
  send({ method: 'initialized', params: {} });
  if ((await request('context/status', {})).state === 'ready') ready();
  await Promise.race([indexed, failed]);
  return {
    request,
    ask: (query, budgetTokens, more = {}) =>
      request('context/retrieve', { query, budgetTokens, reservedTokens: 0, format: 'markdown', ...more }),
    stop: async () => {
      await request('shutdown').catch(() => {});
      send({ method: 'exit' });
      child.stdin.end();
      const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
      await exited;
      clearTimeout(timer);
    },
  };
}
