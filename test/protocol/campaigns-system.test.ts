/** As test/protocol/campaigns.test.ts, for the campaigns that need the system: mounts, limits and strace. */
import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Campaign } from '../support/campaigns/campaign.js';
import { disk } from '../support/campaigns/disk.js';
import { network } from '../support/campaigns/network.js';
import { serverMissing } from '../support/server-process.js';

const campaigns: readonly (readonly [name: string, campaign: Campaign, rounds: number])[] = [
  ['disk', disk, 1],
  ['network', network, 1],
];

for (const [name, campaign, rounds] of campaigns)
  test(`campaign ${name}: ${rounds} rounds without a finding`, { skip: serverMissing, timeout: 240_000 }, async (t) => {
    const base = realpathSync(mkdtempSync(join(tmpdir(), `campaign-${name}-`)));
    t.after(() => rmSync(base, { recursive: true, force: true, maxRetries: 5 }));
    let done = 0;
    const { findings } = await campaign({ base, seed: 1, goesOn: () => done++ < rounds, log: () => {} });
    assert.deepEqual(findings, []);
  });
