// Reads an index while an engine writes it: which files are exact, their symbols and their edges.

import { join } from 'node:path';
import Database from 'better-sqlite3';

export class IndexedEdges {
  #db;
  #marks;
  #languages;

  constructor(indexFolder, languages) {
    this.#db = new Database(join(indexFolder, 'index.sqlite'), { readonly: true });
    this.#languages = languages;
    this.#marks = languages.map(() => '?').join();
  }

  /** Paths with their numbers of lines. */
  files() {
    return this.#db
      .prepare(`SELECT path, lines FROM files WHERE language IN (${this.#marks}) AND chunk_count > 0 ORDER BY path`)
      .all(...this.#languages);
  }

  /** `{ name, nameEnd, bodyStart }` of the functions and methods of a file, offsets in UTF-16. */
  functionsOf(path) {
    return this.#db
      .prepare(
        `SELECT c.name, c.name_start AS nameStart, c.name_end AS nameEnd, c.body_start AS bodyStart FROM chunks c JOIN files f ON f.id = c.file
         WHERE f.path = ? AND c.symbol_kind IN ('function', 'method') AND c.name_end IS NOT NULL ORDER BY c.span_start`,
      )
      .all(path);
  }

  /** Names of functions of all files. */
  functionNames() {
    return this.#db
      .prepare(
        `SELECT DISTINCT c.name FROM chunks c JOIN files f ON f.id = c.file WHERE c.symbol_kind = 'function' AND f.language IN (${this.#marks})
         ORDER BY c.name`,
      )
      .pluck()
      .all(...this.#languages);
  }

  hashOf = (path) => this.#db.prepare('SELECT content_hash FROM files WHERE path = ?').pluck().get(path);

  isExact(path) {
    const sql = 'SELECT 1 FROM files f JOIN facts k ON k.file = f.id AND k.content_hash = f.content_hash AND k.stale = 0 WHERE f.path = ?';
    return this.#db.prepare(sql).get(path) !== undefined;
  }

  /** Number of files whose edges are out of date. */
  stale() {
    return this.#db.prepare('SELECT count(*) FROM facts WHERE stale = 1').pluck().get();
  }

  /** A line for each edge, without ids and without versions of servers. */
  edges() {
    const rows = this.#db
      .prepare(
        `SELECT f.path, a.qualified AS fromName, e.from_key AS fromKey, t.path AS toPath, b.qualified AS toName, e.to_key AS toKey, e.kind, e.line, e.mentions
         FROM edges e JOIN files f ON f.id = e.file LEFT JOIN chunks a ON a.key = e.from_key
         LEFT JOIN chunks b ON b.key = e.to_key LEFT JOIN files t ON t.id = b.file WHERE f.language IN (${this.#marks})`,
      )
      .all(...this.#languages);
    return new Set(
      rows.map((one) =>
        [
          one.path,
          one.fromName ?? one.fromKey,
          one.kind,
          one.toPath ?? '',
          one.toName ?? one.toKey,
          one.fromKey,
          one.toKey,
          one.line,
          one.mentions,
        ].join(' '),
      ),
    );
  }

  close() {
    this.#db.close();
  }
}
