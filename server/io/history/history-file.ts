/** The history stored beside the index, for a warm start. Where it cannot be read, it is read from git again. */
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { StoredRoot } from './root-history.js';

/** Raised when the form changes: an older file is not read. */
const version = 4;

/** Roots by folder; empty where there is no valid file. */
export async function readHistory(file: string): Promise<Map<string, StoredRoot>> {
  try {
    const stored: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (typeof stored !== 'object' || stored === null || !('version' in stored) || stored.version !== version) return new Map();
    const { roots } = stored as { roots?: Record<string, unknown> };
    return new Map(Object.entries(roots ?? {}).flatMap(([folder, root]) => (isRoot(root) ? [[folder, root] as const] : [])));
  } catch {
    return new Map();
  }
}

/** Written aside and renamed: a process that is killed leaves the old file or the new one. */
export async function writeHistory(file: string, roots: ReadonlyMap<string, StoredRoot>): Promise<void> {
  if (roots.size === 0) return rm(file, { force: true });
  const aside = `${file}.${process.pid}.new`;
  try {
    await writeFile(aside, JSON.stringify({ version, roots: Object.fromEntries(roots) }), { mode: 0o600 });
    await rename(aside, file);
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
}

function isRoot(value: unknown): value is StoredRoot {
  const { head, newest, commits, files } = (value ?? {}) as Partial<StoredRoot>;
  return (
    typeof head === 'string' &&
    typeof newest === 'number' &&
    Array.isArray(commits) &&
    commits.every((commit) => typeof commit?.hash === 'string' && typeof commit.date === 'number' && typeof commit.subject === 'string') &&
    Array.isArray(files) &&
    files.every((row) => Array.isArray(row) && typeof row[0] === 'string' && Number.isInteger(row[1]) && Array.isArray(row[2]))
  );
}
