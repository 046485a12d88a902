/** Which methods a server serves, from its answer to initialize and from its later registrations. One row for each method. */
import type { Registration } from './server-requests.js';

interface Row {
  readonly method: string;
  readonly provider: string;
  /** Path of the option that must be set for this method. */
  readonly option?: string;
  /** The method under which it is registered, if that is another one. */
  readonly registeredAs?: string;
}

const row = (method: string, provider: string, option?: string, registeredAs?: string): Row => ({
  method,
  provider,
  ...(option !== undefined && { option }),
  ...(registeredAs !== undefined && { registeredAs }),
});
const callHierarchy = 'textDocument/prepareCallHierarchy';
const typeHierarchy = 'textDocument/prepareTypeHierarchy';
const semanticTokens = 'textDocument/semanticTokens';

const rows: readonly Row[] = [
  row('textDocument/documentSymbol', 'documentSymbolProvider'),
  row('textDocument/definition', 'definitionProvider'),
  row('textDocument/declaration', 'declarationProvider'),
  row('textDocument/typeDefinition', 'typeDefinitionProvider'),
  row('textDocument/implementation', 'implementationProvider'),
  row('textDocument/references', 'referencesProvider'),
  row('textDocument/documentHighlight', 'documentHighlightProvider'),
  row('textDocument/hover', 'hoverProvider'),
  row('textDocument/signatureHelp', 'signatureHelpProvider'),
  row('textDocument/completion', 'completionProvider'),
  row('completionItem/resolve', 'completionProvider', 'resolveProvider', 'textDocument/completion'),
  row(callHierarchy, 'callHierarchyProvider'),
  row('callHierarchy/incomingCalls', 'callHierarchyProvider', undefined, callHierarchy),
  row('callHierarchy/outgoingCalls', 'callHierarchyProvider', undefined, callHierarchy),
  row(typeHierarchy, 'typeHierarchyProvider'),
  row('typeHierarchy/supertypes', 'typeHierarchyProvider', undefined, typeHierarchy),
  row('typeHierarchy/subtypes', 'typeHierarchyProvider', undefined, typeHierarchy),
  row('textDocument/semanticTokens/full', 'semanticTokensProvider', 'full', semanticTokens),
  row('textDocument/semanticTokens/full/delta', 'semanticTokensProvider', 'full.delta', semanticTokens),
  row('textDocument/semanticTokens/range', 'semanticTokensProvider', 'range', semanticTokens),
  row('textDocument/inlayHint', 'inlayHintProvider'),
  row('inlayHint/resolve', 'inlayHintProvider', 'resolveProvider', 'textDocument/inlayHint'),
  row('textDocument/diagnostic', 'diagnosticProvider'),
  row('textDocument/rename', 'renameProvider'),
  row('textDocument/prepareRename', 'renameProvider', 'prepareProvider', 'textDocument/rename'),
  row('textDocument/codeAction', 'codeActionProvider'),
  row('codeAction/resolve', 'codeActionProvider', 'resolveProvider', 'textDocument/codeAction'),
  row('textDocument/codeLens', 'codeLensProvider'),
  row('codeLens/resolve', 'codeLensProvider', 'resolveProvider', 'textDocument/codeLens'),
  row('textDocument/formatting', 'documentFormattingProvider'),
  row('textDocument/rangeFormatting', 'documentRangeFormattingProvider'),
  row('textDocument/onTypeFormatting', 'documentOnTypeFormattingProvider'),
  row('textDocument/foldingRange', 'foldingRangeProvider'),
  row('textDocument/selectionRange', 'selectionRangeProvider'),
  row('textDocument/documentLink', 'documentLinkProvider'),
  row('documentLink/resolve', 'documentLinkProvider', 'resolveProvider', 'textDocument/documentLink'),
  row('workspace/executeCommand', 'executeCommandProvider'),
  row('workspace/symbol', 'workspaceSymbolProvider'),
];
const table: ReadonlyMap<string, Row> = new Map(rows.map((one) => [one.method, one]));

type Options = Readonly<Record<string, unknown>>;

const isSaid = (value: unknown): boolean => value !== undefined && value !== null && value !== false;
const asOptions = (value: unknown): Options => (typeof value === 'object' && value !== null ? (value as Options) : {});
const at = (options: Options, path: string): unknown => path.split('.').reduce<unknown>((value, key) => asOptions(value)[key], options);

/** Options of a method, as announced or registered (the last registration counts). Null if it is not served. `{}` counts as true. */
export function optionsOf(capabilities: Options, registrations: ReadonlyMap<string, Registration>, method: string): Options | null {
  const known = table.get(method);
  if (!known) return null;
  let found: Options | null = isSaid(capabilities[known.provider]) ? asOptions(capabilities[known.provider]) : null;
  const name = known.registeredAs ?? method;
  for (const { method: registered, registerOptions } of registrations.values())
    if (registered === name) found = { ...found, ...asOptions(registerOptions) };
  return found !== null && known.option !== undefined && !isSaid(at(found, known.option)) ? null : found;
}

/** A method that is not in the table (one that only this server has) counts as served. */
export const serves = (capabilities: Options, registrations: ReadonlyMap<string, Registration>, method: string): boolean =>
  !table.has(method) || optionsOf(capabilities, registrations, method) !== null;
