// The work trees of the benchmark: the default one, assembled from the sources of installed packages, and one
// of about 20,000 chunks cut out of any other.

import { cpSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Packages of package-lock.json with much source and little that is generated: some 350,000 lines in all. */
const packages = [
  'zod',
  '@types/node',
  'better-sqlite3',
  'typescript/lib',
  'minisearch',
  'node-addon-api',
  'vscode-languageserver',
  'vscode-languageserver-protocol',
  'vscode-languageserver-types',
  'vscode-jsonrpc',
  'semver',
  'ignore',
  'picomatch',
  'readable-stream',
  'undici-types',
];
const sources = /\.(?:[cm]?[jt]sx?|md|c|cc|cpp|h|hpp|py|json)$/;
const code = /\.(?:[cm]?[jt]s|c|h|py)$/;
/** Measured elsewhere. */
const excluded = new Set(['zod', 'express']);
const leftOut = /(?:^|\/)(?:node_modules|build|prebuilds)(?:\/|$)|\.min\.|\.map$/;

/** Copies the packages' sources into `folder`, without git; packages that are not installed are left out. */
export function makeCorpus(nodeModules, folder) {
  for (const name of packages) {
    const from = join(nodeModules, name);
    if (!existsSync(from)) continue;
    for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
      const path = join(entry.path, entry.name).slice(from.length + 1);
      if (!entry.isFile() || !sources.test(path) || leftOut.test(path)) continue;
      copy(join(from, path), join(folder, name.replace('/', '-'), path));
    }
  }
}

/** Copies files of a work tree, evenly over it, until they hold `wanted` chunks; again under another name where they are too few. */
export function cutOut(from, counts, wanted, folder) {
  const total = counts.reduce((sum, { chunks }) => sum + chunks, 0);
  let taken = 0;
  let seen = 0;
  for (let round = 0; total > 0 && taken < wanted; round++) {
    for (const { path, chunks } of counts) {
      seen += chunks;
      // So that files of every folder are among them.
      if (taken / wanted > seen / Math.max(total, wanted) || taken >= wanted) continue;
      taken += chunks;
      copy(join(from, path), join(folder, `copy-${round}`, path));
    }
  }
}

function copy(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to);
}

/** The smallest sources of a work tree, again under other names until there are `wanted` files. */
export function manySmallFiles(from, wanted, folder) {
  const all = readdirSync(from, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && code.test(entry.name))
    .map((entry) => join(entry.path, entry.name))
    .map((path) => ({ path: path.slice(from.length + 1), size: statSync(path).size }))
    .filter(({ size }) => size > 200 && size < 1_500)
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  for (let i = 0; i < wanted && all.length > 0; i++) {
    const { path } = all[i % all.length];
    copy(join(from, path), join(folder, `copy-${Math.floor(i / all.length)}`, path));
  }
}

/** Installed packages with some source files, each copied into a folder of its own. @returns the folders */
export function packageRoots(nodeModules, wanted, folder) {
  const folders = [];
  for (const name of readdirSync(nodeModules).sort()) {
    if (folders.length === wanted) break;
    if (name.startsWith('.') || name.startsWith('@') || excluded.has(name)) continue;
    const from = join(nodeModules, name);
    const paths = readdirSync(from, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && sources.test(entry.name))
      .map((entry) => join(entry.path, entry.name).slice(from.length + 1))
      .filter((path) => !leftOut.test(path));
    if (paths.length < 10 || paths.length > 150) continue;
    for (const path of paths) copy(join(from, path), join(folder, name, path));
    folders.push(join(folder, name));
  }
  return folders;
}
