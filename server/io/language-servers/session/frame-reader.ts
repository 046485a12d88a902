/**
 * Reads JSON-RPC messages from the bytes of a language server's stdout. Servers print banners and warnings between messages, and an
 * answer can be larger than our memory: both are skipped.
 * Invariant: buffers at most `maxMessageBytes` and one chunk.
 */
interface FrameEvents {
  readonly onMessage: (message: Record<string, unknown>) => void;
  /** A message was skipped because of its size. `id`: null if its first bytes do not contain it. */
  readonly onTooLarge: (id: number | null, sizeBytes: number) => void;
  readonly onGarbage: (sample: string, totalBytes: number) => void;
}

const maxHeaderBytes = 4096;
/** Enough for `{"jsonrpc":"2.0","method":…,"id":…`. All servers that were examined write the id before the result. */
const peekBytes = 1024;
const idInHead = /^\s*\{(?:\s*"jsonrpc"\s*:\s*"2\.0"\s*,)?\s*"id"\s*:\s*(\d+)\s*,/;

export class FrameReader {
  readonly #events: FrameEvents;
  readonly #maxMessageBytes: number;
  #chunks: Buffer[] = [];
  #buffered = 0;
  /** Length of the body that is awaited; -1 while a header is awaited. */
  #awaited = -1;
  /** Remaining bytes of an oversized body to drop. */
  #dropping = 0;
  #garbage = 0;

  constructor(events: FrameEvents, maxMessageBytes: number) {
    this.#events = events;
    this.#maxMessageBytes = maxMessageBytes;
  }

  push(data: Buffer): void {
    if (this.#dropping > 0) {
      const dropped = Math.min(this.#dropping, data.length);
      this.#dropping -= dropped;
      data = data.subarray(dropped);
    }
    if (data.length === 0) return;
    this.#chunks.push(data);
    this.#buffered += data.length;
    while (this.#awaited >= 0 ? this.#body() : this.#header()) {}
  }

  #header(): boolean {
    const all = this.#all();
    const start = all.indexOf('Content-', 0, 'latin1');
    if (start < 0) {
      // The buffer may end with the beginning of a header.
      if (all.length > 8) this.#spoiled(all.length - 8);
      return false;
    }
    if (start > 0) this.#spoiled(start);
    const head = this.#all();
    const end = head.indexOf('\r\n\r\n', 0, 'latin1');
    if (end < 0 || end > maxHeaderBytes) {
      if (head.length <= maxHeaderBytes) return false;
      this.#spoiled(8);
      return true;
    }
    const length = Number(/(?:^|\r\n)Content-Length:\s*(\d{1,12})\s*(?:\r\n|$)/i.exec(head.toString('latin1', 0, end))?.[1] ?? Number.NaN);
    if (Number.isNaN(length)) {
      this.#spoiled(8);
      return true;
    }
    this.#take(end + 4);
    this.#awaited = length;
    return true;
  }

  #body(): boolean {
    if (this.#awaited > this.#maxMessageBytes) return this.#skip();
    if (this.#buffered < this.#awaited) return false;
    const body = this.#take(this.#awaited);
    this.#awaited = -1;
    let message: unknown;
    try {
      message = JSON.parse(body.toString('utf8'));
    } catch {
      message = null;
    }
    if (typeof message === 'object' && message !== null && !Array.isArray(message))
      this.#events.onMessage(message as Record<string, unknown>);
    else {
      this.#garbage += body.length;
      this.#events.onGarbage(body.toString('latin1', 0, 200), this.#garbage);
    }
    return true;
  }

  #skip(): boolean {
    if (this.#buffered < Math.min(peekBytes, this.#awaited)) return false;
    const id = idInHead.exec(this.#all().toString('latin1', 0, peekBytes))?.[1];
    const size = this.#awaited;
    const here = Math.min(size, this.#buffered);
    this.#take(here);
    this.#dropping = size - here;
    this.#awaited = -1;
    this.#events.onTooLarge(id === undefined ? null : Number(id), size);
    return this.#dropping === 0;
  }

  #spoiled(count: number): void {
    const bytes = this.#take(count);
    this.#garbage += count;
    this.#events.onGarbage(bytes.toString('latin1', 0, 200), this.#garbage);
  }

  #all(): Buffer {
    if (this.#chunks.length !== 1) this.#chunks = [Buffer.concat(this.#chunks, this.#buffered)];
    return this.#chunks[0] as Buffer;
  }

  #take(count: number): Buffer {
    const all = this.#all();
    this.#buffered = all.length - count;
    this.#chunks = [all.subarray(count)];
    return all.subarray(0, count);
  }
}
