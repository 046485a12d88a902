/** pyright: Python. Spawned by path, for basedpyright owns the same command name. */
import { randomBytes } from 'node:crypto';
import { delimiter, isAbsolute } from 'node:path';
import type { Adapter, AdapterContext } from '../adapter.js';

/**
 * Without a file for cancellation, one cancelled `references` breaks every later one (1.1.405 and 1.1.414). With one,
 * checking is handed to a worker that the npm package cannot start, so that diagnostics and code actions never come
 * (1.1.414): for an editor there is none, and what breaks is not cancelled.
 */
const cancellation = () => `--cancellationReceive=file:${randomBytes(20).toString('hex')}`;

const environments = ['.venv', 'venv', 'env', '.env'];
const ownExecutable = ['-I', '-c', 'import sys; print(sys.executable)'];

/** Interpreters on PATH, in order of preference. Without trust none of the workspace's. */
const onPath = (context: AdapterContext): readonly string[] =>
  [...context.programs('python3'), ...context.programs('python')].filter((path) => context.trusted || !context.isInside(path));

/** The interpreter is run to find the search paths, so a workspace's own only where it is trusted. */
function interpreter(context: AdapterContext): string | null {
  if (!context.trusted) {
    // Version managers put programs on PATH that run what a file of the workspace says: what they stand for is used.
    const own = onPath(context).flatMap((path) => context.output(path, ownExecutable) ?? []);
    return own.find((path) => path !== '' && !context.isInside(path)) ?? null;
  }
  for (const name of environments) {
    for (const path of [`${context.folder}/${name}/bin/python`, `${context.folder}/${name}/Scripts/python.exe`]) {
      if (context.exists(path)) return path;
    }
  }
  return onPath(context)[0] ?? null;
}

/** It runs the interpreter in the workspace, which then must not import from there. */
function pythonEnv({ trusted, isInside }: AdapterContext): Readonly<Record<string, string>> {
  const searched = process.env['PYTHONPATH'];
  if (trusted) return {};
  const outside = (searched ?? '').split(delimiter).filter((path) => isAbsolute(path) && !isInside(path));
  return { PYTHONSAFEPATH: '1', ...(searched !== undefined && { PYTHONPATH: outside.join(delimiter) }) };
}

export const pyright: Adapter = {
  id: 'pyright',
  title: 'pyright',
  languages: ['python'],
  commands: [
    ['pyright-langserver', '--stdio'],
    ['basedpyright-langserver', '--stdio'],
  ],
  inWorkspace: ['node_modules/.bin/pyright-langserver', '.venv/bin/pyright-langserver', '.venv/bin/basedpyright-langserver'].map((path) => [
    path,
    '--stdio',
  ]),
  bundled: (context) => {
    const script = context.bundled('pyright/langserver.index.js');
    return script === null ? null : { command: process.execPath, args: [script, '--stdio'] };
  },
  extraArgs: (context) => (context.forEditor ? [] : [cancellation()]),
  env: pythonEnv,
  asks: (context) => (context.trusted ? [] : onPath(context).map((path) => [path, ...ownExecutable] as const)),
  programKeys: ['pythonPath', 'defaultInterpreterPath', 'venvPath', 'venv', 'condaPath'],
  neverCancelled: ['textDocument/references'],
  versionArgs: null,
  runsWorkspaceCode: false,
  configuration: (section, context) => {
    const analysis = {
      diagnosticMode: 'openFilesOnly',
      // Opening a file type-checks it; without an editor nobody reads what is found.
      ...(!context.forEditor && { typeCheckingMode: 'off' }),
      autoSearchPaths: true,
      useLibraryCodeForTypes: true,
      indexing: false,
    };
    // Without a path it would run whatever python3 is first on PATH, which may be the workspace's.
    const none = context.trusted ? undefined : `${context.cacheFolder}/no-python`;
    if (section === 'python') return { pythonPath: interpreter(context) ?? none, analysis };
    if (section === 'python.analysis' || section === 'basedpyright.analysis') return analysis;
    if (section === 'pyright' || section === 'basedpyright')
      return { disableLanguageServices: false, disableOrganizeImports: !context.forEditor, analysis };
    return null;
  },
  readiness: { kind: 'log', pattern: /Found \d+ source files?|No source files found/ },
  readyWithinMs: 60_000,
  // Listing its files comes before what searches them all, and imports are followed without it.
  completeWhileLoading: ['textDocument/definition', 'textDocument/prepareCallHierarchy', 'callHierarchy/outgoingCalls'],
  needsOpenFiles: false,
  // [tool.pyright] include: flask's own has no tests.
  mayExcludeFiles: true,
  keepsAnchor: false,
  window: 4,
  remarks: (context) => {
    if (interpreter(context) === null) return ['no Python interpreter found: imports of installed packages stay unresolved'];
    const own = environments.some((name) => context.exists(`${context.folder}/${name}`));
    if (own && !context.trusted)
      return ['the workspace is not trusted, so its Python environment is not used: imports of its packages stay unresolved'];
    return own
      ? []
      : [
          'no environment (.venv) in the workspace: imports are resolved with the Python on PATH, those of packages that it lacks stay unresolved',
        ];
  },
  install: 'comes with this package (npm: pyright)',
};
