/**
 * Watches the few files inside a repository that affect a listing. The git folder itself is never watched as a tree.
 */
import { type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../../util/bug.js';
import type { Log } from '../../util/log.js';
import type { WorkTree } from './git.js';

export interface GitEvents {
  /** Another branch was checked out, or info/exclude changed. */
  onRules(): void;
  /** The index was written: by `git add`, but also by every `git status` of an editor. */
  onIndex(): void;
}

export function watchGit(tree: WorkTree, events: GitEvents, log: Log): { close(): void } {
  const watchers: FSWatcher[] = [];
  const add = (folder: string, actions: Readonly<Record<string, () => void>>) => {
    try {
      const watcher = watch(folder, { persistent: false }, (_event, name) => {
        if (name !== null && Object.hasOwn(actions, name)) actions[name]?.();
      });
      watcher.on('error', (error) => log('debug', `${folder}: ${messageOf(error)}`));
      watchers.push(watcher);
    } catch (error) {
      log('debug', `${folder} is not watched: ${messageOf(error)}`);
    }
  };
  add(tree.gitFolder, { HEAD: events.onRules, index: events.onIndex });
  add(join(tree.commonFolder, 'info'), { exclude: events.onRules });
  return {
    close() {
      for (const watcher of watchers) watcher.close();
    },
  };
}
