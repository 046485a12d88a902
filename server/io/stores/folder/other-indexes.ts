/** The other indexes below the same cache folder: what they hold of a root need not be made anew, nor paid for again. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { readRootNames } from '../sqlite/roots.js';
import { schemaVersion } from '../sqlite/schema.js';
import { indexCopyFolder, indexCopyNumbers } from './index-copies.js';

export const databaseName = 'index.sqlite';

/** Database files, the last written first. @param folder the index folder of a workspace, which lies in the cache folder */
export function otherDatabases(folder: string, own: string): string[] {
  const cacheDir = dirname(folder);
  const files = folders(cacheDir).flatMap((name) =>
    indexCopyNumbers.map((copy) => join(indexCopyFolder(join(cacheDir, name), copy), databaseName)),
  );
  return files
    .filter((file) => file !== own && existsSync(file))
    .map((file) => ({ file, at: Math.max(writtenAt(file), writtenAt(`${file}-wal`)) }))
    .sort((a, b) => b.at - a.at)
    .map(({ file }) => file);
}

const folders = (cacheDir: string): string[] => {
  try {
    return readdirSync(cacheDir, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
  } catch {
    return [];
  }
};
const writtenAt = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Runs `read` on a database of this version; null for any other, and where it cannot be read. */
export function readOther<T>(file: string, read: (db: Database.Database) => T): T | null {
  let db: Database.Database | null = null;
  try {
    db = new Database(file, { readonly: true, timeout: 1_000 });
    return db.pragma('user_version', { simple: true }) === schemaVersion ? read(db) : null;
  } catch {
    return null;
  } finally {
    db?.close();
  }
}

/**
 * Databases to start from: those of the same workspace first, then those that share some of its roots, those of the most roots
 * first, and of equals the last written.
 */
export function relatedDatabases(folder: string, own: string, roots: ReadonlySet<string>): string[] {
  const sharedIn = (file: string): number =>
    dirname(dirname(file)) === folder
      ? Number.POSITIVE_INFINITY
      : (readOther(file, (db) => [...readRootNames(db).keys()].filter((root) => roots.has(root)).length) ?? 0);
  return otherDatabases(folder, own)
    .map((file) => ({ file, shared: sharedIn(file) }))
    .filter(({ shared }) => shared > 0)
    .sort((a, b) => (a.shared === b.shared ? 0 : b.shared - a.shared))
    .map(({ file }) => file);
}
