// Tries to download a module's prebuilt binary from GitHub. Many machines reach the npm registry
// only, and some drop everything else without an answer: silence ends the attempt, a download that runs may go on.

import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { packageFolder, serverRequire } from './places.mjs';
import { run } from './run.mjs';

const downloadLimitMs = 180_000;

/** Lets prebuild-install unpack the binary into `folder`. True means only that it finished: probe the module afterwards. */
export async function takePrebuilt(folder, args = []) {
  const tool =
    packageFolder('prebuild-install', createRequire(join(folder, 'package.json'))) ?? packageFolder('prebuild-install', serverRequire);
  const program = tool && join(tool, 'bin.js');
  if (!program || !existsSync(program)) return false;
  const options = { cwd: folder, limitMs: downloadLimitMs, answer: /downloading to|found (cached|local)/ };
  const { ok } = await run(process.execPath, [program, '--verbose', ...args], options);
  return ok;
}
