/** The MCP tool `find_related`. */
import * as z from 'zod';
import {
  type McpAnswerState,
  type McpPlace,
  type McpTextMatch,
  mcpAnswerStateSchema,
  mcpPlaceSchema,
  mcpTextMatchSchema,
  mcpWorkspaceField,
} from './mcp-common.js';
import { relatedKinds, relatedKindsMeant } from './related-kinds.js';

export interface FindRelatedInput {
  /** A name, a qualified name, a key, or `path:line` or `path:line:column`. The end of a path does where only one file has it. */
  symbol: string;
  workspace?: string;
  /** Default: all but `sibling`. */
  relations?: string[];
  /** Steps, 1 to 5. Default 1. */
  depth?: number;
  /** Most related symbols, 1 to 300. Default 50. */
  limit?: number;
}

export interface FindRelatedOutput extends McpAnswerState {
  /** The symbol asked about, or all symbols of that name. */
  of: McpPlace[];
  related: McpRelated[];
  /** If there is no such symbol: similar names. */
  similar: McpPlace[];
  /** If `calls` are asked for: calls that lead to no symbol of `related`, at most 10. */
  unresolved: McpUnresolved[];
  /** Lines that contain the name and prove no relation listed, at most 20: of a symbol with users lines of code alone, else those that look like calls first. */
  textMatches: McpTextMatch[];
}

export interface McpRelated extends McpPlace {
  /** Relation of this symbol to `of`: `called_by` is a caller. */
  relation: string;
  /** Name of the symbol, one step nearer, that this one is related to. */
  of: string;
  depth: number;
  /** The line of code that proves it; absent for siblings. */
  proof?: { path: string; line: number; text: string };
  /** Further lines of that file that prove it: at most 7, or more where few items are listed, 60 in all. */
  moreProof?: { line: number; text: string }[];
  /** How many more there are; absent: none. */
  furtherLines?: number;
  /** The base or interface member that is named there, if a symbol asked about overrides or implements it. */
  through?: string;
  /** `path:line` of that symbol, if several symbols asked about have the name. */
  ofPlace?: string;
  /** A language server, or `syntax`. */
  source: string;
  /** True if the name alone shows the relation and may mean another symbol. Absent: false. */
  guess?: true;
}

export interface McpUnresolved {
  /** With the last part of its qualifier: `Notifier.notify`. */
  name: string;
  path: string;
  line: number;
  /** Symbols of that name in the workspace; 0 if it is defined elsewhere. */
  definitions: number;
  /** True for a base (`extends`) that is no type of the workspace. Absent: a call. */
  base?: true;
}

export const findRelatedInputSchema = z.object({
  symbol: z.string().min(1).max(2000).describe('A name (send), a qualified name (Client.send), a key, or a place (src/client.py:120).'),
  workspace: mcpWorkspaceField,
  relations: z
    .preprocess(relatedKindsMeant, z.array(z.enum(relatedKinds)).max(20))
    .optional()
    .describe('Only these, e.g. ["called_by", "tested_by"]. Default: all but sibling.'),
  depth: z.number().int().min(1).max(5).optional().describe('Steps, e.g. 2 for callers of callers. Default 1.'),
  limit: z.number().int().min(1).max(300).optional().describe('Most related symbols. Default 50.'),
}) satisfies z.ZodType<FindRelatedInput>;

const relatedSchema = mcpPlaceSchema.extend({
  relation: z.string(),
  of: z.string(),
  depth: z.number(),
  proof: z.object({ path: z.string(), line: z.number(), text: z.string() }).optional(),
  moreProof: z.array(z.object({ line: z.number(), text: z.string() })).optional(),
  furtherLines: z.number().optional(),
  through: z.string().optional(),
  ofPlace: z.string().optional(),
  source: z.string(),
  guess: z.literal(true).optional(),
}) satisfies z.ZodType<McpRelated>;

const unresolvedSchema = z.object({
  name: z.string(),
  path: z.string(),
  line: z.number(),
  definitions: z.number(),
  base: z.literal(true).optional(),
}) satisfies z.ZodType<McpUnresolved>;

export const findRelatedOutputSchema = mcpAnswerStateSchema.extend({
  of: z.array(mcpPlaceSchema),
  related: z.array(relatedSchema),
  similar: z.array(mcpPlaceSchema),
  unresolved: z.array(unresolvedSchema),
  textMatches: z.array(mcpTextMatchSchema),
}) satisfies z.ZodType<FindRelatedOutput>;
