/** Folders in which files were just changed are watched by themselves, a bounded number of them. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { maxBusyFolders, watchBusyFolders } from '../../server/io/workspace/busy-folders.js';
import { tempFolder } from './workspace-folder.js';

test('tells of changes in the folders that changed last, and in no others', async (t) => {
  const base = tempFolder(t);
  const folders = Array.from({ length: maxBusyFolders + 1 }, (_, i) => join(base, `folder-${i}`));
  for (const folder of folders) mkdirSync(folder);
  const told: string[] = [];
  let wake = () => {};
  const busy = watchBusyFolders(
    (_, path) => {
      told.push(path);
      wake();
    },
    () => {},
  );
  t.after(() => busy.close());
  for (const folder of folders) busy.changed(folder);
  const [first, second] = [join(folders[0]!, 'a.ts'), join(folders[1]!, 'a.ts')];
  writeFileSync(first, 'the first was changed the longest ago');
  writeFileSync(second, 'the second is among the last');
  while (!told.includes(second))
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`not told within 10 s: ${told.join(', ')}`)), 10_000);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  assert.equal(told.includes(first), false);
});

test('a folder that is gone is nothing to report', (t) => {
  const messages: string[] = [];
  const busy = watchBusyFolders(
    () => {},
    (_, message) => messages.push(message),
  );
  t.after(() => busy.close());
  busy.changed(join(tempFolder(t), 'gone'));
  assert.equal(messages.length, 1);
});
