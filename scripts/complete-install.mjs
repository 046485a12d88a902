// Completes an installed package: makes its native modules load. Runs as our
// postinstall, and from bin.mjs at the first start, since npm 12 runs no install scripts unless told to and npm 10 and
// 11 drop an optional package whose own script failed. In a checkout setup.mjs does this work.

import { accessSync, constants, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureNatives } from './native/natives.mjs';
import { isCheckout, root } from './native/places.mjs';
import { nativeModules, works } from './native/probe.mjs';
import { say } from './native/run.mjs';

if (!isCheckout) await completeInstall();

async function completeInstall() {
  if (isWritable(join(root, 'dist'))) {
    const missing = await ensureNatives();
    // bin.mjs reads this instead of asking again at every start.
    if (missing.length === 0) writeFileSync(join(root, 'dist', '.complete'), process.versions.modules);
  } else if (!nativeModules.every(works)) {
    say(`native modules are missing; as the owner of ${root} run once: node ${fileURLToPath(import.meta.url)}`);
  }
}

function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
