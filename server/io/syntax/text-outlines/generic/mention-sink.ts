/** What the scanners of single languages hand their findings to: mentions, what symbols extend, imports. */
import type { OutlineSymbol, ReferenceKind } from '../../../../core/model/symbol.js';
import type { Grammar } from './grammar.js';
import type { Source } from './source.js';

export interface MentionSink {
  /** A name, mentioned by the innermost symbol around an offset. Offsets come in order. */
  readonly mention: (name: string, kind: ReferenceKind, at: number, qualifier?: string) => void;
  /** @param symbol index of the symbol that extends what the name says */
  readonly base: (symbol: number, name: string, kind: 'inherits' | 'implements', at: number, qualifier?: string) => void;
  /** A module that the file names, or a name that it takes from one. */
  readonly imported: (name: string, module: string, at: number) => void;
}

/** Reads what the code of a file mentions. */
export type MentionScanner = (source: Source, symbols: readonly OutlineSymbol[], grammar: Grammar, sink: MentionSink) => void;
