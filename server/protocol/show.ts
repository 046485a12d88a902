/** `context/show`: a whole symbol by key, name or place, with line numbers. */
import type { Position, ProgressToken, TextDocumentIdentifier } from 'vscode-languageserver';
import * as z from 'zod';
import type { ContextProblem } from './common.js';
import { optional, positionSchema, tokenSchema, uriSchema, waitForIndexSchema } from './common.js';
import type { ContextResult } from './retrieve.js';

/** `textDocument` with `position`, or `key`, or `symbol`; the first one given is used. */
export interface ShowParams {
  textDocument?: TextDocumentIdentifier;
  /** The innermost enclosing symbol; the file if there is none. */
  position?: Position;
  /** From a result or symbol in an earlier answer. */
  key?: string;
  /** A name or qualified name; all symbols of that name are shown. Also the path of a file. A name that nothing has is read as the nearest one. */
  symbol?: string;
  /** 1 to 20. Default 20. */
  limit?: number;
  /** Milliseconds that the answer may wait for a complete index, at most 600,000. Default 0: from what is indexed. */
  waitForIndex?: number;
  workDoneToken?: ProgressToken;
}

export interface ShowResult {
  /** Whole; empty if the index has no such symbol. `score` is 1. */
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
  waitForIndex: optional(waitForIndexSchema),
  workDoneToken: optional(tokenSchema),
}) satisfies z.ZodType<ShowParams>;
