/** Makes a new index warm: a consistent copy of the database of another one, which its server may be using. */
import { randomBytes } from 'node:crypto';
import { chmodSync, closeSync, existsSync, openSync, renameSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { messageOf } from '../../../util/bug.js';
import type { Log } from '../../../util/log.js';
import type { RelatedDatabase } from '../folder/other-indexes.js';
import { removeDatabase } from './database-file.js';
import { moveToWorktree } from './move-worktree.js';
import { filesOfOtherRoots, readRootNames } from './roots.js';
import { schemaVersion } from './schema.js';
import { manyReplaced, type Redaction, redactionIds } from './store-database.js';

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
 * the files of other roots. Of another working tree only files are kept that have the same content here. Where it lacks one of the
 * wanted roots, or rows of one were dropped, the copy is not complete.
 * False, and nothing left behind, where `from` is not a complete index of this version and redaction.
 */
export async function seedDatabase(from: RelatedDatabase, to: string, { folders, redaction }: SeedContent, log: Log): Promise<boolean> {
  const temporary = `${to}.seed`;
  let source: Database.Database | null = null;
  try {
    if (!existsSync(from.file) || statSync(from.file).size > maxSeedBytes) return false;
    removeDatabase(temporary);
    closeSync(openSync(temporary, 'a', 0o600));
    chmodSync(temporary, 0o600);
    source = new Database(from.file, { readonly: true, timeout: 1_000 });
    // An open read transaction keeps the copy to one state while the other server goes on writing.
    source.exec('BEGIN');
    if (source.pragma('user_version', { simple: true }) !== schemaVersion) return false;
    if (source.pragma('application_id', { simple: true }) !== redactionIds[redaction]) return false;
    if (source.prepare('SELECT complete_model FROM meta').pluck().get() === null) return false;
    await source.backup(temporary, { progress: () => pagesPerTurn });
    await makeOwn(temporary, folders, from.roots);
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

/** A copy is another database: it gets its own identity, and data of open documents is removed. */
async function makeOwn(path: string, folders: ReadonlySet<string>, pairs: ReadonlyMap<string, string>): Promise<void> {
  const db = new Database(path);
  try {
    db.pragma('journal_mode = DELETE');
    db.exec('BEGIN');
    db.prepare('UPDATE meta SET database_id = ?, replaced = ?').run(randomBytes(9).toString('base64url'), manyReplaced);
    deleteFiles(db, db.prepare<[], number>("SELECT id FROM files WHERE origin = 'buffer'").pluck().all());
    for (const [from, to] of pairs) {
      if (from === to) continue;
      db.prepare('UPDATE roots SET folder = ? WHERE folder = ?').run(to, from);
      deleteFiles(db, await moveToWorktree(db, to));
    }
    deleteFiles(db, filesOfOtherRoots(db, folders));
    const roots = readRootNames(db);
    if ([...folders].some((folder) => !roots.has(folder))) db.exec('UPDATE meta SET complete_model = NULL');
    db.exec('COMMIT');
  } finally {
    db.close();
  }
}

function deleteFiles(db: Database.Database, ids: readonly number[]): void {
  const own = 'SELECT id FROM chunks WHERE file = ?';
  const statements = [
    `DELETE FROM lexical WHERE rowid IN (${own})`,
    `DELETE FROM refs WHERE chunk IN (${own})`,
    `DELETE FROM parts WHERE chunk IN (${own})`,
    ...['chunks', 'texts', 'facts', 'edges', 'lost_edges'].map((table) => `DELETE FROM ${table} WHERE file = ?`),
    'DELETE FROM files WHERE id = ?',
  ].map((sql) => db.prepare(sql));
  for (const id of ids) for (const statement of statements) statement.run(id);
}
