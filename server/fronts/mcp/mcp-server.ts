/** An MCP server for one connection (standard streams) or one request (HTTP): tools, resource and prompts over the open workspaces. */
import { isInputRequiredResult, McpServer, type ServerContext } from '@modelcontextprotocol/server';
import { describeProgress, type Progress } from '../../core/model/progress.js';
import type { Log } from '../../util/log.js';
import { version } from '../../util/version.js';
import { askWhenIndexed } from './answer-state.js';
import { asClient } from './client-name.js';
import { briefOutput, type LenientArguments, lenientInput } from './lenient-schemas.js';
import { registerPrompts } from './prompts.js';
import { Session } from './session.js';
import { registerSymbolResource } from './symbol-resource.js';
import type { Tool } from './tool.js';
import { findRelated } from './tools/find-related.js';
import { findSymbols } from './tools/find-symbols.js';
import { readSymbol } from './tools/read-symbol.js';
import { searchCode } from './tools/search-code.js';
import { workspaceStatus } from './tools/workspace-status.js';
import type { Workspaces } from './workspaces.js';

const instructions =
  'Code search for the workspace. Ask search_code first whenever you do not know the exact name or place: it answers questions in plain ' +
  'words with whole functions and line numbers. read_symbol reads a symbol by name or path:line; find_related lists callers, callees, ' +
  'implementers and tests with the line that shows each; find_symbols lists definitions. Answers include unsaved and just-written ' +
  'changes, and their last line tells the state of the index.';

/** The lists of tools and prompts never change while the program runs. */
const LIST_TTL_MS = 3_600_000;

export interface McpServerOptions {
  readonly workspaces: Workspaces;
  readonly chosen: string | null;
  readonly currentFolder: string;
  readonly log: Log;
}

export function createMcpServer({ workspaces, ...rest }: McpServerOptions, era: 'legacy' | 'modern'): McpServer {
  const cached = { ttlMs: LIST_TTL_MS, cacheScope: 'public' as const };
  const server = new McpServer(
    { name: 'context-language-server', title: 'Context: code search', version },
    {
      instructions,
      cacheHints: {
        'tools/list': cached,
        'prompts/list': cached,
        'resources/list': cached,
        'resources/templates/list': cached,
        'server/discover': cached,
      },
    },
  );
  const session = new Session({ server, era, ...rest });
  // Each with the types of its own schemas.
  register(searchCode);
  register(readSymbol);
  register(findRelated);
  register(findSymbols);
  register(workspaceStatus);
  registerSymbolResource(server, workspaces);
  registerPrompts(server);
  return server;

  // biome-ignore lint/suspicious/noExplicitAny: the tool's own types meet in `Tool`.
  function register(tool: Tool<any, any>): void {
    const { name, title, description, input, output } = tool;
    const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
    server.registerTool(
      name,
      { title, description, inputSchema: lenientInput(input), outputSchema: briefOutput(output), annotations },
      async (given, context) => {
        const { args, notes } = given as unknown as LenientArguments;
        const folders = await session.folders(args['workspace'] as string | undefined, context);
        if (isInputRequiredResult(folders)) return folders;
        const { signal } = context.mcpReq;
        const { output, text } = await asClient(server, context, () =>
          workspaces.use(folders as readonly string[], (engine) =>
            askWhenIndexed(
              engine,
              signal,
              (progress) => tellProgress(context, progress),
              () => tool.run({ engine, folders: folders as readonly string[], signal }, args),
              isEmpty,
            ),
          ),
        );
        const told = { ...output, notes: [...output.notes, ...notes] };
        // The last line is the state of the index.
        const lines = notes.length ? text.replace(/[^\n]*$/, (state) => [...notes.map((note) => `note: ${note}`), state].join('\n')) : text;
        return { content: [{ type: 'text', text: lines }], structuredContent: told };
      },
    );
  }
}

/** The lists of what was found. Similar names are no answer. */
const FOUND = ['results', 'textMatches', 'symbols', 'outline', 'of'] as const;

function isEmpty({ output }: { readonly output: Readonly<Record<string, unknown>> }): boolean {
  const lists = FOUND.map((name) => output[name]).filter(Array.isArray);
  return lists.length > 0 && lists.every((list) => list.length === 0);
}

/** Sends progress to a client that asked for it. */
function tellProgress({ mcpReq }: ServerContext, progress: Progress): void {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined || progress.phase === 'ready') return;
  const { done, total } = progress;
  const params = { progressToken, progress: done, ...(total !== null && { total }), message: describeProgress(progress) };
  mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
}
