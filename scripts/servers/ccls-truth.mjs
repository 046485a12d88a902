// References by ccls for C and C++: another program with another parser (its own libclang), given clangd's compile commands.

import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ServerTruth } from './server-truth.mjs';

const languages = ['c', 'cpp'];

/** `commands`: the folder of the compile commands. Resolves when all that they name is indexed. */
export async function cclsTruth({ folder, cacheDir, commands, chunks }) {
  const cacheFolder = join(cacheDir, 'ccls');
  const options = {
    cache: { directory: join(cacheFolder, 'index') },
    compilationDatabaseDirectory: commands,
    index: { threads: 2 },
  };
  const settings = { clangd: { enabled: false }, ccls: { command: 'ccls', args: [`--init=${JSON.stringify(options)}`], languages } };
  const truth = new CclsTruth({ folder, cacheFolder, trusted: false, settings, chunks });
  await truth.indexed();
  return truth;
}

class CclsTruth extends ServerTruth {
  name = 'ccls';

  async indexed() {
    const server = await this.serverFor('cpp');
    for (let quiet = 0; quiet < 3; ) {
      await pause(1_000);
      const { pipeline } = await server.request('$ccls/info', {}, { priority: 'background', deadlineMs: 60_000 });
      quiet = pipeline.enqueued > 0 && pipeline.completed === pipeline.enqueued ? quiet + 1 : 0;
    }
  }
}
