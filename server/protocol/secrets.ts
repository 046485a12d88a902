/** `context/secrets`: where secrets are masked in the index, and of which kind. Never the values. */
import * as z from 'zod';
import { optional, uriSchema } from './common.js';

export interface SecretsParams {
  /** Files or folders inside the workspace; absent: all. */
  uris?: string[];
}

export interface SecretsResult {
  /** By path and line. */
  places: MaskedSecret[];
}

/** A line in which a value is masked. */
export interface MaskedSecret {
  uri: string;
  /** Relative to the workspace. */
  path: string;
  /** 0-based. */
  line: number;
  /** For people: `private key`, `token of GitHub`, `value of a password`. */
  kind: string;
}

export const secretsParamsSchema = z
  .object({ uris: optional(z.array(uriSchema).min(1).max(10_000)) })
  .nullish()
  .transform((params): SecretsParams => params ?? {});
