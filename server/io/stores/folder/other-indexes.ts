/** The other indexes below the same cache folder: rows and vectors of shared roots are copied from them. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { readRootNames } from '../sqlite/roots.js';
import { schemaVersion } from '../sqlite/schema.js';
import { indexCopyFolder, indexCopyNumbers } from './index-copies.js';
import { checkoutOf } from './worktree.js';

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

/** Whether an index of this version was complete once. @param folder the index folder of a workspace */
export const wasComplete = (folder: string): boolean =>
  indexCopyNumbers.some((copy) => {
    const file = join(indexCopyFolder(folder, copy), databaseName);
    return existsSync(file) && readOther(file, (db) => db.prepare('SELECT completed_at FROM meta').pluck().get()) != null;
  });

export interface RelatedDatabase {
  readonly file: string;
  /** The wanted root folder, by the root folder of the database that it takes the rows of: itself, or another working tree. */
  readonly roots: ReadonlyMap<string, string>;
}

/**
 * Databases to start from: those of the same workspace first, then those that share most of its roots, then those of other working
 * trees of their repositories, and of equals the last written.
 */
export function relatedDatabases(folder: string, own: string, wanted: ReadonlySet<string>): RelatedDatabase[] {
  const checkouts = new Map([...wanted].map((root) => [root, checkoutOf(root)]));
  const rankOf = (file: string, roots: ReadonlyMap<string, string>): number => {
    if (dirname(dirname(file)) === folder) return Number.POSITIVE_INFINITY;
    const shared = [...roots].filter(([from, to]) => from === to).length;
    return shared + (roots.size - shared) / (wanted.size + 1);
  };
  return otherDatabases(folder, own)
    .map((file) => ({ file, roots: pairRoots([...(readOther(file, readRootNames)?.keys() ?? [])], checkouts) }))
    .map((related) => ({ related, rank: rankOf(related.file, related.roots) }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => (a.rank === b.rank ? 0 : b.rank - a.rank))
    .map(({ related }) => related);
}

function pairRoots(there: readonly string[], checkouts: ReadonlyMap<string, string | null>): Map<string, string> {
  const pairs = new Map(there.filter((root) => checkouts.has(root)).map((root) => [root, root]));
  for (const [root, checkout] of checkouts) {
    if (checkout === null || pairs.has(root)) continue;
    const other = there.find((one) => !pairs.has(one) && checkoutOf(one) === checkout);
    if (other !== undefined) pairs.set(other, root);
  }
  return pairs;
}
