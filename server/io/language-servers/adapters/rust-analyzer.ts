/** rust-analyzer: Rust. It answers nothing until it has loaded the crates, for which it runs cargo. */
import type { Adapter, AdapterContext } from '../adapter.js';

const hasLock = (context: AdapterContext): boolean => context.exists(`${context.folder}/Cargo.lock`);

/** Nothing may be written into the workspace: neither `target` nor a Cargo.lock, which cargo writes by itself. */
const settings = (context: AdapterContext) => {
  const target = `${context.cacheFolder}/rust-target`;
  return {
    checkOnSave: false,
    cachePriming: { enable: true, numThreads: 1 },
    files: { watcher: 'client' },
    cargo: {
      buildScripts: { enable: false },
      targetDir: target,
      extraEnv: { CARGO_TARGET_DIR: target },
      ...(hasLock(context) ? { extraArgs: ['--locked'] } : { noDeps: true }),
    },
    procMacro: { enable: true },
  };
};

export const rustAnalyzer: Adapter = {
  id: 'rust-analyzer',
  title: 'rust-analyzer',
  languages: ['rust'],
  commands: [['rust-analyzer']],
  // rustup puts a stub on PATH that fails if the component is not installed. `--version` tells.
  versionArgs: ['--version'],
  // .cargo/config.toml may name wrappers of the compiler; build scripts and macros are programs.
  runsWorkspaceCode: true,
  initializationOptions: settings,
  // Checking is for people and does not change how the workspace is read.
  configuration: (section, context) => (section === 'rust-analyzer' ? { ...settings(context), checkOnSave: context.forEditor } : null),
  readiness: {
    kind: 'notification',
    method: 'experimental/serverStatus',
    isReady: (params) => (params as { quiescent?: boolean } | null)?.quiescent === true,
  },
  readyWithinMs: 300_000,
  needsOpenFiles: false,
  keepsOneFileOpen: false,
  maxParallelRequests: 4,
  roots: ['Cargo.toml', 'rust-project.json'],
  remarks: (context) => {
    if (!context.exists(`${context.folder}/Cargo.toml`))
      return ['no Cargo.toml at the top of the workspace: files outside of a crate are not resolved'];
    return hasLock(context) ? [] : ['no Cargo.lock: dependencies are not resolved until you run `cargo generate-lockfile`'];
  },
  install: 'rustup component add rust-analyzer rust-src; Debian: apt-get install rust-web-analyzer rust-web-src',
};
