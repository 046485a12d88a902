/** Symbols as resources: `context://symbol/KEY`, with the key of any answer. */
import { type McpServer, ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server';
import { asClient } from './client-name.js';
import { codeOf, codeText } from './shapes.js';
import type { Workspaces } from './workspaces.js';

const uriOf = (key: string): string => `context://symbol/${key}`;

export function registerSymbolResource(server: McpServer, workspaces: Workspaces): void {
  // Not listed: a workspace has thousands.
  const template = new ResourceTemplate(uriOf('{key}'), { list: undefined });
  const config = {
    title: 'A symbol by its key',
    description: 'Source of a symbol, whole, with line numbers. Keys are in the answers of the tools.',
    mimeType: 'text/plain',
  };
  server.registerResource('symbol', template, config, (uri, { key }, context) =>
    asClient(server, context, async () => {
      // The key comes from an answer, so its workspace is open unless the server was restarted.
      for (const engine of await workspaces.engines()) {
        const { results } = await engine.show({ key: String(key) }, context.mcpReq.signal);
        if (!results.length) continue;
        return {
          contents: [{ uri: uri.href, mimeType: 'text/plain', text: results.map((result) => codeText(codeOf(result))).join('\n') }],
        };
      }
      throw new ResourceNotFoundError(uri.href, `no symbol has the key ${String(key)} in a workspace that is open; search again`);
    }),
  );
}
