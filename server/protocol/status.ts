/** `context/status` and `context/didChangeStatus`: what the index holds and how it is. */
import { z } from 'zod';
import type { ContextProblem } from './common.js';

export const statusMethod = 'context/status';
/** Server to client; only where the client asked for it. */
export const didChangeStatusMethod = 'context/didChangeStatus';

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
  /** Files that were set aside, the first of them. */
  skippedFiles: SkippedFile[];
  /** All files that were set aside. */
  skippedCount: number;
  /** Files and folders that `context/forget` keeps out of the index. */
  forgotten: ForgottenPath[];
  /** Files that wait to be indexed, as far as they are known. */
  pending: number;
  /** Files that the present run of indexing, else the last one, has looked into. */
  done: number;
  /** Files that it has to look into; null while they are still being listed. */
  total: number | null;
  /** Number of files by LSP language id. */
  languages: Record<string, number>;
  /** Its vectors answer questions. */
  model: { name: string; dimensions: number };
  /** The model that the settings ask for, while it cannot serve yet; null where it does. */
  building: BuildingModel | null;
  /** Texts, changed of late, that `model` has no vector of yet; words and names find them. */
  behind: number;
  /** The reranker in use, or null. */
  reranker: string | null;
  /** What providers have done for this index, and cost. */
  providers: ProviderUse[];
  vectorIndex: { kind: string; reason: string };
  /** Counts up with every commit to the index. */
  generation: number;
  /** Where the index lies; outside the workspace. */
  indexFolder: string;
  /** Milliseconds since the epoch. */
  lastIndexedAt: number | null;
  openDocuments: number;
  problems: ContextProblem[];
  memoryBytes: number;
  /** Language servers for what the workspace holds, as far as they were looked for: that begins when files are indexed. */
  servers: ContextServer[];
  /** Languages whose structure language servers state, and how far they have come. */
  structure: ContextStructure[];
}

export interface ContextStructure {
  language: string;
  /** Files that hold anything. */
  files: number;
  /** Of them, those whose edges a language server has stated; those of the others are guessed by name. */
  withEdges: number;
  /** Files about which the server had nothing to say. */
  failed: number;
  /** `off`: nobody asks; `waiting`: something else goes first; `resting`: the server cannot be had, it is tried again later. */
  state: 'off' | 'waiting' | 'running' | 'resting' | 'done';
  /** Why it rests, or what was said of the last file that failed; '' otherwise. */
  problem: string;
}

/** A language server of one root. */
export interface ContextServer {
  /** Name of the root. */
  root: string;
  /** Its key in the setting `servers`. */
  id: string;
  /** As people call it. */
  name: string;
  /** LSP language ids of the workspace that it serves. */
  languages: string[];
  /** `missing`: not found; `idle`: not running, started by the next question; `resting`: not started again yet after it died. */
  state: ContextServerState;
  where: 'setting' | 'workspace' | 'path' | 'bundled' | null;
  command: string;
  version: string;
  /** Why it is missing, or what it died of last; '' otherwise. */
  reason: string;
  /** What is missing in the workspace, and what that costs. */
  remarks: string[];
  /** How to get it, where it is missing; '' otherwise. */
  install: string;
  /** How often it died. */
  deaths: number;
  /** Files that it died of twice: it is not asked about them until they change. */
  quarantined: string[];
  memoryBytes: number | null;
}

export interface BuildingModel {
  name: string;
  /** Null until the provider's first answer tells. */
  dimensions: number | null;
  /** Texts that have their vector, of all that there are; 0 of 0 until they were counted. */
  done: number;
  total: number;
  /** Why it does not go on, and when it is tried again: milliseconds since the epoch, null for when the settings change. */
  paused: { reason: string; retryAt: number | null } | null;
}

export interface ProviderUse {
  role: 'embedding' | 'reranker';
  name: string;
  requests: number;
  /** Requests that were made again. */
  retries: number;
  failures: number;
  texts: number;
  tokens: number;
  /** By the setting `pricePerMillionTokens`; 0 without one. */
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
