/** Watches for commits, staging and checkouts: the few files of a repository that change then. */
import { type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../../util/bug.js';
import type { Log } from '../../util/log.js';

const names = new Set(['HEAD', 'index']);

export function watchHead(gitFolder: string, onChange: () => void, log: Log): { close(): void } {
  const watchers: FSWatcher[] = [];
  // logs/HEAD grows with every commit, which leaves HEAD itself alone.
  for (const folder of [gitFolder, join(gitFolder, 'logs')]) {
    try {
      const watcher = watch(folder, { persistent: false }, (_event, name) => {
        if (name !== null && names.has(name)) onChange();
      });
      watcher.on('error', (error) => log('debug', `${folder}: ${messageOf(error)}`));
      watchers.push(watcher);
    } catch (error) {
      log('debug', `${folder} is not watched: ${messageOf(error)}`);
    }
  }
  return {
    close() {
      for (const watcher of watchers) watcher.close();
    },
  };
}
