// The chunks and edges of an index with edges, and which chunk a place in a file belongs to.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { isDeclaredAt } from '../../dist/server/core/code-graph/chunk-map.js';
import { LineIndex } from '../../dist/server/util/text.js';

export const memberKinds = new Set(['method', 'function', 'property', 'field']);

export const isOfC = (language) => language === 'c' || language === 'cpp';

export class Chunks {
  #db;
  #marks;
  #languages;
  #into;
  #lines;
  /** Of files that have facts, by key and by path. */
  byKey = new Map();
  byPath = new Map();
  #texts = new Map();

  constructor(indexFolder, folder, languages) {
    this.#db = new Database(join(indexFolder, 'index.sqlite'), { readonly: true });
    this.#languages = languages;
    this.#marks = languages.map(() => '?').join();
    this.#into = this.#db
      .prepare("SELECT DISTINCT from_key FROM edges WHERE to_key = ? AND kind <> 'implementedBy' AND (kind <> 'implements' OR ?)")
      .pluck();
    this.#lines = this.#db.prepare('SELECT min(line) FROM edges WHERE from_key = ? AND to_key = ?').pluck();
    const rows = this.#db
      .prepare(
        `SELECT c.*, f.path, f.language FROM chunks c JOIN files f ON f.id = c.file JOIN facts k ON k.file = f.id
         WHERE f.language IN (${this.#marks})`,
      )
      .all(...languages);
    for (const row of rows) {
      this.byKey.set(row.key, row);
      const others = this.byPath.get(row.path);
      if (others) others.push(row);
      else this.byPath.set(row.path, [row]);
    }
    for (const path of this.byPath.keys()) {
      // As it is indexed, without a byte order mark.
      const text = readFileSync(join(folder, path), 'utf8').replace(/^\uFEFF/, '');
      this.#texts.set(path, { text, index: new LineIndex(text) });
    }
  }

  /**
   * Those that can be asked about. Tests in C are named by the argument of a macro, of which servers make another name; each file
   * opens a namespace of C++ anew; and what is included in the middle of a file (.inc) is no text by itself.
   */
  get symbols() {
    return [...this.byKey.values()].filter(
      ({ kind, name_start, symbol_kind, language, path }) =>
        kind === 'symbol' &&
        name_start !== null &&
        symbol_kind !== 'impl' &&
        !(language === 'csharp' && symbol_kind === 'namespace') &&
        !(isOfC(language) && (symbol_kind === 'test' || symbol_kind === 'namespace' || path.endsWith('.inc'))),
    );
  }

  /** As many of the symbols, by chance, but the same ones each time. */
  sample(count) {
    let seed = 7;
    const random = () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648;
    return this.symbols
      .map((row) => ({ row, order: random() }))
      .sort((a, b) => a.order - b.order)
      .slice(0, count)
      .map(({ row }) => row);
  }

  languageOf = (path) => this.byPath.get(path)[0].language;
  textOf = (path) => this.#texts.get(path).text;
  lineOf = ({ path, line }) => this.textOf(path).split('\n')[line].trim();
  offsetOf = ({ path, line, character }) => this.#texts.get(path).index.offsetOf(line) + character;

  placeOf(path, offset) {
    const { index } = this.#texts.get(path);
    const line = index.lineAt(offset);
    return { path, line, character: offset - index.offsetOf(line) };
  }

  /** The innermost chunk around a place, the module chunk where there is none; null in files without facts. */
  around(place) {
    const chunks = this.byPath.get(place.path);
    if (!chunks) return null;
    const at = this.offsetOf(place);
    let best = null;
    for (const chunk of chunks) {
      if (chunk.kind !== 'symbol' || chunk.span_start > at || at >= chunk.span_end) continue;
      if (!best || chunk.span_end - chunk.span_start <= best.span_end - best.span_start) best = chunk;
    }
    return best ?? chunks.find(({ kind }) => kind === 'module') ?? null;
  }

  /** The chunk that is declared at a place. */
  named(place) {
    const chunk = this.around(place);
    if (!chunk || chunk.name_start === null) return null;
    const { name, name_start, symbol_kind } = chunk;
    const nameSpan = { start: name_start, end: name_start + name.length };
    return isDeclaredAt({ name, nameSpan, symbolKind: symbol_kind }, this.offsetOf(place)) ? chunk : null;
  }

  /** The same, or the module where a place is the beginning of its file: what `mod name;` declares. */
  defined(place) {
    const named = this.named(place);
    if (named || place.line > 0 || place.character > 0) return named;
    return this.byPath.get(place.path)?.find(({ kind }) => kind === 'module') ?? null;
  }

  /** Keys of the chunks in which this one is mentioned, as the index has it. What a member overrides is no mention. */
  into = (key) => this.#into.all(key, memberKinds.has(this.byKey.get(key)?.symbol_kind) ? 0 : 1);

  /** Pairs of keys: what inherits or implements, and what it does so from. */
  get inheritance() {
    const said = this.#db.prepare("SELECT from_key, to_key FROM edges WHERE kind IN ('inherits', 'implements')").raw().all();
    const told = this.#db.prepare("SELECT to_key, from_key FROM edges WHERE kind = 'implementedBy'").raw().all();
    return [...said, ...told];
  }

  /** Where the first mention stands of those that an edge between two chunks is made of. */
  mentionOf(from, toKey) {
    const line = this.#lines.get(from.key, toKey);
    return line === null ? null : { path: from.path, line: from.line_start + line, character: 0 };
  }

  get figures() {
    const number = (sql, ...values) =>
      this.#db
        .prepare(sql)
        .pluck()
        .get(...values);
    const edges = number('SELECT count(*) FROM edges');
    const bytes = number("SELECT coalesce(sum(pgsize), 0) FROM dbstat WHERE name IN ('edges', 'edges_by_target')");
    return {
      lines: number(`SELECT sum(lines) FROM files WHERE language IN (${this.#marks})`, ...this.#languages),
      allEdges: edges,
      bytesPerEdge: Number((bytes / Math.max(1, edges)).toFixed(0)),
    };
  }

  close() {
    this.#db.close();
  }
}
