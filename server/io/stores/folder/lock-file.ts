/** A lock that the operating system takes back when its process ends, however it ends: SQLite's exclusive lock on an empty database. */
import { chmodSync, closeSync, openSync, rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import { indexError } from '../../../core/model/problem.js';
import { messageOf } from '../../../util/bug.js';

/** The lock, to be closed; null where another process has it. Throws ContextError('index') where the file cannot be used. */
export function lockFile(file: string): Database.Database | null {
  for (const attempt of [1, 2]) {
    let db: Database.Database | null = null;
    try {
      closeSync(openSync(file, 'a', 0o600));
      if (process.platform !== 'win32') chmodSync(file, 0o600);
      db = new Database(file, { timeout: 0 });
      db.exec('BEGIN EXCLUSIVE');
      return db;
    } catch (error) {
      db?.close();
      const code = String((error as { code?: unknown }).code ?? '');
      if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) return null;
      // Garbage in the lock file: nobody can hold it, for its holder could not have opened it.
      if (attempt === 1 && (code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT'))) rmSync(file, { force: true });
      else throw indexError(`the lock ${file} cannot be taken: ${messageOf(error)}`, { file });
    }
  }
  return null;
}
