/** rust-analyzer: Rust. Answers nothing until it has loaded the crates, and runs cargo to do so. */
import type { Adapter } from '../adapter.js';

export const rustAnalyzer: Adapter = {
  id: 'rust-analyzer',
  title: 'rust-analyzer',
  languages: ['rust'],
  commands: [['rust-analyzer']],
  // rustup puts a stub on PATH that fails where the component is not installed: `--version` tells.
  versionArgs: ['--version'],
  // .cargo/config.toml names wrappers of the compiler, build scripts and macros are programs.
  runsWorkspaceCode: true,
  initializationOptions: () => ({
    checkOnSave: false,
    cachePriming: { enable: true, numThreads: 1 },
    files: { watcher: 'client' },
    cargo: { buildScripts: { enable: false } },
    procMacro: { enable: true },
  }),
  configuration: (section) => (section === 'rust-analyzer' ? { checkOnSave: false, cargo: { buildScripts: { enable: false } } } : null),
  readiness: {
    kind: 'notification',
    method: 'experimental/serverStatus',
    isReady: (params) => (params as { quiescent?: boolean } | null)?.quiescent === true,
  },
  readyWithinMs: 300_000,
  needsOpenFiles: false,
  keepsAnchor: false,
  resolveBy: 'textDocument/definition',
  window: 4,
  toleratesUnknown: true,
  roots: ['Cargo.toml', 'rust-project.json'],
  remarks: (context) =>
    context.exists(`${context.folder}/Cargo.toml`)
      ? []
      : ['no Cargo.toml at the top of the workspace: files outside of a crate stay unresolved'],
  install: 'rustup component add rust-analyzer rust-src; Debian: apt-get install rust-web-analyzer rust-web-src',
};
