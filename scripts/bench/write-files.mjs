// Another process that writes files, with a pause between two, and tells when each was written (Date.now). Started by writer.mjs.

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

process.once('message', async ({ files, folder, everyMs }) => {
  for (const [i, { path, text }] of files.entries()) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    process.send({ written: i, at: Date.now() });
    if (everyMs > 0) await sleep(everyMs);
  }
  process.disconnect();
});
