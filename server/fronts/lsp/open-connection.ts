/** The JSON-RPC connection over a pair of streams. Bytes that are no message are answered with an error, and reading goes on. */
import type { Readable, Writable } from 'node:stream';
import type { Message, MessageConnection, MessageReader } from 'vscode-jsonrpc/node';
import { createMessageConnection, StreamMessageWriter } from 'vscode-jsonrpc/node';
import { errorCodes } from '../../protocol/errors.js';
import type { Log } from '../../util/log.js';
import { ResilientMessageReader } from './message-reader.js';

type Id = string | number;

export function openConnection(input: Readable, output: Writable, log: Log): MessageConnection {
  const writer = new AnsweringWriter(output);
  const refuse = (code: number, reason: string, id: Id | null) => {
    log('warn', `unreadable message: ${reason}`);
    void writer.answerBeside({
      jsonrpc: '2.0',
      id,
      error: { code, message: reason, data: { kind: 'protocol', message: reason } },
    } as Message);
  };
  const reader = new ResilientMessageReader(input, ({ code, reason, id }) =>
    refuse(code === 'parse' ? errorCodes.parseError : errorCodes.invalidRequest, reason, id),
  );
  return createMessageConnection(withoutRepeatedIds(reader, writer.unanswered, refuse), writer, {
    error: (message) => log('error', message),
    warn: (message) => log('warn', message),
    info: (message) => log('debug', message),
    log: (message) => log('debug', message),
  });
}

/** Knows which requests have no answer yet. vscode-jsonrpc does not distinguish the ids `5` and `"5"`. */
class AnsweringWriter extends StreamMessageWriter {
  readonly unanswered = new Set<string>();

  override write(message: Message): Promise<void> {
    const { id, method } = message as { readonly id?: unknown; readonly method?: unknown };
    if (method === undefined && id !== undefined) this.unanswered.delete(String(id));
    return super.write(message);
  }

  /** An answer that leaves a request of the same id open. Never rejects. */
  answerBeside(message: Message): Promise<void> {
    return super.write(message).catch(() => {});
  }
}

/** A request with the id of another that is not answered yet is refused: vscode-jsonrpc would drop one of the two. */
function withoutRepeatedIds(
  reader: MessageReader,
  unanswered: Set<string>,
  refuse: (code: number, reason: string, id: Id) => void,
): MessageReader {
  return {
    onError: reader.onError,
    onClose: reader.onClose,
    onPartialMessage: reader.onPartialMessage,
    dispose: () => reader.dispose(),
    listen: (callback) =>
      reader.listen((message) => {
        const { id, method } = message as { readonly id?: Id; readonly method?: string };
        if (method !== undefined && id !== undefined) {
          if (unanswered.has(String(id)))
            return refuse(errorCodes.invalidRequest, `a request with the id ${String(id).slice(0, 100)} is not answered yet`, id);
          unanswered.add(String(id));
        }
        callback(message);
      }),
  };
}
