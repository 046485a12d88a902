/** An HTTP server with ranges over a folder, as packs are fetched from; it can be told to misbehave. */
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

export interface PackServer {
  readonly url: string;
  /** Path and range of each request. */
  readonly requests: { readonly path: string; readonly range: string | undefined; readonly authorization: string | undefined }[];
  /** Bytes of all bodies. */
  sent: number;
  /** Answers in place of the folder where it returns true. */
  instead: (path: string, response: ServerResponse) => boolean;
}

export async function startPackServer(t: TestContext, folder: string): Promise<PackServer> {
  const state: { -readonly [K in keyof PackServer]: PackServer[K] } = { url: '', requests: [], sent: 0, instead: () => false };
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname.slice(1);
    const { range, authorization } = request.headers;
    state.requests.push({ path, range, authorization });
    if (state.instead(path, response)) return;
    const file = join(folder, path);
    if (!existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    const bytes = readFileSync(file);
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
    const body = from === undefined ? bytes : bytes.subarray(Number(from), Number(to) + 1);
    state.sent += body.length;
    response.writeHead(from === undefined ? 200 : 206, { 'content-length': body.length }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return state;
}
