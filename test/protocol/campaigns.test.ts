/** A short form of each campaign (docs/trust.md): `npm run campaign -- NAME` runs it for longer. */
import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Campaign } from '../support/campaigns/campaign.js';
import { damage } from '../support/campaigns/damage.js';
import { fuzz } from '../support/campaigns/fuzz.js';
import { kill } from '../support/campaigns/kill.js';
import { servers } from '../support/campaigns/servers.js';
import { soak } from '../support/campaigns/soak.js';
import { serverMissing } from '../support/server-process.js';

/** Rounds of the short form: some seconds each. */
const campaigns: readonly (readonly [name: string, campaign: Campaign, rounds: number])[] = [
  ['fuzz', fuzz, 10],
  ['kill', kill, 5],
  ['damage', damage, 1],
  ['soak', soak, 20],
  ['servers', servers, 1],
];

for (const [name, campaign, rounds] of campaigns)
  test(`campaign ${name}: ${rounds} rounds without a finding`, { skip: serverMissing, timeout: 240_000 }, async (t) => {
    const base = realpathSync(mkdtempSync(join(tmpdir(), `campaign-${name}-`)));
    t.after(() => rmSync(base, { recursive: true, force: true, maxRetries: 5 }));
    let done = 0;
    const { findings } = await campaign({ base, seed: 1, goesOn: () => done++ < rounds, log: () => {} });
    assert.deepEqual(findings, []);
  });
