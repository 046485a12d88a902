/** The native TypeScript 7 server, `tsc --lsp --stdio`: complete answers from the first question on, and a batch interface. */
import type { Adapter, AdapterContext } from '../adapter.js';
import { tsConfigRemarks } from '../tsconfig-remarks.js';
import { typescriptLanguages } from './typescript-language-server.js';

const args = ['--lsp', '--stdio'];
const binary = () => `@typescript/typescript-${process.platform}-${process.arch}/lib/tsc${process.platform === 'win32' ? '.exe' : ''}`;

/** It runs npm to fetch types for JavaScript, whatever its settings say, and so tells a registry what a workspace depends on. */
const withoutPrograms = { PATH: '' };

export const typescriptNative: Adapter = {
  id: 'typescript',
  title: 'TypeScript 7',
  languages: typescriptLanguages,
  commands: [['tsc', ...args]],
  inWorkspace: [[`node_modules/${binary()}`, ...args]],
  bundled: (context: AdapterContext) => {
    const path = context.bundled(binary());
    return path === null ? null : { command: path, args, env: withoutPrograms };
  },
  versionArgs: ['--version'],
  refuses: (version) => (Number(/(\d+)\./.exec(version)?.[1] ?? 0) >= 7 ? null : `TypeScript ${version} has no --lsp; 7 is needed`),
  runsWorkspaceCode: false,
  // One on PATH may need programs to start: then npm runs, and asks nobody.
  env: () => ({ npm_config_offline: 'true' }),
  readiness: { kind: 'initialized' },
  readyWithinMs: 120_000,
  needsOpenFiles: false,
  keepsAnchor: false,
  hasChecker: true,
  programKeys: ['tsdk', 'path', 'nodePath', 'npm', 'pluginPaths'],
  window: 4,
  remarks: tsConfigRemarks,
  install: 'npm install typescript@7, in the workspace or beside this package',
};
