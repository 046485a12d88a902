/** The MCP tool `search_code`. */
import * as z from 'zod';
import {
  type McpAnswerState,
  type McpCode,
  type McpTextMatch,
  mcpAnswerStateSchema,
  mcpBudgetField,
  mcpCodeSchema,
  mcpFilterFields,
  mcpTextMatchSchema,
  mcpWorkspaceField,
} from './mcp-common.js';

export interface SearchCodeInput {
  /** A question in plain words, an identifier, an error message, a path, a stack trace. */
  query: string;
  workspace?: string;
  /** `auto` (default): by meaning, words and names, and as plain text if that finds nothing or `query` is quoted. `text`, `regex`: exact. */
  match?: 'auto' | 'text' | 'regex';
  /** Most results, 1 to 50. Default 8; 50 with `text` and `regex`. */
  limit?: number;
  /** Most tokens of the answer as text. Default 4,000. */
  budgetTokens?: number;
  /** `places`: one line per result, without code. */
  show?: 'code' | 'places';
  paths?: string[];
  languages?: string[];
  kinds?: string[];
  /** Keys of results that are already known. */
  exclude?: string[];
  /** From an earlier answer: the next results. */
  continueFrom?: string;
}

export interface SearchCodeOutput extends McpAnswerState {
  /** Best first. */
  results: McpCode[];
  textMatches: McpTextMatch[];
  /** Absent if there are no results. */
  continueFrom?: string;
}

export const searchCodeInputSchema = z.object({
  query: z
    .string()
    .min(1)
    .max(20_000)
    .describe('A question in plain words, an identifier, an error message, a path or a stack trace. Quote exact strings.'),
  workspace: mcpWorkspaceField,
  match: z.enum(['auto', 'text', 'regex']).optional().describe('auto (default) ranks by meaning; text and regex list matching lines.'),
  limit: z.number().int().min(1).max(50).optional().describe('Most results. Default 8 (50 lines with text and regex).'),
  budgetTokens: mcpBudgetField.describe('Tokens of the answer at most. Default 4000.'),
  show: z.enum(['code', 'places']).optional().describe('places: one line a result, without code.'),
  ...mcpFilterFields,
  exclude: z.array(z.string().max(100)).max(1000).optional().describe('Keys of results that you have already.'),
  continueFrom: z.string().max(100_000).optional().describe('continueFrom of an earlier answer: the next results.'),
}) satisfies z.ZodType<SearchCodeInput>;

export const searchCodeOutputSchema = mcpAnswerStateSchema.extend({
  results: z.array(mcpCodeSchema),
  textMatches: z.array(mcpTextMatchSchema),
  continueFrom: z.string().optional(),
}) satisfies z.ZodType<SearchCodeOutput>;
