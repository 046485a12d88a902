// Owns the way from a fresh clone to a state that runs: packages, native modules, compiled code. Each step looks first
// and does only what is missing, so that every other script can begin with it.

import { fileURLToPath } from 'node:url';
import { dependenciesAreFresh, installDependencies } from './checkout/dependencies.mjs';
import { buildIsFresh, compileSources } from './checkout/typescript.mjs';
import { alone } from './native/lock.mjs';
import { ensureNatives } from './native/natives.mjs';
import { say } from './native/run.mjs';

const oldestNode = 20;

/** Ends the process with a plain line when the state cannot be reached. */
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

/** Compiled code; false if there are type errors, which have been shown. The code is written nevertheless. */
export async function build() {
  return buildIsFresh() || (await alone(() => buildIsFresh() || compileSources()));
}

function fail(reason) {
  say(`setup failed: ${reason}`);
  process.exit(1);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await setup();
