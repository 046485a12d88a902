/**
 * Servers that were never run with this program, written from their documentation. They answer editors where they are found. For edges they
 * are asked where a setting names them, since nobody has measured what they state. Most run programs or plugins that the workspace names, so
 * they need trust.
 */
import type { Adapter, AdapterContext } from '../adapter.js';
import { listed } from './listed.js';

type Untried = Parameters<typeof listed>[0];

const untried = (server: Untried): Adapter => listed({ runsWorkspaceCode: true, statesEdges: 'if named', ...server });

/** Ready when the progress with such a title or token ends. */
const endOf = (pattern: RegExp) => ({ kind: 'progress', pattern, quietMs: 5_000 }) as const;

export const untriedServers: readonly Adapter[] = [
  untried({
    id: 'jdtls',
    languages: ['java'],
    commands: [['jdtls']],
    // Its own state of the workspace; the default is shared by all folders of that name.
    extraArgs: ({ cacheFolder }: AdapterContext) => ['-data', `${cacheFolder}/jdtls`],
    readiness: {
      kind: 'notification',
      method: 'language/status',
      isReady: (params) => (params as { type?: string } | null)?.type === 'ServiceReady',
    },
    install: 'https://github.com/eclipse-jdtls/eclipse.jdt.ls#installation, or brew install jdtls',
  }),
  untried({
    id: 'ruby-lsp',
    languages: ['ruby'],
    commands: [['ruby-lsp']],
    readiness: endOf(/index/i),
    install: 'gem install ruby-lsp',
  }),
  untried({
    id: 'solargraph',
    languages: ['ruby'],
    commands: [['solargraph', 'stdio']],
    readiness: endOf(/mapping/i),
    install: 'gem install solargraph',
  }),
  untried({
    id: 'lua-language-server',
    languages: ['lua'],
    commands: [['lua-language-server']],
    versionArgs: ['--version'],
    extraArgs: ({ cacheFolder }: AdapterContext) => [`--logpath=${cacheFolder}/lua/log`, `--metapath=${cacheFolder}/lua/meta`],
    readiness: endOf(/load/i),
    install: 'brew install lua-language-server, or https://luals.github.io/#install',
  }),
  untried({
    id: 'texlab',
    languages: ['latex'],
    commands: [['texlab']],
    versionArgs: ['--version'],
    install: 'cargo install --locked --git https://github.com/latex-lsp/texlab',
  }),
  untried({
    id: 'taplo',
    languages: ['toml'],
    // A configuration in the workspace may name a schema on any host.
    commands: [['taplo', 'lsp', 'stdio']],
    versionArgs: ['--version'],
    install: 'cargo install --locked --features lsp taplo-cli',
  }),
  untried({
    id: 'zls',
    languages: ['zig'],
    commands: [['zls']],
    versionArgs: ['--version'],
    install: 'https://github.com/zigtools/zls/releases',
  }),
  untried({
    id: 'haskell-language-server',
    languages: ['haskell'],
    commands: [
      ['haskell-language-server-wrapper', '--lsp'],
      ['haskell-language-server', '--lsp'],
    ],
    readiness: endOf(/./),
    install: 'ghcup install hls',
  }),
  untried({
    id: 'phpactor',
    languages: ['php'],
    commands: [['phpactor', 'language-server']],
    readiness: endOf(/index/i),
    install: 'https://phpactor.readthedocs.io/en/master/usage/standalone.html',
  }),
];
