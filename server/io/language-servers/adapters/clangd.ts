/** clangd: C and C++. It indexes in the background from compile commands; without any, we generate them. */
import type { Adapter } from '../adapter.js';
import { ensureCompileCommands } from '../compile-commands/compile-commands.js';
import { ClangdFacts } from '../facts/clangd/clangd-facts.js';

export const clangd: Adapter = {
  id: 'clangd',
  title: 'clangd',
  languages: ['c', 'cpp', 'cuda-cpp', 'objective-c', 'objective-cpp'],
  commands: [
    'clangd',
    'clangd-22',
    'clangd-21',
    'clangd-20',
    'clangd-19',
    'clangd-18',
    'clangd-17',
    'clangd-16',
    'clangd-15',
    'clangd-14',
  ].map((name) => [name]),
  // clangd writes its index beside the compile commands, which are in our cache and never in the workspace.
  extraArgs: (context) => [
    '--background-index',
    '-j=2',
    '--limit-references=0',
    // For the index: all results, and nothing that only people use.
    ...(context.forEditor ? [] : ['--limit-results=0', '--header-insertion=never', '--clang-tidy=false']),
    '--pch-storage=memory',
    '--log=error',
    // A configuration may add any flag and name another index. The user's own cannot be read without the workspace's.
    ...(context.trusted ? [] : ['--enable-config=false']),
    `--compile-commands-dir=${ensureCompileCommands(context).folder}`,
  ],
  versionArgs: ['--version'],
  runsWorkspaceCode: false,
  configurationFiles: ['.clang-format', '.clang-tidy'],
  initializationOptions: () => ({ clangdFileStatus: false }),
  // It always has compile commands. Without progress there are no sources, or the machine is very busy.
  readiness: { kind: 'progress', pattern: /backgroundIndexProgress/, quietMs: 5_000 },
  readyWithinMs: 600_000,
  // Otherwise it answers "non-added document".
  needsOpenFiles: true,
  keepsOneFileOpen: false,
  facts: (running, pathOf) => new ClangdFacts(running, pathOf),
  writesIndex: true,
  hasReliableOutlines: true,
  programKeys: [],
  maxParallelRequests: 4,
  configurationStamp: (context) => ensureCompileCommands(context).hash,
  remarks: (context) => ensureCompileCommands(context).remarks,
  install:
    'Debian and Ubuntu: apt-get install clangd-19; macOS: brew install llvm; Windows: winget install LLVM.LLVM; https://clangd.llvm.org/installation',
};
