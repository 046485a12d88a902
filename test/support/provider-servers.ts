/**
 * A local server that speaks OpenAI's, Voyage's and Ollama's protocols over real HTTP, with the faults that such servers have.
 * Vectors depend on the text alone, so that a test can tell which text a row belongs to.
 */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import type { Clock } from '../../server/core/embedding/ports.js';

export type Fault =
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }
  | 'hang'
  | 'drip'
  | 'reset'
  | 'cutShort'
  | 'cutJson'
  | 'html'
  | 'tooFew'
  | 'nan'
  | 'null'
  | 'zeros'
  | 'wrongDimensions'
  | 'huge'
  | 'shuffled'
  | 'base64';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Record<string, unknown>;
  readonly texts: readonly string[];
}

export interface ProviderServer {
  readonly url: string;
  readonly received: Received[];
  /** One a request, in order; `null`: a good answer. When empty: good answers. */
  readonly faults: (Fault | null)[];
  /** Looks at a request before anything else; a fault is its answer. */
  judge: (received: Received) => Fault | null;
  dimensions: number;
  /** What a judge model says of a prompt. */
  generate: (prompt: string) => string;
  /** Most requests that were open at once. */
  mostOpen: number;
  /** How long a good answer takes. */
  delayMs: number;
}

/** Not of unit length: the provider's rows are normalised by us. */
function vectorFor(text: string, dimensions: number): number[] {
  let seed = 7;
  for (const character of text) seed = (Math.imul(seed, 31) + (character.codePointAt(0) as number)) | 0;
  return Array.from({ length: dimensions }, (_, d) => Math.round(Math.sin(seed * 0.001 + d * 1.7 + 0.1) * 1e6) / 1e5);
}

export function unitFor(text: string, dimensions: number): number[] {
  const vector = vectorFor(text, dimensions);
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

const countTokens = (text: string): number => text.split(/\s+/).filter(Boolean).length;

export async function startProviderServer(t: TestContext): Promise<ProviderServer> {
  let open = 0;
  const http = createServer((request, response) => {
    server.mostOpen = Math.max(server.mostOpen, ++open);
    response.on('close', () => open--);
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(parts).toString('utf8')) as Record<string, unknown>;
      const texts = (body['input'] ?? body['documents'] ?? []) as string[];
      const received = { path: request.url ?? '', headers: request.headers, body, texts };
      server.received.push(received);
      const fault = server.judge(received) ?? server.faults.shift() ?? null;
      setTimeout(() => answer(server, received, response, fault), fault ? 0 : server.delayMs);
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const server: ProviderServer = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    received: [],
    faults: [],
    judge: () => null,
    dimensions: 8,
    generate: () => '50',
    mostOpen: 0,
    delayMs: 0,
  };
  t.after(() => {
    http.closeAllConnections();
    http.close();
  });
  return server;
}

function answer(server: ProviderServer, received: Received, response: ServerResponse, fault: Fault | null): void {
  if (response.destroyed || fault === 'hang') return;
  if (fault !== null && typeof fault === 'object') {
    send(response, fault.status, fault.body ?? '{"error":{"message":"as told"}}', fault.headers);
    return;
  }
  const json = JSON.stringify(goodAnswer(server, received, fault));
  const half = json.slice(0, json.length >> 1);
  if (fault === 'reset') response.socket?.destroy();
  else if (fault === 'html') send(response, 200, '<!DOCTYPE html><html><body>Welcome</body></html>', { 'content-type': 'text/html' });
  else if (fault === 'huge') pour(response);
  else if (fault === 'nan') send(response, 200, json.replace(/-?\d+\.\d+/, 'NaN'));
  else if (fault === 'cutJson') send(response, 200, half);
  else if (fault === 'cutShort') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': json.length });
    response.write(half, () => response.socket?.destroy());
  } else if (fault === 'drip') {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write(json.slice(0, 10));
  } else send(response, 200, json);
}

/** Blanks without end. */
function pour(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const pump = (): void => {
    while (!response.destroyed && response.write(' '.repeat(65_536)));
    if (!response.destroyed) response.once('drain', pump);
  };
  pump();
}

function send(response: ServerResponse, status: number, body: string, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(body);
}

function rowsFor(server: ProviderServer, texts: readonly string[], fault: Fault | null): unknown[] {
  const dimensions = fault === 'wrongDimensions' ? server.dimensions + 1 : server.dimensions;
  const rows: unknown[][] = texts.map((text) => vectorFor(text, dimensions));
  if (fault === 'zeros') rows[rows.length - 1] = new Array(dimensions).fill(0);
  if (fault === 'null') (rows[rows.length - 1] as unknown[])[dimensions - 1] = null;
  if (fault === 'tooFew') rows.pop();
  return rows;
}

function goodAnswer(server: ProviderServer, { path, body, texts }: Received, fault: Fault | null): unknown {
  const tokens = texts.reduce((sum, text) => sum + countTokens(text), 0);
  if (path.endsWith('/api/embed')) return { model: body['model'], embeddings: rowsFor(server, texts, fault), prompt_eval_count: tokens };
  if (path.endsWith('/api/generate')) {
    const prompt = String(body['prompt']);
    return { model: body['model'], response: server.generate(prompt), done: true, prompt_eval_count: countTokens(prompt) };
  }
  if (path.endsWith('/rerank')) {
    const words = new Set(String(body['query']).toLowerCase().split(/\W+/));
    const scored = texts.map((text, index) => {
      const own = text.toLowerCase().split(/\W+/);
      return { index, relevance_score: own.filter((word) => words.has(word)).length / own.length };
    });
    if (fault === 'tooFew') scored.pop();
    scored.sort((a, b) => b.relevance_score - a.relevance_score);
    return { object: 'list', data: scored, model: body['model'], usage: { total_tokens: tokens } };
  }
  const data = rowsFor(server, texts, fault).map((embedding, index) => ({
    object: 'embedding',
    index,
    embedding: fault === 'base64' ? Buffer.from(Float32Array.from(embedding as number[]).buffer).toString('base64') : embedding,
  }));
  if (fault === 'shuffled') data.reverse();
  return { object: 'list', data, model: body['model'], usage: { prompt_tokens: tokens, total_tokens: tokens } };
}

export interface TestClock extends Clock {
  readonly sleeps: number[];
}

/** Time that passes only when somebody sleeps. */
export function testClock(random = 0.5): TestClock {
  let time = 1_000;
  const sleeps: number[] = [];
  return {
    sleeps,
    now: () => time,
    random: () => random,
    async sleep(ms, signal) {
      signal.throwIfAborted();
      sleeps.push(ms);
      time += ms;
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}
