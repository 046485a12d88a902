// Compiles the two native modules from the sources inside their npm packages. faiss-node's own script clones
// FAISS and builds all of it with CMake; its one source file against the system's library takes three seconds.

import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageFolder } from './places.mjs';
import { npm, run } from './run.mjs';
import { findCompiler, nodeHeaders } from './toolchain.mjs';

const compileLimitMs = 600_000;

/** Each gives `{ ok, output }` and leaves the binary where the package looks for it. */
export const compile = { 'better-sqlite3': compileSqlite, 'faiss-node': compileFaiss };

// `npm run` puts npm's own node-gyp on the path, whichever npm this is.
async function compileSqlite(folder) {
  const headers = await nodeHeaders();
  if (!headers) return { ok: false, output: 'no headers for this Node' };
  return npm(['run', 'build-release', '--', `--nodedir=${headers}`, '--jobs=max'], { cwd: folder, limitMs: compileLimitMs });
}

// Debian has the static FAISS only, whose own needs must be named; elsewhere OpenBLAS may stand for both.
const libraries = [['-lfaiss', '-llapack', '-lblas'], ['-lfaiss', '-lopenblas'], ['-lfaiss']];

async function compileFaiss(folder) {
  const headers = await nodeHeaders();
  if (!headers) return { ok: false, output: 'no headers for this Node' };
  const addonApi = packageFolder('node-addon-api', createRequire(join(folder, 'package.json')));
  const release = join(folder, 'build', 'Release');
  const unfinished = join(release, `faiss-node.${process.pid}.tmp`);
  mkdirSync(release, { recursive: true });
  const args = [
    ...['-O3', '-shared', '-fPIC', '-std=c++17', '-fopenmp', '-DNAPI_VERSION=6', '-DBUILDING_NODE_EXTENSION'],
    ...['-include', join(dirname(fileURLToPath(import.meta.url)), 'faiss-compat.h')],
    ...[`-I${join(headers, 'include', 'node')}`, `-I${addonApi}`, join(folder, 'src', 'faiss.cc'), '-o', unfinished],
  ];
  const result = await firstThatLinks(args);
  // Renamed into place, so that a server that has the old file loaded keeps it and no one loads half a file.
  if (result.ok) renameSync(unfinished, join(release, 'faiss-node.node'));
  else rmSync(unfinished, { force: true });
  return result;
}

async function firstThatLinks(args) {
  let result;
  for (const choice of libraries) {
    result = await run(findCompiler(), [...args, ...choice], { limitMs: compileLimitMs });
    if (result.ok || !/cannot find -l/.test(result.output)) break;
  }
  return result;
}
