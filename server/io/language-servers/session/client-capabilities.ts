/** The client capabilities that language servers are given: what is handled here, and for proxied requests what the editor handles. */
const dynamic = { dynamicRegistration: true };
const link = { dynamicRegistration: true, linkSupport: true };

const symbolKindSet = Array.from({ length: 26 }, (_, i) => i + 1);

/** Only UTF-16, which all servers support. Positions are converted once, in our front. */
export const clientCapabilities = {
  general: { positionEncodings: ['utf-16'], staleRequestSupport: { cancel: true, retryOnContentModified: [] } },
  // In place of `positionEncodings` in clangd before version 20.
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
  // rust-analyzer sends its loading state only to clients with this capability.
  experimental: { serverStatusNotification: true },
};

type Block = Readonly<Record<string, unknown>>;
const isBlock = (value: unknown): value is Block => typeof value === 'object' && value !== null && !Array.isArray(value);
const blockAt = (parent: unknown, key: string): Block | null => (isBlock(parent) && isBlock(parent[key]) ? parent[key] : null);

/** Features whose answers reach the editor unchanged, so that the editor's capabilities count. */
const proxiedFeatures = [
  'definition',
  'declaration',
  'typeDefinition',
  'implementation',
  'references',
  'documentHighlight',
  'hover',
  'signatureHelp',
  'completion',
  'callHierarchy',
  'typeHierarchy',
  'semanticTokens',
  'inlayHint',
  'rename',
  'codeAction',
  'codeLens',
  'formatting',
  'rangeFormatting',
  'onTypeFormatting',
  'foldingRange',
  'selectionRange',
  'documentLink',
] as const;
const refreshed = ['semanticTokens', 'inlayHint', 'codeLens', 'diagnostics'] as const;

/** For servers whose answers reach an editor: the editor's capabilities, as far as they are passed on. */
export function proxiedClientCapabilities(client: unknown): object {
  const workspace = blockAt(client, 'workspace');
  const textDocument = blockAt(client, 'textDocument');
  const features: Record<string, unknown> = {};
  for (const name of proxiedFeatures) {
    const block = blockAt(textDocument, name);
    // Registrations are handled here, whatever the editor supports. Without a capability answers have their simplest form.
    if (block || name in clientCapabilities.textDocument) features[name] = { ...block, ...dynamic };
  }
  const completion = features['completion'];
  if (isBlock(completion)) features['completion'] = { ...completion, completionList: withoutDataDefault(completion['completionList']) };
  // A server with pull diagnostics does not push them, so the capability is given only with an editor that pulls.
  const pulls = blockAt(textDocument, 'diagnostic');
  const refreshes = refreshed.flatMap((name) => (blockAt(workspace, name) ? [[name, blockAt(workspace, name)]] : []));
  return {
    ...clientCapabilities,
    general: { ...clientCapabilities.general, ...only(blockAt(client, 'general'), ['markdown', 'regularExpressions']) },
    workspace: {
      ...clientCapabilities.workspace,
      ...only(workspace, ['applyEdit', 'workspaceEdit']),
      executeCommand: dynamic,
      ...Object.fromEntries(refreshes),
    },
    window: { ...clientCapabilities.window, ...only(blockAt(client, 'window'), ['showMessage', 'showDocument']) },
    textDocument: {
      ...clientCapabilities.textDocument,
      ...features,
      publishDiagnostics: { ...blockAt(textDocument, 'publishDiagnostics'), versionSupport: true },
      diagnostic: pulls ? { ...pulls, ...dynamic, relatedDocumentSupport: false } : undefined,
    },
  };
}

const only = (block: Block | null, keys: readonly string[]): Block =>
  Object.fromEntries(keys.flatMap((key) => (block && key in block ? [[key, block[key]]] : [])));

/** `data` identifies the server of an item, so each item must have its own. */
function withoutDataDefault(list: unknown): unknown {
  if (!isBlock(list) || !Array.isArray(list['itemDefaults'])) return list;
  return { ...list, itemDefaults: list['itemDefaults'].filter((name) => name !== 'data') };
}
