/** clangd: C and C++. Indexes in the background from compile commands; without any, one that we write stands in. */

import type { Adapter } from '../adapter.js';
import { ensureCompileCommands } from '../compile-commands/compile-commands.js';

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
  // Never into the user's tree: shards lie beside the compile commands, and those in our cache.
  extraArgs: (context) => [
    '--background-index',
    '-j=2',
    '--limit-references=0',
    // For the index: every result, and nothing that only people look at.
    ...(context.forEditor ? [] : ['--limit-results=0', '--header-insertion=never', '--clang-tidy=false']),
    '--pch-storage=memory',
    '--log=error',
    // Its configuration may add any flag, and name an index elsewhere; the user's own cannot be read without the workspace's.
    ...(context.trusted ? [] : ['--enable-config=false']),
    `--compile-commands-dir=${ensureCompileCommands(context).folder}`,
  ],
  versionArgs: ['--version'],
  runsWorkspaceCode: false,
  initializationOptions: () => ({ clangdFileStatus: false }),
  // It always has compile commands: with no word of an index there are no sources, or the machine is very busy.
  readiness: { kind: 'progress', pattern: /backgroundIndexProgress/, quietMs: 5_000 },
  readyWithinMs: 600_000,
  // "non-added document" otherwise.
  needsOpenFiles: true,
  keepsAnchor: false,
  hasShards: true,
  healsOutlines: true,
  programKeys: [],
  window: 4,
  stamp: (context) => ensureCompileCommands(context).hash,
  remarks: (context) => ensureCompileCommands(context).remarks,
  install:
    'Debian and Ubuntu: apt-get install clangd-19; macOS: brew install llvm; Windows: winget install LLVM.LLVM; https://clangd.llvm.org/installation',
};
