/** The index copies of a workspace. Each server that writes has one, held by a lock that ends with its process. */
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { indexError } from '../../../core/model/problem.js';
import { makeOwnFolder } from '../../../util/own-folder.js';
import { privateFolder } from './index-folder.js';
import { lockFile } from './lock-file.js';

/** More servers on one workspace at once indicate a fault elsewhere. */
const maxCopies = 8;
export const indexCopyNumbers: readonly number[] = Array.from({ length: maxCopies }, (_, number) => number);
export const lockName = 'lock.sqlite';
/** A file in an index copy whose time says when it was last in use. */
export const openedName = 'opened';

export interface IndexCopy {
  readonly number: number;
  readonly folder: string;
  /** For data derived from the database and the workspace. */
  readonly derived: string;
  release(): void;
}

export const indexCopyFolder = (folder: string, number: number): string => join(folder, `copy-${number}`);

/** The first free index copy of a workspace's index folder. Throws ContextError('index') where all are taken. */
export function takeIndexCopy(folder: string): IndexCopy {
  privateFolder(folder);
  for (const number of indexCopyNumbers) {
    const own = indexCopyFolder(folder, number);
    privateFolder(own);
    const lock = lockFile(join(own, lockName));
    if (!lock) continue;
    markOpened(own);
    const release = (): void => {
      markOpened(own);
      lock.close();
    };
    return { number, folder: own, derived: own, release };
  }
  throw indexError(`all ${maxCopies} index copies in ${folder} are in use by other servers`, { folder });
}

/** Best effort: without the mark the time of the last write counts. */
function markOpened(folder: string): void {
  try {
    writeFileSync(join(folder, openedName), '', { mode: 0o600 });
  } catch {
    // A full disk, or the folder was deleted meanwhile.
  }
}

/**
 * The index copy whose database was written last, to be read only: it is neither created nor locked. Derived data goes to a
 * temporary folder, which `release` removes.
 */
export function indexCopyToRead(folder: string, database: string): IndexCopy {
  const writtenAt = (number: number): number =>
    Math.max(
      ...['', '-wal'].map(
        (end) => statSync(join(indexCopyFolder(folder, number), database + end), { throwIfNoEntry: false })?.mtimeMs ?? 0,
      ),
    );
  const [number = 0] = [...indexCopyNumbers].sort((a, b) => writtenAt(b) - writtenAt(a) || a - b);
  const derived = makeOwnFolder('read');
  return { number, folder: indexCopyFolder(folder, number), derived, release: () => rmSync(derived, { recursive: true, force: true }) };
}

/** Empties the other index copies of the same workspace, except those in use. */
export function emptyFreeIndexCopies(own: IndexCopy): void {
  const folder = dirname(own.folder);
  for (const number of indexCopyNumbers) {
    const other = indexCopyFolder(folder, number);
    if (number === own.number || !existsSync(other)) continue;
    const lock = lockFile(join(other, lockName));
    if (!lock) continue;
    emptyFolder(other);
    lock.close();
  }
}

/** Removes all but the lock. Listed again: on one machine a file of SQLite was still there, and why is not known. */
function emptyFolder(folder: string): void {
  for (let round = 0; round < 3; round++) {
    const names = readdirSync(folder).filter((name) => name !== lockName);
    if (names.length === 0) return;
    for (const name of names) rmSync(join(folder, name), { recursive: true, force: true });
  }
}

/** Locks the index copy in whose folder a file lies, and returns the function that unlocks it; null where a server uses it. */
export function lockIndexCopyOf(file: string): (() => void) | null {
  const lock = lockFile(join(dirname(file), lockName));
  return lock && (() => lock.close());
}

/** Deletes what lies beside the database of an index copy: all of it is derived. */
export function removeDerived(folder: string, database: string): void {
  for (const name of readdirSync(folder))
    if (name !== lockName && !name.startsWith(database)) rmSync(join(folder, name), { recursive: true, force: true });
}
