// What the SCIP indexers of Sourcegraph say of TypeScript and Python: compilers that our servers have no part in, or an older copy of.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OccurrencesTruth } from './occurrences-truth.mjs';
import { documentsOf } from './scip.mjs';

const indexers = {
  typescript: { command: 'scip-typescript', args: ({ output, projects }) => ['index', '--output', output, ...projects] },
  // An empty environment, so that it does not run pip; without a version it asks git, and fails where there is none.
  python: {
    command: 'scip-python',
    args: ({ output, environment }) => [
      'index',
      '--quiet',
      '--environment',
      environment,
      '--project-name',
      'w',
      '--project-version',
      '0',
      '--output',
      output,
    ],
  },
};
const kin = { typescriptreact: 'typescript', javascript: 'typescript', javascriptreact: 'typescript' };

function run({ command, args }, { tools, folder }) {
  const inFolder = tools && join(tools, 'node_modules/.bin', command);
  if (inFolder && !existsSync(inFolder)) throw new Error(`no ${inFolder}: npm install --prefix ${tools} @sourcegraph/${command}`);
  const { status, error, stderr, stdout } = spawnSync(inFolder || command, args, { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28 });
  if (error && 'code' in error && error.code === 'ENOENT')
    throw new Error(`${command} is not on PATH: npm install --prefix SOMEWHERE @sourcegraph/${command}, and say --tools SOMEWHERE`);
  if (status !== 0) throw new Error(`${command}: ${error?.message ?? `${stdout}${stderr}`.slice(-2_000)}`);
}

/** Without the package, which differs where a package is used by its installed name, and without the folder of sources, which is no part of a module. */
const bare = (symbol) =>
  symbol
    .split(' ')
    .slice(4)
    .join(' ')
    .replace(/^`src\./, '`');

/** `tools`: a folder into which the indexers were installed; else they are looked for on PATH. `projects`: of TypeScript, else the folder. */
export function scipTruth({ folder, cacheDir, languages, tools, projects = [] }) {
  const truth = new OccurrencesTruth('scip');
  const environment = join(cacheDir, 'environment.json');
  writeFileSync(environment, '[]');
  for (const language of new Set(languages.map((one) => kin[one] ?? one))) {
    const indexer = indexers[language];
    if (!indexer) throw new Error(`no SCIP indexer is known for ${language}`);
    const output = join(cacheDir, `${language}.scip`);
    run({ command: indexer.command, args: indexer.args({ output, environment, projects }) }, { tools, folder });
    for (const { path, occurrences } of documentsOf(readFileSync(output))) {
      for (const { symbol, isDefinition, ...place } of occurrences) {
        truth.add({ path, ...place }, [symbol.startsWith('local ') ? `${path} ${symbol}` : bare(symbol)], isDefinition);
      }
    }
  }
  return truth;
}
