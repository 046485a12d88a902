// Runs test files with Node's test runner and counts the executed ones: an empty or skipped run is no success.

import { basename } from 'node:path';
import { finished } from 'node:stream/promises';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { say } from '../native/run.mjs';

// Two, since most machines that run this have two cores and the servers under test use more than one thread.
const concurrency = 2;
// A hanging test ends as a failure that names its file.
const fileLimitMs = 300_000;
/** Files that are listed as the slowest after a long run. */
const slowestFiles = 10;

/** Runs the files (absolute paths) and gives how many tests passed, failed and were skipped. */
export async function runTests(files) {
  // A test that wants a shared engine says so; the others have one of their own, which ends with them.
  process.env.CONTEXT_LANGUAGE_SERVER_IN_PROCESS ??= '1';
  // Stack traces that point into the TypeScript.
  process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --enable-source-maps`.trim();
  const count = { passed: 0, failed: 0, skipped: 0 };
  const durations = new Map();
  const stream = run({ files, concurrency, timeout: fileLimitMs });
  stream.on('test:complete', ({ name, details }) => {
    if (files.includes(name)) durations.set(name, details.duration_ms);
  });
  stream.on('test:pass', (test) => {
    if (isFileOrSuite(test, files)) return;
    if (test.skip !== undefined || test.todo !== undefined) count.skipped += 1;
    else count.passed += 1;
  });
  stream.on('test:fail', (test) => {
    const error = /** @type {{ failureType?: string } | undefined} */ (test.details.error);
    if (test.todo === undefined && error?.failureType !== 'subtestsFailed') count.failed += 1;
  });
  const report = stream.compose(new spec());
  report.pipe(process.stdout);
  await finished(report);
  if (files.length > slowestFiles) showSlowest(durations);
  return count;
}

/** Which files make the run long. @param durations ms by file */
function showSlowest(durations) {
  const slowest = [...durations].sort(([, a], [, b]) => b - a).slice(0, slowestFiles);
  for (const [file, ms] of slowest) say(`${Math.round(ms / 1000)} s ${basename(file)}`);
}

// The runner reports a suite, and a file without any test, as a test that passed.
const isFileOrSuite = (test, files) => test.details?.type === 'suite' || files.includes(test.name) || test.name === test.file;
