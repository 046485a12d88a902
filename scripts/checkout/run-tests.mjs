// Owns running test files with Node's own runner, and counting what really ran: an empty or skipped run is no success.

import { finished } from 'node:stream/promises';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

// Two, since most machines that run this have two cores and the servers under test use more than one thread.
const concurrency = 2;
// A test that hangs must end in a failure that names it.
const fileLimitMs = 300_000;

/** Runs the files (absolute paths) and gives how many tests passed, failed and were skipped. */
export async function runTests(files) {
  // A test that wants a shared engine says so; the others have one of their own, which ends with them.
  process.env.CONTEXT_LANGUAGE_SERVER_IN_PROCESS ??= '1';
  // Stack traces that point into the TypeScript.
  process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --enable-source-maps`.trim();
  const count = { passed: 0, failed: 0, skipped: 0 };
  const stream = run({ files, concurrency, timeout: fileLimitMs });
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
  return count;
}

// The runner reports a suite, and a file without any test, as a test that passed.
const isFileOrSuite = (test, files) => test.details?.type === 'suite' || files.includes(test.name) || test.name === test.file;
