/**
 * Types that the MCP tools share: places, code, matching lines, and the state of the index. The only copy for server and
 * tests. Lines are one-based. Optional fields may be `null`.
 */
import * as z from 'zod';
import { symbolKinds } from './symbol-kinds.js';

export interface McpPlace {
  /** Relative to the workspace. */
  path: string;
  startLine: number;
  /** Inclusive. */
  endLine: number;
  /** `function`, `class` …; for chunks that are not symbols `module`, `comment`, `section` or `block`. */
  kind: string;
  /** Qualified. */
  name: string;
  /** Identifies the place in later calls. */
  key: string;
}

export interface McpCode extends McpPlace {
  /** Source, each line after its line number; '' if only the place is given. */
  code: string;
  /** How much is shown; absent if the code is whole. */
  shown?: string;
  /** Lines that the question quotes or points to, or that use what it asks about; absent for most results. */
  answerLines?: number[];
  /** True: an editor has unsaved changes here. */
  unsaved?: boolean;
  /** Of a place beside results with code: the first sentence of its documentation, else its signature; at most 100 characters. */
  summary?: string;
  /** Of lines that were asked for by number: the functions and types that they belong to, with their lines. */
  within?: string;
}

export interface McpSymbol extends McpPlace {
  signature: string;
}

/** What shown code refers to and does not contain. */
export interface McpNeeded {
  name: string;
  signature: string;
  path: string;
  line: number;
}

/** A matching line of text. */
export interface McpTextMatch {
  path: string;
  line: number;
  text: string;
  /** The enclosing symbol; '' outside symbols. */
  symbol: string;
  /** The lines around it, if `context` asks for them. */
  before?: string[];
  after?: string[];
}

/** Part of every answer. */
export interface McpAnswerState {
  /** Folders of the workspace. */
  workspace: string[];
  /** State of the index in one line, e.g. `index: ready, 647 files`. */
  index: string;
  /** True: the workspace may contain more than the answer. */
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
  answerLines: z.array(z.number()).optional(),
  unsaved: z.boolean().optional(),
  summary: z.string().optional(),
  within: z.string().optional(),
}) satisfies z.ZodType<McpCode>;

export const mcpNeededSchema = z.object({
  name: z.string(),
  signature: z.string(),
  path: z.string(),
  line: z.number(),
}) satisfies z.ZodType<McpNeeded>;

export const mcpTextMatchSchema = z.object({
  path: z.string(),
  line: z.number(),
  text: z.string(),
  symbol: z.string(),
  before: z.array(z.string()).optional(),
  after: z.array(z.string()).optional(),
}) satisfies z.ZodType<McpTextMatch>;

export const mcpAnswerStateSchema = z.object({
  workspace: z.array(z.string()),
  index: z.string(),
  isIncomplete: z.boolean(),
  notes: z.array(z.string()),
}) satisfies z.ZodType<McpAnswerState>;

export const mcpWorkspaceField = z.string().max(4000).optional().describe('Absolute folder. Default: the workspace of this session.');

export const mcpBudgetField = z.number().int().min(100).max(100_000).optional();

/** Filters for the code in an answer. */
export const mcpFilterFields = {
  paths: z
    .array(z.string().max(1000))
    .max(50)
    .optional()
    .describe('Only these globs, e.g. ["src/**", "!**/test/**"]: *.js at any depth, /*.js in the root only, "!" excludes.'),
  languages: z.array(z.string().max(100)).max(50).optional().describe('Only these, e.g. ["python", "typescript"].'),
  kinds: z.array(z.enum(symbolKinds)).max(30).optional().describe('Only these kinds.'),
};
