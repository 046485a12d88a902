// The questions of the benchmark, taken from the workspace itself: first sentences of documentation and names,
// half of each, evenly over the index; and other reads from the database.

import { join } from 'node:path';
import Database from 'better-sqlite3';

/** @returns {any[]} */
const read = (indexFolder, sql, ...parameters) => {
  const database = new Database(join(indexFolder, 'index.sqlite'), { readonly: true });
  try {
    return database.prepare(sql).all(...parameters);
  } finally {
    database.close();
  }
};

/** Files that were analysed and stored at or after a time, milliseconds since the epoch; with their chunks. */
export const indexedSince = (indexFolder, time) =>
  read(indexFolder, 'SELECT count(*) AS files, coalesce(sum(chunk_count), 0) AS chunks FROM files WHERE indexed_at >= ?', time)[0];

/** Greatest id of a vector, and vectors in all. */
export const vectorIds = (indexFolder) => read(indexFolder, 'SELECT coalesce(max(id), 0) AS last, count(*) AS count FROM vectors')[0];

/** Chunks of each file. */
export const chunkCounts = (indexFolder) => read(indexFolder, 'SELECT path, chunk_count AS chunks FROM files ORDER BY path');

/** Chunks that are read for questions at most: of a larger index every so many. */
const maxRead = 100_000;

export function questionsFrom(indexFolder, count) {
  const [{ last }] = read(indexFolder, 'SELECT coalesce(max(id), 0) AS last FROM chunks');
  const step = Math.max(1, Math.floor(last / maxRead));
  const rows = read(indexFolder, "SELECT name, doc FROM chunks WHERE id % ? = 0 AND kind IN ('symbol', 'section') ORDER BY id", step);
  const sentences = rows.map(({ doc }) => /^[^.\n]{25,160}/.exec(doc ?? '')?.[0].trim()).filter(Boolean);
  const names = rows.map(({ name }) => name).filter((name) => name.length > 4);
  const evenly = (list, n) => Array.from({ length: Math.min(n, list.length) }, (_, i) => list[Math.floor((i * list.length) / n)]);
  return [...new Set([...evenly(sentences, count / 2), ...evenly(names, count / 2)])];
}
