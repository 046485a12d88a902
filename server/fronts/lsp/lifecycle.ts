/** The life cycle from initialize on: capabilities, settings, roots, and registrations with the client. */
import type { InitializeResult, PositionEncodingKind, ServerCapabilities, TextDocumentSyncKind } from 'vscode-languageserver/node';
import * as z from 'zod';
import { contextProvider } from '../../protocol/capabilities.js';
import { commands, serverCommand } from '../../protocol/commands.js';
import { optional } from '../../protocol/common.js';
import { settingsSection } from '../../protocol/settings.js';
import { messageOf } from '../../util/bug.js';
import type { PositionEncoding } from '../../util/text.js';
import { within } from '../../util/within.js';
import type { NotificationHandler, RequestHandler } from './dispatch.js';
import { validate } from './errors.js';
import { proxiedCapabilities } from './pass-through/proxied-capabilities.js';
import { foldersOf } from './roots.js';
import type { Session } from './session.js';

/** How long the first question waits for a client that was asked for its settings and does not answer. */
const settingsDeadlineMs = 1000;

const folder = z.object({ uri: z.string(), name: z.string().optional().catch(undefined) });
const initializeParams = z.object({
  processId: optional(z.number().int()),
  rootPath: optional(z.string()),
  rootUri: optional(z.string()),
  workspaceFolders: optional(z.array(folder)),
  initializationOptions: optional(z.unknown()),
  capabilities: optional(z.looseObject({})),
  clientInfo: z
    .object({ name: z.string(), version: z.string().optional().catch(undefined) })
    .optional()
    .catch(undefined),
});
const foldersParams = z.object({ event: z.object({ added: optional(z.array(folder)), removed: optional(z.array(folder)) }) });
const incremental: TextDocumentSyncKind = 2;
const encodings: readonly string[] = ['utf-8', 'utf-16', 'utf-32'] satisfies PositionEncoding[];

export interface ServerInfo {
  readonly version: string;
  /** Called once the client has named its process. */
  readonly onClientProcess: (processId: number) => void;
  /** Called if requests are passed on to language servers. */
  readonly onPassThrough: () => void;
}

export const initialize =
  (session: Session, info: ServerInfo): RequestHandler =>
  (raw): InitializeResult => {
    const params = validate('initialize', initializeParams, raw);
    session.capabilities = params.capabilities ?? {};
    const { name, version } = params.clientInfo ?? {};
    if (name !== undefined) session.clientName = version === undefined ? name : `${name} ${version}`;
    session.encoding = negotiate(session.capabilities.general?.positionEncodings);
    session.folders = foldersOf(params);
    session.setSettings('initial', params.initializationOptions);
    if (typeof params.processId === 'number') info.onClientProcess(params.processId);
    const { passThrough } = session.settings;
    const isPassing = Array.isArray(passThrough) ? passThrough.length > 0 : passThrough === true;
    if (isPassing) info.onPassThrough();
    const capabilities: ServerCapabilities = {
      ...(isPassing && proxiedCapabilities(session.capabilities)),
      positionEncoding: session.encoding,
      textDocumentSync: { openClose: true, change: incremental, save: { includeText: false } },
      workspaceSymbolProvider: { workDoneProgress: true, resolveProvider: false },
      executeCommandProvider: {
        commands: [...Object.values(commands), ...(isPassing ? [serverCommand] : [])],
        workDoneProgress: true,
      },
      workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
      experimental: { contextProvider },
    };
    return { capabilities, serverInfo: { name: 'context-language-server', version: info.version } };
  };

/** The first known encoding of the client's list, which is by preference. */
function negotiate(offered: readonly PositionEncodingKind[] | undefined): PositionEncoding {
  const first = Array.isArray(offered) ? offered.find((encoding) => encodings.includes(encoding)) : undefined;
  return (first as PositionEncoding | undefined) ?? 'utf-16';
}

export const initialized =
  (session: Session): NotificationHandler =>
  async () => {
    const { workspace } = session.capabilities;
    const watch = session.settings.watch ?? 'auto';
    if (workspace?.didChangeWatchedFiles?.dynamicRegistration && (watch === 'auto' || watch === 'client')) {
      session.clientWatches = true;
      void register(session, 'workspace/didChangeWatchedFiles', { watchers: [{ globPattern: '**/*' }] }).then((accepted) => {
        if (accepted) return;
        session.clientWatches = false;
        session.apply();
      });
    }
    if (workspace?.didChangeConfiguration?.dynamicRegistration)
      void register(session, 'workspace/didChangeConfiguration', { section: settingsSection });
    if (workspace?.configuration) await within(settingsDeadlineMs, pullSettings(session));
    session.start();
  };

async function register(session: Session, method: string, registerOptions: object): Promise<boolean> {
  try {
    await session.connection.sendRequest('client/registerCapability', {
      registrations: [{ id: `context:${method}`, method, registerOptions }],
    });
    return true;
  } catch (error) {
    session.log('info', `the client does not register ${method}: ${messageOf(error)}`);
    return false;
  }
}

async function pullSettings(session: Session): Promise<void> {
  try {
    const answer: unknown = await session.connection.sendRequest('workspace/configuration', { items: [{ section: settingsSection }] });
    session.setSettings('configured', Array.isArray(answer) ? answer[0] : undefined);
  } catch (error) {
    session.log('info', `the client gives no settings: ${messageOf(error)}`);
  }
}

/** Settings come with the notification, or are pulled if the client prefers that. */
export const didChangeConfiguration =
  (session: Session): NotificationHandler =>
  async (params) => {
    const settings = (params as { settings?: Record<string, unknown> | null } | undefined)?.settings;
    const pushed = settings && typeof settings === 'object' ? settings[settingsSection] : undefined;
    if (pushed !== undefined) session.setSettings('configured', pushed);
    else if (session.capabilities.workspace?.configuration) await pullSettings(session);
    session.passThrough?.configurationChanged(params);
  };

export const didChangeWorkspaceFolders =
  (session: Session): NotificationHandler =>
  (raw) => {
    const { added = [], removed = [] } = validate('workspace/didChangeWorkspaceFolders', foldersParams, raw).event;
    const gone = new Set(removed.map(({ uri }) => uri));
    session.folders = [...session.folders.filter(({ uri }) => !gone.has(uri)), ...added];
    session.apply();
  };
