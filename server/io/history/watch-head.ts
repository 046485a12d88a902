/** Watches for commits, staging and checkouts: the few files of a repository that change then. */
import { type FSWatcher, statSync, watch } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../../util/bug.js';
import type { Log } from '../../util/log.js';

const names = new Set(['HEAD', 'index']);

export interface HeadWatch {
  /** True where one of the files has changed since the last call, or at the first; events of the file system may come later. */
  hasChanged(): boolean;
  close(): void;
}

export function watchHead(gitFolder: string, onChange: () => void, log: Log): HeadWatch {
  let seen = '';
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
    hasChanged() {
      const now = ['HEAD', 'index', 'logs/HEAD'].map((name) => stampOf(join(gitFolder, name))).join();
      const changed = now !== seen;
      seen = now;
      return changed;
    },
    close() {
      for (const watcher of watchers) watcher.close();
    },
  };
}

function stampOf(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats ? `${stats.ino} ${stats.size} ${stats.mtimeMs}` : '';
}
