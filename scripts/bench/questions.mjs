// The questions of the benchmark, taken from the workspace itself: first sentences of documentation and names,
// half of each, evenly over the index; and other reads from the database.

import { join } from 'node:path';
import Database from 'better-sqlite3';

const read = (indexFolder, sql, ...parameters) => {
  const database = new Database(join(indexFolder, 'index.sqlite'), { readonly: true });
  try {
    return database.prepare(sql).all(...parameters);
  } finally {
    database.close();
  }
};

/** Chunks of each file. */
export const chunkCounts = (indexFolder) => read(indexFolder, 'SELECT path, chunk_count AS chunks FROM files ORDER BY path');

export function questionsFrom(indexFolder, count) {
  const rows = read(indexFolder, "SELECT name, doc FROM chunks WHERE kind IN ('symbol', 'section') ORDER BY id");
  const sentences = rows.map(({ doc }) => /^[^.\n]{25,160}/.exec(doc ?? '')?.[0].trim()).filter(Boolean);
  const names = rows.map(({ name }) => name).filter((name) => name.length > 4);
  const evenly = (list, n) => Array.from({ length: Math.min(n, list.length) }, (_, i) => list[Math.floor((i * list.length) / n)]);
  return [...new Set([...evenly(sentences, count / 2), ...evenly(names, count / 2)])];
}
