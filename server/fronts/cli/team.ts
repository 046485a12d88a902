/** `team publish`: copies the index of the workspace to a branch of a team's database (docs/team.md). */
import { basename } from 'node:path';
import type { PublishTeam } from '../../core/model/team.js';
import { isDatabaseUrl } from '../../protocol/settings.js';
import { UsageError } from '../read-options.js';
import type { Invocation } from './flags.js';
import { printJson, printText } from './print.js';
import { edgesComplete } from './up-to-date.js';

export async function team({ folder, words, flags, open }: Invocation, publish: PublishTeam): Promise<number> {
  const { postgres } = flags;
  if (words.length !== 1 || words[0] !== 'publish' || postgres === undefined || !isDatabaseUrl(postgres))
    throw new UsageError('team: expected team publish --postgres postgres://USER@HOST/DATABASE [--workspace DIR]');
  const engine = await open();
  await engine.settled();
  if (flags['with-servers']) await edgesComplete(engine);
  const report = await publish({
    team: { postgres, repository: flags.repository ?? basename(folder), branch: flags.branch ?? 'main' },
    folder,
    indexFolder: engine.status().indexFolder,
  });
  if (flags.json) printJson(report);
  else {
    const { files, repository, branch, database, written, removed } = report;
    printText(`${files} files of ${repository} (${branch}) in ${database}: ${written} contents written, ${removed} removed`);
  }
  return 0;
}
