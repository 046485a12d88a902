/** gopls: Go. Blocks until its answers are complete; needs the Go toolchain. */
import type { Adapter, AdapterContext } from '../adapter.js';
import { goModuleCache, goModuleRemarks, goVersion } from '../go-module-remarks.js';
import { goModulesBelow } from '../go-modules.js';

/**
 * Never another toolchain than the installed one, and never a change of go.mod. Without trust nothing is downloaded, for go.mod
 * names the hosts that are asked, and cgo runs no C compiler, whose flags source files set.
 */
const goEnv = ({ folder, trusted, exists }: AdapterContext): Readonly<Record<string, string>> => ({
  GOTOOLCHAIN: 'local',
  // With vendored dependencies it would have them looked for elsewhere.
  GOFLAGS: exists(`${folder}/vendor/modules.txt`) ? '' : '-mod=readonly',
  ...(!trusted && { GOPROXY: 'off', GONOPROXY: 'none', GOVCS: '*:off', CGO_ENABLED: '0' }),
});

export const gopls: Adapter = {
  id: 'gopls',
  title: 'gopls',
  languages: ['go'],
  commands: [['gopls']],
  // It may run the go command before it has asked for its settings.
  env: goEnv,
  asks: ({ which }) => {
    const go = which('go');
    return go === null ? [] : [goVersion(go), goModuleCache(go)];
  },
  versionArgs: ['version'],
  runsWorkspaceCode: false,
  refuses: (_version, context) =>
    context.which('go') ? null : 'gopls needs the go command, which is not on PATH (Debian: apt-get install golang-go)',
  programKeys: ['env', 'build.env', 'buildFlags', 'build.buildFlags', 'alternateTools'],
  configuration: (section, context) =>
    section === 'gopls' ? { env: goEnv(context), ...(!context.forEditor && { completeUnimported: false }) } : null,
  readiness: { kind: 'initialized' },
  readyWithinMs: 120_000,
  needsOpenFiles: false,
  keepsAnchor: false,
  foldersBelow: goModulesBelow,
  stamp: ({ folder }) => goModulesBelow(folder).join('\n'),
  window: 4,
  // Modules that were not downloaded.
  uselessError: /no package metadata|no views in session|no packages found|orphaned file/i,
  roots: ['go.mod', 'go.work'],
  remarks: (context) => [
    ...(context.exists(`${context.folder}/go.mod`) || context.exists(`${context.folder}/go.work`)
      ? []
      : ['no go.mod or go.work at the top of the workspace: each module below it is read by itself, files outside of any module singly']),
    ...goModuleRemarks(context),
  ],
  install: 'go install golang.org/x/tools/gopls@latest; Debian: apt-get install gopls golang-go',
};
