/** Profiles: named sets of defaults for questions. Three are built in; the setting `profiles` changes them and adds others. */
import * as z from 'zod';
import type { ContextFilters } from './common.js';
import { filtersSchema, optional } from './common.js';

export const retrieveFormats = ['chunks', 'markdown', 'mcp'] as const;
export type RetrieveFormat = (typeof retrieveFormats)[number];

/** Defaults for a question. The question overrides them field by field, and `filters` condition by condition. */
export interface ContextProfile {
  /** Most results, 1 to 200. */
  limit?: number;
  /** Most results if the query is only a name; never more than `limit`. */
  nameLimit?: number;
  /** `null` for no budget. */
  budgetTokens?: number | null;
  reservedTokens?: number;
  filters?: ContextFilters;
  /** As in `RetrieveParams`. */
  minScore?: number;
  /** As in `RetrieveParams`. */
  related?: number;
  /** As in `RetrieveParams`. */
  resultTokens?: number;
  /** As in `RetrieveParams`. */
  brief?: boolean;
  /** As in `RetrieveParams`. */
  extract?: boolean;
  format?: RetrieveFormat;
}

export const limitSchema = z.number().int().min(1).max(200);
export const budgetSchema = z.number().int().min(0).nullable();
export const minScoreSchema = z.number().min(0).max(1);
export const relatedSchema = z.number().int().min(0).max(50);

export const profileSchema = z.strictObject({
  limit: optional(limitSchema),
  nameLimit: optional(limitSchema),
  budgetTokens: budgetSchema.optional(),
  reservedTokens: optional(z.number().int().min(0)),
  filters: optional(z.strictObject(filtersSchema.shape)),
  minScore: optional(minScoreSchema),
  related: optional(relatedSchema),
  resultTokens: optional(z.number().int().min(1)),
  brief: optional(z.boolean()),
  extract: optional(z.boolean()),
  format: optional(z.enum(retrieveFormats)),
}) satisfies z.ZodType<ContextProfile>;

export const profileNameSchema = z.string().min(1).max(100);
