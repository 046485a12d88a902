// Owns the checks beside the tests: format and lint, unused code, types of the scripts. Each runs where its configuration
// exists. The layers are a test (test/core/layers.test.ts).

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../native/places.mjs';
import { run, say, seconds } from '../native/run.mjs';

const checks = [
  {
    name: 'biome',
    config: 'biome.json',
    program: '@biomejs/biome/bin/biome',
    args: ['check', '--error-on-warnings', '--diagnostic-level=warn'],
  },
  // Unused files, exports and dependencies.
  { name: 'knip', config: 'knip.jsonc', program: 'knip/bin/knip.js', args: ['--no-progress', '--treat-config-hints-as-errors'] },
  // Against the declarations in dist, so after the build.
  { name: 'types of scripts', config: 'scripts/tsconfig.json', program: 'typescript/bin/tsc', args: ['-p', 'scripts'] },
];

/** Runs them side by side and gives the names of those that found something. */
export async function failingChecks() {
  const configured = checks.filter(({ config }) => existsSync(join(root, config)));
  const failed = await Promise.all(configured.map(fails));
  return configured.filter((_, at) => failed[at]).map((check) => check.name);
}

async function fails({ name, program, args }) {
  const started = Date.now();
  const { ok, output } = await run(process.execPath, [join(root, 'node_modules', program), ...args], { cwd: root });
  say(`${name}: ${ok ? 'passed' : 'failed'} in ${seconds(started)}`);
  if (!ok) say(output.trimEnd());
  return !ok;
}
