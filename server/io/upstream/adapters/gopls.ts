/** gopls: Go. Blocks until its answers are complete; needs the Go toolchain. */
import type { Adapter } from '../adapter.js';
import { goModulesBelow } from '../go-modules.js';

export const gopls: Adapter = {
  id: 'gopls',
  title: 'gopls',
  languages: ['go'],
  commands: [['gopls']],
  versionArgs: ['version'],
  runsWorkspaceCode: false,
  refuses: (_version, context) =>
    context.which('go') ? null : 'gopls needs the go command, which is not on PATH (Debian: apt-get install golang-go)',
  programKeys: ['env', 'build.env', 'buildFlags', 'build.buildFlags', 'alternateTools'],
  configuration: (section, context) =>
    section === 'gopls'
      ? { env: { GOTOOLCHAIN: 'local', GOFLAGS: '-mod=readonly' }, ...(!context.forEditor && { completeUnimported: false }) }
      : null,
  readiness: { kind: 'initialized' },
  readyWithinMs: 120_000,
  needsOpenFiles: false,
  keepsAnchor: false,
  foldersBelow: goModulesBelow,
  stamp: ({ folder }) => goModulesBelow(folder).join('\n'),
  resolveBy: 'textDocument/definition',
  window: 4,
  // Modules that were not downloaded.
  uselessError: /no package metadata|no views in session|no packages found|orphaned file/i,
  roots: ['go.mod', 'go.work'],
  remarks: (context) =>
    context.exists(`${context.folder}/go.mod`) || context.exists(`${context.folder}/go.work`)
      ? []
      : ['no go.mod or go.work at the top of the workspace: each module below it is read by itself, files outside of any module singly'],
  install: 'go install golang.org/x/tools/gopls@latest; Debian: apt-get install gopls golang-go',
};
