/** `context/retrieveBatch`: many questions in one request. */
import type { ProgressToken } from 'vscode-languageserver';
import * as z from 'zod';
import { optional, tokenSchema } from './common.js';
import type { ContextErrorData } from './errors.js';
import type { RetrieveParams, RetrieveResult } from './retrieve.js';

export interface RetrieveBatchParams {
  /** At most 100. Each as for `context/retrieve`; `workDoneToken` and `partialResultToken` in them are ignored. */
  queries: RetrieveParams[];
  workDoneToken?: ProgressToken;
  partialResultToken?: ProgressToken;
}

export interface RetrieveBatchResult {
  /** One per query, in their order. Empty if they were sent as partial results. */
  answers: RetrieveBatchAnswer[];
}

/** Either `result` or `error`. */
export interface RetrieveBatchAnswer {
  /** Index into `queries`. */
  index: number;
  result?: RetrieveResult;
  /** The error that `context/retrieve` would return; the other queries are still answered. */
  error?: RetrieveBatchError;
}

export interface RetrieveBatchError {
  code: number;
  message: string;
  data: ContextErrorData;
}

/** The value of `$/progress` on a `partialResultToken`, sent for each query as soon as it is answered. */
export interface RetrieveBatchPartialResult {
  answers: RetrieveBatchAnswer[];
}

export const retrieveBatchParamsSchema = z.object({
  // Validated one by one, so that an invalid query does not affect the others.
  queries: z.array(z.unknown()).max(100),
  workDoneToken: optional(tokenSchema),
  partialResultToken: optional(tokenSchema),
});
