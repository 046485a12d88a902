/** The streams of the connection: standard streams, a socket or a pipe that the client listens on, or given streams. */
import { createConnection } from 'node:net';
import { type Readable, Writable } from 'node:stream';
import { inspect } from 'node:util';
import type { Log } from '../../util/log.js';

export type Transport =
  | { readonly kind: 'stdio' }
  /** The client listens; the server connects (as vscode-languageserver has it). */
  | { readonly kind: 'socket'; readonly port: number }
  | { readonly kind: 'pipe'; readonly name: string }
  | { readonly kind: 'streams'; readonly input: Readable; readonly output: Writable };

export interface Streams {
  readonly input: Readable;
  readonly output: Writable;
}

export async function openTransport(transport: Transport, log: Log): Promise<Streams> {
  switch (transport.kind) {
    case 'streams':
      return { input: transport.input, output: transport.output };
    case 'stdio':
      return { input: process.stdin, output: claimStdout(log) };
    case 'socket':
      return connect({ host: '127.0.0.1', port: transport.port });
    case 'pipe':
      return connect({ path: transport.name });
  }
}

function connect(where: { host: string; port: number } | { path: string }): Promise<Streams> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(where);
    socket.setNoDelay(true);
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      resolve({ input: socket, output: socket });
    });
  });
}

/** Reserves standard output for the protocol: other writes in this process go to the log or to standard error. */
function claimStdout(log: Log): Writable {
  const out = process.stdout;
  const write = out.write.bind(out) as (chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void) => boolean;
  const output = new Writable({ write: (chunk: Buffer, encoding, done) => void write(chunk, encoding, done) });
  out.on('error', (error) => output.destroy(error));
  out.write = process.stderr.write.bind(process.stderr) as typeof out.write;
  const say =
    (level: Parameters<Log>[0]) =>
    (...args: unknown[]) =>
      log(level, args.map((arg) => (typeof arg === 'string' ? arg : inspect(arg))).join(' '));
  console.log = console.info = say('info');
  console.debug = console.trace = say('debug');
  console.warn = say('warn');
  console.error = say('error');
  return output;
}
