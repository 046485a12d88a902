/** `workspace/semanticSymbol`: symbols by meaning as well as by name, with score and reason. */
import type { Location, ProgressToken, SymbolKind } from 'vscode-languageserver';
import * as z from 'zod';
import type { ContextFilters, ContextProblem, ContextRange } from './common.js';
import { filtersSchema, optional, querySchema, tokenSchema, waitForIndexSchema } from './common.js';
import type { ContextSymbolKind } from './symbol-kinds.js';

export interface SemanticSymbolParams {
  query: string;
  /** 1 to 200. Default 50. */
  limit?: number;
  /** `name`: as typed, for a picker; `meaning`: by what it does; `auto` (default): names first, several plain words are a question. */
  mode?: 'auto' | 'name' | 'meaning';
  filters?: ContextFilters;
  /** Milliseconds that the answer may wait for a complete index, at most 600,000. Default 0: from what is indexed. */
  waitForIndex?: number;
  workDoneToken?: ProgressToken;
  partialResultToken?: ProgressToken;
}

export interface SemanticSymbolResult {
  /** Best first. Empty if they were sent as partial results. */
  symbols: SemanticSymbol[];
  isIncomplete: boolean;
  problems: ContextProblem[];
}

export interface SemanticSymbol {
  key: string;
  name: string;
  qualifiedName: string;
  /** LSP's kind, limited to the kinds that the client supports. */
  kind: SymbolKind;
  symbolKind: ContextSymbolKind | null;
  containerName: string;
  /** The whole declaration, in whole lines. */
  location: Location;
  /** The name. */
  selectionRange: ContextRange;
  path: string;
  language: string;
  signature: string;
  score: number;
  reason: 'exact name' | 'name' | 'fuzzy name' | 'meaning' | 'important';
}

/** The value of `$/progress` on a `partialResultToken`. */
export interface SemanticSymbolPartialResult {
  symbols: SemanticSymbol[];
}

export const semanticSymbolParamsSchema = z.object({
  query: querySchema,
  limit: optional(z.number().int().min(1).max(200)),
  mode: optional(z.enum(['auto', 'name', 'meaning'])),
  filters: optional(filtersSchema),
  waitForIndex: optional(waitForIndexSchema),
  workDoneToken: optional(tokenSchema),
  partialResultToken: optional(tokenSchema),
}) satisfies z.ZodType<SemanticSymbolParams>;

/** Params of the standard `workspace/symbol` that are read. */
export const workspaceSymbolParamsSchema = z.object({
  query: querySchema,
  workDoneToken: optional(tokenSchema),
  partialResultToken: optional(tokenSchema),
});
