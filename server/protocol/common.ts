/**
 * Wire types that several features share: filters, problems, tokens, and their values.
 * The only copy for server, clients and tests; it must not import server internals.
 */
import type { integer, ProgressToken, Range } from 'vscode-languageserver';
import * as z from 'zod';
import { type ContextSymbolKind, symbolKinds } from './symbol-kinds.js';

/** Increases with each incompatible change. */
export const protocolVersion = 2;

export const chunkKinds = ['symbol', 'module', 'comment', 'section', 'block'] as const;
export type ContextChunkKind = (typeof chunkKinds)[number];

export const fileRoles = [
  'source',
  'test',
  'example',
  'documentation',
  'configuration',
  'declaration',
  'generated',
  'vendored',
  'legacy',
  'migration',
  'script',
] as const;
export type ContextFileRole = (typeof fileRoles)[number];

export const shortenings = ['place', 'whole', 'documentation', 'collapsed', 'extract', 'signature', 'line', 'repeated'] as const;
export type ContextShortening = (typeof shortenings)[number];

export const relations = [
  'calls',
  'called_by',
  'uses',
  'imports',
  'imported_by',
  'interface_of',
  'implementation_of',
  'test_for',
  'sibling',
  'hub',
] as const;
export type ContextRelation = (typeof relations)[number];

export const problemCodes = [
  'indexing',
  'verifying',
  'stale',
  'nothingIndexed',
  'vectorsMissing',
  'vectorsStale',
  'lexicalMissing',
  'filesSkipped',
  'budgetExceeded',
  'queryCut',
  'emptyQuery',
  'noMatch',
  'unknownName',
  'weakMatch',
  'sameName',
  'indirect',
  'masked',
  'unmatchedPath',
  'translated',
  'corrected',
  'storage',
  'approximateSearch',
  'structureFromSyntax',
  'languageServer',
  'reranker',
  'provider',
  'packs',
  'team',
  'internal',
  'noWorkspace',
  'configuration',
] as const;
export type ContextProblemCode = (typeof problemCodes)[number];

/** Why an answer may be incomplete or less exact. */
export interface ContextProblem {
  code: ContextProblemCode;
  message: string;
  /** True: the answer may lack something that the workspace contains. */
  incomplete: boolean;
}

/** All given conditions must match; within one list, any value may match. */
export interface ContextFilters {
  /** LSP language ids. */
  languages?: string[];
  kinds?: ContextSymbolKind[];
  /** Globs of workspace-relative paths; files and folders, which include all below them; bare names, anywhere; absolute paths. One that
   * starts with `!` excludes. */
  paths?: string[];
  /** Decorators, attributes, annotations; TODO, FIXME, NOTE and HACK of comments, on the innermost symbol around them too. */
  tags?: string[];
  roles?: ContextFileRole[];
  /** Only files whose content changed at or after this time; milliseconds since the epoch. */
  changedSince?: number;
}

/** An LSP range in the negotiated position encoding. */
export type ContextRange = Range;

/**
 * An optional field. Many clients send `null` for absent fields, so both mean the same. A field for which `null` has a separate
 * meaning is `.nullable().optional()` instead.
 */
export const optional = <S extends z.ZodType>(schema: S) =>
  schema
    .nullish()
    .transform((value) => value ?? undefined)
    .optional();

const strings = z.array(z.string().max(1000)).max(1000);

export const filtersSchema = z.object({
  languages: optional(strings),
  kinds: optional(z.array(z.enum(symbolKinds)).max(100)),
  paths: optional(strings),
  tags: optional(strings),
  roles: optional(z.array(z.enum(fileRoles)).max(100)),
  changedSince: optional(z.number().nonnegative()),
}) satisfies z.ZodType<ContextFilters>;

export const tokenSchema = z.union([z.string(), z.number().int()]) satisfies z.ZodType<ProgressToken>;
const uintegerSchema: z.ZodType<integer> = z.number().int().min(0).max(2_147_483_647);
export const positionSchema = z.object({ line: uintegerSchema, character: uintegerSchema });
export const uriSchema = z.string().min(1).max(10_000);
/** Milliseconds. */
export const waitForIndexSchema = z.number().int().min(0).max(600_000);
export const querySchema = z.string().max(1_000_000);
