/**
 * Settings from three places with the same keys: `initializationOptions`, the section `contextLanguageServer` of
 * `workspace/configuration`, and `workspace/didChangeConfiguration`. Later ones override earlier ones, key by key.
 */
import * as z from 'zod';
import { optional } from './common.js';
import type { ContextEmbeddingSettings, ContextRerankerSettings } from './model-settings.js';
import { embeddingSettingsSchema, rerankerSettingsSchema } from './model-settings.js';
import type { ContextProfile } from './profiles.js';
import { profileNameSchema, profileSchema } from './profiles.js';

export const settingsSection = 'contextLanguageServer';

/** Settings of one language server. */
export interface ContextServerSettings {
  /** Name on PATH, or absolute path. If it is set, nothing else is searched. */
  command?: string;
  args?: string[];
  /** `false`: the server is not used. */
  enabled?: boolean;
  /** LSP language ids. A server that is not built in needs these and `command`. */
  languages?: string[];
  /** Sections of `workspace/configuration` for the server, e.g. `{ "python": { "pythonPath": "/usr/bin/python3" } }`. */
  settings?: Record<string, unknown>;
  initializationOptions?: unknown;
  /** Regular expression for `window/logMessage`: a match means that the workspace is loaded. Only for servers that are not built in. */
  readyLog?: string;
  /** Regular expression for titles and tokens of progress: the end of a match means the same. Only for servers that are not built in. */
  readyProgress?: string;
  /** False: it answers for files that are not open. Default true. Only for servers that are not built in. */
  needsOpenFiles?: boolean;
  /** True: it is used in addition to the server of its languages, and not for the index. For linters and formatters. */
  beside?: boolean;
  /** In an untrusted workspace: true: it runs in a sandbox, if there is one. Default: true for built-in servers, false for others. */
  sandbox?: boolean;
}

/** A source of packs: index content that was made elsewhere, for example by continuous integration. */
export interface ContextPackSettings {
  /** An `http` or `https` URL, or an absolute folder. Nothing is fetched from any other place. */
  source: string;
  /** Name of an environment variable with a token, which is sent as `Authorization: Bearer`. */
  tokenEnv?: string;
}

/** A team's index in PostgreSQL (docs/team.md). */
export interface ContextTeamSettings {
  /** `postgres://USER@HOST/DATABASE`. Nothing is asked of any other place. */
  postgres: string;
  /** The workspace's repository there. Default: the name of the workspace's folder. */
  repository?: string;
  /** Default: the branch of the repository that was published first. */
  branch?: string;
  /** Name of an environment variable with the password. Default: what the URL says, else `PGPASSWORD`. */
  passwordEnv?: string;
}

export interface ContextSettings {
  /** Folder for all indexes. Default: the user's cache folder. */
  cacheDir?: string;
  /** Globs of workspace-relative paths to exclude, in addition to what git ignores. */
  exclude?: string[];
  /** Larger files are excluded. Default 1,500,000. */
  maxFileBytes?: number;
  /** True: e-mail addresses are masked, as secrets always are, in everything that is indexed and answered. Default false. */
  redactEmails?: boolean;
  /** Indexes of workspaces that were not opened for so many days are deleted when a server starts. Default: they are kept. */
  retentionDays?: number;
  /** Questions, clients and the places of answers are recorded, and kept for so many days (docs/audit.md). Default: nothing is recorded. */
  auditDays?: number;
  /** Threads that parse and embed. Default: depends on the number of cores. */
  workers?: number;
  /** Token budget of questions that give none. Default 8,000. */
  budgetTokens?: number;
  /** Profiles by name, for `RetrieveParams.profile`. A built-in name changes that profile field by field. */
  profiles?: Record<string, ContextProfile>;
  /** `exact` never searches vectors approximately. Default `auto`. */
  vectorSearch?: 'auto' | 'exact';
  /** `off`: commits are not read from git. Default `auto`: they are, in a repository. */
  history?: 'auto' | 'off';
  /** Who watches files. `auto` (default): the client if it supports that, else the server. */
  watch?: 'auto' | 'client' | 'server' | 'off';
  /** True: the server sends `context/didChangeStatus`. */
  statusNotifications?: boolean;
  /**
   * Language servers by id: `clangd`, `pyright`, `typescript`, `typescript-language-server`, `gopls`, `rust-analyzer`, `roslyn`,
   * `csharp-ls`, `omnisharp` and those of docs/servers.md, or any other name.
   */
  servers?: Record<string, ContextServerSettings>;
  /** Where vectors come from. Default: the embedded model. */
  embedding?: ContextEmbeddingSettings;
  /** A model that reorders the best results. Default: none. */
  reranker?: ContextRerankerSettings;
  /** True: programs of the workspace may be run (its language servers, Python environment, build scripts). Default false. */
  trusted?: boolean;
  /** Where packs are fetched from (docs/packs.md). Default: nowhere. */
  packs?: ContextPackSettings;
  /** A database that is asked for as long as the own index is incomplete (docs/team.md). Default: none. */
  team?: ContextTeamSettings;
  /** True, or a list of languages: LSP requests are forwarded to language servers. Read from `initializationOptions`. */
  passThrough?: boolean | string[];
  /** `off`: language servers are not asked for edges in the background. Default `auto`: those that are found are. */
  edgeIndexing?: 'auto' | 'off';
}

const environmentVariable = z.string().regex(/^[A-Za-z_]\w{0,199}$/, 'expected the name of an environment variable');
const isSource = (source: string): boolean =>
  /^(?:\/|[A-Za-z]:[\\/]|\\\\)/.test(source) || (/^https?:\/\//i.test(source) && URL.canParse(source));
export const packSettingsSchema = z.strictObject({
  source: z.string().max(4_096).refine(isSource, 'expected an http or https URL, or an absolute folder'),
  tokenEnv: optional(environmentVariable),
}) satisfies z.ZodType<ContextPackSettings>;

/** Whether a text is the URL of a PostgreSQL database. */
export const isDatabaseUrl = (url: string): boolean => /^postgres(?:ql)?:\/\//.test(url) && URL.canParse(url);
export const teamSettingsSchema = z.strictObject({
  postgres: z.string().max(4_096).refine(isDatabaseUrl, 'expected a URL such as postgres://USER@HOST/DATABASE'),
  repository: optional(z.string().min(1).max(1_000)),
  branch: optional(z.string().min(1).max(1_000)),
  passwordEnv: optional(environmentVariable),
}) satisfies z.ZodType<ContextTeamSettings>;

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
  sandbox: optional(z.boolean()),
}) satisfies z.ZodType<ContextServerSettings>;

/**
 * Settings that run programs, send workspace content elsewhere, or say what files are written or deleted. They are read from
 * `initializationOptions`, which the user's editor gives, and from other places only if `initializationOptions` say `trusted`.
 */
export const guardedSettings = [
  'trusted',
  'servers',
  'embedding',
  'reranker',
  'packs',
  'team',
  'cacheDir',
  'retentionDays',
  'auditDays',
] as const satisfies readonly (keyof ContextSettings)[];

export const settingsSchema = z.strictObject({
  cacheDir: optional(z.string().min(1)),
  exclude: optional(z.array(z.string()).max(1000)),
  maxFileBytes: optional(z.number().int().min(1)),
  redactEmails: optional(z.boolean()),
  auditDays: optional(z.number().int().min(1).max(36_500)),
  retentionDays: optional(z.number().int().min(1).max(36_500)),
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
  packs: optional(packSettingsSchema),
  team: optional(teamSettingsSchema),
  trusted: optional(z.boolean()),
  passThrough: optional(z.union([z.boolean(), z.array(z.string().min(1)).max(100)], 'expected true, false or a list of languages')),
  edgeIndexing: optional(z.enum(['auto', 'off'])),
}) satisfies z.ZodType<ContextSettings>;
