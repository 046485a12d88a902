/**
 * One JSON-RPC connection over a pair of streams: a deadline and a signal for each request, and an answer to every request of the
 * server. Of LSP it knows `$/cancelRequest` only. docs/decisions/json-rpc.md says why vscode-jsonrpc is not used here.
 * Invariant: each request settles exactly once, at the latest when the connection ends.
 */
import type { Readable, Writable } from 'node:stream';
import { messageOf } from '../../../util/bug.js';
import { aborted, failure } from '../failures.js';
import { FrameReader } from './frame-reader.js';

interface JsonRpcEvents {
  readonly onNotification: (method: string, params: unknown) => void;
  /** The result, or a rejection with a numeric `code`. The signal aborts when the server cancels the request or the connection ends. */
  readonly onRequest: (method: string, params: unknown, signal: AbortSignal) => unknown;
  /** The connection is unusable. `isEnding`: its streams have ended, as they do when the process ends. Called at most once. */
  readonly onBroken: (reason: string, isEnding: boolean) => void;
  readonly onNote: (note: string) => void;
}

export interface JsonRpcLimits {
  /** A larger message is dropped unread, and its request fails. */
  readonly maxMessageBytes: number;
  /** Bytes outside of messages. With more of them the program is not a language server. */
  readonly maxGarbageBytes: number;
  /** Bytes that the server has not read. With more of them it has stopped reading. */
  readonly maxUnsentBytes: number;
}
const requestCancelled = -32800;
export const usualLimits: JsonRpcLimits = { maxMessageBytes: 64 << 20, maxGarbageBytes: 1 << 20, maxUnsentBytes: 64 << 20 };

interface Pending {
  readonly method: string;
  settle(outcome: { result: unknown } | { error: unknown }): void;
}

export interface PendingRequest {
  readonly result: Promise<unknown>;
  /** Resolves when the server has answered, however late, or has ended. Until then it may be busy with the request. */
  readonly free: Promise<void>;
  /** Rejects the result with this error and cancels the request. */
  giveUp(error: unknown): void;
}

export class JsonRpc {
  readonly #output: Writable;
  readonly #events: JsonRpcEvents;
  readonly #limits: JsonRpcLimits;
  readonly #pending = new Map<number, Pending>();
  readonly #freed = new Map<number, () => void>();
  /** Requests of the server that are being answered. */
  readonly #answering = new Map<unknown, AbortController>();
  readonly #neverCancelled: ReadonlySet<string>;
  #nextId = 1;
  #ended: string | null = null;
  #notedGarbage = false;
  /** Complete messages of any kind received from the server. */
  received = 0;

  constructor(
    input: Readable,
    output: Writable,
    events: JsonRpcEvents,
    limits: JsonRpcLimits = usualLimits,
    neverCancelled: readonly string[] = [],
  ) {
    this.#output = output;
    this.#events = events;
    this.#limits = limits;
    this.#neverCancelled = new Set(neverCancelled);
    const reader = new FrameReader(
      {
        onMessage: (message) => this.#receive(message),
        onTooLarge: (id, size) => {
          this.#events.onNote(`a message of ${size} bytes was dropped`);
          if (id !== null)
            this.#answer(id, { error: failure('tooLarge', `the answer has ${size} bytes; the limit is ${limits.maxMessageBytes}`) });
        },
        onGarbage: (sample, total) => {
          if (!this.#notedGarbage) events.onNote(`not a message: ${JSON.stringify(sample)}`);
          this.#notedGarbage = true;
          if (total > limits.maxGarbageBytes) this.#broken(`wrote ${total} bytes that are not messages`);
        },
      },
      limits.maxMessageBytes,
    );
    input.on('data', (data: Buffer) => this.#ended === null && reader.push(data));
    input.on('end', () => this.#broken('closed its output', true));
    input.on('error', (error) => this.#broken(`its output failed: ${messageOf(error)}`, true));
    output.on('error', (error) => this.#broken(`its input failed: ${messageOf(error)}`, true));
  }

  get isEnded(): boolean {
    return this.#ended !== null;
  }

  /** True while the server waits for an answer of ours. */
  get isAnswering(): boolean {
    return this.#answering.size > 0;
  }

  /** `deadlineMs`: null for none. */
  ask(method: string, params: unknown, deadlineMs: number | null, signal?: AbortSignal): PendingRequest {
    if (this.#ended !== null) {
      const result = Promise.reject(failure('ended', this.#ended));
      result.catch(() => {});
      return { result, free: Promise.resolve(), giveUp: () => {} };
    }
    const id = this.#nextId++;
    const free = new Promise<void>((resolve) => this.#freed.set(id, resolve));
    const giveUp = (error: unknown) => {
      const pending = this.#pending.get(id);
      if (!pending) return;
      if (!this.#neverCancelled.has(method)) this.notify('$/cancelRequest', { id });
      pending.settle({ error });
    };
    const result = new Promise<unknown>((resolve, reject) => {
      const late = () => giveUp(failure('deadline', `${method} had no answer within ${deadlineMs} ms`));
      const timer = deadlineMs === null ? undefined : setTimeout(late, deadlineMs);
      const onAbort = () => giveUp(aborted(method));
      const pending: Pending = {
        method,
        settle: (outcome) => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', onAbort);
          this.#pending.delete(id);
          if ('error' in outcome) reject(outcome.error);
          else resolve(outcome.result);
        },
      };
      this.#pending.set(id, pending);
      this.#send({ id, method, params });
      if (signal?.aborted) onAbort();
      else signal?.addEventListener('abort', onAbort, { once: true });
    });
    result.catch(() => {});
    return { result, free, giveUp };
  }

  request(method: string, params: unknown, deadlineMs: number, signal?: AbortSignal): Promise<unknown> {
    return this.ask(method, params, deadlineMs, signal).result;
  }

  notify(method: string, params?: unknown): void {
    this.#send({ method, params });
  }

  /** Every open request fails with this reason. */
  end(reason: string): void {
    if (this.#ended !== null) return;
    this.#ended = reason;
    for (const pending of [...this.#pending.values()]) pending.settle({ error: failure('ended', `${pending.method}: ${reason}`) });
    for (const free of this.#freed.values()) free();
    this.#freed.clear();
    for (const controller of this.#answering.values()) controller.abort();
    this.#answering.clear();
  }

  #broken(reason: string, isEnding = false): void {
    if (this.#ended !== null) return;
    this.end(reason);
    this.#events.onBroken(reason, isEnding);
  }

  #send(message: object): void {
    if (this.#ended !== null || !this.#output.writable) return;
    const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }));
    this.#output.cork();
    this.#output.write(`Content-Length: ${body.length}\r\n\r\n`);
    this.#output.write(body);
    this.#output.uncork();
    if (this.#output.writableLength > this.#limits.maxUnsentBytes) this.#broken('does not read its input');
  }

  #answer(id: number, outcome: { result: unknown } | { error: unknown }): void {
    this.#pending.get(id)?.settle(outcome);
    this.#freed.get(id)?.();
    this.#freed.delete(id);
  }

  #receive(message: Record<string, unknown>): void {
    if (this.#ended !== null) return;
    this.received++;
    const { id, method, params, error, result } = message;
    if (typeof method === 'string') {
      if (method === '$/cancelRequest') this.#answering.get((params as { id?: unknown } | null)?.id)?.abort();
      else if (id === undefined || id === null) this.#guard(() => this.#events.onNotification(method, params));
      else void this.#answerRequest(id, method, params);
      return;
    }
    if (typeof id !== 'number') return;
    if (typeof error === 'object' && error !== null) {
      const { code = 0, message: text = '' } = error as { code?: number; message?: string };
      const method = this.#pending.get(id)?.method ?? 'request';
      const serverMessage = String(text).slice(0, 500);
      this.#answer(id, { error: failure('response', `${method}: ${serverMessage}`, { code, serverMessage }) });
    } else this.#answer(id, { result: result ?? null });
  }

  async #answerRequest(id: unknown, method: string, params: unknown): Promise<void> {
    const controller = new AbortController();
    this.#answering.set(id, controller);
    try {
      this.#send({ id, result: (await this.#events.onRequest(method, params, controller.signal)) ?? null });
    } catch (error) {
      if (controller.signal.aborted) return this.#send({ id, error: { code: requestCancelled, message: `${method} was cancelled` } });
      const code = (error as { code?: unknown }).code;
      this.#send({ id, error: { code: typeof code === 'number' ? code : -32603, message: messageOf(error) } });
    } finally {
      this.#answering.delete(id);
    }
  }

  #guard(run: () => void): void {
    try {
      run();
    } catch (error) {
      this.#events.onNote(`a notification could not be handled: ${messageOf(error)}`);
    }
  }
}
