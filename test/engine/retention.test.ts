/** Retention: indexes of workspaces that nobody has opened for some days are deleted, but never one in use; `list` names them. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { engineOn, runCli, settledEngine, type Workspace, workspace } from '../support/real-engine.js';
import { waitUntil } from '../support/wait-until.js';

const source = '-- a.ts --\nexport function quokkaGate() { return 1; }\n';

/** Sets the time of every file of an index folder. */
function age(folder: string, days: number): void {
  const at = new Date(Date.now() - days * 24 * 3_600_000);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) utimesSync(join(entry.parentPath, entry.name), at, at);
}

/** The index folder of a workspace that was indexed and closed. */
async function closedIndex(place: Workspace): Promise<string> {
  const engine = await settledEngine(place);
  const folder = dirname(engine.status().indexFolder);
  await engine.close();
  return folder;
}

const hasDatabase = (folder: string): boolean => existsSync(join(folder, 'copy-0', 'index.sqlite'));

test('deletes what was not opened for some days and says so; keeps what is recent or in use', { timeout: 120_000 }, async (t) => {
  const [old, recent, used, opened] = [workspace(t, source), workspace(t, source), workspace(t, source), workspace(t, source)];
  const { cacheDir } = opened;
  const inOne = (place: Workspace): Workspace => ({ ...place, cacheDir });
  const oldFolder = await closedIndex(inOne(old));
  const recentFolder = await closedIndex(inOne(recent));
  const usedFolder = await closedIndex(inOne(used));
  await settledEngine(inOne(used));
  age(oldFolder, 31);
  age(recentFolder, 29);
  age(usedFolder, 90);

  // Without the setting nothing is deleted.
  await (await settledEngine(opened)).close();
  assert.ok(hasDatabase(oldFolder));

  await engineOn(opened, { retentionDays: 30 });
  await waitUntil('the old index to be deleted', () => !hasDatabase(oldFolder) && existsSync(join(cacheDir, 'removed-indexes.json')));
  assert.deepEqual(readdirSync(join(oldFolder, 'copy-0')), ['lock.sqlite']);
  assert.ok(hasDatabase(recentFolder) && hasDatabase(usedFolder));
  const listed = await runCli(['list', '--cache-dir', cacheDir]);
  assert.match(listed.stdout, new RegExp(`index deleted on .*: ${old.folder}, last opened on .* \\(setting retentionDays\\)`));
  assert.ok(!listed.stdout.includes(used.folder) && !listed.stdout.includes(recent.folder));

  // It is made again when its workspace is opened.
  const again = await settledEngine(inOne(old));
  assert.equal((await again.symbols({ query: 'quokkaGate' })).hits.length, 1);
});
