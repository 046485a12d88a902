/** Nested symbols as a flat list with places, for clients that know no other. Pure. */
import type { DocumentSymbol, SymbolInformation } from 'vscode-languageserver';
import type { Json } from './shapes.js';

/** What is flat already stays as it is. */
export function flatSymbols(symbols: Json, uri: string): Json {
  if (!Array.isArray(symbols) || !symbols.some((one) => one?.selectionRange)) return symbols;
  const flat: SymbolInformation[] = [];
  const add = (list: readonly DocumentSymbol[], containerName: string | undefined) => {
    for (const { name, kind, tags, selectionRange, range, children = [] } of list) {
      const location = { uri, range: range ?? selectionRange };
      flat.push({ name, kind, location, ...(tags && { tags }), ...(containerName !== undefined && { containerName }) });
      add(children, name);
    }
  };
  add(symbols, undefined);
  return flat;
}
