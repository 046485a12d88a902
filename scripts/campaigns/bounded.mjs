// Runs a campaign of dist/test/support/campaigns in a temporary folder, with its usual bounds unless others are given.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** `usual`: rounds or seconds where none are given. Prints the seed, the figures and each finding. */
export async function bounded(name, campaign, usual, { rounds, seconds, seed, log }) {
  // An engine that clients share would outlive the campaign; one that wants it says so.
  process.env.CONTEXT_LANGUAGE_SERVER_IN_PROCESS = '1';
  const base = realpathSync(mkdtempSync(join(tmpdir(), `campaign-${name}-`)));
  const bounds = rounds === undefined && seconds === undefined ? usual : { rounds, seconds };
  const end = bounds.seconds === undefined ? Number.POSITIVE_INFINITY : Date.now() + 1_000 * bounds.seconds;
  let done = 0;
  const goesOn = () => done < (bounds.rounds ?? Number.POSITIVE_INFINITY) && Date.now() < end && ++done > 0;
  log(`${name}: seed ${seed}, ${JSON.stringify(bounds)}`);
  try {
    const { figures, findings } = await campaign({ base, seed, goesOn, log });
    for (const [figure, value] of Object.entries(figures)) log(`  ${figure}: ${value}`);
    for (const finding of findings) log(`  FINDING: ${finding}`);
    log(`${name}: ${findings.length} findings; again with --seed ${seed}`);
    return findings.length === 0;
  } finally {
    rmSync(base, { recursive: true, force: true, maxRetries: 5 });
  }
}
