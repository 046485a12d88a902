/**
 * A scripted LSP client with its own small JSON-RPC, so that server and client share no library.
 * It keeps a transcript, and waits for messages instead of sleeping.
 */
import type { Readable, Writable } from 'node:stream';

// biome-ignore lint/suspicious/noExplicitAny: a reply is whatever the server says, and tests look into it.
export type Json = any;

export interface RpcMessage {
  readonly id?: number | string | null;
  readonly method?: string;
  readonly params?: Json;
  readonly result?: Json;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: Json };
}

export class RpcError extends Error {
  readonly code: number;
  readonly data: Json;
  constructor({ code, message, data }: NonNullable<RpcMessage['error']>) {
    super(`${code}: ${message}`);
    this.code = code;
    this.data = data;
  }
}

/** From a function in `answers`: the client stays silent. */
export const noAnswer = Symbol('no answer');

interface Waiter {
  readonly matches: (message: RpcMessage) => boolean;
  readonly resolve: (message: RpcMessage) => void;
  readonly reject: (error: Error) => void;
}

/** Long enough for a loaded machine; a test that reaches it has failed. */
const deadlineMs = 30_000;

export class TestClient {
  readonly #output: Writable;
  readonly received: RpcMessage[] = [];
  readonly transcript: string[] = [];
  /** Answers to what the server asks; a function may throw an error object. */
  readonly answers = new Map<string, (params: Json) => unknown>([
    ['client/registerCapability', () => null],
    ['client/unregisterCapability', () => null],
    ['window/workDoneProgress/create', () => null],
    ['workspace/configuration', ({ items }) => items.map(() => null)],
  ]);
  #buffer = Buffer.alloc(0);
  #nextId = 1;
  #waiters = new Set<Waiter>();
  #closed: string | null = null;

  constructor(input: Readable, output: Writable) {
    this.#output = output;
    input.on('data', (data: Buffer) => this.#onData(data));
    input.on('close', () => this.close('the server closed the connection'));
    output.on('error', (error) => this.note(`write: ${error.message}`));
  }

  note(line: string): void {
    this.transcript.push(`      ${line}`);
  }

  /** Fails everything that waits. */
  close(reason: string): void {
    this.#closed ??= reason;
    for (const waiter of this.#waiters) waiter.reject(new Error(reason));
    this.#waiters.clear();
  }

  raw(bytes: string | Buffer): void {
    this.transcript.push(`raw   ${JSON.stringify(bytes.toString().slice(0, 300))}`);
    this.#output.write(bytes);
  }

  #send(message: object): void {
    const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }));
    this.transcript.push(`  --> ${body.toString().slice(0, 2000)}`);
    if (this.#output.writable) this.#output.write(Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]));
  }

  notify(method: string, params?: unknown): void {
    this.#send({ method, params });
  }

  /** Sends a request; `response` has its error or result, `result` only the latter. */
  start(method: string, params?: unknown): { id: number; response: Promise<RpcMessage>; result: Promise<Json> } {
    const id = this.#nextId++;
    const response = this.waitFor((message) => message.id === id && message.method === undefined, `the reply to ${method}`);
    this.#send({ id, method, params });
    const result = response.then((message) => {
      if (message.error) throw new RpcError(message.error);
      return message.result;
    });
    result.catch(() => {});
    response.catch(() => {});
    return { id, response, result };
  }

  request(method: string, params?: unknown): Promise<Json> {
    return this.start(method, params).result;
  }

  /** The error of a request that must fail. */
  async failure(method: string, params?: unknown): Promise<RpcError> {
    const { error } = await this.start(method, params).response;
    if (!error) throw new Error(`${method} was expected to fail`);
    return new RpcError(error);
  }

  cancel(id: number): void {
    this.notify('$/cancelRequest', { id });
  }

  /** The first message, of those received already or to come, that matches. */
  waitFor(matches: (message: RpcMessage) => boolean, what: string): Promise<RpcMessage> {
    const there = this.received.find(matches);
    if (there) return Promise.resolve(there);
    if (this.#closed !== null) return Promise.reject(new Error(`${this.#closed} (waiting for ${what})`));
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => waiter.reject(new Error(`waited too long for ${what}`)), deadlineMs);
      const settle = () => {
        clearTimeout(timer);
        this.#waiters.delete(waiter);
      };
      const waiter: Waiter = {
        matches,
        resolve: (message) => {
          settle();
          resolve(message);
        },
        reject: (error) => {
          settle();
          reject(new Error(`${error.message} (waiting for ${what})`));
        },
      };
      this.#waiters.add(waiter);
    });
  }

  notification(method: string, matches: (params: Json) => boolean = () => true): Promise<Json> {
    return this.waitFor((message) => message.method === method && matches(message.params), method).then(({ params }) => params);
  }

  /** Values of `$/progress` for a token that have come so far. */
  progress(token: string | number): Json[] {
    return this.received
      .filter(({ method, params }) => method === '$/progress' && params.token === token)
      .map(({ params }) => params.value);
  }

  #onData(data: Buffer): void {
    this.#buffer = Buffer.concat([this.#buffer, data]);
    for (;;) {
      const end = this.#buffer.indexOf('\r\n\r\n');
      if (end < 0) return;
      const head = this.#buffer.toString('latin1', 0, end);
      const length = /^Content-Length: (\d+)$/m.exec(head)?.[1];
      if (length === undefined) {
        this.note(`NOT A MESSAGE: ${head}`);
        this.close('the server wrote something that is no message');
        return;
      }
      const next = end + 4 + Number(length);
      if (this.#buffer.length < next) return;
      const body = this.#buffer.toString('utf8', end + 4, next);
      this.#buffer = this.#buffer.subarray(next);
      this.transcript.push(`<--   ${body.slice(0, 2000)}`);
      this.#onMessage(JSON.parse(body));
    }
  }

  #onMessage(message: RpcMessage): void {
    this.received.push(message);
    if (message.method !== undefined && message.id !== undefined) this.#answer(message);
    for (const waiter of [...this.#waiters]) if (waiter.matches(message)) waiter.resolve(message);
  }

  #answer({ id, method, params }: RpcMessage): void {
    const answer = this.answers.get(method as string);
    if (!answer) {
      this.#send({ id, error: { code: -32601, message: `unknown method ${method}` } });
      return;
    }
    try {
      const result = answer(params);
      if (result !== noAnswer) this.#send({ id, result: result ?? null });
    } catch (error) {
      this.#send({ id, error: { code: -32803, message: String(error) } });
    }
  }
}

export interface InitializeOptions {
  /** Uri of each root; none where empty. */
  readonly folders?: readonly string[];
  readonly settings?: Record<string, unknown>;
  readonly encodings?: readonly string[];
  readonly capabilities?: Record<string, Json>;
  readonly params?: Record<string, unknown>;
}

/** initialize and initialized, as an ordinary client has them. */
export async function initialize(client: TestClient, options: InitializeOptions = {}): Promise<Json> {
  const folders = options.folders ?? [];
  const result = await client.request('initialize', {
    processId: process.pid,
    rootUri: folders[0] ?? null,
    workspaceFolders: folders.length > 0 ? folders.map((uri) => ({ uri, name: uri.slice(uri.lastIndexOf('/') + 1) })) : null,
    initializationOptions: options.settings ?? {},
    capabilities: { ...(options.encodings && { general: { positionEncodings: options.encodings } }), ...options.capabilities },
    ...options.params,
  });
  client.notify('initialized', {});
  return result;
}

export const openDocument = (client: TestClient, uri: string, text: string, languageId = 'typescript') =>
  client.notify('textDocument/didOpen', { textDocument: { uri, languageId, version: 1, text } });
