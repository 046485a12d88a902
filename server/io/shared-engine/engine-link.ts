/**
 * The connection between a client and the engine's process: JSON-RPC by vscode-jsonrpc, with bodies in Node's structured-clone format,
 * since questions and answers hold what JSON loses (Infinity, undefined, maps, dates). Both ends are of one version.
 */
import type { Socket } from 'node:net';
import { deserialize, serialize } from 'node:v8';
import {
  type CancellationToken,
  CancellationTokenSource,
  createMessageConnection,
  ErrorCodes,
  type Message,
  type MessageConnection,
  ResponseError,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-jsonrpc/node';
import { ContextError, type ErrorCode } from '../../core/model/problem.js';
import { messageOf } from '../../util/bug.js';

const failed = -32000;
const cancelledCode = -32800;

/** Not listening yet: set the handlers, then call `listen`. */
export function openLink(socket: Socket): MessageConnection {
  socket.setNoDelay(true);
  const reader = new StreamMessageReader(socket, {
    contentTypeDecoder: { name: 'application/x-v8', decode: async (bytes) => deserialize(bytes) as Message },
  });
  const writer = new StreamMessageWriter(socket, {
    contentTypeEncoder: { name: 'application/x-v8', encode: async (message) => serialize(message) },
  });
  const link = createMessageConnection(reader, writer);
  link.onError(() => socket.destroy());
  // Rejects what is still unanswered.
  link.onClose(() => link.dispose());
  // Without a listener a reset connection would end the process.
  socket.on('error', () => {});
  return link;
}

interface ErrorData {
  readonly code: ErrorCode | null;
  readonly data: Readonly<Record<string, unknown>>;
}

/** An error as it travels: errors that a caller can act on keep their code. */
export function errorToLink(error: unknown): ResponseError<ErrorData> {
  if (error instanceof ContextError) return new ResponseError(failed, error.message, { code: error.code, data: error.data });
  const { name, message } = error instanceof Error ? error : { name: '', message: String(error) };
  return new ResponseError(name === 'AbortError' ? cancelledCode : failed, message, { code: null, data: {} });
}

/** Before the request was written, or after that. */
const lost: ReadonlySet<number> = new Set([
  ErrorCodes.PendingResponseRejected,
  ErrorCodes.MessageWriteError,
  ErrorCodes.MessageReadError,
  ErrorCodes.ConnectionInactive,
]);

/** The connection ended before the answer. */
export class ConnectionLost extends Error {}

function errorFromLink(error: unknown): unknown {
  if (!(error instanceof ResponseError) || lost.has(error.code)) return new ConnectionLost(messageOf(error));
  const { code, data } = (error.data ?? {}) as Partial<ErrorData>;
  if (code) return new ContextError(code, error.message, data);
  return error.code === cancelledCode ? new DOMException(error.message, 'AbortError') : new Error(error.message);
}

/** Rejects with what the other end threw, with AbortError where `signal` is aborted, or with ConnectionLost. */
export async function call<T>(link: MessageConnection, method: string, params: unknown, signal?: AbortSignal): Promise<T> {
  signal?.throwIfAborted();
  const source = new CancellationTokenSource();
  const cancel = () => source.cancel();
  signal?.addEventListener('abort', cancel, { once: true });
  try {
    return await link.sendRequest<T>(method, params, source.token);
  } catch (error) {
    throw errorFromLink(error);
  } finally {
    signal?.removeEventListener('abort', cancel);
    source.dispose();
  }
}

/** Closes the connection from this end. */
export function endLink(link: MessageConnection): void {
  link.end();
  link.dispose();
}

/** A request's cancellation as a signal. */
export function signalOf(token: CancellationToken): AbortSignal {
  const abort = new AbortController();
  token.onCancellationRequested(() => abort.abort());
  return abort.signal;
}

/** Says something that needs no answer; nothing happens where the connection has ended. */
export async function tell(link: MessageConnection, method: string, params: unknown): Promise<void> {
  try {
    await link.sendNotification(method, params);
  } catch {
    // The other end has disconnected.
  }
}
