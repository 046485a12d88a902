/** Housekeeping in small steps: what nothing refers to any more is deleted, the lexical index merged, the log emptied. */
import { statSync } from 'node:fs';
import { indexError } from '../../../core/model/problem.js';
import { nextTurn } from '../../../util/next-turn.js';
import { Damage } from './damage.js';
import type { StoreDatabase } from './store-database.js';

/** Rows checked in one step: a few milliseconds. */
const stepRows = 1_000;
/** Pages of lexical index merged in one step. */
const mergePages = 64;
const maxMergeSteps = 500;
const minLogBytes = 4_000_000;

/** Deletes vectors of the base model that no part refers to; `onRemoved` gets their ids after each committed step. */
export async function collectVectors(
  store: StoreDatabase,
  signal: AbortSignal,
  onRemoved: (ids: readonly number[]) => void,
): Promise<void> {
  const dead = store.sql<number>(
    `SELECT id FROM vectors WHERE id > ? AND id <= ? AND model = ? AND NOT EXISTS (SELECT 1 FROM parts WHERE parts.vector = vectors.id)`,
  );
  const { databaseId, modelId } = store.state;
  const end = store.state.nextVector;
  for (let after = 0; after < end && !signal.aborted && store.state.databaseId === databaseId; after += stepRows) {
    const ids = store.guard('collecting vectors', () => dead.pluck().all(after, after + stepRows, modelId));
    if (ids.length > 0) {
      store.write('collecting vectors', () => {
        for (const id of ids) store.sql('DELETE FROM vectors WHERE id=?').run(id);
      });
      onRemoved(ids);
    }
    await nextTurn();
  }
}

/** Deletes names that nothing carries or mentions. */
export async function collectNames(store: StoreDatabase, signal: AbortSignal): Promise<void> {
  const last = store.guard('collecting names', () => store.sql<number>('SELECT coalesce(max(id), 0) FROM names').pluck().get() ?? 0);
  for (let after = 0; after < last && !signal.aborted; after += stepRows) {
    store.write('collecting names', (state) => {
      const ids = store
        .sql<number>(
          `SELECT id FROM names WHERE id > ? AND id <= ? AND NOT EXISTS (SELECT 1 FROM refs WHERE refs.fold = names.id)
           AND NOT EXISTS (SELECT 1 FROM chunks WHERE chunks.fold = names.id)`,
        )
        .pluck()
        .all(after, after + stepRows);
      for (const id of ids) store.sql('DELETE FROM names WHERE id=?').run(id);
      if (ids.length > 0) state.names.clear();
    });
    await nextTurn();
  }
}

export const tableNames = (store: StoreDatabase): string[] =>
  store.sql<string>("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all();

/** About 10 ms for each megabyte. @throws Damage where rows are out of order, or an index of the table has others */
export function checkTable(store: StoreDatabase, table: string): void {
  const [found] = store.connection.pragma(`integrity_check('${table}')`) as { integrity_check: string }[];
  if (found && found.integrity_check !== 'ok') throw new Damage(`${table}: ${found.integrity_check}`);
}

/** Of more rows the words are not read one by one: some seconds. */
const maxCheckedRows = 50_000;

/**
 * Damaged words can name rows that do not exist. Writing all rows again does not reach those, and they would count in every score.
 * @throws Damage where there are any
 */
export function checkLexicalRows(store: StoreDatabase): void {
  const rows = store.sql<number>('SELECT count(*) FROM lexical_docsize').pluck().get() ?? 0;
  if (rows > maxCheckedRows) return;
  store.connection.exec("CREATE VIRTUAL TABLE IF NOT EXISTS temp.lexical_words USING fts5vocab('main', 'lexical', 'instance')");
  try {
    const unknown = store.sql<number>('SELECT doc FROM temp.lexical_words WHERE doc NOT IN (SELECT id FROM lexical_docsize) LIMIT 1').get();
    if (unknown) throw new Damage('lexical: words of unknown rows');
  } finally {
    store.connection.exec('DROP TABLE temp.lexical_words');
  }
}

/** Merges the segments that commits have left, so that a search reads few. */
export async function mergeLexical(store: StoreDatabase, signal: AbortSignal, maxSteps = maxMergeSteps): Promise<void> {
  for (let step = 0; step < maxSteps && !signal.aborted; step++) {
    const changed = store.guard('merging the lexical index', () => {
      const before = store.sql<number>('SELECT total_changes()').pluck().get() ?? 0;
      store.sql("INSERT INTO lexical(lexical, rank) VALUES('merge', ?)").run(mergePages);
      return (store.sql<number>('SELECT total_changes()').pluck().get() ?? 0) - before;
    });
    // FTS5 counts its own row as a change: fewer than two changes mean that nothing was merged.
    if (changed < 2) return;
    await nextTurn();
  }
}

/** Merges the lexical index into one segment: deleted rows leave their words in the others. */
async function mergeAllLexical(store: StoreDatabase, signal: AbortSignal): Promise<void> {
  // FTS5: a negative number of pages brings all segments to one level, which the merges that follow make one segment.
  store.guard('merging the lexical index', () => store.sql("INSERT INTO lexical(lexical, rank) VALUES('merge', ?)").run(-mergePages));
  await mergeLexical(store, signal, Number.POSITIVE_INFINITY);
}

export const isPurgeDue = (store: StoreDatabase): boolean => store.sql("SELECT 1 FROM due WHERE what = 'purge'").get() !== undefined;

/** Inside a transaction. */
export const markPurgeDue = (store: StoreDatabase): void => void store.sql("INSERT OR IGNORE INTO due VALUES('purge')").run();

/** One transaction. */
export const clearPurgeDue = (store: StoreDatabase): void =>
  store.write('purged', () => void store.sql("DELETE FROM due WHERE what = 'purge'").run());

/** Deletes removed rows from the file and the write-ahead log as well. `onRemoved` as for `collectVectors`. */
export async function purgeDatabase(store: StoreDatabase, signal: AbortSignal, onRemoved: (ids: readonly number[]) => void): Promise<void> {
  await collectVectors(store, signal, onRemoved);
  await collectNames(store, signal);
  await mergeAllLexical(store, signal);
  if (!signal.aborted) emptyLog(store);
}

/** Moves the write-ahead log into the database and cuts it to nothing. Throws where another process reads and does not end. */
export function emptyLog(store: StoreDatabase): void {
  store.guard('checkpoint', () => {
    const [result] = store.connection.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
    if (result?.busy) throw indexError('deleted text is still in the write-ahead log, since another program is reading the index');
  });
}

/** Moves the write-ahead log into the database once it has grown; this waits for the disk. */
export function tidyLog(store: StoreDatabase): void {
  const bytes = statSync(`${store.file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  if (bytes < minLogBytes) return;
  store.guard('checkpoint', () => {
    store.connection.pragma('wal_checkpoint(TRUNCATE)');
    store.connection.pragma('optimize');
  });
}
