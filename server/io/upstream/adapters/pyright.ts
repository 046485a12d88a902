/** pyright: Python. Spawned by path, for basedpyright owns the same command name. */
import { randomBytes } from 'node:crypto';
import type { Adapter, AdapterContext } from '../adapter.js';

/**
 * Without a file for cancellation, one cancelled `references` breaks every later one (1.1.405 and 1.1.414). With one,
 * checking is handed to a worker that the npm package cannot start, so that diagnostics and code actions never come
 * (1.1.414): for an editor there is none, and what breaks is not cancelled.
 */
const cancellation = () => `--cancellationReceive=file:${randomBytes(20).toString('hex')}`;

const environments = ['.venv', 'venv', 'env', '.env'];
/** The interpreter is run to find the search paths, so a workspace's own only where it is trusted. */
function interpreter(context: AdapterContext): string | null {
  if (context.trusted) {
    for (const name of environments) {
      for (const path of [`${context.folder}/${name}/bin/python`, `${context.folder}/${name}/Scripts/python.exe`]) {
        if (context.exists(path)) return path;
      }
    }
  }
  return context.which('python3') ?? context.which('python');
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
    if (section === 'python') return { pythonPath: interpreter(context) ?? undefined, analysis };
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
  resolveBy: 'textDocument/definition',
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
