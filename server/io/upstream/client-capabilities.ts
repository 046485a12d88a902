/** What we tell language servers that we can do: what is handled here, and no more. */
const dynamic = { dynamicRegistration: true };
const link = { dynamicRegistration: true, linkSupport: true };

export const symbolKindSet = Array.from({ length: 26 }, (_, i) => i + 1);

/** Only UTF-16: every server has it, and positions are converted once, at our own front. */
export const clientCapabilities = {
  general: { positionEncodings: ['utf-16'], staleRequestSupport: { cancel: true, retryOnContentModified: [] } },
  // What clangd before version 20 reads instead.
  offsetEncoding: ['utf-16'],
  workspace: {
    applyEdit: false,
    configuration: true,
    workspaceFolders: true,
    didChangeConfiguration: dynamic,
    didChangeWatchedFiles: { ...dynamic, relativePatternSupport: true },
    symbol: { ...dynamic, symbolKind: { valueSet: symbolKindSet } },
  },
  window: { workDoneProgress: true, showMessage: {}, showDocument: { support: false } },
  textDocument: {
    synchronization: { ...dynamic, didSave: true },
    documentSymbol: { ...dynamic, hierarchicalDocumentSymbolSupport: true, symbolKind: { valueSet: symbolKindSet } },
    definition: link,
    declaration: link,
    typeDefinition: link,
    implementation: link,
    references: dynamic,
    documentHighlight: dynamic,
    hover: { ...dynamic, contentFormat: ['markdown', 'plaintext'] },
    signatureHelp: { ...dynamic, signatureInformation: { documentationFormat: ['markdown', 'plaintext'] } },
    callHierarchy: dynamic,
    typeHierarchy: dynamic,
    publishDiagnostics: { versionSupport: true, relatedInformation: true },
    diagnostic: { ...dynamic, relatedDocumentSupport: false },
  },
  // rust-analyzer says only to those who ask whether it has loaded everything.
  experimental: { serverStatusNotification: true },
} as const;
