/** typescript-language-server with the tsserver of TypeScript 5 or 6: used where no TypeScript 7 runs. */
import type { Adapter, AdapterContext } from '../adapter.js';
import { tsConfigRemarks } from '../projects/tsconfig-remarks.js';

/** The workspace's own TypeScript is code of the workspace. TypeScript 7 has no tsserver.js. */
function tsserver(context: AdapterContext): string | null {
  const own = `${context.folder}/node_modules/typescript/lib/tsserver.js`;
  if (context.trusted && context.exists(own)) return own;
  return context.bundled('typescript6/lib/tsserver.js') ?? context.bundled('typescript/lib/tsserver.js');
}

export const typescriptLanguages = ['typescript', 'typescriptreact', 'javascript', 'javascriptreact'];

export const typescriptLanguageServer: Adapter = {
  id: 'typescript-language-server',
  title: 'typescript-language-server',
  languages: typescriptLanguages,
  commands: [['typescript-language-server', '--stdio']],
  bundled: (context) => {
    const script = context.bundled('typescript-language-server/lib/cli.mjs');
    return script === null || tsserver(context) === null ? null : { command: process.execPath, args: [script, '--stdio'] };
  },
  versionArgs: ['--version'],
  runsWorkspaceCode: false,
  configurationFiles: ['tsconfig.json', 'jsconfig.json', 'package.json'],
  initializationOptions: (context) => ({
    disableAutomaticTypingAcquisition: true,
    hostInfo: 'context-language-server',
    // 'never': the syntax server returns 1 of 13 references until the project is loaded.
    tsserver: { path: tsserver(context) ?? undefined, useSyntaxServer: 'never', logVerbosity: 'off' },
  }),
  readiness: { kind: 'initialized' },
  readyWithinMs: 120_000,
  needsOpenFiles: true,
  // Closing the last file unloads the project; one request then took 65 s.
  keepsOneFileOpen: true,
  programKeys: ['tsdk', 'path', 'nodePath', 'npm', 'pluginPaths'],
  // After a refactoring, to let the user rename the extracted symbol.
  optionalRequests: ['_typescript.rename'],
  maxParallelRequests: 4,
  // Without its tsserver it keeps running and answers [] to everything.
  brokenLog: /(?:tsserver|TypeScript).{0,200}exited|Exited\. Code:|server process (?:crashed|exited)/i,
  remarks: tsConfigRemarks,
  install: 'comes with this package (npm: typescript-language-server and typescript 6)',
};
