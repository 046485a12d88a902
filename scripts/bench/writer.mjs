// Starts write-files.mjs and knows which files it has written, and when.

import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export function writer(files, { folder, everyMs }) {
  const times = [];
  const child = fork(fileURLToPath(new URL('./write-files.mjs', import.meta.url)));
  child.on('message', (message) => {
    const { written, at } = /** @type {{ written: number, at: number }} */ (message);
    times[written] = at;
  });
  child.send({ files, folder, everyMs });
  return {
    /** The last file written, -1 before the first. */
    newest: () => times.length - 1,
    /** Milliseconds since the epoch. */
    writtenAt: (i) => times[i],
    isDone: () => times.length === files.length,
    ended: new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code) => (code === 0 ? resolve(undefined) : reject(new Error(`write-files: ended with ${code}`))));
    }),
  };
}
