/**
 * Watches folders in which files were just changed a second time, each by itself. The native watcher combines events for up to half a
 * second while they do not stop; these are told at once. What they tell may be ignored, known or told twice: the receiver judges.
 */
import { type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../../util/bug.js';
import type { Log } from '../../util/log.js';

/** One inotify watch each. */
export const maxBusyFolders = 64;
/** Folders in which nothing changes for so long are left to the native watcher alone. */
const restMs = 30_000;

export interface BusyFolders {
  /** A file in this folder (absolute) has changed, and no rule excludes it. */
  changed(folder: string): void;
  close(): void;
}

/** @param onChange `created` for paths that came, went or were replaced */
export function watchBusyFolders(onChange: (kind: 'created' | 'changed', path: string) => void, log: Log): BusyFolders {
  /** The least recently changed first. */
  const watched = new Map<string, { readonly watcher: FSWatcher; at: number }>();
  const end = (folder: string) => {
    watched.get(folder)?.watcher.close();
    watched.delete(folder);
  };
  const timer = setInterval(() => {
    const now = performance.now();
    for (const [folder, { at }] of watched) if (now - at > restMs) end(folder);
  }, restMs);
  timer.unref();
  return {
    changed(folder) {
      const known = watched.get(folder);
      if (known) {
        watched.delete(folder);
        watched.set(folder, { ...known, at: performance.now() });
        return;
      }
      try {
        const watcher = watch(folder, { persistent: false }, (event, name) => {
          if (name !== null) onChange(event === 'rename' ? 'created' : 'changed', join(folder, name));
        });
        // The folder has gone, or the system has no more watches: the native watcher tells.
        watcher.on('error', () => end(folder));
        watched.set(folder, { watcher, at: performance.now() });
      } catch (error) {
        log('debug', `${folder} is not watched by itself: ${messageOf(error)}`);
      }
      if (watched.size > maxBusyFolders) end(watched.keys().next().value as string);
    },
    close() {
      clearInterval(timer);
      for (const folder of [...watched.keys()]) end(folder);
    },
  };
}
