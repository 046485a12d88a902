/** Maps symbol kinds to LSP's numbers, within those that the client supports. */
import type { SymbolKind as LspSymbolKind } from 'vscode-languageserver';
import type { SymbolKind } from '../../core/model/symbol.js';

/** First the kind itself, then a kind that every client knows (1 to 18 came with the first version of LSP). */
const kinds: Readonly<Record<SymbolKind, readonly [number, number]>> = {
  module: [2, 2],
  namespace: [3, 3],
  class: [5, 5],
  interface: [11, 11],
  struct: [23, 5],
  enum: [10, 10],
  enumMember: [22, 14],
  trait: [11, 11],
  impl: [5, 5],
  type: [5, 5],
  function: [12, 12],
  method: [6, 6],
  constructor: [9, 9],
  property: [7, 7],
  field: [8, 8],
  variable: [13, 13],
  constant: [14, 14],
  macro: [12, 12],
  component: [5, 5],
  section: [15, 15],
  key: [20, 7],
  test: [12, 12],
};
const file = 1;

export function lspSymbolKind(kind: SymbolKind | null, known: ReadonlySet<number> | null): LspSymbolKind {
  if (kind === null) return file;
  const [first, second] = kinds[kind];
  return (first <= 18 || known?.has(first) ? first : second) as LspSymbolKind;
}
