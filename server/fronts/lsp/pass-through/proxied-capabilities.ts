/**
 * What is announced at initialize where requests are passed on. No server runs then, so it is the union of what they may
 * have; what a file's server does not have is answered with nothing.
 */
import type { ClientCapabilities, ServerCapabilities } from 'vscode-languageserver';
import { legend } from './token-legend.js';

/** Characters of the servers that are built in; each server is asked only about its own. */
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
    // An editor that does not pull is pushed to.
    ...(textDocument?.diagnostic && {
      diagnosticProvider: { identifier: 'context-language-server', interFileDependencies: true, workspaceDiagnostics: false },
    }),
  };
}
