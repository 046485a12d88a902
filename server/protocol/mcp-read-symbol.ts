/** The MCP tool `read_symbol`. */
import * as z from 'zod';
import {
  type McpAnswerState,
  type McpCode,
  type McpNeeded,
  type McpPlace,
  type McpSymbol,
  type McpTextMatch,
  mcpAnswerStateSchema,
  mcpBudgetField,
  mcpCodeSchema,
  mcpNeededSchema,
  mcpPlaceSchema,
  mcpSymbolSchema,
  mcpTextMatchSchema,
  mcpWorkspaceField,
} from './mcp-common.js';

export interface ReadSymbolInput {
  /** A name, a qualified name, a key, `path:line`, `path:line-line`, or a path. The end of a path does where only one file has it. */
  symbol?: string;
  /** Several of them at once. */
  symbols?: string[];
  /** `code` (default): long documentation is shortened, prototypes beside their definition are left out. */
  detail?: 'code' | 'whole';
  workspace?: string;
  /** Most tokens of the answer as text. Default 8,000. */
  budgetTokens?: number;
}

export interface ReadSymbolOutput extends McpAnswerState {
  /** Whole if the budget allows; of several with the same name, the later ones may be places only. */
  results: McpCode[];
  /** What the shown code calls and refers to and does not contain, at most 8; what it calls first. */
  needed: McpNeeded[];
  /** For a path: the symbols of the file or folder, in the order of path and line. A short file is a result instead. */
  outline: McpSymbol[];
  /** If there is no such symbol: similar names. */
  similar: McpPlace[];
  /** If there is no such symbol: lines that contain the text. */
  textMatches: McpTextMatch[];
}

export const readSymbolInputSchema = z.object({
  symbol: z
    .string()
    .min(1)
    .max(2000)
    .optional()
    .describe(
      'A name (send), a qualified name (Client.send), a key, a place (src/client.py:120), lines (src/client.py:120-140), or a path.',
    ),
  symbols: z.array(z.string().min(1).max(2000)).min(1).max(20).optional().describe('Several of them in one call, instead of symbol.'),
  detail: z.enum(['code', 'whole']).optional().describe('whole: with all documentation. Default code: documentation is shortened.'),
  workspace: mcpWorkspaceField,
  budgetTokens: mcpBudgetField.describe('Tokens of the answer at most. Default 8000.'),
}) satisfies z.ZodType<ReadSymbolInput>;

export const readSymbolOutputSchema = mcpAnswerStateSchema.extend({
  results: z.array(mcpCodeSchema),
  needed: z.array(mcpNeededSchema),
  outline: z.array(mcpSymbolSchema),
  similar: z.array(mcpPlaceSchema),
  textMatches: z.array(mcpTextMatchSchema),
}) satisfies z.ZodType<ReadSymbolOutput>;
