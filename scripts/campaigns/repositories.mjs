// The public repositories of the campaigns: the folders below CAMPAIGN_REPOSITORIES, or ten at fixed commits.
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { workTree } from '../quality/work-trees.mjs';

const revisions = {
  'rails/rails': '2a2db1e8d6d104ee0611efcae7eb023af65cff34',
  'aio-libs/aiohttp': '495e778360d1924da63e16dba0f0d76baf56a56a',
  'vapor/vapor': '13efaeefd52a965009fc6a69a96ba66e7f20402e',
  'tokio-rs/tokio': 'ea91b33ca57ff0581b38e735cc108f831bccbdaa',
  'sidekiq/sidekiq': '1bb4aa06e5aa178a114a5e855f9f3d5c24f6c61b',
  'curl/curl': '5c61e168698a72b87437d58ed728bcdea6d5db42',
  'sqlalchemy/sqlalchemy': 'f35da7e2b9349a08b8de1f6bd3b07c8bf8616790',
  'brettwooldridge/HikariCP': '604d7d5838e96afbbdd4e19eedab7497cf368eb6',
  'Automattic/mongoose': '3e212cec87dbf710216a3c6125121aefa60a4475',
  'tornadoweb/tornado': 'e530031405e2154654dedc4c84d5656b557ea310',
};

/** Name and folder of each; those at fixed commits that are missing are cloned from GitHub. */
export function repositories() {
  const given = process.env.CAMPAIGN_REPOSITORIES;
  if (given !== undefined)
    return readdirSync(given)
      .sort()
      .map((name) => ({ name, folder: join(given, name) }));
  const below = join(tmpdir(), 'campaign-repositories');
  return Object.entries(revisions).map(([snapshot, revision]) => {
    const name = snapshot.split('/')[1];
    return { name, folder: workTree({ name, snapshot, revision_used: revision }, below) };
  });
}
