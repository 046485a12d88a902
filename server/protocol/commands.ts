/** `workspace/executeCommand`: the custom requests for clients that can send only standard ones. */
import type { ProgressToken } from 'vscode-languageserver';
import * as z from 'zod';
import { optional, tokenSchema } from './common.js';

export const commands = {
  retrieve: 'contextLanguageServer.retrieve',
  semanticSymbol: 'contextLanguageServer.semanticSymbol',
  status: 'contextLanguageServer.status',
  reindex: 'contextLanguageServer.reindex',
} as const;

/** Runs a command of a language server. Arguments: the server's key, the command, and the command's arguments. */
export const serverCommand = 'contextLanguageServer.serverCommand';

/** LSP's `ExecuteCommandParams`. */
export interface ContextCommandParams {
  command: string;
  /** At most one: the params of the corresponding request, or only the query if the request has one. */
  arguments?: unknown[];
  workDoneToken?: ProgressToken;
}

export const commandParamsSchema = z.object({
  command: z.string(),
  arguments: optional(z.array(z.unknown()).max(1)),
  workDoneToken: optional(tokenSchema),
});
