/**
 * The LSP front: one client, one connection, one session. Names the handler of each method, and ends the process when
 * the client ends.
 */
import { MessageType } from 'vscode-languageserver/node';
import type { OpenEngineWithLog } from '../../core/engine/engine-api.js';
import { forgetMethod, unforgetMethod } from '../../protocol/forget.js';
import { reindexMethod } from '../../protocol/reindex.js';
import { relatedMethod } from '../../protocol/related.js';
import { retrieveMethod } from '../../protocol/retrieve.js';
import { retrieveBatchMethod } from '../../protocol/retrieve-batch.js';
import { semanticSymbolMethod } from '../../protocol/semantic-symbol.js';
import { showMethod } from '../../protocol/show.js';
import { statusMethod } from '../../protocol/status.js';
import { messageOf } from '../../util/bug.js';
import type { Log } from '../../util/log.js';
import { attachEngine } from './attach-engine.js';
import type { NotificationHandler, RequestHandler } from './dispatch.js';
import { dispatch } from './dispatch.js';
import { documentHandlers } from './document-sync.js';
import { within } from './engine-holder.js';
import { didChangeConfiguration, didChangeWorkspaceFolders, initialize, initialized } from './lifecycle.js';
import { openConnection } from './open-connection.js';
import { openPassThrough } from './pass-through/handlers.js';
import { executeCommand } from './requests/commands.js';
import { forget, reindex, status, unforget } from './requests/index-control.js';
import { related } from './requests/related.js';
import { retrieve } from './requests/retrieve.js';
import { retrieveBatch } from './requests/retrieve-batch.js';
import { show } from './requests/show.js';
import { semanticSymbol, workspaceSymbol } from './requests/symbols.js';
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
    const type = level === 'error' ? MessageType.Error : level === 'warn' ? MessageType.Warning : MessageType.Info;
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
    [retrieveMethod, retrieve(session)],
    [retrieveBatchMethod, retrieveBatch(session)],
    [relatedMethod, related(session)],
    [showMethod, show(session)],
    [semanticSymbolMethod, semanticSymbol(session)],
    ['workspace/symbol', workspaceSymbol(session)],
    [statusMethod, status(session)],
    [reindexMethod, reindex(session)],
    [forgetMethod, forget(session)],
    [unforgetMethod, unforget(session)],
    ['workspace/executeCommand', executeCommand(session)],
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
    ...documentHandlers(session),
  ]);
  const dispatcher = dispatch(connection, { requests, notifications }, log);

  connection.onError(([error]) => options.log('warn', `connection: ${messageOf(error)}`));
  connection.onClose(() => void end(dispatcher.phase() === 'shutdown' ? 0 : 1));
  if (!options.exit) for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => void end(1));
  connection.listen();
}
