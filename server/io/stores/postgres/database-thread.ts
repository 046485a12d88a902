/** The thread that owns one connection to PostgreSQL: takes a statement, replies with its rows or its error, and wakes who waits. */
import { type MessagePort, workerData } from 'node:worker_threads';
import { messageOf } from '../../../util/bug.js';

export interface DatabaseThread {
  readonly url: string;
  readonly password?: string;
  readonly timeoutMs: number;
  readonly driver?: string;
  readonly port: MessagePort;
  readonly shared: SharedArrayBuffer;
}

/** Parameters are null for a script. */
export interface DatabaseRequest {
  readonly sql: string;
  readonly parameters: readonly unknown[] | null;
}

export type DatabaseReply = { readonly rows: readonly (readonly unknown[])[] } | { readonly error: string; readonly isLost: boolean };

interface Connection {
  /** Rows as arrays; bigint columns as numbers. */
  query(sql: string, parameters: readonly unknown[] | null): Promise<readonly (readonly unknown[])[]>;
}

export type Connect = (options: Pick<DatabaseThread, 'url' | 'password' | 'timeoutMs'>) => Promise<Connection>;

const { port, shared, driver, ...given } = workerData as DatabaseThread;
const signal = new Int32Array(shared);

const loading: Promise<{ readonly connect: Connect }> = driver ? import(driver) : import('./pg-connection.js');
const connecting = loading.then(({ connect }) => connect(given));
// The first statement reports it.
connecting.catch(() => {});

port.on('message', async ({ sql, parameters }: DatabaseRequest) => {
  let isConnected = false;
  let reply: DatabaseReply;
  try {
    const connection = await connecting;
    isConnected = true;
    reply = { rows: await connection.query(sql, parameters) };
  } catch (error) {
    // An error of the server has a code of five characters, and the connection goes on; class 57P is its shutdown.
    const { code } = error as { readonly code?: unknown };
    const isServers = typeof code === 'string' && /^(?!57P)[0-9A-Z]{5}$/.test(code);
    reply = { error: messageOf(error), isLost: !isConnected || !isServers };
  }
  port.postMessage(reply);
  Atomics.store(signal, 0, 1);
  Atomics.notify(signal, 0);
});
