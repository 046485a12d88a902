/** The limit of a parse counts the processor time of its thread, so that outlines do not depend on what else runs. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { threadTimeMs } from '../../server/io/syntax/tree-sitter/thread-time.js';

const isTold = 'threadCpuUsage' in process || existsSync('/proc/thread-self/schedstat');

test('time in which a thread waits does not count', { skip: isTold ? false : 'this system does not tell the time of a thread' }, () => {
  const [started, from] = [performance.now(), threadTimeMs()];
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  const waited = performance.now() - started;
  assert.ok(threadTimeMs() - from < waited / 2, `${threadTimeMs() - from} of ${waited} ms`);
});

test('time in which a thread works counts', () => {
  const from = threadTimeMs();
  for (let i = 0; threadTimeMs() - from < 5; i++) assert.ok(i < 1e9);
});
