/** gopls: Go. It answers when its answers are complete, and needs the Go toolchain. */
import type { Adapter, AdapterContext } from '../adapter.js';
import { goModuleCache, goModuleRemarks, goModulesBelow, goVersion } from '../projects/go-modules.js';

/**
 * Only the installed toolchain is used, and go.mod is never changed. In an untrusted workspace nothing is downloaded, because go.mod
 * names the hosts, and cgo does not run a C compiler, because source files set its flags.
 */
const goEnv = ({ folder, trusted, exists }: AdapterContext): Readonly<Record<string, string>> => ({
  GOTOOLCHAIN: 'local',
  // With `-mod=readonly` vendored dependencies would not be used.
  GOFLAGS: exists(`${folder}/vendor/modules.txt`) ? '' : '-mod=readonly',
  ...(!trusted && { GOPROXY: 'off', GONOPROXY: 'none', GOVCS: '*:off', CGO_ENABLED: '0' }),
});

/**
 * Since 0.12 it keeps types only of packages with an open file, and reads a package anew for each question about another one: of 47 files of
 * afero one had edges after 80 seconds with 0.16. Builds of a distribution may have no number.
 */
const keepsTypesOfOpenFilesOnly = (version: string): boolean => {
  const [, major, minor] = /^(\d+)\.(\d+)/.exec(version) ?? [];
  return minor !== undefined && (Number(major) > 0 || Number(minor) >= 12);
};

export const gopls: Adapter = {
  id: 'gopls',
  title: 'gopls',
  languages: ['go'],
  commands: [['gopls']],
  // It may run the go command before it requests its settings.
  env: goEnv,
  cacheVariables: ['GOCACHE', 'GOPLSCACHE'],
  programsToRun: ({ which }) => {
    const go = which('go');
    return go === null ? [] : [goVersion(go), goModuleCache(go)];
  },
  versionArgs: ['version'],
  runsWorkspaceCode: false,
  configurationFiles: ['go.mod', 'go.work', 'go.sum', 'go.work.sum', 'modules.txt', '*.go'],
  rejects: (_version, context) =>
    context.which('go') ? null : 'gopls needs the go command, which is not on PATH (Debian: apt-get install golang-go)',
  programKeys: ['env', 'build.env', 'buildFlags', 'build.buildFlags', 'alternateTools'],
  configuration: (section, context) =>
    section === 'gopls' ? { env: goEnv(context), ...(!context.forEditor && { completeUnimported: false }) } : null,
  readiness: { kind: 'initialized' },
  readyWithinMs: 120_000,
  needsOpenFiles: false,
  keepsOneFileOpen: false,
  ofVersion: (version) => (keepsTypesOfOpenFilesOnly(version) ? { needsOpenFiles: true, keepsOneFileOpen: true } : {}),
  additionalFolders: goModulesBelow,
  configurationStamp: ({ folder }) => goModulesBelow(folder).join('\n'),
  maxParallelRequests: 4,
  // Locals, predeclared names and those of libraries: half of the identifiers of a file.
  namesAreDeclared: true,
  // Because modules were not downloaded.
  uselessError: /no package metadata|no views in session|no packages found|orphaned file/i,
  roots: ['go.mod', 'go.work'],
  // `(*Truck[Parcel]).Deliver`
  methodOf: (symbolName) => {
    const [, type, method] = /^\(\*?(\w+)(?:\[.*\])?\)\.(\w+)$/.exec(symbolName) ?? [];
    return type !== undefined && method !== undefined ? { type, method } : null;
  },
  remarks: (context) => [
    ...(context.exists(`${context.folder}/go.mod`) || context.exists(`${context.folder}/go.work`)
      ? []
      : [
          'no go.mod or go.work at the top of the workspace: each module below is loaded separately, and files outside of all modules one by one',
        ]),
    ...goModuleRemarks(context),
  ],
  install: 'go install golang.org/x/tools/gopls@latest; Debian: apt-get install gopls golang-go',
};
