// Fetches a package's files for a build. Never runs a package's own scripts.

import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isCheckout, nativeHome, packageFolder, root } from './places.mjs';
import { cleanEnv, npm, say, tail } from './run.mjs';

export const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** The folder to build a native package in, with its files; undefined if they are not available. */
export async function placePackage(name) {
  const target = join(nativeHome, name);
  if (existsSync(join(target, 'package.json'))) return target;
  const present = packageFolder(name);
  if (present && isCheckout) return present;
  if (present) copyWithDependencies(present, target);
  else await fetchInto(name, target);
  return existsSync(join(target, 'package.json')) ? target : undefined;
}

/** Copies a package with its dependencies nested below it, so that it works in any folder. */
function copyWithDependencies(from, target) {
  cpSync(from, target, { recursive: true, dereference: true });
  const wanted = dependenciesOf(from).map((name) => ({ name, from }));
  for (const { name, from: parent } of wanted) {
    const folder = packageFolder(name, createRequire(join(parent, 'package.json')));
    const copy = join(target, 'node_modules', name);
    if (!folder || existsSync(copy)) continue;
    cpSync(folder, copy, { recursive: true });
    wanted.push(...dependenciesOf(folder).map((next) => ({ name: next, from: folder })));
  }
}

// prebuild-install is called in place, because it has 25 dependencies.
const dependenciesOf = (folder) =>
  Object.keys(readJson(join(folder, 'package.json')).dependencies ?? {}).filter((name) => name !== 'prebuild-install');

/** npm 10 drops an optional package whose script failed: get it again, without its scripts. */
async function fetchInto(name, target) {
  const { dependencies, optionalDependencies } = readJson(join(root, 'package.json'));
  const folder = await npmInstallApart(`${name}@${{ ...dependencies, ...optionalDependencies }[name]}`);
  if (!folder) return;
  const installed = join(folder, 'node_modules');
  mkdirSync(nativeHome, { recursive: true });
  cpSync(join(installed, name), target, { recursive: true });
  rmSync(join(installed, name), { recursive: true });
  cpSync(installed, join(target, 'node_modules'), { recursive: true });
  rmSync(folder, { recursive: true, force: true });
}

/** Installs one package into a new temporary folder, without scripts. The caller removes the folder. */
export async function npmInstallApart(spec) {
  const folder = mkdtempSync(join(tmpdir(), 'context-language-server-'));
  const args = [
    'install',
    '--prefix',
    folder,
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
    '--fetch-retries=0',
    spec,
  ];
  const { ok, output } = await npm(args, { cwd: folder, env: cleanEnv(), limitMs: 180_000 });
  if (ok) return folder;
  say(`npm could not fetch ${spec}:\n${tail(output, 3)}`);
  rmSync(folder, { recursive: true, force: true });
}
