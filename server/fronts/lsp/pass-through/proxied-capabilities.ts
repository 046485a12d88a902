/**
 * The server capabilities that are announced when requests are proxied. No language server runs at that time, so they are the union of
 * all possible ones. A feature that a file's server lacks is answered with an empty result.
 */
import type { ClientCapabilities, ServerCapabilities } from 'vscode-languageserver';
import { legend } from './tokens.js';

/** Trigger characters of all known servers. Each server is asked only about its own. */
const completionTriggers = ['.', '>', ':', '<', '"', "'", '/', '\\', '@', '#', '*', '[', '(', '`', ' '];
const codeActionKinds = [
  'quickfix',
  'refactor',
  'refactor.extract',
  'refactor.inline',
  'refactor.move',
  'refactor.rewrite',
  'source',
  'source.organizeImports',
  'source.fixAll',
];

export function proxiedCapabilities({ textDocument }: ClientCapabilities): ServerCapabilities {
  return {
    definitionProvider: true,
    declarationProvider: true,
    typeDefinitionProvider: true,
    implementationProvider: true,
    referencesProvider: true,
    hoverProvider: true,
    documentSymbolProvider: true,
    documentHighlightProvider: true,
    signatureHelpProvider: { triggerCharacters: ['(', ',', '<', '{'], retriggerCharacters: [')', ',', '>'] },
    completionProvider: { triggerCharacters: completionTriggers, resolveProvider: true, completionItem: { labelDetailsSupport: true } },
    callHierarchyProvider: true,
    typeHierarchyProvider: true,
    semanticTokensProvider: { legend, full: { delta: true }, range: true },
    inlayHintProvider: { resolveProvider: true },
    renameProvider: textDocument?.rename?.prepareSupport ? { prepareProvider: true } : true,
    codeActionProvider: textDocument?.codeAction?.codeActionLiteralSupport ? { codeActionKinds, resolveProvider: true } : true,
    codeLensProvider: { resolveProvider: true },
    documentFormattingProvider: true,
    documentRangeFormattingProvider: true,
    documentOnTypeFormattingProvider: { firstTriggerCharacter: '\n', moreTriggerCharacter: [';', '}', '='] },
    foldingRangeProvider: true,
    selectionRangeProvider: true,
    documentLinkProvider: { resolveProvider: true },
    // For other editors diagnostics are pushed.
    ...(textDocument?.diagnostic && {
      diagnosticProvider: { identifier: 'context-language-server', interFileDependencies: true, workspaceDiagnostics: false },
    }),
  };
}
