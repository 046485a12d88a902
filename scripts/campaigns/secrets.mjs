// Planted secrets: none may reach anything stored, sent, printed or logged. Then public repositories: what is masked there.
// A round plants 500 files and takes some minutes.
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findSecrets } from '../../dist/server/core/security/redact.js';
import { huntSecrets } from '../../dist/test/support/hunt-secrets.js';
import { plantSecrets } from '../../dist/test/support/planted-secrets.js';
import { repositories } from './repositories.mjs';

const maxFileBytes = 1_000_000;
const perTenThousand = 10_000;
// An engine that the clients share would outlive the round.
process.env.CONTEXT_LANGUAGE_SERVER_IN_PROCESS = '1';

export async function run({ rounds = 2, seed, log }) {
  let leaks = 0;
  for (let round = 0; round < rounds; round++) {
    const base = realpathSync(mkdtempSync(join(tmpdir(), 'campaign-secrets-')));
    try {
      const hunt = await huntSecrets(base, seed + 10 * round, 500);
      leaks += hunt.leaks.length;
      const kinds = new Set(plantSecrets(seed + 10 * round).map(({ kind }) => kind)).size;
      log(`round ${round + 1}: ${hunt.values} values of ${kinds} kinds, ${hunt.masked} places masked, ${hunt.leaks.length} leaks`);
      for (const leak of hunt.leaks) log(`  ${leak}`);
    } finally {
      rmSync(base, { recursive: true, force: true, maxRetries: 5 });
    }
  }
  return maskedInRepositories(log) && leaks === 0;
}

/** What is masked in public repositories, all of it taken as harmless. */
function maskedInRepositories(log) {
  let [lines, places] = [0, 0];
  for (const { name, folder } of repositories()) {
    const own = countMasked(folder);
    log(`${name}: ${own.lines} lines, ${own.places} places masked`);
    lines += own.lines;
    places += own.places;
  }
  const share = (places / lines) * perTenThousand;
  log(`masked in ${lines} lines: ${places} places, ${share.toFixed(2)} in 10,000 lines`);
  return share <= 1;
}

function countMasked(folder) {
  const count = { lines: 0, places: 0 };
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath ?? entry.path, entry.name);
    if (!entry.isFile() || path.includes('/.git/') || statSync(path).size > maxFileBytes) continue;
    const bytes = readFileSync(path);
    if (bytes.includes(0)) continue;
    const text = bytes.toString();
    count.lines += text.split('\n').length;
    let isInKey = false;
    for (const { kind } of findSecrets(text)) {
      const isKey = kind === 'private key';
      if (!isKey || !isInKey) count.places++;
      isInKey = isKey;
    }
  }
  return count;
}
