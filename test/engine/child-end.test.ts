/** A child process has ended when what it wrote has been read, and not later than that. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import test from 'node:test';
import { onceEnded } from '../../server/util/child-end.js';

const skip = process.platform !== 'linux' && 'looks at processes as Linux shows them';

test('reads everything a process wrote before reporting its end', { skip }, async () => {
  for (let i = 0; i < 20; i++) {
    const child = spawn('/bin/sh', ['-c', 'head -c 50000 /dev/zero; printf "last words" >&2; exit 3'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [output, words] = [0, ''];
    child.stdout.on('data', (data: Buffer) => (output += data.length));
    child.stderr.on('data', (data: Buffer) => (words += data));
    const ended = new Promise((resolve) => onceEnded(child, (code) => resolve([code, output, words])));
    // We are busy while it ends, so that its exit and its output are there at the same time.
    spawnSync('/bin/sh', ['-c', `while kill -0 ${child.pid} && ! grep -q "^State:.Z" /proc/${child.pid}/status; do sleep 0.01; done 2>&1`]);
    assert.deepEqual(await ended, [3, 50_000, 'last words']);
  }
});

test('reports the end of a process whose child still holds its output', { skip }, async () => {
  const child = spawn('/bin/sh', ['-c', 'sleep 600 & echo $!'], { stdio: ['ignore', 'pipe', 'pipe'] });
  let left = '';
  child.stdout.on('data', (data: Buffer) => (left += data));
  try {
    await new Promise((resolve) => onceEnded(child, resolve));
    assert.ok(child.stdout.destroyed && child.stderr.destroyed, 'its output keeps us alive');
  } finally {
    process.kill(Number(left));
  }
});
