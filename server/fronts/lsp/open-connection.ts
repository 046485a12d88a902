/** The JSON-RPC connection over a pair of streams. Bytes that are no message are answered with an error, and reading goes on. */
import type { Readable, Writable } from 'node:stream';
import type { Message, MessageConnection } from 'vscode-jsonrpc/node';
import { createMessageConnection, StreamMessageWriter } from 'vscode-jsonrpc/node';
import { errorCodes } from '../../protocol/errors.js';
import type { Log } from '../../util/log.js';
import { ResilientMessageReader } from './message-reader.js';

export function openConnection(input: Readable, output: Writable, log: Log): MessageConnection {
  const writer = new StreamMessageWriter(output);
  const reader = new ResilientMessageReader(input, ({ code, reason }) => {
    log('warn', `unreadable message: ${reason}`);
    const error = {
      code: code === 'parse' ? errorCodes.parseError : errorCodes.invalidRequest,
      message: reason,
      data: { kind: 'protocol', message: reason },
    };
    void writer.write({ jsonrpc: '2.0', id: null, error } as Message).catch(() => {});
  });
  return createMessageConnection(reader, writer, {
    error: (message) => log('error', message),
    warn: (message) => log('warn', message),
    info: (message) => log('debug', message),
    log: (message) => log('debug', message),
  });
}
