/** The MCP tool `search_code`. */
import * as z from 'zod';
import {
  type McpAnswerState,
  type McpCode,
  type McpNeeded,
  type McpTextMatch,
  mcpAnswerStateSchema,
  mcpBudgetField,
  mcpCodeSchema,
  mcpFilterFields,
  mcpNeededSchema,
  mcpTextMatchSchema,
  mcpWorkspaceField,
} from './mcp-common.js';

export interface SearchCodeInput {
  /** A question in plain words, an identifier, an error message, a path, a stack trace. */
  query: string;
  /** Other wordings of the question, such as names and terms that the code probably uses; what several wordings find comes first. */
  alternatives?: string[];
  workspace?: string;
  /** `auto` (default): by meaning, words and names, and as plain text if that finds nothing or `query` is quoted. `text`, `regex`: every line; case matters only where `query` has capitals. */
  match?: 'auto' | 'text' | 'regex';
  /** With `text` and `regex`: lines before and after each matching line, 0 to 10. Default 0. */
  context?: number;
  /** Most results, 1 to 50. Default 8; 50 with `text` and `regex`. */
  limit?: number;
  /** Most tokens of the answer as text. Default 2,000; 3,000 with `text` and `regex`. */
  budgetTokens?: number;
  /** `code`: all results with code as the budget allows. `places`: one line per result. Default: the best with code, the others as places. */
  show?: 'code' | 'places';
  paths?: string[];
  languages?: string[];
  kinds?: string[];
  /** Keys of results that are already known. */
  exclude?: string[];
  /** From an earlier answer: the next results. */
  continueFrom?: string;
}

/** A line that calls or uses a result, or begins what extends, implements or overrides it. */
export interface McpCaller {
  path: string;
  line: number;
  text: string;
  /** `mayUse`: a member of that name of a value whose type is not known. `contains`: the line contains `of`, a name of the question. */
  relation: 'calls' | 'uses' | 'implements' | 'mayUse' | 'contains';
  /** Qualified name of what the line is in. */
  caller: string;
  /** Qualified name of the result. */
  of: string;
  /** On the last line of a result: further lines of the same relation that are not listed. */
  more?: number;
  /** On the first line of a result: lines of the same relation that the results show already. */
  above?: number;
}

export interface SearchCodeOutput extends McpAnswerState {
  /** Best first. Those whose score is much lower than the best are places, unless `show` is `code`. */
  results: McpCode[];
  /** What the code of the results refers to and does not contain: constants, functions, types. */
  needed: McpNeeded[];
  /** Lines outside of the results that call, implement or, if the question names it, use the first of them. */
  callers: McpCaller[];
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
  alternatives: z
    .array(z.string().max(20_000))
    .max(20)
    .optional()
    .describe(
      'One to three other wordings with names and terms that the code may use, such as "resolve_link rewrite href". Recommended for questions in words.',
    ),
  workspace: mcpWorkspaceField,
  match: z
    .enum(['auto', 'text', 'regex'])
    .optional()
    .describe('auto (default) ranks by meaning; text and regex list matching lines, and heed case only if query has capitals.'),
  context: z.number().int().min(0).max(10).optional().describe('Lines around each matching line, with text and regex. Default 0.'),
  limit: z.number().int().min(1).max(50).optional().describe('Most results. Default 8 (50 lines with text and regex).'),
  budgetTokens: mcpBudgetField.describe('Tokens of the answer at most. Default 2000; 3000 with text and regex.'),
  show: z
    .enum(['code', 'places'])
    .optional()
    .describe('code: all results with code. places: one line a result. Default: code of the best, places of the others.'),
  ...mcpFilterFields,
  exclude: z.array(z.string().max(100)).max(1000).optional().describe('Keys of results that you have already.'),
  continueFrom: z.string().max(100_000).optional().describe('continueFrom of an earlier answer: the next results.'),
}) satisfies z.ZodType<SearchCodeInput>;

export const searchCodeOutputSchema = mcpAnswerStateSchema.extend({
  results: z.array(mcpCodeSchema),
  needed: z.array(mcpNeededSchema),
  callers: z.array(
    z.object({
      path: z.string(),
      line: z.number(),
      text: z.string(),
      relation: z.enum(['calls', 'uses', 'implements', 'mayUse', 'contains']),
      caller: z.string(),
      of: z.string(),
      more: z.number().optional(),
      above: z.number().optional(),
    }),
  ),
  textMatches: z.array(mcpTextMatchSchema),
  continueFrom: z.string().optional(),
}) satisfies z.ZodType<SearchCodeOutput>;
