/** `context/related`: from a position or a symbol to what it hangs together with, each with the line of code that proves it. */
import type { Location, Position, ProgressToken, SymbolKind, TextDocumentIdentifier } from 'vscode-languageserver';
import { z } from 'zod';
import type { ContextProblem, ContextRange, ContextSymbolKind } from './common.js';
import { optional, positionSchema, tokenSchema, uriSchema } from './common.js';

export const relatedMethod = 'context/related';

export const relatedKinds = [
  'calls',
  'called_by',
  'uses',
  'used_by',
  'imports',
  'imported_by',
  'extends',
  'extended_by',
  'tested_by',
  'sibling',
] as const;
export type ContextRelatedKind = (typeof relatedKinds)[number];

/** `textDocument` with `position`, or `key`, or `symbol`; the first that is there counts. */
export interface RelatedParams {
  textDocument?: TextDocumentIdentifier;
  /** On a name: the symbol that it names, wherever that is declared. Elsewhere: the symbol around. */
  position?: Position;
  /** Of a result or symbol in an earlier answer. */
  key?: string;
  /** A name, or a qualified one; all symbols that carry it are answered about. */
  symbol?: string;
  /** Steps, 1 to 5. Default 1. */
  depth?: number;
  /** Absent: all. */
  kinds?: ContextRelatedKind[];
  /** 1 to 1,000. Default 100. */
  limit?: number;
  workDoneToken?: ProgressToken;
  partialResultToken?: ProgressToken;
}

export interface RelatedResult {
  /** What was asked about. */
  of: RelatedSymbol[];
  /** Nearest first. Empty where they were sent as partial results. */
  items: RelatedItem[];
  isIncomplete: boolean;
  problems: ContextProblem[];
}

export interface RelatedSymbol {
  key: string;
  name: string;
  qualifiedName: string;
  /** LSP's own kind, within what the client said it knows. */
  kind: SymbolKind;
  symbolKind: ContextSymbolKind | null;
  containerName: string;
  /** The whole declaration, in whole lines. */
  location: Location;
  /** The name. */
  selectionRange: ContextRange;
  path: string;
  language: string;
  signature: string;
}

export interface RelatedItem {
  symbol: RelatedSymbol;
  /** What the symbol whose key is `of` does to `symbol`, or what is done to it. */
  relation: ContextRelatedKind;
  of: string;
  /** Steps from what was asked about. */
  depth: number;
  /** The line of code that proves it; null for a sibling. */
  proof: RelatedProof | null;
  /** Who says so: a language server with its version, or `syntax:…`, which goes by names. */
  provenance: string;
}

export interface RelatedProof {
  uri: string;
  /** The whole line. */
  range: ContextRange;
  /** The line without the white space around it. */
  text: string;
}

/** The value of `$/progress` on a `partialResultToken`. */
export interface RelatedPartialResult {
  items: RelatedItem[];
}

export const relatedParamsSchema = z.object({
  textDocument: optional(z.object({ uri: uriSchema })),
  position: optional(positionSchema),
  key: optional(z.string().min(1).max(100)),
  symbol: optional(z.string().min(1).max(1000)),
  depth: optional(z.number().int().min(1).max(5)),
  kinds: optional(z.array(z.enum(relatedKinds)).max(100)),
  limit: optional(z.number().int().min(1).max(1000)),
  workDoneToken: optional(tokenSchema),
  partialResultToken: optional(tokenSchema),
}) satisfies z.ZodType<RelatedParams>;
