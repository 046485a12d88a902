/** `pack publish FOLDER`: adds the packs of the workspace's commit to a folder, for a team (docs/packs.md). */
import { resolve } from 'node:path';
import { UsageError } from '../read-options.js';
import type { Invocation } from './flags.js';
import { printJson, printText } from './print.js';
import { edgesComplete } from './up-to-date.js';

export async function pack({ words, flags, open }: Invocation): Promise<number> {
  const [action, folder, ...rest] = words;
  if (action !== 'publish' || folder === undefined || rest.length > 0)
    throw new UsageError('pack: expected pack publish FOLDER [--workspace DIR]');
  const engine = await open();
  await engine.settled();
  if (flags['with-servers']) await edgesComplete(engine);
  const report = await engine.publishPacks(resolve(folder));
  if (flags.json) printJson(report);
  else {
    const { commit, files, left, reused, written, bytes } = report;
    const others = left > 0 ? `; ${left} contents cannot be packed and are parsed by each reader` : '';
    printText(
      `${files} contents of commit ${commit} in ${report.folder}: ${reused} as before, ${written} new, ${(bytes / 1e6).toFixed(1)} MB${others}`,
    );
  }
  return 0;
}
