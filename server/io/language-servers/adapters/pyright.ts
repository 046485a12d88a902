/** pyright: Python. Started by path, because basedpyright has the same command name. */
import { randomBytes } from 'node:crypto';
import { delimiter, isAbsolute } from 'node:path';
import type { Adapter, AdapterContext } from '../adapter.js';
import { pythonFacts } from '../facts/python-facts.js';

/**
 * Without a cancellation file, one cancelled `references` breaks every later one (1.1.405 and 1.1.414). With one, checking runs in
 * a worker that the npm package cannot start, so diagnostics and code actions never arrive (1.1.414). For an editor there is no
 * such file, and `references` is not cancelled.
 */
const cancellation = () => `--cancellationReceive=file:${randomBytes(20).toString('hex')}`;

const environments = ['.venv', 'venv', 'env', '.env'];
const ownExecutable = ['-I', '-c', 'import sys; print(sys.executable)'];

/** Interpreters on PATH, in order of preference. In an untrusted workspace none from the workspace. */
const onPath = (context: AdapterContext): readonly string[] =>
  [...context.programs('python3'), ...context.programs('python')].filter((path) => context.trusted || !context.isInside(path));

/** pyright runs the interpreter to find the search paths, so one from the workspace is used only in a trusted workspace. */
function interpreter(context: AdapterContext): string | null {
  if (!context.trusted) {
    // Version managers put wrappers on PATH that choose an interpreter by files of the workspace. The interpreter behind them is used.
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

/** pyright runs the interpreter in the workspace folder, which must not be imported from. */
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
  programsToRun: (context) => (context.trusted ? [] : onPath(context).map((path) => [path, ...ownExecutable] as const)),
  programKeys: ['pythonPath', 'defaultInterpreterPath', 'venvPath', 'venv', 'condaPath'],
  neverCancelled: ['textDocument/references'],
  versionArgs: null,
  runsWorkspaceCode: false,
  configurationFiles: ['pyproject.toml', 'pyrightconfig.json'],
  configuration: (section, context) => {
    const analysis = {
      diagnosticMode: 'openFilesOnly',
      // Opening a file type-checks it. Without an editor the diagnostics are not used.
      ...(!context.forEditor && { typeCheckingMode: 'off' }),
      autoSearchPaths: true,
      useLibraryCodeForTypes: true,
      indexing: false,
    };
    // Without a path it would run the first python3 on PATH, which may be from the workspace.
    const none = context.trusted ? undefined : `${context.cacheFolder}/no-python`;
    if (section === 'python') return { pythonPath: interpreter(context) ?? none, analysis };
    if (section === 'python.analysis' || section === 'basedpyright.analysis') return analysis;
    if (section === 'pyright' || section === 'basedpyright')
      return { disableLanguageServices: false, disableOrganizeImports: !context.forEditor, analysis };
    return null;
  },
  readiness: { kind: 'log', pattern: /Found \d+ source files?|No source files found/ },
  readyWithinMs: 60_000,
  // Only what searches all files needs the list of files. Imports are followed without it.
  completeWhileLoading: ['textDocument/definition', 'textDocument/prepareCallHierarchy', 'callHierarchy/outgoingCalls'],
  needsOpenFiles: false,
  // [tool.pyright] include: often without tests.
  mayExcludeFiles: true,
  keepsOneFileOpen: false,
  maxParallelRequests: 4,
  facts: pythonFacts,
  remarks: (context) => {
    if (interpreter(context) === null) return ['no Python interpreter was found: imports of installed packages are not resolved'];
    const own = environments.some((name) => context.exists(`${context.folder}/${name}`));
    if (own && !context.trusted)
      return ['the workspace is not trusted, so its Python environment is not used: imports of its packages are not resolved'];
    return own
      ? []
      : ['no environment (.venv) in the workspace: imports are resolved with the Python on PATH; packages that it lacks are not resolved'];
  },
  install: 'comes with this package (npm: pyright)',
};
