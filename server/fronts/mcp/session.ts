/** One connection of an MCP client: chooses the workspace of a call without the argument `workspace`. */
import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type InputRequiredResult,
  inputRequired,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { messageOf } from '../../util/bug.js';
import type { Log } from '../../util/log.js';
import { uriToPath } from '../../util/uri.js';
import { workspaceFolder } from './workspaces.js';

export interface SessionOptions {
  readonly server: McpServer;
  /** Revisions up to 2025-11-25 (`legacy`) ask the client by a request, later ones (`modern`) by an answer that asks for input. */
  readonly era: 'legacy' | 'modern';
  /** Folder that the user chose for all calls, or null. */
  readonly chosen: string | null;
  /** For clients without roots. */
  readonly currentFolder: string;
  readonly log: Log;
}

const ROOTS = 'roots';

export class Session {
  readonly #options: SessionOptions;
  /** The client's roots; null until it was asked. */
  #roots: readonly string[] | null = null;

  constructor(options: SessionOptions) {
    this.#options = options;
    if (options.era === 'legacy')
      options.server.server.setNotificationHandler('notifications/roots/list_changed', () => {
        this.#roots = null;
      });
  }

  /** Folders of a call's workspace, or the request to ask the client first. @throws ContextError('query') for a wrong folder */
  async folders(argument: string | undefined, context: ServerContext): Promise<readonly string[] | InputRequiredResult> {
    const { chosen, currentFolder } = this.#options;
    if (argument !== undefined) return [workspaceFolder(uriToPath(argument) ?? argument)];
    if (chosen !== null) return [workspaceFolder(chosen)];
    const roots = this.#roots ?? (await this.#askRoots(context));
    if (!Array.isArray(roots)) return roots as InputRequiredResult;
    this.#roots = roots;
    return roots.length ? roots.map(workspaceFolder) : [workspaceFolder(currentFolder)];
  }

  async #askRoots({ mcpReq }: ServerContext): Promise<readonly string[] | InputRequiredResult> {
    const { era, server, log } = this.#options;
    if (era === 'modern') {
      const answered = mcpReq.inputResponses?.[ROOTS];
      if (answered !== undefined) return foldersOf(answered);
      const declared = (mcpReq.envelope as Record<string, unknown> | undefined)?.[CLIENT_CAPABILITIES_META_KEY];
      if (!(declared as ClientCapabilities | undefined)?.roots) return [];
      return inputRequired({ inputRequests: { [ROOTS]: inputRequired.listRoots() } });
    }
    if (!server.server.getClientCapabilities()?.roots) return [];
    try {
      return foldersOf(await server.server.listRoots(undefined, { signal: mcpReq.signal }));
    } catch (error) {
      mcpReq.signal.throwIfAborted();
      log('warn', `the client did not give its roots: ${messageOf(error)}`);
      return [];
    }
  }
}

/** Folders in a client's unvalidated answer. */
function foldersOf(answer: unknown): string[] {
  const roots = (answer as { roots?: unknown } | null)?.roots;
  if (!Array.isArray(roots)) return [];
  return roots.flatMap((root: { uri?: unknown } | null) => {
    const path = typeof root?.uri === 'string' ? uriToPath(root.uri) : null;
    return path === null ? [] : [path];
  });
}
