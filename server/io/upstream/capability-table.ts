/** Which requests a server really serves: from its initialize answer and from what it registered later. Explicit, one row a method. */
import type { Registration } from './server-requests.js';

const providers: Readonly<Record<string, string>> = {
  'textDocument/documentSymbol': 'documentSymbolProvider',
  'textDocument/definition': 'definitionProvider',
  'textDocument/declaration': 'declarationProvider',
  'textDocument/typeDefinition': 'typeDefinitionProvider',
  'textDocument/implementation': 'implementationProvider',
  'textDocument/references': 'referencesProvider',
  'textDocument/documentHighlight': 'documentHighlightProvider',
  'textDocument/hover': 'hoverProvider',
  'textDocument/signatureHelp': 'signatureHelpProvider',
  'textDocument/completion': 'completionProvider',
  'textDocument/prepareCallHierarchy': 'callHierarchyProvider',
  'callHierarchy/incomingCalls': 'callHierarchyProvider',
  'callHierarchy/outgoingCalls': 'callHierarchyProvider',
  'textDocument/prepareTypeHierarchy': 'typeHierarchyProvider',
  'typeHierarchy/supertypes': 'typeHierarchyProvider',
  'typeHierarchy/subtypes': 'typeHierarchyProvider',
  'textDocument/semanticTokens/full': 'semanticTokensProvider',
  'textDocument/inlayHint': 'inlayHintProvider',
  'textDocument/diagnostic': 'diagnosticProvider',
  'textDocument/rename': 'renameProvider',
  'textDocument/codeAction': 'codeActionProvider',
  'textDocument/formatting': 'documentFormattingProvider',
  'workspace/symbol': 'workspaceSymbolProvider',
};
/** Under which a registration names a whole family. */
const registeredAs: Readonly<Record<string, string>> = {
  'callHierarchy/incomingCalls': 'textDocument/prepareCallHierarchy',
  'callHierarchy/outgoingCalls': 'textDocument/prepareCallHierarchy',
  'typeHierarchy/supertypes': 'textDocument/prepareTypeHierarchy',
  'typeHierarchy/subtypes': 'textDocument/prepareTypeHierarchy',
  'textDocument/semanticTokens/full': 'textDocument/semanticTokens',
};

/** `{}` counts as true. Methods outside of the table (a server's own) are tried. */
export function serves(
  capabilities: Readonly<Record<string, unknown>>,
  registrations: ReadonlyMap<string, Registration>,
  method: string,
): boolean {
  const provider = providers[method];
  if (provider === undefined) return true;
  const value = capabilities[provider];
  if (value !== undefined && value !== null && value !== false) return true;
  const wanted = registeredAs[method] ?? method;
  for (const registration of registrations.values()) if (registration.method === wanted) return true;
  return false;
}

/** The methods that a server serves: for doctor and for capability merging. */
export const served = (
  capabilities: Readonly<Record<string, unknown>>,
  registrations: ReadonlyMap<string, Registration>,
): readonly string[] => Object.keys(providers).filter((method) => serves(capabilities, registrations, method));
