// Makes a fresh clone runnable: packages, native modules, compiled code. Each step checks first
// and does only what is missing, so every other script can begin with it.

import { fileURLToPath } from 'node:url';
import { dependenciesAreFresh, installDependencies } from './checkout/dependencies.mjs';
import { buildIsFresh, compileSources } from './checkout/typescript.mjs';
import { alone } from './native/lock.mjs';
import { ensureNatives } from './native/natives.mjs';
import { say } from './native/run.mjs';

const oldestNode = 20;

/** Exits with a message if setup fails. */
export async function setup() {
  await prepare();
  if (!(await build())) fail('TypeScript found errors');
}

/** Packages and native modules. */
export async function prepare() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < oldestNode) fail(`Node ${oldestNode} or later is needed, this is ${process.version}`);
  try {
    if (!dependenciesAreFresh()) await alone(() => dependenciesAreFresh() || installDependencies());
    await ensureNatives({ apt: 'allowed' });
  } catch (error) {
    fail(error.message);
  }
}

/** Compiles; false if there are type errors, which are printed. Writes the code in either case. */
export async function build() {
  return buildIsFresh() || (await alone(() => buildIsFresh() || compileSources()));
}

function fail(reason) {
  say(`setup failed: ${reason}`);
  process.exit(1);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await setup();
