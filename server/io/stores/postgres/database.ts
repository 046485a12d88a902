/**
 * A connection to PostgreSQL that answers at once, as the ports of retrieval ask: a thread of its own owns the connection, and this one
 * waits for its reply. A reply that does not come in time ends the connection; the next call opens another.
 */

import { pathToFileURL } from 'node:url';
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { indexError } from '../../../core/model/problem.js';
import { entryFile } from '../../../util/package-root.js';
import type { DatabaseReply, DatabaseRequest, DatabaseThread } from './database-thread.js';

export interface DatabaseOptions {
  /** `postgres://` URL. It may hold a password, and is never shown. */
  readonly url: string;
  readonly password?: string;
  /** A call that takes longer fails with ContextError('index'). */
  readonly timeoutMs: number;
  /** URL of another module that connects, see `Connect`; for tests. */
  readonly driver?: string;
}

export type Row = readonly unknown[];
export type Parameter = string | number | boolean | null | readonly (string | number | null)[];

/** The thread replies somewhat later than the server gives up: its message says more. */
const graceMs = 500;

interface Open {
  readonly worker: Worker;
  readonly port: MessagePort;
  readonly signal: Int32Array;
}

export class Database {
  readonly #options: DatabaseOptions;
  #open: Open | null = null;
  #isClosed = false;
  /** Within a transaction: the connection that it began on. A call of it never goes to another one. */
  #transaction: Open | null = null;
  /** A statement has begun whose reply was not read yet. */
  #isPending = false;
  /** Calls so far, for the figures in docs/decisions/packs.md. */
  calls = 0;

  constructor(options: DatabaseOptions) {
    this.#options = options;
  }

  /** Rows of one statement, columns in its order. Throws ContextError('index') for whatever the server or the connection reports. */
  rows<R extends Row>(sql: string, parameters: readonly Parameter[] = []): R[] {
    return this.#ask({ sql, parameters }) as unknown as R[];
  }

  /** Begins a statement; its failure is thrown by the next call. */
  later(sql: string, parameters: readonly Parameter[]): void {
    this.#send({ sql, parameters });
  }

  /** Several statements without parameters. */
  run(script: string): void {
    this.#ask({ sql: script, parameters: null });
  }

  /** The work in one transaction that sees the database as it was at the beginning. */
  async snapshot<T>(work: () => Promise<T>): Promise<T> {
    this.#begin('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
    try {
      return await work();
    } finally {
      this.#end('ROLLBACK');
    }
  }

  /** The work in one transaction, undone where it throws. */
  transaction<T>(work: () => T): T {
    this.#begin('BEGIN');
    let end: 'COMMIT' | 'ROLLBACK' = 'ROLLBACK';
    try {
      const result = work();
      end = 'COMMIT';
      return result;
    } finally {
      this.#end(end);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#drop();
  }

  #begin(sql: string): void {
    this.run(sql);
    this.#transaction = this.#open;
  }

  /** A transaction of a connection that is gone has been undone with it. */
  #end(sql: 'COMMIT' | 'ROLLBACK'): void {
    const isThere = this.#open !== null && this.#open === this.#transaction;
    try {
      if (isThere || sql === 'COMMIT') this.run(sql);
    } catch (error) {
      void this.#drop();
      if (sql === 'COMMIT') throw error;
    } finally {
      this.#transaction = null;
    }
  }

  #ask(request: DatabaseRequest): readonly Row[] {
    return this.#reply(this.#send(request));
  }

  #send(request: DatabaseRequest): Open {
    if (this.#isClosed) throw indexError('the team database is closed');
    if (this.#transaction && this.#transaction !== this.#open) throw indexError('the connection to the team database was lost');
    const { port, signal } = (this.#open ??= this.#start());
    if (this.#isPending) this.#reply(this.#open);
    this.calls++;
    Atomics.store(signal, 0, 0);
    port.postMessage(request);
    this.#isPending = true;
    return this.#open;
  }

  #reply({ port, signal }: Open): readonly Row[] {
    this.#isPending = false;
    const reply = this.#isAnswered(signal) ? (receiveMessageOnPort(port)?.message as DatabaseReply | undefined) : undefined;
    if (!reply) {
      void this.#drop();
      throw indexError(`the team database did not answer within ${this.#options.timeoutMs} ms`);
    }
    if ('rows' in reply) return reply.rows;
    if (reply.isLost) void this.#drop();
    throw indexError(`team database: ${reply.error}`);
  }

  /** Waits. The wake-up of the reply before may come late, when its value was read already: then there is nothing yet. */
  #isAnswered(signal: Int32Array): boolean {
    const deadline = performance.now() + this.#options.timeoutMs + graceMs;
    while (Atomics.load(signal, 0) === 0)
      if (Atomics.wait(signal, 0, 0, Math.max(0, deadline - performance.now())) === 'timed-out') return false;
    return true;
  }

  #start(): Open {
    const { url, password, timeoutMs, driver } = this.#options;
    const { port1, port2 } = new MessageChannel();
    const shared = new SharedArrayBuffer(4);
    const workerData: DatabaseThread = {
      url,
      ...(password !== undefined && { password }),
      timeoutMs,
      ...(driver && { driver }),
      port: port2,
      shared,
    };
    const worker = new Worker(pathToFileURL(entryFile('io/stores/postgres/database-thread.js')), { workerData, transferList: [port2] });
    // Its end is seen by the call that waits in vain.
    worker.on('error', () => {});
    worker.unref();
    port1.unref();
    return { worker, port: port1, signal: new Int32Array(shared) };
  }

  async #drop(): Promise<void> {
    const open = this.#open;
    this.#open = null;
    this.#isPending = false;
    if (!open) return;
    open.port.close();
    await open.worker.terminate();
  }
}
