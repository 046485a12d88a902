/**
 * `context/forget` deletes files, folders or the whole workspace from every store; `context/unforget` indexes them again.
 * Both answer with the status.
 */
import * as z from 'zod';
import { optional, uriSchema } from './common.js';

/** Exactly one of the two, so that an empty object cannot delete an index by accident. */
export interface ForgetParams {
  /** Files or folders inside the workspace. */
  uris?: string[];
  /** The whole workspace. */
  everything?: true;
}

/** For `context/forget` and `context/unforget`. */
export const forgetParamsSchema = z
  .object({ uris: optional(z.array(uriSchema).min(1).max(10_000)), everything: optional(z.literal(true)) })
  .refine((params) => (params.uris === undefined) !== (params.everything === undefined), {
    message: 'give either `uris` or `everything: true`',
  }) satisfies z.ZodType<ForgetParams>;

/** Exactly one of the two. */
export interface UnforgetParams {
  /** Files or folders that were forgotten. */
  uris?: string[];
  /** Everything forgotten in the workspace. */
  everything?: true;
}
