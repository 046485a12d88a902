/**
 * Three servers for C#. csharp-ls was tried; the others are written from their documentation. Loading a project evaluates MSBuild files,
 * which can run any program, so none is started in an untrusted workspace.
 */
import type { Adapter, AdapterContext } from '../adapter.js';
import { csharpFacts } from '../facts/csharp-facts.js';
import { csharpProjectRemarks, installedSdks } from '../projects/csharp-projects.js';

const shared = {
  languages: ['csharp'],
  runsWorkspaceCode: true,
  readyWithinMs: 300_000,
  needsOpenFiles: false,
  keepsOneFileOpen: false,
  maxParallelRequests: 4,
  programsToRun: ({ which }: AdapterContext) => {
    const dotnet = which('dotnet');
    return dotnet === null ? [] : [installedSdks(dotnet)];
  },
  rejects: (_version: string, { which }: AdapterContext) =>
    which('dotnet') === null
      ? 'C# servers need the .NET SDK: the dotnet command is not on PATH (https://dotnet.microsoft.com/download)'
      : null,
  // MSBuild takes properties from the environment. A design-time build writes its files there and not into `obj` and `bin` of each project.
  env: ({ cacheFolder }: AdapterContext) => ({
    IntermediateOutputPath: `${cacheFolder}/csharp-obj/`,
    OutDir: `${cacheFolder}/csharp-bin/`,
    DOTNET_CLI_TELEMETRY_OPTOUT: '1',
    DOTNET_NOLOGO: '1',
  }),
  remarks: csharpProjectRemarks,
} as const;

export const csharpLs: Adapter = {
  ...shared,
  id: 'csharp-ls',
  title: 'csharp-ls',
  commands: [['csharp-ls']],
  versionArgs: ['--version'],
  // It registers its requests after its start. They are answered when the projects are loaded.
  readiness: { kind: 'serving', method: 'textDocument/definition' },
  facts: csharpFacts,
  install: 'install the .NET SDK (https://dotnet.microsoft.com/download), then: dotnet tool install --global csharp-ls',
};

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
