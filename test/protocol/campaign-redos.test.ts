/** No regular expression of the program takes more than linear time: the campaign `redos` as a whole. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

test('every regular expression is linear', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/campaign.mjs', 'redos'], { cwd: root, encoding: 'utf8' });
  assert.equal(status, 0, `${stdout}${stderr}`);
});
