/** The MCP tool `find_symbols`. */
import * as z from 'zod';
import {
  type McpAnswerState,
  type McpSymbol,
  type McpTextMatch,
  mcpAnswerStateSchema,
  mcpFilterFields,
  mcpSymbolSchema,
  mcpTextMatchSchema,
  mcpWorkspaceField,
} from './mcp-common.js';

export interface FindSymbolsInput {
  /** A name or its beginning, also misspelt, or a description; '' for the most important symbols. */
  query: string;
  workspace?: string;
  /** Default `auto`: names first; several plain words also by meaning. */
  mode?: 'auto' | 'name' | 'meaning';
  /** 1 to 200. Default 20. */
  limit?: number;
  paths?: string[];
  languages?: string[];
  kinds?: string[];
}

export interface FindSymbolsOutput extends McpAnswerState {
  symbols: McpSymbol[];
  /** If no symbol matches: lines that contain the query. */
  textMatches: McpTextMatch[];
}

export const findSymbolsInputSchema = z.object({
  query: z
    .string()
    .max(2000)
    .describe('A name or its beginning, also misspelt, or what the symbol does in plain words; "" for the most important symbols.'),
  workspace: mcpWorkspaceField,
  mode: z.enum(['auto', 'name', 'meaning']).optional(),
  limit: z.number().int().min(1).max(200).optional().describe('Default 20.'),
  ...mcpFilterFields,
}) satisfies z.ZodType<FindSymbolsInput>;

export const findSymbolsOutputSchema = mcpAnswerStateSchema.extend({
  symbols: z.array(mcpSymbolSchema),
  textMatches: z.array(mcpTextMatchSchema),
}) satisfies z.ZodType<FindSymbolsOutput>;
