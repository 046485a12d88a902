/** The name of the client whose call is being answered. One process may serve several clients over HTTP. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { CLIENT_INFO_META_KEY, type McpServer, type ServerContext } from '@modelcontextprotocol/server';

const names = new AsyncLocalStorage<string>();

export const callingClient = (): string => names.getStore() ?? 'unknown client';

/** Runs the work of a call; `callingClient` in it is the client of that call. */
export function asClient<T>(server: McpServer, { mcpReq }: ServerContext, work: () => Promise<T>): Promise<T> {
  const { [CLIENT_INFO_META_KEY]: stated } = { ...(mcpReq.envelope as Record<string, unknown> | undefined) };
  // Revisions up to 2025-11-25 state it once, at the handshake; later ones in each request.
  const { name, version } = (stated ?? server.server.getClientVersion() ?? {}) as { readonly name?: unknown; readonly version?: unknown };
  const parts = [name, version].filter((part) => typeof part === 'string');
  return names.run(parts.join(' ') || 'unknown client', work);
}
