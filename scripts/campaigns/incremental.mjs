// An index that is kept in step with edits equals one that is made from nothing: every table, and 50 answers in order.
// A round is one random edit script on some files of a public repository; the repositories take turns.
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { randomFrom } from '../../dist/test/engine/store-fixture.js';
import { runEditScript } from '../../dist/test/support/run-edit-script.js';
import { repositories } from './repositories.mjs';

const filesPerScript = 60;
const questions = 50;
const maxFileBytes = 40_000;
/** Scripts between two lines of progress. */
const printEvery = 20;
const sources = /\.(?:py|rb|rs|[ch]|java|js|ts|swift|md|ya?ml|toml|json)$/;

export async function run({ rounds = 200, seed, log }) {
  const trees = repositories().map(({ name, folder }) => ({ name, folder, files: sourcesBelow(folder) }));
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'campaign-incremental-')));
  const sum = { scripts: 0, rows: 0, answers: 0, asked: 0 };
  try {
    for (let round = 0; round < rounds; round++) {
      // All choices follow from the seed, so that one script can be run again alone.
      const own = seed + round;
      const { name, folder, files } = trees[own % trees.length];
      const mode = Math.floor(own / trees.length);
      /** @type {import('../../dist/test/support/edit-script.js').ScriptChoices} */
      const choices = { git: mode % 3 !== 0, watcher: mode % 2 === 0 ? 'client' : 'own', steps: 15 + (mode % 4) * 10 };
      const outcome = await runEditScript(base, folder, sample(files, own), own, questions, choices);
      sum.scripts++;
      if (sum.scripts % printEvery === 0) log(`${sum.scripts} scripts, to --seed ${own}`);
      sum.asked += outcome.questions;
      if (outcome.rows.length > 0) sum.rows++;
      if (outcome.answers.length > 0) sum.answers++;
      if (outcome.rows.length === 0 && outcome.answers.length === 0) continue;
      log(`${name}, --seed ${own}, ${JSON.stringify(choices)}: ${outcome.rows.length} tables, ${outcome.answers.length} answers differ`);
      log(`  ${outcome.steps.join('; ')}`);
      for (const line of [...outcome.rows, ...outcome.answers.slice(0, 3)]) log(`  ${line.slice(0, 20_000)}`);
    }
  } finally {
    rmSync(base, { recursive: true, force: true, maxRetries: 5 });
  }
  log(`${sum.scripts} scripts, ${sum.asked} questions: rows differ after ${sum.rows} scripts, answers after ${sum.answers}`);
  return sum.rows === 0 && sum.answers === 0;
}

function sourcesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && sources.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .filter((path) => !path.includes('/.git/') && statSync(path).size < maxFileBytes && !readFileSync(path).includes(0))
    .map((path) => relative(folder, path))
    .sort();
}

/** Files next to each other in the order of paths, since those mention each other. */
function sample(files, seed) {
  const random = randomFrom(seed);
  const chosen = new Set();
  while (chosen.size < Math.min(filesPerScript, files.length)) {
    const at = Math.floor(random() * files.length);
    for (const path of files.slice(at, at + 20)) if (chosen.size < filesPerScript) chosen.add(path);
  }
  return [...chosen];
}
