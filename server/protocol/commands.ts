/** `workspace/executeCommand`: the same requests for clients that can send only standard ones. */
import type { ProgressToken } from 'vscode-languageserver';
import { z } from 'zod';
import { optional, tokenSchema } from './common.js';

export const commands = {
  retrieve: 'contextLanguageServer.retrieve',
  semanticSymbol: 'contextLanguageServer.semanticSymbol',
  status: 'contextLanguageServer.status',
  reindex: 'contextLanguageServer.reindex',
} as const;

/** Runs a command of a language server: its arguments are the server's key, the command, and the command's own. */
export const serverCommand = 'contextLanguageServer.serverCommand';

/** LSP's `ExecuteCommandParams`. */
export interface ContextCommandParams {
  command: string;
  /** At most one: the params of the request that the command stands for, or, where that has a `query`, just the query. */
  arguments?: unknown[];
  workDoneToken?: ProgressToken;
}

export const commandParamsSchema = z.object({
  command: z.string(),
  arguments: optional(z.array(z.unknown()).max(1)),
  workDoneToken: optional(tokenSchema),
});
