/** Temporary folders of processes that were killed while they read an index. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { makeOwnFolder } from '../../server/util/own-folder.js';

test('removes the old folders of processes that ended, and no others', (t) => {
  const dead = spawnSync(process.execPath, ['--version']).pid;
  const old = new Date(Date.now() - 24 * 3_600_000);
  const folder = (name: string, time?: Date): string => {
    const path = join(tmpdir(), `${name}-${process.hrtime.bigint()}`);
    mkdirSync(path);
    if (time) utimesSync(path, time, time);
    t.after(() => rmSync(path, { recursive: true, force: true }));
    return path;
  };
  const left = folder(`context-read-${dead}`, old);
  const kept = [folder(`context-read-${dead}`), folder(`context-read-${process.pid}`, old), folder('context-reading-1', old)];
  const own = makeOwnFolder('read');
  t.after(() => rmSync(own, { recursive: true, force: true }));
  assert.ok(basename(own).startsWith(`context-read-${process.pid}-`));
  assert.equal(existsSync(left), false);
  for (const path of [...kept, own]) assert.ok(existsSync(path), path);
});
