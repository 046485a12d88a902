/** `context/related`: symbols related to a position or a symbol, each with the line of code that proves it. */
import type { Location, Position, ProgressToken, SymbolKind, TextDocumentIdentifier } from 'vscode-languageserver';
import * as z from 'zod';
import type { ContextProblem, ContextRange } from './common.js';
import { optional, positionSchema, tokenSchema, uriSchema, waitForIndexSchema } from './common.js';
import { type ContextRelatedKind, relatedKinds } from './related-kinds.js';
import type { ContextSymbolKind } from './symbol-kinds.js';

/** `textDocument` with `position`, or `key`, or `symbol`; the first one given is used. */
export interface RelatedParams {
  textDocument?: TextDocumentIdentifier;
  /** On a name: the symbol that it refers to, wherever that is declared. Elsewhere: the enclosing symbol. */
  position?: Position;
  /** From a result or symbol in an earlier answer. */
  key?: string;
  /** A name or qualified name; all symbols of that name are used. Also the path of a file. A name that nothing has is read as the nearest one. */
  symbol?: string;
  /** Steps, 1 to 5. Default 1. */
  depth?: number;
  /** Absent: all. */
  kinds?: ContextRelatedKind[];
  /** 1 to 1,000. Default 100. */
  limit?: number;
  /** Milliseconds that the answer may wait for a complete index, at most 600,000. Default 0: from what is indexed. */
  waitForIndex?: number;
  workDoneToken?: ProgressToken;
  partialResultToken?: ProgressToken;
}

export interface RelatedResult {
  /** The symbols asked about. */
  of: RelatedSymbol[];
  /** Nearest first. Empty if they were sent as partial results. */
  items: RelatedItem[];
  /** How many items of each relation the limit left out, the most first; empty if there are no more. */
  omitted: RelatedOmitted[];
  /**
   * If calls are asked for: calls of the symbols asked about that lead to no item, at most 50; names that the workspace defines first. If bases are
   * (`extends`): those that are no types of the workspace, before the calls.
   */
  unresolved: UnresolvedCall[];
  isIncomplete: boolean;
  problems: ContextProblem[];
}

export interface RelatedOmitted {
  relation: ContextRelatedKind;
  count: number;
}

export interface RelatedSymbol {
  key: string;
  name: string;
  qualifiedName: string;
  /** LSP's kind, limited to the kinds that the client supports. */
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
  /** Relation from the symbol whose key is `of` to `symbol`: `called_by` means that `symbol` calls it. */
  relation: ContextRelatedKind;
  of: string;
  /** Steps from the symbol asked about. */
  depth: number;
  /** The line of code that proves it; null for siblings. */
  proof: RelatedProof | null;
  /** Further lines of that file that prove it: at most 7, or more where few items are listed, 60 in all. Absent: none. */
  moreProof?: RelatedProof[];
  /** How many more there are. Absent: none. */
  furtherLines?: number;
  /** The field of the symbol asked about that the line names instead of it; qualified. Absent: none. */
  member?: string;
  /** Source: a language server with its version, or `syntax:…`, which is based on names. */
  provenance: string;
  /** True if the name alone shows the relation and may mean another symbol. Absent: false. */
  guess?: true;
}

/** A call or a base that leads to no item: its target is defined outside of the workspace, or its name has several definitions. */
export interface UnresolvedCall {
  /** With the last part of its qualifier: `Notifier.notify`. */
  name: string;
  uri: string;
  /** The whole line. */
  range: ContextRange;
  /** Symbols of that name in the workspace. */
  definitions: number;
  /** True for a base (`extends`) that is no type of the workspace. Absent: a call. */
  base?: true;
}

export interface RelatedProof {
  uri: string;
  /** The whole line. */
  range: ContextRange;
  /** The line without surrounding white space. */
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
  waitForIndex: optional(waitForIndexSchema),
  workDoneToken: optional(tokenSchema),
  partialResultToken: optional(tokenSchema),
}) satisfies z.ZodType<RelatedParams>;
