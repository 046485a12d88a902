/**
 * Three servers for C#, written from their documentation: none is available from npm or Debian. Loading a project evaluates
 * MSBuild files, which run programs, so none is started in an untrusted workspace.
 */
import type { Adapter } from '../adapter.js';

const shared = {
  languages: ['csharp'],
  runsWorkspaceCode: true,
  readyWithinMs: 300_000,
  needsOpenFiles: false,
  keepsOneFileOpen: false,
  maxParallelRequests: 4,
} as const;

export const roslyn: Adapter = {
  ...shared,
  id: 'roslyn',
  title: 'Roslyn language server',
  commands: [
    ['roslyn-language-server', '--stdio', '--autoLoadProjects'],
    ['Microsoft.CodeAnalysis.LanguageServer', '--stdio', '--autoLoadProjects'],
  ],
  extraArgs: (context) => ['--logLevel=Information', `--extensionLogDirectory=${context.cacheFolder}/roslyn`],
  versionArgs: null,
  readiness: { kind: 'notification', method: 'workspace/projectInitializationComplete', isReady: () => true },
  install: 'dotnet tool install --global roslyn-language-server --prerelease',
};

export const csharpLs: Adapter = {
  ...shared,
  id: 'csharp-ls',
  title: 'csharp-ls',
  commands: [['csharp-ls']],
  versionArgs: ['--version'],
  readiness: { kind: 'progress', pattern: /load|solution|project/i, quietMs: 5_000 },
  install: 'dotnet tool install --global csharp-ls',
};

export const omnisharp: Adapter = {
  ...shared,
  id: 'omnisharp',
  title: 'OmniSharp',
  commands: [
    ['OmniSharp', '-lsp'],
    ['omnisharp', '-lsp'],
    ['omnisharp-roslyn', '-lsp'],
  ],
  extraArgs: () => ['--hostPID', String(process.pid)],
  versionArgs: null,
  readiness: { kind: 'log', pattern: /Queue project update for|Successfully loaded project file|OmniSharp server is listening/i },
  install: 'https://github.com/OmniSharp/omnisharp-roslyn/releases',
};
