/**
 * What several features share on the wire: filters, problems, tokens, and the values they may have.
 * The single copy for server, clients and tests; it must not import anything of the server's inside.
 */
import type { integer, ProgressToken, Range } from 'vscode-languageserver';
import { z } from 'zod';

/** Counts up when something that a client relies on changes in a way that old clients cannot ignore. */
export const protocolVersion = 2;

export const symbolKinds = [
  'module',
  'namespace',
  'class',
  'interface',
  'struct',
  'enum',
  'enumMember',
  'trait',
  'impl',
  'type',
  'function',
  'method',
  'constructor',
  'property',
  'field',
  'variable',
  'constant',
  'macro',
  'component',
  'section',
  'key',
  'test',
] as const;
export type ContextSymbolKind = (typeof symbolKinds)[number];

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
  'script',
] as const;
export type ContextFileRole = (typeof fileRoles)[number];

export const intents = ['find_definition', 'find_usage', 'understand_module', 'find_similar', 'general'] as const;
export type ContextIntent = (typeof intents)[number];

export const shortenings = ['whole', 'collapsed', 'extract', 'signature', 'line', 'repeated'] as const;
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
  'corrected',
  'storage',
  'approximateSearch',
  'structureFromSyntax',
  'languageServer',
  'reranker',
  'provider',
  'internal',
  'noWorkspace',
  'configuration',
] as const;
export type ContextProblemCode = (typeof problemCodes)[number];

/** Something that makes an answer less than it could be. */
export interface ContextProblem {
  code: ContextProblemCode;
  message: string;
  /** True where the answer may miss something that the workspace holds. */
  incomplete: boolean;
}

/** All given conditions must hold; within one list any may. */
export interface ContextFilters {
  /** LSP language ids. */
  languages?: string[];
  kinds?: ContextSymbolKind[];
  /** Globs over workspace-relative paths; one that starts with `!` excludes. */
  paths?: string[];
  /** Decorators, attributes, annotations; TODO, FIXME, NOTE and HACK of comments, on the innermost symbol around them too. */
  tags?: string[];
  roles?: ContextFileRole[];
  /** Only files whose content changed at or after this time, milliseconds since the epoch. */
  changedSince?: number;
}

/** A file range as LSP has it, in the negotiated position encoding. */
export type ContextRange = Range;

/**
 * An optional field: many clients send `null` for what they leave out, so `null` and absent mean the same. Where `null` has a
 * meaning of its own the field is `.nullable().optional()` instead.
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
export const querySchema = z.string().max(1_000_000);
