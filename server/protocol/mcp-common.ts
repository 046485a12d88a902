/**
 * What the MCP tools share: places, code, lines that match, and what every answer says of the index. The single copy for server and
 * tests. Lines count from 1. Optional fields may be `null`.
 */
import { z } from 'zod';
import { symbolKinds } from './common.js';

export interface McpPlace {
  /** Relative to the workspace. */
  path: string;
  startLine: number;
  /** Inclusive. */
  endLine: number;
  /** `function`, `class` …; for what is no symbol `module`, `comment`, `section` or `block`. */
  kind: string;
  /** Qualified. */
  name: string;
  /** Names the place in later calls. */
  key: string;
}

export interface McpCode extends McpPlace {
  /** Source, each line after its line number; '' where only the place is given. */
  code: string;
  /** Absent where the code is whole. */
  shown?: string;
  /** True: an editor has not saved this text yet. */
  unsaved?: boolean;
}

export interface McpSymbol extends McpPlace {
  signature: string;
}

/** A line of text that matches. */
export interface McpTextMatch {
  path: string;
  line: number;
  text: string;
  /** The symbol around it; '' outside of symbols. */
  symbol: string;
}

/** What every answer says. */
export interface McpAnswerState {
  /** Folders of the workspace that was asked. */
  workspace: string[];
  /** State of the index in one line, e.g. `index: ready, 647 files`. */
  index: string;
  /** True where the workspace may hold more than the answer. */
  isIncomplete: boolean;
  /** What limits the answer. */
  notes: string[];
}

export const mcpPlaceSchema = z.object({
  path: z.string(),
  startLine: z.number(),
  endLine: z.number(),
  kind: z.string(),
  name: z.string(),
  key: z.string(),
}) satisfies z.ZodType<McpPlace>;

export const mcpSymbolSchema = mcpPlaceSchema.extend({ signature: z.string() }) satisfies z.ZodType<McpSymbol>;

export const mcpCodeSchema = mcpPlaceSchema.extend({
  code: z.string(),
  shown: z.string().optional(),
  unsaved: z.boolean().optional(),
}) satisfies z.ZodType<McpCode>;

export const mcpTextMatchSchema = z.object({
  path: z.string(),
  line: z.number(),
  text: z.string(),
  symbol: z.string(),
}) satisfies z.ZodType<McpTextMatch>;

export const mcpAnswerStateSchema = z.object({
  workspace: z.array(z.string()),
  index: z.string(),
  isIncomplete: z.boolean(),
  notes: z.array(z.string()),
}) satisfies z.ZodType<McpAnswerState>;

export const mcpWorkspaceField = z
  .string()
  .max(4000)
  .optional()
  .describe('Absolute folder of the workspace. Default: the one that this session works in.');

export const mcpBudgetField = z.number().int().min(100).max(100_000).optional();

/** Which code may be in an answer. */
export const mcpFilterFields = {
  paths: z.array(z.string().max(1000)).max(50).optional().describe('Only these globs, e.g. ["src/**", "!**/test/**"]; "!" excludes.'),
  languages: z.array(z.string().max(100)).max(50).optional().describe('Only these languages, e.g. ["python", "typescript"].'),
  kinds: z.array(z.enum(symbolKinds)).max(30).optional().describe('Only these kinds of symbols.'),
};
