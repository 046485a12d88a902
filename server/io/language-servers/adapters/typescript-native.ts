/** The native TypeScript 7 server, `tsc --lsp --stdio`. Its first answer is complete, and its type checker answers questions in batches. */
import type { Adapter, AdapterContext } from '../adapter.js';
import { CheckerFacts, hasChecker } from '../facts/typescript/checker-facts.js';
import { tsConfigRemarks } from '../projects/tsconfig-remarks.js';
import { typescriptLanguages } from './typescript-language-server.js';

const args = ['--lsp', '--stdio'];
const binary = () => `@typescript/typescript-${process.platform}-${process.arch}/lib/tsc${process.platform === 'win32' ? '.exe' : ''}`;

/** It runs npm to fetch types for JavaScript whatever its settings are, which would tell a registry what a workspace depends on. */
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
  rejects: (version) => (Number(/(?<!\d)(\d+)\./.exec(version)?.[1] ?? 0) >= 7 ? null : `TypeScript ${version} has no --lsp; 7 is needed`),
  runsWorkspaceCode: false,
  configurationFiles: ['tsconfig.json', 'jsconfig.json', 'package.json'],
  // One on PATH may need programs to start. Then npm runs, but offline.
  env: () => ({ npm_config_offline: 'true' }),
  readiness: { kind: 'initialized' },
  readyWithinMs: 120_000,
  needsOpenFiles: false,
  keepsOneFileOpen: false,
  facts: (running, pathOf) => new CheckerFacts(running, pathOf),
  factsVariant: (version) => (hasChecker(version) ? 'checker' : null),
  programKeys: ['tsdk', 'path', 'nodePath', 'npm', 'pluginPaths'],
  maxParallelRequests: 4,
  remarks: tsConfigRemarks,
  install: 'npm install typescript@7, in the workspace or beside this package',
};
