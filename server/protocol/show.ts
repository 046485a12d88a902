/** `context/show`: a symbol by key, name or place, whole, with line numbers. */
import type { Position, ProgressToken, TextDocumentIdentifier } from 'vscode-languageserver';
import { z } from 'zod';
import type { ContextProblem } from './common.js';
import { optional, positionSchema, tokenSchema, uriSchema } from './common.js';
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
  textDocument: optional(z.object({ uri: uriSchema })),
  position: optional(positionSchema),
  key: optional(z.string().min(1).max(100)),
  symbol: optional(z.string().min(1).max(1000)),
  limit: optional(z.number().int().min(1).max(20)),
  workDoneToken: optional(tokenSchema),
}) satisfies z.ZodType<ShowParams>;
