/**
 * The LSP front: one client, one connection, one session. Names the handler of each method, and ends the process when
 * the client ends.
 */
import type { MessageType } from 'vscode-languageserver/node';
import type { OpenEngineWithLog } from '../../core/engine/engine-api.js';
import { messageOf } from '../../util/bug.js';
import type { Log } from '../../util/log.js';
import { within } from '../../util/within.js';
import { attachEngine } from './attach-engine.js';
import type { NotificationHandler, RequestHandler } from './dispatch.js';
import { dispatch } from './dispatch.js';
import { didChangeConfiguration, didChangeWorkspaceFolders, initialize, initialized } from './lifecycle.js';
import { openConnection } from './open-connection.js';
import { openPassThrough } from './pass-through/handlers.js';
import { Session } from './session.js';
import type { Transport } from './transport.js';
import { openTransport } from './transport.js';
import { watchProcess } from './watch-process.js';

export interface LspServerOptions {
  /** What the engine logs is sent to the client as well. */
  readonly openEngine: OpenEngineWithLog;
  readonly transport: Transport;
  readonly log: Log;
  readonly version?: string;
  /** Ends the process; tests replace it. */
  readonly exit?: (code: number) => void;
}

/** A process without a client ends after this time, even while the index is being closed; the next start repeats what is lost. */
const closeDeadlineMs = 5000;

/** Resolves once the server listens. */
export async function startLspServer(options: LspServerOptions): Promise<void> {
  const { input, output } = await openTransport(options.transport, options.log);
  const exit = options.exit ?? ((code) => process.exit(code));
  let ended = false;

  const log: Log = (level, message) => {
    options.log(level, message);
    if (ended || level === 'debug' || dispatcher.phase() !== 'running') return;
    const type: MessageType = level === 'error' ? 1 : level === 'warn' ? 2 : 3;
    void connection.sendNotification('window/logMessage', { type, message }).catch(() => {});
  };

  const connection = openConnection(input, output, options.log);

  let tokens = 0;
  const session = new Session(
    connection,
    (engineOptions) => options.openEngine(engineOptions, log),
    (engine) => attachEngine(session, engine, () => `context-indexing-${++tokens}`),
    log,
  );

  const closeEngine = () =>
    within(closeDeadlineMs, session.holder.close()).catch((error) => options.log('error', `closing: ${messageOf(error)}`));
  const end = async (code: number) => {
    if (ended) return;
    ended = true;
    stopWatching();
    session.answers.clear();
    await closeEngine();
    exit(code);
  };
  let stopWatching = () => {};
  const onClientProcess = (processId: number) => {
    stopWatching = watchProcess(processId, () => void end(1));
  };

  const onPassThrough = () => {
    session.passThrough = openPassThrough(session);
    for (const [method, handler] of session.passThrough.requests) requests.set(method, handler);
    notifications.set('window/workDoneProgress/cancel', session.passThrough.progressCancelled);
  };

  const requests = new Map<string, RequestHandler>([
    ['initialize', initialize(session, { version: options.version ?? '0.0.0', onClientProcess, onPassThrough })],
    [
      'shutdown',
      async () => {
        await closeEngine();
        return null;
      },
    ],
  ]);
  const notifications = new Map<string, NotificationHandler>([
    ['initialized', initialized(session)],
    ['workspace/didChangeConfiguration', didChangeConfiguration(session)],
    ['workspace/didChangeWorkspaceFolders', didChangeWorkspaceFolders(session)],
    ['exit', () => end(dispatcher.phase() === 'shutdown' ? 0 : 1)],
  ]);
  /** What `initialize` does not need is loaded once that is answered. */
  let loaded: Promise<void> | null = null;
  const load = async () => {
    const { requestHandlers, documentHandlers } = await import('./handlers.js');
    for (const [method, handler] of requestHandlers(session)) if (!requests.has(method)) requests.set(method, handler);
    for (const [method, handler] of documentHandlers(session)) notifications.set(method, handler);
  };
  const dispatcher = dispatch(connection, { requests, notifications, load: () => (loaded ??= load()) }, log);

  connection.onError(([error]) => options.log('warn', `connection: ${messageOf(error)}`));
  connection.onClose(() => void end(dispatcher.phase() === 'shutdown' ? 0 : 1));
  if (!options.exit) for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => void end(1));
  connection.listen();
}
