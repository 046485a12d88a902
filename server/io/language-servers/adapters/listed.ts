/**
 * Servers that need no code of ours: each was tried as it is installed from npm or Debian. They are used where they are found. Where they are
 * not, `doctor` tells how to install one (`fronts/cli/suggested-servers.ts`).
 */
import { pathToUri } from '../../../util/uri.js';
import type { Adapter, AdapterContext } from '../adapter.js';
import { typescriptLanguages } from './typescript-language-server.js';

type Listed = Pick<Adapter, 'id' | 'languages' | 'commands' | 'install'> & Partial<Adapter>;

export const listed = (server: Listed): Adapter => ({
  title: server.id,
  versionArgs: null,
  runsWorkspaceCode: false,
  readiness: { kind: 'initialized' },
  readyWithinMs: 300_000,
  needsOpenFiles: true,
  keepsOneFileOpen: false,
  maxParallelRequests: 4,
  isOptional: true,
  ...server,
});

const npm = (name: string) => `npm install --global ${name}`;
const extracted = npm('vscode-langservers-extracted');
/** Answers editors, and states no definitions from file to file. */
const forEditors = { statesEdges: false } as const;
const beside = { statesEdges: false, isBeside: true } as const;

export const listedServers: readonly Adapter[] = [
  listed({
    id: 'bash-language-server',
    languages: ['shellscript'],
    commands: [['bash-language-server', 'start']],
    // The linter and the formatter are programs on PATH that read configuration of the workspace.
    configuration: (section, { forEditor }) => (section === 'bashIde' && !forEditor ? { shellcheckPath: '', shfmt: { path: '' } } : null),
    readiness: { kind: 'log', pattern: /BackgroundAnalysis: Completed/ },
    install: npm('bash-language-server'),
  }),
  listed({
    id: 'ccls',
    languages: ['c', 'cpp', 'objective-c', 'objective-cpp'],
    commands: [['ccls']],
    versionArgs: ['--version'],
    // Flags of compile_commands.json and .ccls may load a plugin of the compiler.
    runsWorkspaceCode: true,
    // Its index would be in the workspace.
    initializationOptions: ({ cacheFolder }: AdapterContext) => ({ cache: { directory: `${cacheFolder}/ccls` } }),
    readiness: { kind: 'progress', pattern: /^index/, quietMs: 3_000 },
    install: 'apt-get install ccls, brew install ccls',
    ...forEditors,
  }),
  listed({
    id: 'intelephense',
    languages: ['php'],
    commands: [['intelephense', '--stdio']],
    initializationOptions: ({ cacheFolder }: AdapterContext) => ({
      storagePath: `${cacheFolder}/intelephense`,
      globalStoragePath: `${cacheFolder}/intelephense`,
    }),
    configuration: (section) => (section === 'intelephense' ? { telemetry: { enabled: false } } : null),
    readiness: { kind: 'progress', pattern: /index/i, quietMs: 5_000 },
    install: npm('intelephense'),
  }),
  listed({
    id: 'vscode-css-language-server',
    languages: ['css', 'scss', 'less'],
    commands: [['vscode-css-language-server', '--stdio']],
    // Without this it reports nothing.
    configuration: (section) => (['css', 'scss', 'less'].includes(section) ? { validate: true } : null),
    install: extracted,
    ...forEditors,
  }),
  listed({
    id: 'vscode-html-language-server',
    languages: ['html'],
    commands: [['vscode-html-language-server', '--stdio']],
    install: extracted,
    ...forEditors,
  }),
  listed({
    id: 'vscode-json-language-server',
    languages: ['json', 'jsonc'],
    commands: [['vscode-json-language-server', '--stdio']],
    // A file may name a schema on any host.
    initializationOptions: () => ({ handledSchemaProtocols: ['file'], provideFormatter: true }),
    install: extracted,
    ...forEditors,
  }),
  listed({
    id: 'yaml-language-server',
    languages: ['yaml'],
    commands: [['yaml-language-server', '--stdio']],
    // A comment in a file may name a schema on any host, and the server downloads it.
    runsWorkspaceCode: true,
    configuration: (section) => (section === 'yaml' ? { schemaStore: { enable: false } } : null),
    install: npm('yaml-language-server'),
    ...forEditors,
  }),
  listed({
    id: 'docker-langserver',
    languages: ['dockerfile'],
    commands: [['docker-langserver', '--stdio']],
    install: npm('dockerfile-language-server-nodejs'),
    ...forEditors,
  }),
  listed({
    id: 'svelte-language-server',
    languages: ['svelte'],
    commands: [['svelteserver', '--stdio']],
    // Without trust it runs neither svelte.config.js nor packages of the workspace.
    initializationOptions: ({ trusted }: AdapterContext) => ({ isTrusted: trusted, configuration: {} }),
    install: npm('svelte-language-server'),
  }),
  listed({
    id: 'eslint',
    languages: typescriptLanguages,
    commands: [['vscode-eslint-language-server', '--stdio']],
    // It loads the linter, the configuration and the plugins of the workspace.
    runsWorkspaceCode: true,
    configuration: (section, { folder }) => (section === '' ? eslintSettings(folder) : null),
    optionalRequests: ['eslint/openDoc', 'eslint/noLibrary', 'eslint/noConfig', 'eslint/probeFailed'],
    install: extracted,
    ...beside,
  }),
  listed({
    id: 'biome',
    languages: [...typescriptLanguages, 'json', 'jsonc', 'css'],
    commands: [['biome', 'lsp-proxy']],
    inWorkspace: [['node_modules/.bin/biome', 'lsp-proxy']],
    versionArgs: ['--version'],
    install: npm('@biomejs/biome'),
    ...beside,
  }),
];

/** It does not start without these. */
function eslintSettings(folder: string) {
  return {
    validate: 'on',
    run: 'onType',
    quiet: false,
    onIgnoredFiles: 'off',
    options: {},
    rulesCustomizations: [],
    problems: { shortenToSingleLine: false },
    codeAction: { disableRuleComment: { enable: true, location: 'separateLine' }, showDocumentation: { enable: true } },
    codeActionOnSave: { mode: 'all' },
    experimental: {},
    nodePath: null,
    workingDirectory: { mode: 'location' },
    workspaceFolder: { uri: pathToUri(folder), name: '' },
  };
}
