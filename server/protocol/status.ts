/** `context/status` and `context/didChangeStatus`: contents and state of the index. */
import * as z from 'zod';
import type { ContextProblem } from './common.js';

export const contextStates = ['noWorkspace', 'starting', 'indexing', 'ready', 'failed', 'closed'] as const;
export type ContextState = (typeof contextStates)[number];

export const serverStates = ['missing', 'idle', 'starting', 'loading', 'ready', 'resting', 'closed'] as const;
export type ContextServerState = (typeof serverStates)[number];

/** `context/status` takes no params, or an empty object. */
export type StatusParams = Record<string, never>;

export interface ContextStatus {
  state: ContextState;
  roots: ContextRoot[];
  files: number;
  chunks: number;
  vectors: number;
  symbols: number;
  references: number;
  /** The first of the skipped files. */
  skippedFiles: SkippedFile[];
  /** Number of skipped files. */
  skippedCount: number;
  /** Files and folders that `context/forget` excludes from the index. */
  forgotten: ForgottenPath[];
  /** Known files that wait to be indexed. */
  pending: number;
  /** Files processed by the current run of indexing, else the last one. */
  done: number;
  /** Files of that run; null while they are being listed. */
  total: number | null;
  /** Number of files by LSP language id. */
  languages: Record<string, number>;
  /** The model whose vectors answer questions. */
  model: { name: string; dimensions: number };
  /** The model that the settings name, while its vectors are being made; null if it already answers. */
  building: BuildingModel | null;
  /** Recently changed texts that `model` has not embedded yet; words and names find them. */
  behind: number;
  /** The reranker in use, or null. */
  reranker: string | null;
  /** Use and cost of providers for this index. */
  providers: ProviderUse[];
  vectorIndex: { kind: string; reason: string };
  /** Increases with each commit to the index. */
  generation: number;
  /** Folder of the index; outside the workspace. */
  indexFolder: string;
  /** Milliseconds since the epoch. */
  lastIndexedAt: number | null;
  openDocuments: number;
  problems: ContextProblem[];
  memoryBytes: number;
  /** Language servers for the languages of the workspace; they are searched once files are indexed. */
  servers: ContextServer[];
  /** Progress of edge indexing by language. */
  structure: ContextStructure[];
  /** Packs that were fetched since the engine was started; null without the setting `packs`. */
  packs: ContextPacks | null;
}

export interface ContextPacks {
  /** The setting's source without credentials. */
  source: string;
  /** `unpublished`: the source has no packs of the commit, nor of those before it; or there is no commit. */
  state: 'fetching' | 'fetched' | 'unpublished' | 'failed';
  /** Whose packs were fetched last. */
  commit: string | null;
  /** Contents of files that were fetched. */
  records: number;
  bytes: number;
  /** Files that were given edges of language servers. */
  filesWithEdges: number;
}

export interface ContextStructure {
  language: string;
  /** Files that are not empty. */
  files: number;
  /** Files whose edges come from a language server; edges of the others are based on names. */
  withEdges: number;
  /** Files that the server could not answer for. */
  failed: number;
  /** `off`: turned off; `waiting`: other work goes first; `resting`: the server is not available and is tried again later. */
  state: 'off' | 'waiting' | 'running' | 'resting' | 'done';
  /** Why it rests, or the error of the last file that failed; '' otherwise. */
  problem: string;
}

/** A language server of one root. */
export interface ContextServer {
  /** Name of the root. */
  root: string;
  /** Key in the setting `servers`. */
  id: string;
  /** Display name. */
  name: string;
  /** LSP language ids of the workspace that it is used for. */
  languages: string[];
  /** `missing`: not found; `idle`: not running, started when needed; `resting`: it died and is restarted later. */
  state: ContextServerState;
  where: 'setting' | 'workspace' | 'path' | 'bundled' | null;
  command: string;
  version: string;
  /** Why it is missing, or why it died last; '' otherwise. */
  reason: string;
  /** What the workspace lacks for this server, and the effect. */
  remarks: string[];
  /** How to install it, if it is missing; '' otherwise. */
  install: string;
  /** Number of crashes. */
  deaths: number;
  /** Files that crashed it twice; it is not asked about them until they change. */
  quarantined: string[];
  memoryBytes: number | null;
  /** The program that restricts it in an untrusted workspace, or why none does; null if it is missing. */
  sandbox: { command: string | null; reason: string } | null;
}

export interface BuildingModel {
  name: string;
  /** Null until the provider's first answer. */
  dimensions: number | null;
  /** Embedded texts of `total`; 0 of 0 until they are counted. */
  done: number;
  total: number;
  /** Why it is paused, and when it is retried: milliseconds since the epoch, null for after a change of settings. */
  paused: { reason: string; retryAt: number | null } | null;
}

export interface ProviderUse {
  role: 'embedding' | 'reranker';
  name: string;
  requests: number;
  /** Retried requests. */
  retries: number;
  failures: number;
  texts: number;
  tokens: number;
  /** From the setting `pricePerMillionTokens`; 0 without it. */
  money: number;
}

export interface ContextRoot {
  name: string;
  uri: string;
}

export interface ForgottenPath {
  uri: string;
  path: string;
}

export interface SkippedFile {
  uri: string;
  path: string;
  reason: string;
}

export const statusParamsSchema = z.union([z.null(), z.undefined(), z.looseObject({})]);
