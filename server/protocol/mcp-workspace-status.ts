/** The MCP tool `workspace_status`. */
import * as z from 'zod';
import { type McpAnswerState, mcpAnswerStateSchema, mcpWorkspaceField } from './mcp-common.js';

export interface WorkspaceStatusInput {
  workspace?: string;
}

export interface WorkspaceStatusOutput extends McpAnswerState {
  /** `indexing`, `ready` … */
  state: string;
  files: number;
  symbols: number;
  /** Files of each language. */
  languages: Record<string, number>;
  /** Per language: whether callers and callees come from a language server or from names only. */
  structure: string[];
  /** Files that are not indexed, at most 20, with the reason. */
  skipped: string[];
}

export const workspaceStatusInputSchema = z.object({ workspace: mcpWorkspaceField }) satisfies z.ZodType<WorkspaceStatusInput>;

export const workspaceStatusOutputSchema = mcpAnswerStateSchema.extend({
  state: z.string(),
  files: z.number(),
  symbols: z.number(),
  languages: z.record(z.string(), z.number()),
  structure: z.array(z.string()),
  skipped: z.array(z.string()),
}) satisfies z.ZodType<WorkspaceStatusOutput>;
