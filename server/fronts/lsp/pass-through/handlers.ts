/** Connects pass-through to the front: its requests and notifications, and the start and end of its servers. */
import type { Engine } from '../../../core/engine/engine-api.js';
import type { ProxiedServer } from '../../../core/engine/proxied-server.js';
import { serverCommand } from '../../../protocol/commands.js';
import { settingsSection } from '../../../protocol/settings.js';
import type { NotificationHandler, RequestHandler } from '../dispatch.js';
import type { Session } from '../session.js';
import { Diagnostics, pullMethod } from './diagnostics.js';
import { commandsOf } from './origin.js';
import { canonicalUri, PassThrough } from './pass-through.js';
import { proxiedMethods } from './proxied-methods.js';
import { asReply, despiteReplacement, proxyRequest, type RequestRow } from './proxy-request.js';
import { SemanticTokens } from './semantic-tokens.js';
import { ServerMessages } from './server-messages.js';
import type { Json } from './shapes.js';

export interface PassThroughFront {
  readonly pass: PassThrough;
  /** Methods whose options of a server are looked at. */
  readonly optionMethods: readonly string[];
  readonly requests: ReadonlyMap<string, RequestHandler>;
  /** Runs a command of a language server; null if no server has it. */
  readonly command: (params: Json, signal: AbortSignal) => Promise<{ readonly result: unknown } | null>;
  /** Returns a function to call before the engine is closed. */
  readonly attach: (engine: Engine) => () => void;
  readonly configurationChanged: (params: Json) => void;
  readonly filesChanged: NotificationHandler;
  readonly progressCancelled: NotificationHandler;
}

export function openPassThrough(session: Session): PassThroughFront {
  const pass = new PassThrough(session);
  const diagnostics = new Diagnostics(pass, () => messages.refresh('workspace/diagnostic/refresh'));
  const messages: ServerMessages = new ServerMessages(pass, diagnostics);
  const tokens = new SemanticTokens(pass);
  pass.listen({
    opened: (document) => diagnostics.opened(document),
    changed: (document) => diagnostics.changed(document),
    closed: (document) => {
      diagnostics.closed(document);
      tokens.closed(document.uri);
    },
  });
  const rows: RequestRow[] = [
    ...[...proxiedMethods.values()].map((row) => ({
      method: row.method,
      answer: (params: Json, signal: AbortSignal) => {
        const ask = (given: Json) => proxyRequest(pass, row, given, signal);
        return row.method === pullMethod ? diagnostics.withPushed(params, signal, ask) : ask(params);
      },
    })),
    ...tokens.rows(),
  ];
  const known = (): readonly ProxiedServer[] => session.holder.engine?.proxiedServers?.known() ?? [];

  const resolvers = [...proxiedMethods.values()].flatMap(({ resolvedBy }) => resolvedBy ?? []);
  const optionMethods = [...new Set([...rows.map(({ method }) => method), ...resolvers, pullMethod, 'workspace/executeCommand'])];

  return {
    pass,
    optionMethods,
    requests: new Map(
      rows.map(({ method, answer }) => [
        method,
        (params: Json, signal: AbortSignal) => despiteReplacement(async () => answer(params, signal)),
      ]),
    ),
    command: async (params, signal) => {
      const isWrapped = params?.command === serverCommand;
      const [key, command, ...own] = isWrapped ? (params.arguments ?? []) : [null, params?.command, ...(params?.arguments ?? [])];
      const server = known().find((one) => (isWrapped ? one.key === key : true) && commandsOf(one).includes(command));
      if (!server) return null;
      try {
        const { result } = await server.request('workspace/executeCommand', { command, arguments: own }, { signal, whileLoading: 'ask' });
        return { result };
      } catch (error) {
        throw asReply(error);
      }
    },
    attach: (engine) => {
      const stop = engine.proxiedServers?.listen({
        started: (server) => messages.started(server),
        ended: (server) => messages.ended(server),
        notification: (server, method, params) => messages.notified(server, method, params),
        request: (server, method, params, signal) => messages.asked(server, method, params, signal),
      });
      pass.attach(engine);
      return () => {
        stop?.();
        pass.detach();
        for (const server of engine.proxiedServers?.known() ?? []) messages.ended(server);
        diagnostics.clear();
      };
    },
    configurationChanged: (params) => {
      const { [settingsSection]: _ours, ...pushed } = (params?.settings ?? {}) as Record<string, unknown>;
      // Servers request the settings that they need. Settings may name programs, so they are pushed only in a trusted workspace.
      const settings = session.settings.trusted ? pushed : {};
      for (const server of known()) server.notify('workspace/didChangeConfiguration', { settings });
    },
    filesChanged: (params) => {
      const list = (params as Json)?.changes;
      const { engine } = session.holder;
      // Changes in the workspace come from the engine.
      const outside = (uri: string) => engine !== null && session.pathOf(uri, engine) === null;
      const changes = (Array.isArray(list) ? list : [])
        .map((one) => ({ ...one, uri: canonicalUri(String(one?.uri)) }))
        .filter(({ uri }) => outside(uri));
      if (changes.length > 0) for (const server of known()) server.notify('workspace/didChangeWatchedFiles', { changes });
    },
    progressCancelled: (params) => void messages.cancelProgress((params as Json)?.token, known()),
  };
}
