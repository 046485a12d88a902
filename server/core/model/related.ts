/** Questions and answers about related symbols: callers, users, subtypes and tests, each with the line that proves it. */
import type { SymbolHit } from './answer.js';
import type { WorkspacePath } from './file.js';
import type { Problem } from './problem.js';

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
export type RelatedKind = (typeof relatedKinds)[number];
/** Relations of what a change of the symbol may break. */
export const dependsOn: ReadonlySet<RelatedKind> = new Set<RelatedKind>([
  'called_by',
  'used_by',
  'imported_by',
  'extended_by',
  'tested_by',
]);

/** A place, a key, or a name; the first that is given counts. */
export interface RelatedQuestion {
  /** 0-based line; column in UTF-16 units. */
  readonly at?: { readonly path: WorkspacePath; readonly line: number; readonly column: number };
  /** Of a result or symbol of an earlier answer. */
  readonly key?: string;
  /** A name, or a qualified one. */
  readonly symbol?: string;
  /** Steps, 1 to 5. Default 1. */
  readonly depth?: number;
  /** Absent: all. */
  readonly kinds?: readonly RelatedKind[];
  /** Most items. Default 100. */
  readonly limit?: number;
}

export type RelatedSymbol = Omit<SymbolHit, 'score' | 'reason'>;

export interface RelatedItem {
  readonly symbol: RelatedSymbol;
  readonly kind: RelatedKind;
  /** Key of the symbol, one step nearer, that it is related to. */
  readonly of: string;
  /** Steps from the symbol in question. */
  readonly depth: number;
  /** The line of code that proves it; null for a sibling. 0-based. */
  readonly proof: { readonly path: WorkspacePath; readonly line: number; readonly text: string } | null;
  /** Further lines that prove it, in the same file. 0-based; at most 7, or more where few items are listed, 60 in all. */
  readonly moreProof: readonly { readonly line: number; readonly text: string }[];
  /** How many more there are. */
  readonly furtherLines: number;
  /** The base or interface member that the line names, where the symbol in question overrides or implements it. */
  readonly through: Through | null;
  /** Source of the edge: a language server, or syntax, which compares names. */
  readonly provenance: string;
  /** True where the edge goes by a name alone that may mean another symbol. */
  readonly isGuess: boolean;
  /** Of a guess: symbols of the name in the workspace. */
  readonly definitions?: number;
  /** The field of the symbol in question that the line names instead of it; qualified. */
  readonly member?: string;
}

/** Provenance of an implementation that is known from the names of methods alone. */
export const BY_METHOD_NAMES = 'syntax:method-names';

interface Through {
  /** Qualified. */
  readonly name: string;
  /** True where only the names of methods show that it is implemented. */
  readonly isByMethodNames: boolean;
}

/** A call whose target is not known: it is defined elsewhere, or its name has several definitions. */
export interface UnresolvedCall {
  /** With the last part of what it is qualified with: `Notifier.notify`. */
  readonly name: string;
  readonly path: WorkspacePath;
  /** 0-based. */
  readonly line: number;
  /** Symbols of that name in the workspace; 0 if it is defined elsewhere. */
  readonly definitions: number;
  /** A base, `extends`, that is no type of the workspace; absent: a call. */
  readonly isBase?: true;
}

/** What the limit left out of a list. */
export interface Omitted {
  readonly kind: RelatedKind;
  readonly count: number;
}

export interface RelatedAnswer {
  /** What was asked about: one symbol, or all that carry the name. */
  readonly of: readonly RelatedSymbol[];
  /** Nearest first. */
  readonly items: readonly RelatedItem[];
  /** By relation, the most first; empty if all are listed. */
  readonly omitted: readonly Omitted[];
  /**
   * If calls are asked for: those of the symbols in question that lead to no item. Names with definitions first, at most 50. If bases are: those that
   * are no types of the workspace, before the calls.
   */
  readonly unresolved: readonly UnresolvedCall[];
  /** If callers over several steps are asked for: callers before the last step of which no caller is known. At most 20. */
  readonly uncalled: readonly RelatedSymbol[];
  readonly isIncomplete: boolean;
  readonly problems: readonly Problem[];
}
