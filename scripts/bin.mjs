#!/usr/bin/env node
// Owns the start of the installed program: completes the installation where npm did not, then hands over to the
// server. Standard input and output are the protocol's: the child gets neither.

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
