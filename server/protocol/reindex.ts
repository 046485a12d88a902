/** `context/reindex` compares files with the index again. Answers with the status when it is done. */
import type { ProgressToken } from 'vscode-languageserver';
import * as z from 'zod';
import { optional, tokenSchema, uriSchema } from './common.js';

export interface ReindexParams {
  /** Files or folders inside the workspace; absent: all. */
  uris?: string[];
  /** True: also files that seem unchanged. */
  force?: boolean;
  workDoneToken?: ProgressToken;
}

export const reindexParamsSchema = z
  .object({
    uris: optional(z.array(uriSchema).min(1).max(10_000)),
    force: optional(z.boolean()),
    workDoneToken: optional(tokenSchema),
  })
  .nullish()
  .transform((params): ReindexParams => params ?? {});
