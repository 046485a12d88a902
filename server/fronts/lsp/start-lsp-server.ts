/**
 * The LSP front: one client, one connection, one session. Joins transport, dispatch and requests, and sees to it that
 * the process ends when the client does.
 */
import type { Message } from 'vscode-languageserver/node';
import { createMessageConnection, MessageType, StreamMessageWriter } from 'vscode-languageserver/node';
import type { Engine, EngineOptions } from '../../core/engine/engine-api.js';
import { errorCodes } from '../../protocol/errors.js';
import { forgetMethod, unforgetMethod } from '../../protocol/forget.js';
import { reindexMethod } from '../../protocol/reindex.js';
import { relatedMethod } from '../../protocol/related.js';
import { retrieveMethod } from '../../protocol/retrieve.js';
import { retrieveBatchMethod } from '../../protocol/retrieve-batch.js';
import { semanticSymbolMethod } from '../../protocol/semantic-symbol.js';
import { showMethod } from '../../protocol/show.js';
import { didChangeStatusMethod, statusMethod } from '../../protocol/status.js';
import { messageOf } from '../../util/bug.js';
import type { Log } from '../../util/log.js';
import type { NotificationHandler, RequestHandler } from './dispatch.js';
import { dispatch } from './dispatch.js';
import { documentHandlers } from './document-sync.js';
import { within } from './engine-holder.js';
import { didChangeConfiguration, didChangeWorkspaceFolders, initialize, initialized } from './lifecycle.js';
import { ResilientMessageReader } from './message-reader.js';
import { openPassThrough } from './pass-through/handlers.js';
import { showEdgeIndexing, showIndexing } from './progress.js';
import { executeCommand } from './requests/commands.js';
import { forget, reindex, status, unforget } from './requests/index-control.js';
import { related } from './requests/related.js';
import { retrieve } from './requests/retrieve.js';
import { retrieveBatch } from './requests/retrieve-batch.js';
import { show } from './requests/show.js';
import { semanticSymbol, workspaceSymbol } from './requests/symbols.js';
import { Session } from './session.js';
import { statusToWire } from './to-wire.js';
import type { Transport } from './transport.js';
import { openTransport } from './transport.js';

export interface LspServerOptions {
  /** The log that the engine is given reaches the client as well. */
  readonly openEngine: (options: EngineOptions, log: Log) => Promise<Engine>;
  readonly transport: Transport;
  readonly log: Log;
  readonly version?: string;
  /** Ends the process; a test gives its own. */
  readonly exit?: (code: number) => void;
}

/** Closing may not keep a process alive that nobody talks to; what is lost then is only what the next start does again. */
const closeDeadlineMs = 5000;
const parentCheckMs = 1000;

/** Resolves once the server listens. */
export async function startLspServer(options: LspServerOptions): Promise<void> {
  const { input, output } = await openTransport(options.transport, options.log);
  const writer = new StreamMessageWriter(output);
  const exit = options.exit ?? ((code) => process.exit(code));
  let ended = false;

  const log: Log = (level, message) => {
    options.log(level, message);
    if (ended || level === 'debug' || dispatcher.phase() !== 'running') return;
    const type = level === 'error' ? MessageType.Error : level === 'warn' ? MessageType.Warning : MessageType.Info;
    void connection.sendNotification('window/logMessage', { type, message }).catch(() => {});
  };

  const reader = new ResilientMessageReader(input, ({ code, reason }) => {
    options.log('warn', `a message that cannot be understood: ${reason}`);
    const error = {
      code: code === 'parse' ? errorCodes.parseError : errorCodes.invalidRequest,
      message: reason,
      data: { kind: 'protocol', message: reason },
    };
    void writer.write({ jsonrpc: '2.0', id: null, error } as Message).catch(() => {});
  });
  const connection = createMessageConnection(reader, writer, {
    error: (message) => options.log('error', message),
    warn: (message) => options.log('warn', message),
    info: (message) => options.log('debug', message),
    log: (message) => options.log('debug', message),
  });

  let tokens = 0;
  const session = new Session(
    connection,
    (engineOptions) => options.openEngine(engineOptions, log),
    (engine) => attach(session, engine, () => `context-indexing-${++tokens}`),
    log,
  );

  const closeEngine = () =>
    within(closeDeadlineMs, session.holder.close()).catch((error) => options.log('error', `closing: ${messageOf(error)}`));
  const end = async (code: number) => {
    if (ended) return;
    ended = true;
    clearInterval(parentCheck);
    session.answers.clear();
    await closeEngine();
    exit(code);
  };
  let parentCheck: NodeJS.Timeout | undefined;
  const watchClient = (processId: number) => {
    parentCheck = setInterval(() => {
      if (!isAlive(processId)) void end(1);
    }, parentCheckMs).unref();
  };

  const onPassThrough = () => {
    session.passThrough = openPassThrough(session);
    for (const [method, handler] of session.passThrough.requests) requests.set(method, handler);
    notifications.set('window/workDoneProgress/cancel', session.passThrough.progressCancelled);
  };

  const requests = new Map<string, RequestHandler>([
    ['initialize', initialize(session, { version: options.version ?? '0.0.0', onClientProcess: watchClient, onPassThrough })],
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

/** Ties an engine to the client: progress while indexing, and status where asked for. */
function attach(session: Session, engine: Engine, nextToken: () => string): () => void {
  const { capabilities, connection } = session;
  const shows = capabilities.window?.workDoneProgress ? [showIndexing, showEdgeIndexing] : [];
  const stopProgress = shows.map((show) => show(connection, engine, nextToken));
  const wanted = (capabilities.experimental as { contextStatus?: unknown } | undefined)?.contextStatus === true;
  const stopStatus = engine.onStatus((now) => {
    if (wanted || session.settings.statusNotifications)
      void connection.sendNotification(didChangeStatusMethod, statusToWire(session, engine, now)).catch(() => {});
  });
  let stopPassing = session.passThrough?.attach(engine);
  const stopReplacing = engine.onServersReplaced(() => {
    stopPassing?.();
    stopPassing = session.passThrough?.attach(engine);
  });
  return () => {
    stopReplacing();
    stopPassing?.();
    for (const stop of stopProgress) stop();
    stopStatus();
  };
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // EPERM: it is there and belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
