// The npm packages of a checkout: checks whether node_modules matches package-lock.json, and installs them. The
// packages' own scripts do not run: npm 10, 11 and 12 differ in which they run and in what a failure costs, and
// everything that needs building here is built by natives.mjs, within time limits.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readJson } from '../native/packages.mjs';
import { root } from '../native/places.mjs';
import { npm, say, seconds, tail } from '../native/run.mjs';

const inRoot = (name) => join(root, name);

/** Compares versions, not times: git and npm both write the two files in any order. 2 ms. */
export function dependenciesAreFresh() {
  try {
    const installed = readJson(inRoot('node_modules/.package-lock.json')).packages;
    return Object.entries(wantedPackages()).every(([path, entry]) => isInstalled(installed[path], entry));
  } catch {
    return false;
  }
}

function wantedPackages() {
  const { '': self, ...packages } = readJson(inRoot('package-lock.json')).packages;
  const declared = readJson(inRoot('package.json'));
  const same = ['dependencies', 'devDependencies', 'optionalDependencies'].every((kind) => sameEntries(self[kind], declared[kind]));
  // package.json was edited by hand: npm has to complete the lock file.
  if (!same) throw new Error('package-lock.json is behind package.json');
  return packages;
}

const sameEntries = (a = {}, b = {}) => JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort());

// Optional packages include those for other platforms; natives.mjs looks after the ones that matter.
const isInstalled = (found, wanted) => (found ? found.version === wanted.version : wanted.optional || wanted.devOptional || wanted.peer);

export async function installDependencies() {
  const started = Date.now();
  const options = ['--ignore-scripts', '--include=dev', '--include=optional', '--no-audit', '--no-fund'];
  say('installing npm packages');
  const result = await install(options);
  if (!result.ok) throw new Error(`npm could not install the packages:\n${tail(result.output)}`);
  say(`installed in ${seconds(started)}`);
}

// `npm ci` starts by deleting node_modules and what was compiled there, so it is for a fresh clone only.
async function install(options) {
  const fresh = !existsSync(inRoot('node_modules')) && existsSync(inRoot('package-lock.json'));
  const result = fresh && (await npm(['ci', ...options], { cwd: root }));
  if (result.ok || /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT/.test(result.output ?? '')) return result;
  return npm(['install', ...options], { cwd: root });
}
