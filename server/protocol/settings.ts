/**
 * Settings, in three places with the same keys: `initializationOptions`, the section `contextLanguageServer` of
 * `workspace/configuration`, and `workspace/didChangeConfiguration`. Later ones win, key by key.
 */
import { z } from 'zod';
import { optional } from './common.js';
import type { ContextEmbeddingSettings, ContextRerankerSettings } from './model-settings.js';
import { embeddingSettingsSchema, rerankerSettingsSchema } from './model-settings.js';
import type { ContextProfile } from './profiles.js';
import { profileNameSchema, profileSchema } from './profiles.js';

export const settingsSection = 'contextLanguageServer';

/** What is wanted of one language server. */
export interface ContextServerSettings {
  /** Name on PATH, or absolute path. Where it is set nothing else is looked for. */
  command?: string;
  args?: string[];
  /** `false`: the server is not used. */
  enabled?: boolean;
  /** LSP language ids that it serves. A server that is not built in needs these and `command`. */
  languages?: string[];
  /** Sections of `workspace/configuration` for the server, e.g. `{ "python": { "pythonPath": "/usr/bin/python3" } }`. */
  settings?: Record<string, unknown>;
  initializationOptions?: unknown;
  /** Regular expression over `window/logMessage`: the server has loaded the workspace. Only for servers that are not built in. */
  readyLog?: string;
  /** Regular expression over titles and tokens of progress whose end says the same. Only for servers that are not built in. */
  readyProgress?: string;
  /** False: it answers for files that nobody opened. Default true. Only for servers that are not built in. */
  needsOpenFiles?: boolean;
  /** True: editors get it beside the server of its languages, and the index does without it. For linters and formatters. */
  beside?: boolean;
}

export interface ContextSettings {
  /** Folder for all indexes; the user's cache folder where absent. */
  cacheDir?: string;
  /** Globs over workspace-relative paths to leave out, besides what git ignores. */
  exclude?: string[];
  /** Files above this are left out. Default 1,500,000. */
  maxFileBytes?: number;
  /** True: e-mail addresses are masked, as secrets always are, in everything that is indexed and answered. Default false. */
  redactEmails?: boolean;
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
  /** Language servers by id: `clangd`, `pyright`, `typescript`, `typescript-language-server`, `gopls`, `rust-analyzer`, `roslyn`, `csharp-ls`, `omnisharp`, or any other name. */
  servers?: Record<string, ContextServerSettings>;
  /** Where vectors come from. Default: the embedded model. */
  embedding?: ContextEmbeddingSettings;
  /** A model that orders the best results anew. Default: none. */
  reranker?: ContextRerankerSettings;
  /** True: what the workspace ships may be run (its language servers, Python environment, build scripts). Default false. */
  trusted?: boolean;
  /** True, or a list of languages: requests are passed on to language servers. Read from `initializationOptions`. */
  passThrough?: boolean | string[];
  /** `off`: language servers are not asked in the background for the structure of the code. Default `auto`: where they are found. */
  edgeIndexing?: 'auto' | 'off';
}

const isPattern = (source: string): boolean => {
  try {
    new RegExp(source);
    return true;
  } catch {
    return false;
  }
};
const patternSchema = z.string().max(1000).refine(isPattern, 'not a regular expression');

export const serverSettingsSchema = z.strictObject({
  command: optional(z.string().min(1)),
  args: optional(z.array(z.string()).max(1000)),
  enabled: optional(z.boolean()),
  languages: optional(z.array(z.string().min(1)).min(1).max(100)),
  settings: optional(z.record(z.string(), z.unknown())),
  initializationOptions: optional(z.unknown()),
  readyLog: optional(patternSchema),
  readyProgress: optional(patternSchema),
  needsOpenFiles: optional(z.boolean()),
  beside: optional(z.boolean()),
}) satisfies z.ZodType<ContextServerSettings>;

/**
 * What makes something run, sends what the workspace holds somewhere, or says where files are written: taken from `initializationOptions`, which the user's
 * editor gives, and from a workspace's own settings only where those say `trusted`.
 */
export const guardedSettings = [
  'trusted',
  'servers',
  'embedding',
  'reranker',
  'cacheDir',
] as const satisfies readonly (keyof ContextSettings)[];

export const settingsSchema = z.strictObject({
  cacheDir: optional(z.string().min(1)),
  exclude: optional(z.array(z.string()).max(1000)),
  maxFileBytes: optional(z.number().int().min(1)),
  redactEmails: optional(z.boolean()),
  workers: optional(z.number().int().min(1).max(64)),
  budgetTokens: optional(z.number().int().min(1)),
  profiles: optional(z.record(profileNameSchema, profileSchema)),
  vectorSearch: optional(z.enum(['auto', 'exact'])),
  history: optional(z.enum(['auto', 'off'])),
  watch: optional(z.enum(['auto', 'client', 'server', 'off'])),
  statusNotifications: optional(z.boolean()),
  servers: optional(z.record(z.string().regex(/^[\w.-]{1,100}$/), serverSettingsSchema)),
  embedding: optional(embeddingSettingsSchema),
  reranker: optional(rerankerSettingsSchema),
  trusted: optional(z.boolean()),
  passThrough: optional(z.union([z.boolean(), z.array(z.string().min(1)).max(100)], 'expected true, false or a list of languages')),
  edgeIndexing: optional(z.enum(['auto', 'off'])),
}) satisfies z.ZodType<ContextSettings>;
