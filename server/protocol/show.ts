/** `context/show`: a symbol by key, name or place, whole, with line numbers (S14). */
import type { Position, ProgressToken, TextDocumentIdentifier } from 'vscode-languageserver';
import { z } from 'zod';
import type { ContextProblem } from './common.js';
import { positionSchema, tokenSchema, uriSchema } from './common.js';
import type { ContextResult } from './retrieve.js';

export const showMethod = 'context/show';

/** `textDocument` with `position`, or `key`, or `symbol`; the first that is there counts. */
export interface ShowParams {
  textDocument?: TextDocumentIdentifier;
  /** The innermost symbol around it; the file where there is none. */
  position?: Position;
  /** Of a result or symbol in an earlier answer. */
  key?: string;
  /** A name, or a qualified one; all symbols that carry it are shown. */
  symbol?: string;
  /** 1 to 20. Default 20. */
  limit?: number;
  workDoneToken?: ProgressToken;
}

export interface ShowResult {
  /** Whole; empty where the index has no such symbol. `score` is 1. */
  results: ContextResult[];
  isIncomplete: boolean;
  problems: ContextProblem[];
  /** The same as one Markdown document, with line numbers. */
  markdown: string;
}

export const showParamsSchema = z.object({
  textDocument: z.object({ uri: uriSchema }).optional(),
  position: positionSchema.optional(),
  key: z.string().min(1).max(100).optional(),
  symbol: z.string().min(1).max(1000).optional(),
  limit: z.number().int().min(1).max(20).optional(),
  workDoneToken: tokenSchema.optional(),
}) satisfies z.ZodType<ShowParams>;
