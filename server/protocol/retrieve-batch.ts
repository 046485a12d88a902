/** `context/retrieveBatch`: many questions in one request. */
import type { ProgressToken } from 'vscode-languageserver';
import { z } from 'zod';
import { optional, tokenSchema } from './common.js';
import type { ContextErrorData } from './errors.js';
import type { RetrieveParams, RetrieveResult } from './retrieve.js';

export const retrieveBatchMethod = 'context/retrieveBatch';

export interface RetrieveBatchParams {
  /** At most 100. Each is what `context/retrieve` takes; its `workDoneToken` and `partialResultToken` are not looked at. */
  queries: RetrieveParams[];
  workDoneToken?: ProgressToken;
  partialResultToken?: ProgressToken;
}

export interface RetrieveBatchResult {
  /** One for each query, in their order. Empty where they were sent as partial results. */
  answers: RetrieveBatchAnswer[];
}

/** Either `result` or `error`. */
export interface RetrieveBatchAnswer {
  /** Which of `queries` is answered. */
  index: number;
  result?: RetrieveResult;
  /** What `context/retrieve` would have failed with; the other queries are answered all the same. */
  error?: RetrieveBatchError;
}

export interface RetrieveBatchError {
  code: number;
  message: string;
  data: ContextErrorData;
}

/** The value of `$/progress` on a `partialResultToken`, for each query as soon as it is answered. */
export interface RetrieveBatchPartialResult {
  answers: RetrieveBatchAnswer[];
}

export const retrieveBatchParamsSchema = z.object({
  // Looked at one by one, so that a wrong one spoils only itself.
  queries: z.array(z.unknown()).max(100),
  workDoneToken: optional(tokenSchema),
  partialResultToken: optional(tokenSchema),
});
