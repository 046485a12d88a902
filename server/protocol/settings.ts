/**
 * Settings, in three places with the same keys: `initializationOptions`, the section `contextLanguageServer` of
 * `workspace/configuration`, and `workspace/didChangeConfiguration`. Later ones win, key by key.
 */
import { z } from 'zod';
import type { ContextProfile } from './profiles.js';
import { profileNameSchema, profileSchema } from './profiles.js';

export const settingsSection = 'contextLanguageServer';

export interface ContextSettings {
  /** Folder for all indexes; the user's cache folder where absent. */
  cacheDir?: string;
  /** Globs over workspace-relative paths to leave out, besides what git ignores. */
  exclude?: string[];
  /** Files above this are left out. Default 1,500,000. */
  maxFileBytes?: number;
  /** Threads that parse and embed. Default: by the number of cores. */
  workers?: number;
  /** Tokens of an answer whose question names no budget. Default 8,000. */
  budgetTokens?: number;
  /** Profiles by name, for `RetrieveParams.profile`. One of a built-in name changes that one, field by field. */
  profiles?: Record<string, ContextProfile>;
  /** `exact` never searches vectors approximately. Default `auto`. */
  vectorSearch?: 'auto' | 'exact';
  /** `off`: git is not asked about commits. Default `auto`: where there is a repository. */
  history?: 'auto' | 'off';
  /** Who watches files. `auto` (default): the client where it offers to, the server otherwise. */
  watch?: 'auto' | 'client' | 'server' | 'off';
  /** True: the server sends `context/didChangeStatus`. */
  statusNotifications?: boolean;
}

export const settingsSchema = z.object({
  cacheDir: z.string().min(1).optional(),
  exclude: z.array(z.string()).max(1000).optional(),
  maxFileBytes: z.number().int().min(1).optional(),
  workers: z.number().int().min(1).max(64).optional(),
  budgetTokens: z.number().int().min(1).optional(),
  profiles: z.record(profileNameSchema, profileSchema).optional(),
  vectorSearch: z.enum(['auto', 'exact']).optional(),
  history: z.enum(['auto', 'off']).optional(),
  watch: z.enum(['auto', 'client', 'server', 'off']).optional(),
  statusNotifications: z.boolean().optional(),
}) satisfies z.ZodType<ContextSettings>;
