// An index that is kept in step with edits equals one that is made from nothing: every table, and answers in order.
// A round is one random edit script on some files of a public repository. Those of some repositories share a workspace, and some follow
// each other on its kept index; so one new index judges several. CAMPAIGN_REPOSITORIES names a folder of repositories.
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { randomFrom } from '../../dist/test/engine/store-fixture.js';
import { runEditScripts } from '../../dist/test/support/run-edit-script.js';
import { repositories } from './repositories.mjs';

/** Few, so that steps meet on the same files. */
const filesPerRoot = 12;
/** Roots of a workspace, of which each runs a script. Now and then one alone: paths are then without the root's name. */
const rootsOf = (seed) => (seed % 4 === 0 ? 1 : 4);
/** Scripts that follow each other in one root. */
const scriptsPerRoot = 5;
/** Of each comparison; each asks others. */
const questions = 16;
const steps = 15;
const maxFileBytes = 40_000;
const sources = /\.(?:py|rb|rs|[ch]|cc|cs|exs?|go|java|kt|lua|php|js|tsx?|swift|md|ya?ml|toml|json)$/;

export async function run({ rounds = 200, seconds, seed, log }) {
  const all = repositories().map(({ name, folder }) => ({ name, folder, files: sourcesBelow(folder) }));
  const trees = all.filter(({ files }) => files.length >= filesPerRoot);
  for (const { name } of all.filter((tree) => !trees.includes(tree))) log(`${name} is left out: it has fewer than ${filesPerRoot} sources`);
  if (trees.length === 0) throw new Error('no repository with sources');
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'campaign-incremental-')));
  const end = seconds === undefined ? Number.POSITIVE_INFINITY : Date.now() + 1_000 * seconds;
  const sum = { scripts: 0, asked: 0, differ: 0 };
  const goesOn = () => sum.scripts < (seconds === undefined ? rounds : Number.POSITIVE_INFINITY) && Date.now() < end;
  try {
    for (let own = seed; goesOn(); own++) {
      // All choices follow from the seed, so that one workspace can be run again alone.
      const chosen = Array.from({ length: rootsOf(own) }, (_, i) => trees[(4 * own + i) % trees.length]);
      const roots = chosen.map(({ name, folder, files }, i) => ({ name, from: folder, files: sample(files, own + i) }));
      /** @type {import('../../dist/test/support/edit-script.js').ScriptChoices} */
      const choices = { git: own % 3 !== 0, watcher: own % 5 < 3 ? 'client' : 'own', steps };
      let done = 0;
      for await (const outcome of runEditScripts(base, roots, own, questions, choices)) {
        done += roots.length;
        sum.scripts += roots.length;
        sum.asked += outcome.questions;
        if (outcome.rows.length + outcome.answers.length > 0) {
          sum.differ++;
          log(`${chosen.map(({ name }) => name).join(', ')}, --seed ${own} --rounds ${done}, ${JSON.stringify(choices)}:`);
          log(`  ${outcome.rows.length} tables, ${outcome.answers.length} answers differ after ${outcome.steps.join('; ')}`);
          for (const line of [...outcome.rows, ...outcome.answers.slice(0, 3)]) log(`  ${line.slice(0, 20_000)}`);
          break;
        }
        if (done === roots.length * scriptsPerRoot || !goesOn()) break;
      }
      log(`${sum.scripts} scripts, to --seed ${own}`);
    }
  } finally {
    rmSync(base, { recursive: true, force: true, maxRetries: 5 });
  }
  log(`${sum.scripts} scripts, ${sum.asked} questions: ${sum.differ} differ`);
  return sum.differ === 0;
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
  while (chosen.size < Math.min(filesPerRoot, files.length)) {
    const at = Math.floor(random() * files.length);
    for (const path of files.slice(at, at + 20)) if (chosen.size < filesPerRoot) chosen.add(path);
  }
  return [...chosen];
}
