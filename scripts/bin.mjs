#!/usr/bin/env node
// The entry of the installed program: completes the installation if npm did not, then starts the
// server. Standard input and output belong to the protocol: the child process gets neither.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

function isComplete() {
  if (existsSync(at('../tsconfig.json'))) return true;
  try {
    return readFileSync(at('../dist/.complete'), 'utf8') === process.versions.modules;
  } catch {
    return false;
  }
}

if (!isComplete()) spawnSync(process.execPath, [at('complete-install.mjs')], { stdio: ['ignore', 2, 2] });
await import(new URL('../dist/bundle/main.js', import.meta.url).href);
