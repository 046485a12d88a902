/** The database file: how a connection to it is set up, and how it is deleted. */
import { rmSync } from 'node:fs';
import type Database from 'better-sqlite3';

const pageBytes = 4096;
/**
 * Pages in the write-ahead log at which a commit moves them into the file: a share of the file, within bounds. Of a small file four times as many
 * save a tenth of the bytes written, no time; of one of 4.6 GB sixteen times as many save half of both, since commits change pages all over it.
 */
const logPages = { share: 1 / 64, least: 1_000, most: 16_000 };

/** @param maxBytes the file never grows beyond this */
export function configureConnection(db: Database.Database, maxBytes: number): void {
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = NORMAL');
  db.pragma('foreign_keys = OFF');
  // Text that is replaced or removed does not stay readable in free pages.
  db.pragma('secure_delete = ON');
  db.pragma('cache_size = -32000');
  db.pragma('temp_store = MEMORY');
  limitLog(db);
  db.pragma(`max_page_count = ${Math.max(16, Math.floor(maxBytes / pageBytes))}`);
}

/** Sets how long the write-ahead log becomes, by the present size of the file. */
export function limitLog(db: Database.Database): void {
  const share = (db.pragma('page_count', { simple: true }) as number) * logPages.share;
  const pages = Math.round(Math.min(logPages.most, Math.max(logPages.least, share)));
  db.pragma(`wal_autocheckpoint = ${pages}`);
  // A large commit lengthens the log; the next one that begins it again cuts it.
  db.pragma(`journal_size_limit = ${pages * pageBytes}`);
}

/** Deletes a database file and what SQLite keeps beside it. */
export function removeDatabase(file: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true });
}
