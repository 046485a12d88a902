/**
 * Handles every request and notification: order of the life cycle, validation errors, cancellation.
 * Invariant: an exception in a handler is a reply or a log line; it never ends the server.
 */
import type { CancellationToken, MessageConnection } from 'vscode-languageserver/node';
import { messageOf } from '../../util/bug.js';
import type { Log } from '../../util/log.js';
import { cancelled, invalidRequest, methodNotFound, notInitialized, toResponseError } from './errors.js';

export type RequestHandler = (params: unknown, signal: AbortSignal) => unknown;
export type NotificationHandler = (params: unknown) => unknown;

export interface Handlers {
  readonly requests: ReadonlyMap<string, RequestHandler>;
  readonly notifications: ReadonlyMap<string, NotificationHandler>;
  /** Adds the handlers that are not there yet. Called when `initialize` has been answered, and awaited by what comes after it. */
  readonly load: () => Promise<void>;
}

/** These three are served in every state; their handlers check the state themselves. */
type Phase = 'new' | 'running' | 'shutdown';

export interface Dispatcher {
  phase(): Phase;
}

export function dispatch(connection: MessageConnection, handlers: Handlers, log: Log): Dispatcher {
  let phase: Phase = 'new';
  let isInitialized = false;

  const notify = async (method: string, params: unknown) => {
    const handler = handlers.notifications.get(method);
    if (!handler) {
      if (!method.startsWith('$/')) log('debug', `ignored: notification ${method.slice(0, 200)}`);
      return;
    }
    try {
      await handler(params);
    } catch (error) {
      log('error', `${method}: ${messageOf(error)}`);
    }
  };

  /** The first request counts as `initialized` if that has not come yet: some clients never send it, and would wait forever. */
  const beInitialized = () => {
    if (isInitialized) return;
    isInitialized = true;
    void notify('initialized', {});
  };

  const refusal = (method: string) => {
    if (method === 'initialize') return phase === 'new' ? null : invalidRequest('initialize came a second time');
    if (phase === 'new') return notInitialized(method);
    if (phase === 'shutdown') return invalidRequest(`${method} came after shutdown`);
    return null;
  };

  connection.onRequest(async (method: string, params: unknown, token: CancellationToken) => {
    const refused = refusal(method);
    if (refused) return refused;
    if (phase === 'running') await handlers.load();
    const handler = handlers.requests.get(method);
    if (!handler) return methodNotFound(method, handlers.requests.keys());
    if (method === 'initialize') phase = 'running';
    else if (method === 'shutdown') phase = 'shutdown';
    else beInitialized();
    if (method === 'initialize') setImmediate(() => void handlers.load());
    try {
      return await untilCancelled(token, (signal) => handler(params, signal));
    } catch (error) {
      // A failed initialize may be repeated.
      if (method === 'initialize') phase = 'new';
      const reply = toResponseError(error, method);
      if (reply.data?.kind === 'internal') log('error', `${method}: ${error instanceof Error ? error.stack : messageOf(error)}`);
      return reply;
    }
  });

  connection.onNotification(async (method: string, params: unknown) => {
    if (method !== 'exit' && phase !== 'running') return;
    if (method === 'initialized') return beInitialized();
    if (phase === 'running') await handlers.load();
    await notify(method, params);
  });

  return { phase: () => phase };
}

/** The answer, or RequestCancelled as soon as the client cancels, even if the work ignores the signal. */
async function untilCancelled(token: CancellationToken, work: (signal: AbortSignal) => unknown): Promise<unknown> {
  const controller = new AbortController();
  if (token.isCancellationRequested) throw cancelled();
  let stop = { dispose() {} };
  const gone = new Promise<never>((_, reject) => {
    stop = token.onCancellationRequested(() => {
      controller.abort();
      reject(cancelled());
    });
  });
  try {
    return await Promise.race([work(controller.signal), gone]);
  } finally {
    stop.dispose();
  }
}
