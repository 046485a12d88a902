// `npm test`: setup, checks, tests. `npm test -- <part of a path>…` runs the matching test files only and leaves
// the checks out, for the quick loop.

import { join } from 'node:path';
import { failingChecks } from './checkout/checks.mjs';
import { runTests } from './checkout/run-tests.mjs';
import { ensureTestTools } from './checkout/test-tools.mjs';
import { filesBelow } from './checkout/typescript.mjs';
import { root } from './native/places.mjs';
import { say } from './native/run.mjs';
import { build, prepare } from './setup.mjs';

const wanted = process.argv.slice(2);
await prepare();
await ensureTestTools();
// Tests run despite type errors, so that a partial change can be tried; the run fails.
const failures = (await build()) ? [] : ['types'];
if (wanted.length === 0) failures.push(...(await failingChecks()));

const { passed, failed, skipped } = await runTests(selectFiles().map((path) => join(root, path)));
if (failed > 0) failures.push('tests');
if (passed + failed === 0) failures.push('no test was executed');
say(`${passed} passed, ${failed} failed, ${skipped} skipped${failures.length > 0 ? `; failed: ${failures.join(', ')}` : ''}`);
process.exitCode = failures.length > 0 ? 1 : 0;

// The test runner of Node 20 has no patterns.
function selectFiles() {
  const files = filesBelow('dist/test').filter((path) => path.endsWith('.test.js'));
  return files.filter((path) => wanted.length === 0 || wanted.some((part) => path.includes(part))).sort();
}
