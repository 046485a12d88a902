/** Makes a new index warm: a consistent copy of the database of another one, which its server may be using. */
import { randomBytes } from 'node:crypto';
import { chmodSync, closeSync, existsSync, openSync, renameSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { messageOf } from '../../../util/bug.js';
import type { Log } from '../../../util/log.js';
import { filesOfOtherRoots, readRootNames } from './roots.js';
import { schemaVersion } from './schema.js';
import { type Redaction, redactionIds, removeDatabase } from './store-database.js';

/** Copying more takes longer than a person waits; such an index starts empty. */
const maxSeedBytes = 4_000_000_000;
/** What the copy is to hold. */
export interface SeedContent {
  /** Root folders. */
  readonly folders: ReadonlySet<string>;
  readonly redaction: Redaction;
}
/** Pages copied between two turns of other work: some milliseconds. */
const pagesPerTurn = 2_000;

/**
 * Copies `from` to `to`, which does not exist, without the documents that the other server's editor holds open, and without
 * the files of other roots. Where it lacks one of these roots, the copy is not complete.
 * False, and nothing left behind, where `from` is not a complete index of this version and redaction.
 */
export async function seedDatabase(from: string, to: string, { folders, redaction }: SeedContent, log: Log): Promise<boolean> {
  const temporary = `${to}.seed`;
  let source: Database.Database | null = null;
  try {
    if (!existsSync(from) || statSync(from).size > maxSeedBytes) return false;
    removeDatabase(temporary);
    closeSync(openSync(temporary, 'a', 0o600));
    chmodSync(temporary, 0o600);
    source = new Database(from, { readonly: true, timeout: 1_000 });
    // An open read transaction keeps the copy to one state while the other server goes on writing.
    source.exec('BEGIN');
    if (source.pragma('user_version', { simple: true }) !== schemaVersion) return false;
    if (source.pragma('application_id', { simple: true }) !== redactionIds[redaction]) return false;
    if (source.prepare('SELECT complete_model FROM meta').pluck().get() === null) return false;
    await source.backup(temporary, { progress: () => pagesPerTurn });
    makeOwn(temporary, folders);
    renameSync(temporary, to);
    return true;
  } catch (error) {
    log('info', `the index of another server could not be copied: ${messageOf(error)}`);
    return false;
  } finally {
    source?.close();
    removeDatabase(temporary);
  }
}

/** A copy is another database: it gets its own identity, and what was private to the other server goes. */
function makeOwn(path: string, folders: ReadonlySet<string>): void {
  const db = new Database(path);
  try {
    db.pragma('journal_mode = DELETE');
    db.exec('BEGIN');
    db.prepare('UPDATE meta SET database_id = ?').run(randomBytes(9).toString('base64url'));
    const open = db.prepare("SELECT id FROM files WHERE origin = 'buffer'").pluck().all() as number[];
    for (const file of [...open, ...filesOfOtherRoots(db, folders)]) {
      const own = 'SELECT id FROM chunks WHERE file = ?';
      db.prepare(`DELETE FROM lexical WHERE rowid IN (${own})`).run(file);
      db.prepare(`DELETE FROM refs WHERE chunk IN (${own})`).run(file);
      db.prepare(`DELETE FROM parts WHERE chunk IN (${own})`).run(file);
      for (const table of ['chunks', 'texts', 'facts', 'edges']) db.prepare(`DELETE FROM ${table} WHERE file = ?`).run(file);
      db.prepare('DELETE FROM files WHERE id = ?').run(file);
    }
    const roots = readRootNames(db);
    if ([...folders].some((folder) => !roots.has(folder))) db.exec('UPDATE meta SET complete_model = NULL');
    db.exec('COMMIT');
  } finally {
    db.close();
  }
}
