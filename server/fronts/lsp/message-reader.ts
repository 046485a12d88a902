/**
 * Reads JSON-RPC messages from a byte stream and survives anything else: garbage between messages, headers
 * without a length, a wrong length, bodies that are no JSON. vscode-jsonrpc's own reader stalls forever on a length
 * that is too large, and silently drops messages that are no JSON.
 * Invariant: from any bytes, the next well-formed message is delivered.
 */
import type { Readable } from 'node:stream';
import type { DataCallback, Disposable, Message, MessageReader } from 'vscode-jsonrpc/node';
import { AbstractMessageReader } from 'vscode-jsonrpc/node';

/** No editor sends documents of this size; a larger length is a wrong length. */
const maxMessageBytes = 256 * 1024 * 1024;
/** Headers are two short lines; a longer run without an end is garbage. */
const maxHeaderBytes = 16 * 1024;
/** Such bytes cannot be inside of a JSON text: neither letters between tokens nor a bare CR inside a string are allowed there. */
const headerInside = /content-length:[ \t]*\d{1,15}[ \t]*\r\n/i;
const maxHeaderLine = 64;
const headerLine = /content-length:[ \t]*(\d{1,15})[ \t]*(?=\r?\n|$)/gi;

export interface BadMessage {
  readonly code: 'parse' | 'invalid';
  readonly reason: string;
  /** Of an invalid request whose id is valid: its sender waits for an answer. */
  readonly id: string | number | null;
}

export class ResilientMessageReader extends AbstractMessageReader implements MessageReader {
  readonly #input: Readable;
  readonly #onBad: (bad: BadMessage) => void;
  #chunks: Buffer[] = [];
  #buffered = 0;
  /** Length of the expected body, or -1 while headers are expected. */
  #length = -1;
  /** Offset up to which the expected body was searched for a header. */
  #searched = 0;
  /** True from a broken message to the next valid one, so that a flood of garbage has one reply. */
  #lost = false;
  #deliver: DataCallback = () => {};

  constructor(input: Readable, onBad: (bad: BadMessage) => void) {
    super();
    this.#input = input;
    this.#onBad = onBad;
  }

  listen(callback: DataCallback): Disposable {
    this.#deliver = callback;
    const onData = (data: Buffer) => {
      this.#chunks.push(data);
      this.#buffered += data.length;
      while (this.#step()) {}
    };
    const onError = (error: Error) => this.fireError(error);
    const onEnd = () => this.fireClose();
    this.#input.on('data', onData).on('error', onError).on('end', onEnd).on('close', onEnd);
    return { dispose: () => void this.#input.off('data', onData).off('error', onError).off('end', onEnd).off('close', onEnd) };
  }

  /** Consumes one header or body from the buffer; false if more bytes are needed. */
  #step(): boolean {
    if (this.#length < 0) return this.#header();
    if (this.#buffered < this.#length) return this.#awaited();
    const body = this.#take(this.#length);
    this.#length = -1;
    const message = parse(body);
    if (message !== undefined) {
      this.#good(message);
      return true;
    }
    // A too large length has included the next header: go back to it.
    const at = body.toString('latin1').search(headerInside);
    if (at >= 0) this.#putBack(body.subarray(at));
    this.#salvage(at >= 0 ? body.subarray(0, at) : body, 'a message body is not JSON');
    return true;
  }

  #header(): boolean {
    const all = this.#all();
    const end = headerEnd(all);
    if (end < 0) {
      if (all.length > maxHeaderBytes) {
        // Keep the tail: a header may begin in it.
        this.#take(all.length - maxHeaderLine);
        this.#bad('parse', 'bytes that are no message header');
      }
      return false;
    }
    const block = this.#take(end).toString('latin1');
    if (block.trim() === '') return true;
    const lengths = [...block.matchAll(headerLine)];
    const length = Number(lengths.at(-1)?.[1] ?? Number.NaN);
    if (!(length <= maxMessageBytes)) {
      this.#bad('parse', Number.isNaN(length) ? 'a message header has no Content-Length' : `a message of ${length} bytes is too long`);
      return true;
    }
    if (lengths.length > 1 || !cleanHeader.test(block) || !ownLine.test(block)) this.#bad('parse', 'there were bytes between two messages');
    this.#length = length;
    this.#searched = 0;
    return true;
  }

  /** The body is incomplete. If it contains a header, the length was wrong: do not wait for bytes that will not come. */
  #awaited(): boolean {
    // Searches new bytes only, so that the time is linear in the message's size.
    const from = Math.max(0, this.#searched - maxHeaderLine);
    if (!headerInside.test(this.#from(from).toString('latin1'))) {
      this.#searched = this.#buffered;
      return false;
    }
    const at = from + this.#all().toString('latin1', from).search(headerInside);
    this.#length = -1;
    this.#salvage(this.#take(at), 'Content-Length is larger than the message');
    return true;
  }

  /** Accepts a message that is complete although its length is wrong. */
  #salvage(bytes: Buffer, reason: string): void {
    const message = parse(bytes);
    if (message !== undefined) this.#good(message);
    else this.#bad('parse', reason);
  }

  #good(message: unknown): void {
    this.#lost = false;
    const invalid = invalidReason(message);
    if (invalid !== null) {
      this.#onBad({ code: 'invalid', reason: invalid, id: idOfRequest(message) });
      return;
    }
    try {
      this.#deliver(message as Message);
    } catch (error) {
      this.fireError(error);
    }
  }

  #bad(code: BadMessage['code'], reason: string): void {
    if (!this.#lost) this.#onBad({ code, reason, id: null });
    this.#lost = true;
  }

  #all(): Buffer {
    if (this.#chunks.length > 1) this.#chunks = [Buffer.concat(this.#chunks, this.#buffered)];
    return this.#chunks[0] ?? Buffer.alloc(0);
  }

  /** The bytes from an offset on, without joining what lies before it. */
  #from(offset: number): Buffer {
    const parts: Buffer[] = [];
    let start = this.#buffered;
    for (let i = this.#chunks.length - 1; i >= 0 && start > offset; i--) {
      const chunk = this.#chunks[i] as Buffer;
      start -= chunk.length;
      parts.unshift(start < offset ? chunk.subarray(offset - start) : chunk);
    }
    return Buffer.concat(parts);
  }

  #take(count: number): Buffer {
    const all = this.#all();
    const taken = all.subarray(0, count);
    this.#buffered = all.length - taken.length;
    this.#chunks = this.#buffered > 0 ? [all.subarray(count)] : [];
    return taken;
  }

  #putBack(bytes: Buffer): void {
    this.#chunks.unshift(bytes);
    this.#buffered += bytes.length;
  }
}

const ownLine = /^content-length:/im;
const cleanHeader = /^(?:[\w-]+:[^\r\n]*\r?\n)+\r?\n$/;

/** Offset after the blank line that ends the headers, or -1. */
function headerEnd(bytes: Buffer): number {
  const crlf = bytes.indexOf('\r\n\r\n');
  const lf = bytes.indexOf('\n\n');
  if (crlf < 0 && lf < 0) return -1;
  return crlf >= 0 && (lf < 0 || crlf < lf) ? crlf + 4 : lf + 2;
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Reports messages to the sender that vscode-jsonrpc would silently drop or crash on. */
function invalidReason(message: unknown): string | null {
  if (typeof message !== 'object' || message === null || Array.isArray(message)) return 'a message is no JSON object';
  const { id, method, result, error, params } = message as Record<string, unknown>;
  if (method === undefined) return result !== undefined || error !== undefined ? null : 'a message has neither method nor result';
  if (typeof method !== 'string') return 'method is no string';
  if (id !== undefined && typeof id !== 'string' && typeof id !== 'number') return 'id is neither string nor number';
  if (params !== undefined && params !== null && typeof params !== 'object') return `params of ${method} are neither object nor array`;
  if (method === '$/cancelRequest' && !isId((params as { id?: unknown } | null | undefined)?.id)) return '$/cancelRequest without an id';
  return null;
}
const isId = (id: unknown): id is string | number => typeof id === 'string' || typeof id === 'number';

/** Null for anything but a request, whose id is of this server's own requests. */
function idOfRequest(message: unknown): string | number | null {
  const { id, method } = (message ?? {}) as { readonly id?: unknown; readonly method?: unknown };
  return method !== undefined && isId(id) ? id : null;
}
