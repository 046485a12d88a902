/** Reads the symbols that a workspace mentions most, for an empty query. */
import type { Prominent } from '../../../core/retrieval/ports.js';
import { byPlace, inFile } from './order-places.js';
import type { StoreDatabase } from './store-database.js';

/** SQL: declarations that people search by name; members follow from them, and locals of a function are not searched. */
export const isDeclared = (
  chunks: string,
): string => `c.symbol_kind IN ('class','interface','struct','enum','trait','type','function','component')
  AND coalesce((SELECT p.symbol_kind FROM ${chunks} p WHERE p.id = c.parent), '') NOT IN ('function','method','constructor')`;
/** Files read first: those that most others mention. */
export const firstFiles = 100;
/** More mentions of one name are not counted: an entry costs some 20 microseconds, however common its name is. */
export const maxMentions = 200;
/** Symbols that share the mentions of a name; more are not counted either. */
export const maxSharing = 20;

/** At most `limit` symbols: of important files first, then of any, declarations before everything else. */
export function readProminent(store: StoreDatabase, limit: number): Prominent[] {
  const found = new Map<number, number | null>();
  const take = (sql: string, ...values: number[]) => {
    if (found.size >= limit) return;
    const rows = store.sql<[id: number, fold: number | null]>(`${sql} LIMIT ?`).raw();
    for (const [id, fold] of rows.all(...values, limit)) if (found.size < limit) found.set(id, fold);
  };
  const declared = isDeclared('chunks');
  const ofFiles = `SELECT c.id, c.fold FROM (SELECT file, users, path FROM importance JOIN files ON files.id = file ORDER BY users DESC, path LIMIT ?) i
    JOIN chunks c ON c.file = i.file`;
  take(`${ofFiles} WHERE ${declared} ORDER BY users DESC, path, ${inFile}`, firstFiles);
  take(`SELECT c.id, c.fold FROM chunks c JOIN files f ON f.id = c.file WHERE ${declared} ORDER BY ${byPlace}`);
  take(`SELECT c.id, c.fold FROM chunks c JOIN files f ON f.id = c.file WHERE c.symbol_kind IS NOT NULL ORDER BY ${byPlace}`);
  const mentioned = store.sql<number>(`SELECT count(*) FROM (SELECT 1 FROM refs WHERE fold = ? LIMIT ${maxMentions})`).pluck();
  const sharing = store
    .sql<number>(`SELECT count(*) FROM (SELECT 1 FROM chunks WHERE fold = ? AND symbol_kind IS NOT NULL LIMIT ${maxSharing})`)
    .pluck();
  const known = new Map<number, number>();
  const mentionsOf = (fold: number | null): number => {
    if (fold === null) return 0;
    let mentions = known.get(fold);
    // Which of several symbols of one name is mentioned is unknown: they share the count.
    if (mentions === undefined) known.set(fold, (mentions = (mentioned.get(fold) ?? 0) / Math.max(1, sharing.get(fold) ?? 1)));
    return mentions;
  };
  return [...found].map(([chunkId, fold]) => ({ chunkId, mentions: mentionsOf(fold) }));
}
