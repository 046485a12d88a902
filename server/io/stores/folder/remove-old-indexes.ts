/**
 * Retention: deletes the indexes of workspaces that were not opened for some days, and keeps a list of what was deleted. An index in use
 * is never touched: all its copies are locked first.
 */
import { readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { RemovedIndex } from '../../../core/engine/running-engines.js';
import { messageOf } from '../../../util/bug.js';
import type { Log } from '../../../util/log.js';
import { readRootNames } from '../sqlite/roots.js';
import { indexCopyFolder, indexCopyNumbers, lockIndexCopyOf, lockName, openedName } from './index-copies.js';
import { databaseName, readOther } from './other-indexes.js';

const listName = 'removed-indexes.json';
/** Entries of the list; the oldest are dropped. */
const maxListed = 100;
const dayMs = 24 * 3_600_000;
/** The name that `indexFolder` gives. */
const isIndexName = (name: string): boolean => /^[0-9a-f]{24}$/.test(name);

/** `own`: the index folder of the workspace that is being opened; the others are beside it. Never rejects. */
export async function removeOldIndexes(own: string, days: number, log: Log): Promise<void> {
  const cacheDir = dirname(own);
  const before = Date.now() - days * dayMs;
  try {
    for (const name of readdirSync(cacheDir)) {
      const folder = join(cacheDir, name);
      if (!isIndexName(name) || folder === own) continue;
      const removed = await removeIfOld(folder, before);
      if (removed === null) continue;
      note(cacheDir, removed);
      log('info', `the index of ${removed.folders.join(', ')} was deleted: not opened for ${days} days`);
    }
  } catch (error) {
    log('warn', `old indexes could not be deleted: ${messageOf(error)}`);
  }
}

/** What was deleted from the indexes of a cache folder, the last first. */
export function removedIndexes(cacheDir: string): RemovedIndex[] {
  try {
    const list: unknown = JSON.parse(readFileSync(join(cacheDir, listName), 'utf8'));
    return Array.isArray(list) ? (list as RemovedIndex[]) : [];
  } catch {
    return [];
  }
}

async function removeIfOld(folder: string, before: number): Promise<RemovedIndex | null> {
  const copies = indexCopyNumbers.map((number) => indexCopyFolder(folder, number)).filter((copy) => namesIn(copy).length > 0);
  if (!isOld(copies, before)) return null;
  const locks: (() => void)[] = [];
  try {
    for (const copy of copies) {
      const unlock = lockIndexCopyOf(join(copy, databaseName));
      if (unlock === null) return null;
      locks.push(unlock);
    }
    // Another process may have used it until now.
    if (!isOld(copies, before)) return null;
    const folders = copies.flatMap((copy) => readOther(join(copy, databaseName), (db) => [...readRootNames(db).keys()]) ?? []);
    const openedAt = openedAtOf(copies);
    const sizeBytes = copies.reduce((sum, copy) => sum + bytesIn(copy), 0);
    for (const copy of copies) await emptyCopy(copy);
    return { folders: [...new Set(folders)], openedAt: isoDate(openedAt), removedAt: isoDate(Date.now()), sizeBytes };
  } finally {
    for (const unlock of locks) unlock();
  }
}

/** The lock stays, so that two processes never lock two files of one name. The database goes last: without it there is no index. */
async function emptyCopy(copy: string): Promise<void> {
  const isOfDatabase = (name: string): boolean => name.startsWith(databaseName);
  const names = namesIn(copy).filter((name) => name !== lockName);
  const ordered = [...names.filter((name) => !isOfDatabase(name)), ...names.filter(isOfDatabase).sort().reverse()];
  for (const name of ordered) await rm(join(copy, name), { recursive: true, force: true });
}

/** An index without a database is empty already. */
const isOld = (copies: readonly string[], before: number): boolean => {
  const openedAt = openedAtOf(copies);
  return openedAt > 0 && openedAt < before;
};

/** Milliseconds since 1970; 0 where there is no database. Indexes of earlier versions have no mark: then the last write counts. */
function openedAtOf(copies: readonly string[]): number {
  const lastOf = (name: string): number => Math.max(0, ...copies.map((copy) => changedAt(join(copy, name))));
  const written = Math.max(lastOf(databaseName), lastOf(`${databaseName}-wal`));
  return written === 0 ? 0 : Math.max(written, lastOf(openedName));
}

function note(cacheDir: string, removed: RemovedIndex): void {
  const file = join(cacheDir, listName);
  const aside = `${file}.${process.pid}.new`;
  writeFileSync(aside, JSON.stringify([removed, ...removedIndexes(cacheDir)].slice(0, maxListed)), { mode: 0o600 });
  renameSync(aside, file);
}

const isoDate = (ms: number): string => new Date(ms).toISOString();
const changedAt = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function bytesIn(folder: string): number {
  return namesIn(folder).reduce((sum, name) => {
    const stats = statSync(join(folder, name), { throwIfNoEntry: false });
    return sum + (stats === undefined ? 0 : stats.isDirectory() ? bytesIn(join(folder, name)) : stats.size);
  }, 0);
}
