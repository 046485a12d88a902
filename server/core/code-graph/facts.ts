/**
 * Facts from a language server about one file: the definition of each identifier. Plain data, not yet joined with chunks.
 * A fact is valid for one text, one server, one version and one configuration, and dropped when any of them changes.
 */
import { lineAmong } from '../../util/text.js';
import type { WorkspacePath } from '../model/file.js';

export interface Provenance {
  /** Id of the adapter, e.g. `pyright`. */
  readonly server: string;
  readonly version: string;
  /** Hash of all settings that decide how the server reads the workspace. */
  readonly configuration: string;
}

/** As it is stored and shown, e.g. `pyright 1.1.414 #Xy12`. */
export const provenanceText = ({ server, version, configuration }: Provenance): string =>
  `${server}${version ? ` ${version}` : ''} #${configuration.slice(0, 6)}`;

/** One identifier in a text. Line 0-based; `character` and `start` in UTF-16 units. */
export interface Occurrence {
  readonly name: string;
  readonly start: number;
  readonly line: number;
  readonly character: number;
}

/** A name at an offset. `lineStarts`: offsets at which lines start. */
export function occurrenceAt(name: string, start: number, lineStarts: readonly number[]): Occurrence {
  const line = lineAmong(lineStarts, start);
  return { name, start, line, character: start - (lineStarts[line] ?? 0) };
}

/** A definition in the workspace: the position of its name. */
export interface Target {
  readonly path: WorkspacePath;
  readonly line: number;
  readonly character: number;
  /** Set if the position is of an earlier text: the nearest symbol of this name is meant. */
  readonly name?: string;
}

export const isSamePlace = (a: Target, b: Target): boolean => a.path === b.path && a.line === b.line && a.character === b.character;

export type Meaning =
  /** At least one definition is in the workspace. */
  | { readonly kind: 'here'; readonly targets: readonly Target[] }
  /** Defined in a library or in the language itself. */
  | { readonly kind: 'outside' }
  /** The server does not know. */
  | { readonly kind: 'unknown' };

export interface Fact {
  readonly occurrence: Occurrence;
  readonly meaning: Meaning;
}

export interface FileFacts {
  readonly path: WorkspacePath;
  /** Of the text that the facts are about. */
  readonly contentHash: string;
  readonly provenance: Provenance;
  readonly facts: readonly Fact[];
  /** Of declarations that override or implement others: the occurrence is the declaration's name, the meaning what it implements. */
  readonly implementations?: readonly Fact[];
  /** The reverse: the occurrence is the name of an interface or of its member, the meaning what implements it. */
  readonly implementers?: readonly Fact[];
  /** Why facts may be missing; null if a ready server answered all questions. */
  readonly incomplete: string | null;
  /** True: a second attempt may complete the facts, because the server was busy or died. */
  readonly retryable?: boolean;
}
