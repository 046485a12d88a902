/** The parts of the server's protocol (protocol.md) that the extension reads. */
import type { Position, Range } from 'vscode-languageclient/node';

export interface Place {
  readonly uri: string;
  readonly path: string;
  readonly qualifiedName: string;
  readonly name: string;
  readonly language: string;
  readonly selectionRange: Range;
  readonly answerLines?: readonly number[];
  readonly signature: string;
  readonly text: string;
  readonly reason: string;
}

/** The first line that answers, else the name. */
export function rangeOf({ answerLines: [line] = [], selectionRange }: Place): Range {
  return line === undefined ? selectionRange : { start: { line, character: 0 }, end: { line, character: 0 } };
}

export interface Caller {
  readonly uri: string;
  readonly path: string;
  readonly range: Range;
  readonly text: string;
  readonly caller: string;
}

export interface RetrieveResult {
  readonly results: readonly Place[];
  readonly related: readonly Place[];
  readonly callers: readonly Caller[];
  readonly markdown?: string;
  readonly problems: readonly { readonly message: string }[];
}

export interface RelatedSymbol {
  readonly qualifiedName: string;
  readonly path: string;
  readonly language: string;
  readonly location: { readonly uri: string };
  readonly selectionRange: Range;
  readonly signature: string;
}

export interface RelatedResult {
  readonly of: readonly RelatedSymbol[];
  readonly items: readonly {
    readonly symbol: RelatedSymbol;
    readonly relation: string;
    readonly proof: { readonly uri: string; readonly range: Range; readonly text: string } | null;
  }[];
}

export interface Status {
  readonly state: string;
  readonly files: number;
  readonly symbols: number;
  readonly done: number;
  readonly total: number | null;
  readonly problems: readonly { readonly message: string }[];
}

export interface Anchor {
  readonly uri: string;
  readonly position: Position;
}
