// Probes whether a native module works: its file must load under this
// Node and do a little work. Run as a program (`node probe.mjs <name>`) it answers by exit code, from a process that
// may crash.

import { fileURLToPath } from 'node:url';
import { serverRequire } from './places.mjs';
import { run } from './run.mjs';

export const nativeModules = ['better-sqlite3', 'faiss-node'];

const uses = {
  'better-sqlite3': (Database) => new Database(':memory:').close(),
  'faiss-node': ({ IndexFlatIP }) => {
    const index = new IndexFlatIP(2);
    index.add([1, 0, 0, 1]);
    if (index.search([0, 1], 1).labels[0] !== 1) throw new Error('wrong neighbour');
  },
};

/** Tries it in this process: a few milliseconds. */
export function works(name) {
  try {
    uses[name](serverRequire(name));
    return true;
  } catch {
    return false;
  }
}

/** Tries it in another process: for a module that has just been built. */
export const worksApart = async (name) => (await run(process.execPath, [fileURLToPath(import.meta.url), name], { limitMs: 20_000 })).ok;

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exit(works(process.argv[2]) ? 0 : 1);
