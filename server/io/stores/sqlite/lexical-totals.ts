/**
 * Keeps the totals of BM25 correct when chunks are added and removed. FTS5 counts rows and words of all columns in a record of its own, and a
 * table with `contentless_delete` never takes deleted rows out of it: after some thousand edits of one file every word
 * would seem rare (seen: 406 rows counted where 231 were, and another order of the answers than from a new index).
 * FTS5 reads the record at its first change within a transaction and writes it at the commit, hence
 * Invariant: called before any other change to the lexical table in the transaction.
 */
import { bug, messageOf } from '../../../util/bug.js';
import type { StoreDatabase } from './store-database.js';

/** Takes rows that are about to be replaced or removed out of the counts. */
export function discountRows(store: StoreDatabase, ids: Iterable<number>): void {
  const size = store.sql<Buffer>('SELECT sz FROM lexical_docsize WHERE id = ?').pluck();
  const gone: Buffer[] = [];
  for (const id of ids) {
    const row = size.get(id);
    if (row) gone.push(row);
  }
  if (gone.length === 0) return;
  const record = store.sql<Buffer>('SELECT block FROM lexical_data WHERE id = 1').pluck().get();
  if (!record) return;
  const totals = decodeVarints(record);
  for (const row of gone) {
    totals[0] = Math.max(0, (totals[0] ?? 0) - 1);
    for (const [column, size] of decodeVarints(row).entries()) totals[column + 1] = Math.max(0, (totals[column + 1] ?? 0) - size);
  }
  writeTotals(store, totals);
}

/** Counts again, where the totals may be damaged. */
export function recountRows(store: StoreDatabase): void {
  const totals = [0];
  for (const row of store.sql<Buffer>('SELECT sz FROM lexical_docsize').pluck().iterate()) {
    totals[0] = (totals[0] as number) + 1;
    for (const [column, size] of decodeVarints(row).entries()) totals[column + 1] = (totals[column + 1] ?? 0) + size;
  }
  writeTotals(store, totals);
}

function writeTotals(store: StoreDatabase, totals: readonly number[]): void {
  // Tables that belong to FTS5 are otherwise closed to SQL.
  store.connection.unsafeMode(true);
  try {
    store.sql('UPDATE lexical_data SET block=? WHERE id = 1').run(encodeVarints(totals));
  } catch (error) {
    // A commit matters more than exact statistics.
    bug(`the lexical totals could not be corrected: ${messageOf(error)}`);
  } finally {
    store.connection.unsafeMode(false);
  }
}

/** SQLite's variable-length integers: seven bits a byte, the highest first. All of ours are far below 2^53. */
function decodeVarints(bytes: Uint8Array): number[] {
  const values: number[] = [];
  let value = 0;
  for (const byte of bytes) {
    value = value * 128 + (byte & 0x7f);
    if (byte & 0x80) continue;
    values.push(value);
    value = 0;
  }
  return values;
}

function encodeVarints(values: readonly number[]): Buffer {
  const bytes: number[] = [];
  for (const value of values) {
    const digits = [value % 128];
    for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) digits.push((rest % 128) | 0x80);
    bytes.push(...digits.reverse());
  }
  return Buffer.from(bytes);
}
