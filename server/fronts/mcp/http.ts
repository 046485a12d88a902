/**
 * MCP over HTTP on this machine only: bound to 127.0.0.1, a bearer token on every request, and only local names in Host and Origin,
 * so that no web page can reach it through a name that resolves to this machine.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  type McpServerFactory,
  originValidationResponse,
} from '@modelcontextprotocol/server';
import { messageOf } from '../../util/bug.js';
import type { Log } from '../../util/log.js';

const ENDPOINT = '/mcp';
const HOST = '127.0.0.1';

export interface HttpServer {
  readonly url: string;
  close(): Promise<void>;
}

/** @param port 0 for any free one @throws if the port is in use */
export async function serveHttp(factory: McpServerFactory, port: number, token: string, log: Log): Promise<HttpServer> {
  const handler = createMcpHandler(factory, { onerror: (error) => log('warn', `http: ${error.message}`) });
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const asked = toRequest(request, response);
    await send(response, refusal(asked, token) ?? (await handler.fetch(asked)));
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      log('warn', `http: ${messageOf(error)}`);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, HOST, resolve));
  return {
    url: `http://${HOST}:${(server.address() as AddressInfo).port}${ENDPOINT}`,
    async close() {
      await handler.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The refusal of a request; undefined if it is served. */
function refusal(request: Request, token: string): Response | undefined {
  const foreign =
    hostHeaderValidationResponse(request, localhostAllowedHostnames()) ?? originValidationResponse(request, localhostAllowedOrigins());
  if (foreign) return foreign;
  const [, given = ''] = /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '') ?? [];
  // Compared in constant time.
  if (!timingSafeEqual(digest(given), digest(token)))
    return Response.json({ error: 'wrong or missing token' }, { status: 401, headers: { 'www-authenticate': 'Bearer' } });
  if (new URL(request.url).pathname !== ENDPOINT)
    return Response.json({ error: `not found; the endpoint is ${ENDPOINT}` }, { status: 404 });
  return undefined;
}

/** Aborted when the client closes the connection. */
function toRequest(request: IncomingMessage, response: ServerResponse): Request {
  const abort = new AbortController();
  response.on('close', () => abort.abort());
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) headers.append(name, one);
  const { method = 'GET' } = request;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return new Request(`http://${HOST}${request.url?.startsWith('/') ? request.url : '/'}`, {
    method,
    headers,
    signal: abort.signal,
    ...(hasBody && { body: Readable.toWeb(request), duplex: 'half' }),
  } as RequestInit);
}

async function send(response: ServerResponse, { status, headers, body }: Response): Promise<void> {
  response.writeHead(status, Object.fromEntries(headers));
  if (!body) {
    response.end();
    return;
  }
  response.flushHeaders();
  // The client may have closed the connection.
  await pipeline(Readable.fromWeb(body as ReadableStream), response).catch(() => {});
}
