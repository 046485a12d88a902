/** Removes forgotten files from the indexes of other workspaces and servers that are not in use. */
import { dirname } from 'node:path';
import type { ModelId } from '../../../core/embedding/model-switch.js';
import { isAtOrBelow } from '../../../core/model/file.js';
import { messageOf } from '../../../util/bug.js';
import type { Log } from '../../../util/log.js';
import { removeFiles } from '../sqlite/commit.js';
import { removeFacts } from '../sqlite/facts.js';
import { updateImportance } from '../sqlite/importance.js';
import { markPurgeDue, purgeDatabase } from '../sqlite/maintain.js';
import { readRootNames } from '../sqlite/roots.js';
import { StoreDatabase } from '../sqlite/store-database.js';
import { type IndexCopy, lockIndexCopyOf, removeDerived } from './index-copies.js';
import { databaseName, otherDatabases, readOther } from './other-indexes.js';

export interface PurgeOptions {
  readonly model: ModelId;
  readonly signal: AbortSignal;
  readonly log: Log;
}

/** @param paths absolute, of files or folders */
export async function purgeOtherIndexes(own: IndexCopy, paths: readonly string[], options: PurgeOptions): Promise<void> {
  const isForgotten = isAtOrBelow(paths.map((path) => path.replaceAll('\\', '/')));
  for (const file of otherDatabases(dirname(own.folder), `${own.folder}/${databaseName}`)) {
    const hit = readOther(file, (db) => {
      const roots = readRootNames(db);
      const all = db.prepare<[], string>('SELECT path FROM files').pluck().all();
      const places = [...roots].map(([folder, name]) => ({
        folder: folder.replaceAll('\\', '/'),
        prefix: roots.size > 1 ? `${name}/` : '',
      }));
      return all.filter((path) =>
        places.some(({ folder, prefix }) => path.startsWith(prefix) && isForgotten(`${folder}/${path.slice(prefix.length)}`)),
      );
    });
    // Servers in use are notified by the file of forgotten paths; a closed index is checked when it is opened.
    const unlock = hit?.length ? lockIndexCopyOf(file) : null;
    if (!hit || !unlock) continue;
    try {
      await purge(file, hit, options);
    } catch (error) {
      options.log('warn', `forgetting in ${file}: ${messageOf(error)}`);
    } finally {
      unlock();
    }
  }
}

async function purge(file: string, paths: readonly string[], { model, signal, log }: PurgeOptions): Promise<void> {
  removeDerived(dirname(file), databaseName);
  const store = new StoreDatabase({ file, model, maxBytes: Number.MAX_SAFE_INTEGER, log });
  try {
    store.write('forgetting', (state) => {
      markPurgeDue(store);
      removeFacts(store, paths);
      const names = { files: new Set<number>(), names: new Set<number>() };
      removeFiles(store, paths, names);
      // Too many changes: measured when the index is opened, as after a pass that did not end.
      if (!updateImportance(store, names)) state.completedAt = null;
    });
    // Vectors of other models go when the index is opened: the purge stays due.
    await purgeDatabase(store, signal, () => {});
  } finally {
    store.close();
  }
}
