/** Which errors mean a damaged file, and how SQLite's errors reach a caller. */
import { ContextError, indexError } from '../../../core/model/problem.js';
import { messageOf } from '../../../util/bug.js';

/** Stored values that cannot be: as bad as a page that cannot be read. */
export class Damage extends Error {}

const codeOf = (error: unknown): string => {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
};

/** True for errors that mean the file's content is not a sound database. */
export function isDamage(error: unknown): boolean {
  if (error instanceof Damage) return true;
  const code = codeOf(error);
  if (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB' || code === 'SQLITE_FORMAT') return true;
  // The file was deleted or replaced under our hands, or cut short.
  if (code === 'SQLITE_READONLY_DBMOVED' || code === 'SQLITE_IOERR_SHORT_READ') return true;
  // A page of the schema that was overwritten with other sound text: tables or columns are missing.
  return code === 'SQLITE_ERROR' && /no such (table|column)|malformed|vtable constructor failed|invalid fts5/.test(messageOf(error));
}

/** Errors of SQLite and of the file system as ContextError('index'); others as they are. */
export function asIndexError(what: string, error: unknown): unknown {
  const code = codeOf(error);
  const ofFiles = typeof (error as { syscall?: unknown } | null)?.syscall === 'string';
  // The folder was deleted, and no new database could be made in it.
  const isClosed = /database connection is not open/.test(messageOf(error));
  if (error instanceof ContextError || !(code.startsWith('SQLITE') || ofFiles || isClosed || error instanceof Damage)) return error;
  const full = code === 'SQLITE_FULL' || code === 'SQLITE_IOERR_WRITE' || code === 'ENOSPC';
  return indexError(full ? `${what}: the disk is full or the index has reached its size limit` : `${what}: ${messageOf(error)}`, { code });
}
